// Tests of the fixture itself: no browser is started.
export default {
  testDir: "tests",
  workers: 2,
  fullyParallel: true,
  reporter: [["json", { outputFile: process.env.UNDERSTUDY_TEST_OUTPUT ?? "test-results/results.json" }]],
  outputDir: process.env.UNDERSTUDY_TEST_FOLDER ?? "test-results",
};
