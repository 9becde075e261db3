// What is too large, outside, or missing; and that everything wrong is told at once, in order.
#include <gtest/gtest.h>

#include "pack/code.hpp"
#include "pack/folder_testing.hpp"

namespace understudy::pack {
namespace {

bool has(const Loaded& loaded, base::Code wanted) {
    return std::any_of(loaded.problems.begin(), loaded.problems.end(),
                       [&](const Problem& problem) { return problem.error.code == wanted; });
}

TEST(LoadLimits, RefusesTooManyFieldsAndResources) {
    std::string fields = "resources:\n  runs:\n    id: \"r_{uuid}\"\n    fields:\n";
    for (int i = 0; i < 2'001; ++i) {
        fields += "      f" + std::to_string(i) + ": { from: constant, value: 1 }\n";
    }
    const Loaded many = load(folder_of(fields));
    EXPECT_TRUE(has(many, code::TooLarge));
    EXPECT_NE(rendered(many).find("the pack has more than 2,000 fields in runs [pack.too_large]"),
              std::string::npos);
    std::string resources = "resources:\n";
    for (int i = 0; i < 1'001; ++i) {
        resources += "  r" + std::to_string(i) + ": { id: \"r_{uuid}\" }\n";
    }
    const Loaded more = load(folder_of(resources));
    EXPECT_EQ(more.problems.size(), 1U);
    EXPECT_NE(rendered(more).find("more than 1,000 resources"), std::string::npos);
}

TEST(LoadLimits, RefusesTooMuchText) {
    Folder folder = folder_of("");
    folder.files.push_back({"shapes/big.json", std::string((std::size_t{64} << 20) + 1, ' ')});
    const Loaded loaded = load(folder);
    EXPECT_EQ(loaded.pack, nullptr);
    EXPECT_EQ(base::message(loaded.problems.at(0).error), "the pack has more than 64 MB of text");
}

TEST(LoadLimits, RefusesPathsOutOfTheFolder) {
    for (const char* path : {"../other.yaml", "/etc/passwd", "resources/../../x.yaml", "a\\b"}) {
        Folder folder = folder_of("");
        folder.files.push_back({path, ""});
        EXPECT_TRUE(has(load(folder), code::OutsideFolder)) << path;
    }
}

TEST(LoadLimits, NeedsPackYaml) {
    Folder folder;
    folder.name = "packs/none";
    const Loaded loaded = load(folder);
    EXPECT_EQ(loaded.pack, nullptr);
    EXPECT_EQ(
        rendered(loaded),
        "packs/none: error: packs/none has no pack.yaml [pack.missing_file]\n"
        "  hint: a pack is a folder with a pack.yaml; `understudy pack new NAME` makes one\n");
}

TEST(LoadLimits, YamlThatIsNoneIsReportedWithItsPlace) {
    Folder folder;
    folder.name = "packs/odd";
    folder.files.push_back({"pack.yaml", "format: 1\npack: [\n"});
    const Loaded loaded = load(folder);
    ASSERT_EQ(loaded.problems.size(), 1U);
    EXPECT_EQ(loaded.problems[0].error.where.file, "packs/odd/pack.yaml");
    EXPECT_NE(loaded.problems[0].error.where.line, 0U);
}

TEST(LoadLimits, ReportsAllProblemsInTheOrderOfTheirPlaces) {
    Folder folder = folder_of("resorces: {}\nserve: { names: snake }\ndurations: { a: soon }\n");
    folder.name = "packs/test";
    folder.files.push_back({"resources/a.yaml", "runs: { id: \"r_{base63:4}\", colour: red }\n"});
    const Loaded loaded = load(folder);
    std::vector<std::string> places;
    for (const Problem& problem : loaded.problems) {
        places.push_back(base::to_text(problem.error.where));
    }
    EXPECT_EQ(places, (std::vector<std::string>{
                          "packs/test/pack.yaml:6:1", "packs/test/pack.yaml:7:17",
                          "packs/test/pack.yaml:8:17", "packs/test/resources/a.yaml:1:13",
                          "packs/test/resources/a.yaml:1:29"}));
    const base::Error error = loaded.as_error();
    EXPECT_EQ(error.code, code::Problems);
    EXPECT_EQ(base::message(error), "5 problems in the pack packs/test");
    EXPECT_EQ(error.because.size(), 5U);
}

TEST(LoadLimits, AssumptionsAreReadAndNamedOnce) {
    Folder folder = folder_of(R"(
resources:
  runs: { id: "r_{uuid}", fields: { amount: { from: input, differs: runs.amount } } }
)");
    folder.files.push_back({"plans/assumptions.yaml", R"(
assumptions:
  - { id: runs.amount, statement: amounts are whole, basis: documented, touches: [ createRun ] }
)"});
    const Loaded loaded = load(folder);
    ASSERT_EQ(rendered(loaded), "");
    ASSERT_EQ(loaded.pack->assumptions.size(), 1U);
    EXPECT_EQ(loaded.pack->assumptions[0].verdict, "unknown");
    folder.files.back().text += "  - { id: runs.amount, statement: again, basis: guessed }\n";
    const Loaded again = load(folder);
    EXPECT_TRUE(has(again, code::Repeated));
    EXPECT_TRUE(has(again, code::WrongWord));
}

TEST(LoadLimits, ChannelsAreReadWithTheStepsOfTheirProbe) {
    Folder folder = folder_of("resources: { runs: { id: \"r_{uuid}\" } }\n");
    folder.files.push_back({"plans/probes/run.yaml", R"(
version: 1
steps:
  - { id: read, request: { get: /runs } }
)"});
    const auto with = [&folder](std::string_view text) {
        Folder filled = folder;
        filled.files.push_back({"plans/assumptions.yaml", std::string(text)});
        return load(filled);
    };
    const Loaded loaded = with(R"(
assumptions:
  - { id: a, statement: s, basis: assumed, by_hand: nobody can ask }
channels:
  - { id: c, statement: s, probe: probes/run.yaml, webhook: { /type: made }, facts: { name: { webhook: /a, read: "$.b" } } }
)");
    ASSERT_EQ(rendered(loaded), "");
    EXPECT_EQ(loaded.pack->assumptions[0].by_hand, "nobody can ask");
    ASSERT_EQ(loaded.pack->channels.size(), 1U);
    EXPECT_EQ(loaded.pack->channels[0].webhook[0].first, "/type");
    EXPECT_EQ(loaded.pack->channels[0].facts[0].seen[1].second, "$.b");
    const auto fact = [&](std::string_view places) {
        return with("channels: [ { id: c, statement: s, probe: probes/run.yaml, facts: { f: " +
                    std::string(places) + " } } ]\n");
    };
    EXPECT_TRUE(has(fact("{ read: /a }"), code::BadChannel));               // one place
    EXPECT_TRUE(has(fact("{ read: /a, webhook: /b }"), code::BadChannel));  // of which webhook?
    EXPECT_TRUE(has(fact("{ read: /a, reed: /b }"), code::UnknownName));
    EXPECT_TRUE(has(fact("{ read: nowhere, x: /b }"), code::BadChannel));
    EXPECT_TRUE(
        has(with("assumptions: [ { id: a, statement: s, basis: assumed, probe: gone.yaml } ]"),
            code::NoProbe));
    EXPECT_TRUE(has(with("assumptions: [ { id: a, statement: s, basis: assumed, "
                         "probe: probes/run.yaml, by_hand: why } ]"),
                    code::WatchedTwice));
}

TEST(LoadLimits, RecordingsOfThatDayAreEvidence) {
    Folder folder = folder_of("models: { vendor: V, captured: \"2026-01-01\" }\n");
    EXPECT_TRUE(has(load(folder), code::CapturedWithoutEvidence));
    folder.files.push_back({"cassettes/run.yaml", "recorded_at: 2026-01-01T10:00:00Z\n"});
    EXPECT_EQ(rendered(load(folder)), "");
}

}  // namespace
}  // namespace understudy::pack
