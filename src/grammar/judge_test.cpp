// What the judge itself decides: unknown types, dialects, types and marks.
#include "grammar/judge.hpp"

#include <gtest/gtest.h>

#include "grammar/impl/playbook.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;

TEST(UnknownType, SeverityFollowsPolicyPinAndEnumeration) {
    auto severity = [](std::string_view head, Options options) {
        Grammar grammar =
            grammar_of(R"({"grammar": "g", )" + std::string(head) +
                       R"("constraints": [{"id": "o", "kind": "once", "types": ["a"]}]})");
        Outcome outcome =
            outcome_of(grammar, records_of("b"), Ending::Complete, std::move(options));
        return outcome.verdicts.empty() ? Severity::Drift : outcome.verdicts[0].severity;
    };
    constexpr std::string_view kPin = R"("pinned": {"tool": "t", "versions": ">=1 <2"}, )";
    EXPECT_EQ(severity("", {}), Severity::Warning);
    EXPECT_EQ(severity(R"("unknown_type": "info", )", {}), Severity::Info);
    EXPECT_EQ(severity("", {.unknown_type = Severity::Drift}), Severity::Drift);
    EXPECT_EQ(severity(R"("enum": "closed", )", {}), Severity::Breaking);
    EXPECT_EQ(severity(kPin, {.version = "1.9"}), Severity::Warning);
    EXPECT_EQ(severity(kPin, {.version = "2.0.1"}), Severity::Info);
    Grammar grammar = grammar_of(R"({"grammar": "g", "constraints": [
        {"id": "o", "kind": "once", "types": ["session_start"]}]})");
    Outcome outcome = outcome_of(grammar, records_of("sesion_start"));
    EXPECT_EQ(outcome.verdicts.at(0).nearest, "session_start");
}

TEST(Dialects, SwitchConstraintsAndSeverities) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "dialects": {
        "vendor": {},
        "compatible": {"disable": ["one"], "enable": ["loose"], "severity": {"id": "info"},
                       "unknown_type": "info"}},
      "constraints": [
        {"id": "one", "kind": "once", "types": ["a"]},
        {"id": "loose", "kind": "terminal", "types": ["a"], "enabled": false, "severity": "warning"},
        {"id": "id", "kind": "constant", "field": "/id"}]})");
    constexpr std::string_view kStream = R"({"type":"a","id":1}
        {"type":"a","id":2}
        {"type":"zzz"})";
    EXPECT_EQ(
        play(grammar, kStream),
        "fixture.order.repeated one@2: a again, not only the one in record 1; records 1 to 2\n"
        "fixture.order.not_constant id@2: 2, not 1, as in record 1; records 1 to 2\n"
        "fixture.order.unknown_type @3: zzz, not a type the grammar knows; record 3; warning\n");
    EXPECT_EQ(play(grammar, kStream, Ending::Complete, {.dialect = "compatible"}),
              "fixture.order.after_terminal loose@2 in after a: a, not nothing after record 1; "
              "records 1 to 2; "
              "warning\n"
              "fixture.order.not_constant id@2: 2, not 1, as in record 1; records 1 to 2; info\n"
              "fixture.order.unknown_type @3: zzz, not a type the grammar knows; record 3; info\n"
              "fixture.order.after_terminal loose@3 in after a: zzz, not nothing after record 1; "
              "records 1, 3; "
              "warning\n");
    auto unknown = Judge::open(grammar, {.dialect = "vendr"});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, base::Code::GrammarUnknownDialect);
    EXPECT_EQ(unknown.error().arg("nearest"), "vendor");
    auto constraint = Judge::open(grammar, {.only = "nothing"});
    ASSERT_FALSE(constraint);
    EXPECT_EQ(constraint.error().code, base::Code::GrammarUnknownConstraint);
}

TEST(Judge, ReadsWhatIsKnownOfARecordAndComposedTypes) {
    Grammar grammar =
        grammar_of(R"j({"grammar": "g", "type": ["/type", "/subtype"], "constraints": [
        {"id": "order", "kind": "seq", "start": "S", "accept": ["R"],
         "states": {"S": {"system/init": "R"}, "R": {"assistant": "R", "[DONE]": "R"}}},
        {"id": "file", "kind": "gapless", "field": "@/sequence", "from": 1},
        {"id": "name", "kind": "implies", "if": "has(about.event)", "then": "about.event == type"}]})j");
    auto record = [](std::string_view text, int sequence, std::string_view event) {
        return Record{*json::parse(text),
                      json::Value::object({{"sequence", sequence}, {"event", event}})};
    };
    Outcome outcome =
        outcome_of(grammar, {record(R"({"type":"system","subtype":"init"})", 1, "system/init"),
                             record(R"({"type":"assistant","subtype":null})", 3, "assistant"),
                             record(R"("[DONE]")", 4, "done")});
    ASSERT_EQ(outcome.verdicts.size(), 2u);
    EXPECT_EQ(line_of(outcome.verdicts[0]), "fixture.order.gap file@2: 3, not 2; records 1 to 2");
    EXPECT_EQ(line_of(outcome.verdicts[1]),
              "fixture.order.implies name@3: a record where it does not hold, not about.event == "
              "type; record 3");
}

TEST(Judge, AsksForMarksOnlyOfWhatItFinds) {
    Grammar grammar = grammar_with(R"({"id": "one", "kind": "once", "types": ["a"]})");
    std::vector<std::size_t> asked;
    Options options;
    options.mark_of = [&](std::size_t record) {
        asked.push_back(record);
        return base::Mark{"s.jsonl", static_cast<std::uint32_t>(record), 1, 0, "", 0};
    };
    Outcome outcome = outcome_of(grammar, records_of("a\na"), Ending::Complete, options);
    EXPECT_EQ(asked, std::vector<std::size_t>{2});
    EXPECT_EQ(outcome.verdicts.at(0).mark.line, 2u);
}

}  // namespace
}  // namespace understudy::grammar
