// Committed streams of other projects, where they are at hand: what is known to be wrong with them
// is found, and nothing else. Skipped where the data is not there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "grammar/impl/playbook.hpp"

namespace understudy::grammar {
namespace {

namespace fs = std::filesystem;
using namespace playbook;
using json::Value;

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The outside data stands beside the project, never in it.
fs::path data() {
    return fs::path(UNDERSTUDY_ROOT).parent_path() / "shared" / "data";
}

constexpr std::string_view kJournal = R"({
  "grammar": "run-journal", "enum": "closed",
  "types": ["PROCESS_ASSIGNED", "PROCESS_CODE_HASH_CHANGED", "COST_TRACKED", "STOP_HOOK_INVOKED",
            "PROCESS_LOG", "PROCESS_RUNTIME_ERROR", "RUN_HALTED"],
  "constraints": [
    {"id": "order", "kind": "seq", "start": "New", "accept": ["Ended"], "failed": ["Broken"],
     "interruptible": ["Open"],
     "states": {"New": {"RUN_CREATED": "Open"},
                "Open": {"RUN_COMPLETED": "Ended", "RUN_FAILED | RUN_HALTED": "Broken", "*": "Open"},
                "Ended": {"*": "Ended"}, "Broken": {"*": "Broken"}}},
    {"id": "created", "kind": "once", "types": ["RUN_CREATED"]},
    {"id": "end", "kind": "terminal", "types": ["RUN_COMPLETED", "RUN_FAILED", "RUN_HALTED"],
     "then": ["STOP_HOOK_INVOKED", "COST_TRACKED"]},
    {"id": "sequence", "kind": "gapless", "field": "@/sequence", "from": 1},
    {"id": "ulid", "kind": "monotone", "field": "@/ulid", "compare": "text"},
    {"id": "effect", "kind": "per-key", "key": "/data/effectId",
     "states": {"None": {"EFFECT_REQUESTED": "Asked"},
                "Asked": {"EFFECT_PROGRESS": "Asked", "EFFECT_RESOLVED | EFFECT_CANCELLED": "Settled"}}},
    {"id": "invocation", "kind": "once", "types": ["EFFECT_REQUESTED"], "scope": "/data/invocationKey"},
    {"id": "checksum", "kind": "derived", "field": "/checksum", "function": "sha256",
     "over": {"field": "", "without": ["/checksum"], "indent": 2, "newline": true}},
    {"id": "refs", "kind": "ref", "field": "/data/taskDefRef", "to": "file"},
    {"id": "results", "kind": "ref", "field": "/data/resultRef", "to": "file"}
  ]})";

class Folder : public FakeBundle {
public:
    explicit Folder(fs::path root) : root_(std::move(root)) {}
    std::optional<bool> has_file(std::string_view name) const override {
        return fs::exists(root_ / name);
    }

private:
    fs::path root_;
};

struct Counts {
    std::size_t journals = 0;
    std::size_t records = 0;
    std::map<std::string, std::size_t> codes;
};

Counts judge_journals(const fs::path& root) {
    Counts counts;
    Grammar grammar = grammar_of(kJournal);
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (!entry.is_directory() || entry.path().filename() != "journal") continue;
        std::vector<fs::path> files;
        for (const auto& file : fs::directory_iterator(entry.path())) files.push_back(file.path());
        std::sort(files.begin(), files.end());
        std::vector<Record> records;
        for (const fs::path& file : files) {
            std::string name = file.filename().string();  // 000001.<ULID>.json
            std::size_t dot = name.find('.');
            Value about =
                Value::object({{"sequence", name.substr(0, dot)},
                               {"ulid", name.substr(dot + 1, name.rfind('.') - dot - 1)}});
            records.push_back({*json::parse(text_of(file)), about});
        }
        Folder bundle(entry.path().parent_path());
        std::string_view last = records.back().value.find("type")->as_string();
        Ending ending = last == "RUN_COMPLETED" ? Ending::Complete
                        : last == "RUN_FAILED"  ? Ending::Failed
                                                : Ending::Interrupted;
        Outcome outcome = outcome_of(grammar, records, ending, {.bundle = &bundle});
        ++counts.journals;
        counts.records += records.size();
        for (const Verdict& verdict : outcome.verdicts) {
            ++counts.codes[std::string(base::name_of(verdict.code))];
        }
    }
    return counts;
}

TEST(Corpus, RunJournalsHaveExactlyTheirKnownDefects) {
    fs::path root = data() / "fixtures" / "babysitter";
    if (!fs::exists(root)) GTEST_SKIP() << "the outside fixtures are not there";
    Counts counts = judge_journals(root);
    EXPECT_EQ(counts.journals, 10u);
    EXPECT_EQ(counts.records, 46u);
    EXPECT_EQ(counts.codes["fixture.order.derived"], 46u);
    EXPECT_EQ(counts.codes["fixture.order.not_monotone"], 9u);
    EXPECT_EQ(counts.codes["fixture.order.unknown_type"], 4u);
    for (const auto& [code, count] : counts.codes) {
        EXPECT_TRUE(code == "fixture.order.derived" || code == "fixture.order.not_monotone" ||
                    code == "fixture.order.unknown_type" || code == "fixture.order.dangling_ref")
            << code << " " << count;
    }
}

TEST(Corpus, AgentStreamsFitTheirShortForm) {
    fs::path root = data() / "cassettes" / "hydraflow";
    if (!fs::exists(root)) GTEST_SKIP() << "the outside cassettes are not there";
    Grammar grammar = grammar_of(R"({"grammar": "agent", "any": ["rate_limit_event"],
        "order": "(system | session) (assistant | user)* result"})");
    std::size_t streams = 0;
    for (std::string_view name :
         {"stream_json/claude_implement_sample.jsonl",
          "claude_streams/stream_001_list_primes.jsonl", "claude_streams/stream_001_ping.jsonl"}) {
        auto records = read_records({std::string(name), text_of(root / name)});
        ASSERT_TRUE(records) << base::render(records.error());
        Outcome outcome = *check(grammar, *records, {}, Ending::Complete);
        for (const Verdict& verdict : outcome.verdicts) ADD_FAILURE() << line_of(verdict);
        ++streams;
    }
    EXPECT_EQ(streams, 3u);
}

}  // namespace
}  // namespace understudy::grammar
