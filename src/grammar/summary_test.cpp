#include "grammar/summary.hpp"

#include <gtest/gtest.h>

#include "grammar/impl/playbook.hpp"
#include "json/write.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;

Records file_of(std::string_view text) {
    return *read_records({"s.jsonl", std::string(text)});
}

constexpr std::string_view kStream = "{\"type\":\"b\"}\n{\"type\":\"a\"}\n{\"type\":\"pnig\"}\n";

TEST(Summary, AVerdictRendersAsAnError) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "order": "a b", "any": ["ping"]})");
    Outcome outcome = *check(grammar, file_of(kStream), {}, Ending::Complete);
    ASSERT_EQ(outcome.verdicts.size(), 3u);
    EXPECT_EQ(base::render(to_error(outcome.verdicts[0])),
              "s.jsonl:1:1: error: record 1: b does not fit in state start; expected a "
              "[fixture.order.unexpected]\n"
              "    {\"type\":\"b\"}\n"
              "    ^~~~~~~~~~~~\n");
    EXPECT_EQ(base::hint(to_error(outcome.verdicts[2])), "did you mean \"ping\"?");
    EXPECT_EQ(to_error(outcome.verdicts[0]).arg("witness"), "record 1");
    EXPECT_EQ(headline(grammar, outcome), "g: 3 records, ending complete: 2 breaking, 1 warning");
    EXPECT_EQ(outcome.worst(), Severity::Breaking);
}

TEST(Summary, EveryFindingHasASentenceWithoutHoles) {
    for (base::Code code : base::all_codes()) {
        // Those of this room: others may speak of order too.
        if (static_cast<std::uint16_t>(code) >= base::kFirstSecretCode) continue;
        if (!base::name_of(code).starts_with("fixture.order.")) continue;
        Verdict verdict;
        verdict.code = code;
        verdict.record = 7;
        verdict.came = "CAME";
        verdict.expected = "EXPECTED";
        std::string text = base::message(to_error(verdict));
        EXPECT_EQ(text.find('{'), std::string::npos) << text;
        EXPECT_NE(text.find("CAME"), std::string::npos) << text;
    }
}

TEST(Summary, WitnessesReadWell) {
    EXPECT_EQ(to_text(std::vector<Span>{}), "no record");
    EXPECT_EQ(to_text({{3, 3}}), "record 3");
    EXPECT_EQ(to_text({{1, 2}, {7, 7}}), "records 1 to 2, 7");
}

TEST(Summary, HeadlineAndJsonSayWhatWasNotJudged) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "pinned": {"tool": "t", "versions": "<2"},
        "dialects": {"vendor": null}, "types": ["r"],
        "constraints": [{"id": "f", "kind": "ref", "field": "/f", "to": "file"}]})");
    Outcome outcome =
        *check(grammar, file_of(R"({"type":"r","f":"x"})"), {.version = "3"}, Ending::Interrupted);
    EXPECT_EQ(headline(grammar, outcome),
              "g: 1 record, ending interrupted, dialect vendor: no findings; 1 not judged; the "
              "grammar's pin is older than the stream");
    EXPECT_FALSE(outcome.worst());
    EXPECT_EQ(json::write(to_json(grammar, outcome)),
              R"({"grammar":"g","records":1,"ending":"interrupted","dialect":"vendor",)"
              R"("pin_is_old":true,"verdicts":[],"dropped":0,"unjudged":[{"constraint":"f",)"
              R"("why":"the files of the bundle are not known","times":1,"record":1}]})");
}

TEST(Summary, JsonCarriesTheWholeVerdict) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "constraints": [
        {"id": "r", "kind": "ref", "field": "/of", "to": {"type": "a", "key": "/id"}}]})");
    Outcome outcome = *check(grammar, file_of(R"({"type":"a","of":"x"})"), {}, Ending::Complete);
    json::Value verdict = (*to_json(grammar, outcome).find("verdicts"))[0];
    EXPECT_EQ(json::write(verdict),
              R"({"code":"fixture.order.dangling_ref","severity":"breaking","constraint":"r",)"
              R"("kind":"ref","record":1,"mark":"s.jsonl:1:1","type":"a",)"
              R"("expected":"the /id of an earlier record","came":"\"x\" at /of",)"
              R"("witness":[[1,1]],"ends":[{"record":1,"field":"/of","value":"\"x\""},)"
              R"({"field":"/id"}]})");
}

}  // namespace
}  // namespace understudy::grammar
