// A project that says once which pack its tests need.
export default { test: { provide: { understudy: { pack: "deck" } } } };
