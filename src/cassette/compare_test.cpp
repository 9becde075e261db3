// Every class of drift, told from every other, with the field it is about.
#include "cassette/compare.hpp"

#include <gtest/gtest.h>

#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

using testing_compare::answer;
using testing_compare::command;
using testing_compare::Said;
using testing_compare::told;

struct Case {
    const char* name;
    Said before, after;
    const char* expected;
};

class Drifts : public testing::TestWithParam<Case> {};

TEST_P(Drifts, IsClassifiedAndNamesItsField) {
    EXPECT_EQ(told(command(GetParam().before), command(GetParam().after)), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Compare, Drifts,
    testing::Values(
        Case{"Same", {"a\n", "b\n", 3}, {"a\n", "b\n", 3}, ""},
        // P12: a refused call prints nothing, so the end itself must be what is noticed.
        Case{
            "P12NowRefused",
            {R"({"link":"x"})"},
            {"", "Unknown JSON field: \"detailsUrl\"\n", 1},
            "now_refused exit_code: 0 -> 1\n"
            "field_removed stdout: {\"link\":\"x\"} -> nothing\n"
            "value_changed stderr line 1: \"\" -> \"Unknown JSON field: \\\"detailsUrl\\\"\\n\"\n"},
        Case{"ExitChanged", {"a\n", "", 1}, {"a\n", "", 2}, "exit_changed exit_code: 1 -> 2\n"},
        Case{"NowSucceeds", {"a\n", "", 1}, {"a\n", "", 0}, "exit_changed exit_code: 1 -> 0\n"},
        Case{"FieldRemoved",
             {R"({"a":1,"b":{"c":2}})"},
             {R"({"a":1,"b":{}})"},
             "field_removed stdout /b/c: 2 -> nothing\n"},
        // P19: null, missing and empty are three.
        Case{"P19NullIsNotMissing",
             {R"({"body":null})"},
             {R"({})"},
             "field_removed stdout /body: null -> nothing\n"},
        Case{"P19NullIsNotEmpty",
             {R"({"body":null})"},
             {R"({"body":""})"},
             "field_retyped stdout /body: null -> \"\"\n"},
        Case{"P19NullIsNotTheTextNone",
             {R"({"body":null})"},
             {R"({"body":"None"})"},
             "field_retyped stdout /body: null -> \"None\"\n"},
        Case{"FieldRetyped",
             {R"({"number":41})"},
             {R"({"number":"41"})"},
             "field_retyped stdout /number: 41 -> \"41\"\n"},
        Case{"UnparsableIsRetyped",
             {R"({"number":41})"},
             {R"({"number":41)"},
             "field_retyped stdout: {\"number\":41} -> \"{\\\"number\\\":41\"\n"},
        Case{"FieldRenamed",
             {R"([{"detailsUrl":"https://ci/1","n":1},{"detailsUrl":"https://ci/2","n":2}])"},
             {R"([{"link":"https://ci/1","n":1},{"link":"https://ci/2","n":2}])"},
             "field_renamed stdout /0/detailsUrl: \"https://ci/1\" -> \"https://ci/1\" as /0/link "
             "x2\n"},
        // P10: a harmless new field is told from everything that is not harmless.
        Case{"P10FieldAdded",
             {R"({"a":1})"},
             {R"({"a":1,"b":2})"},
             "field_added stdout /b: nothing -> 2\n"},
        Case{"ListEmptied",
             {R"({"items":[1,2]})"},
             {R"({"items":[]})"},
             "field_removed stdout /items/0: 1 -> nothing x2\n"},
        Case{"OneItemMore",
             {R"({"items":[1]})"},
             {R"({"items":[1,2]})"},
             "value_changed stdout /items/1: nothing -> 2\n"},
        // P9: the fake lists in the order of insertion, the tool newest first.
        Case{"P9OrderChanged",
             {"[1,2,3]"},
             {"[3,1,2]"},
             "order_changed stdout: [1,2,3] -> [3,1,2]\n"},
        Case{"OrderOfLines",
             {"a\nb\nc\n"},
             {"b\nc\na\n"},
             "order_changed stdout line 1: \"a\" -> \"a\" as line 3\n"},
        Case{"ValueChanged",
             {R"({"s":"open"})"},
             {R"({"s":"opem"})"},
             "value_changed stdout /s: \"open\" -> \"opem\"\n"},
        Case{"NumbersKeepTheirDigits",
             {R"({"n":12345678901234567890.10})"},
             {R"({"n":12345678901234567890.1})"},
             "value_changed stdout /n: 12345678901234567890.10 -> 12345678901234567890.1\n"},
        Case{"LineChanged",
             {"one\ntwo\nthree\n"},
             {"one\ntwa\nthree\n"},
             "value_changed stdout line 2: \"two\" -> \"twa\"\n"},
        Case{"LineGone",
             {"one\ntwo\nthree\n"},
             {"one\nthree\n"},
             "value_changed stdout line 2: \"two\" -> nothing\n"},
        // P20: trimming would have shifted the first column.
        Case{"P20FirstColumnCounts",
             {" M a.txt\n"},
             {"M a.txt\n"},
             "value_changed stdout line 1: \" M a.txt\" -> \"M a.txt\"\n"},
        Case{"P20LastLineEndCounts",
             {"a\nb\n"},
             {"a\nb"},
             "value_changed stdout line 2: \"b\\n\" -> \"b\"\n"},
        Case{"LineEndsCount",
             {"a\r\n"},
             {"a\n"},
             "value_changed stdout line 1: \"a\\r\\n\" -> \"a\\n\"\n"},
        Case{"NotUtf8IsShownByte",
             {"caf\xe9\n"},
             {"caf\xe8\n"},
             "value_changed stdout line 1: \"caf\\\\xe9\" -> \"caf\\\\xe8\"\n"},
        Case{"BinaryByPlace",
             {std::string("\0\1\2", 3)},
             {std::string("\0\1\3", 3)},
             "value_changed stdout byte 3: \"02\" -> \"03\"\n"},
        Case{"StderrOnly",
             {"a\n", "warn\n"},
             {"a\n", "warm\n"},
             "stderr_only stderr line 1: \"warn\" -> \"warm\"\n"},
        Case{"StderrBesideOthers",
             {"a\n", "warn\n"},
             {"b\n", "warm\n"},
             "value_changed stdout line 1: \"a\" -> \"b\"\n"
             "value_changed stderr line 1: \"warn\" -> \"warm\"\n"},
        Case{"LayoutOfSpace",
             {R"({"a":1})"},
             {R"({"a": 1})"},
             "layout_only stdout: nothing -> nothing\n"},
        Case{"LayoutOfKeys",
             {R"({"a":1,"b":2})"},
             {R"({"b":2,"a":1})"},
             "layout_only stdout: nothing -> nothing\n"},
        Case{"LayoutOfEscapes",
             {R"({"a":"x/y"})"},
             {R"({"a":"x\/y"})"},
             "layout_only stdout: nothing -> nothing\n"},
        Case{"TableByColumn",
             {"NAME   STATUS\nweb    Up\ndb     Up\n"},
             {"NAME   STATUS\nweb    Up\ndb     Down\n"},
             "value_changed stdout /rows/1/STATUS: \"Up\" -> \"Down\"\n"},
        Case{"TableColumnRenamed",
             {"NAME   STATUS\nweb    Up\n"},
             {"NAME   STATE\nweb    Up\n"},
             "field_renamed stdout /rows/0/STATUS: \"Up\" -> \"Up\" as /rows/0/STATE\n"},
        Case{"TableIsOneNoMore",
             {"NAME   STATUS\nweb    Up\n"},
             {"no containers\n"},
             "field_retyped stdout: {\"columns\":[\"NAME\",\"STATUS\"],\"rows\":[{\"NAME\":\"web\","
             "\"STATUS\":\"Up\"}]} -> \"no containers\\n\"\n"},
        Case{"RealKeysThatLookLikePlaceholders",
             {R"({"$any":"integer","as":"pr:1"})"},
             {R"({"$any":"integer","as":"pr:2"})"},
             "value_changed stdout /as: \"pr:1\" -> \"pr:2\"\n"}),
    [](const testing::TestParamInfo<Case>& each) { return std::string(each.param.name); });

TEST(Compare, SignalInPlaceOfAnExitCodeIsRefusal) {
    Exchange killed = command({"a\n"});
    killed.output.ended = Ended{Ended::How::Signal, 9, {}};
    EXPECT_EQ(told(command({"a\n"}), killed),
              "now_refused exit_code: {\"exit_code\":0} -> {\"signal\":9}\n");
}

TEST(Compare, StatusClassesDecideRefusal) {
    EXPECT_EQ(told(answer(200, "{}"), answer(404, "{}")), "now_refused status: 200 -> 404\n");
    EXPECT_EQ(told(answer(200, "{}"), answer(201, "{}")), "exit_changed status: 200 -> 201\n");
    EXPECT_EQ(told(answer(404, "{}"), answer(422, "{}")), "exit_changed status: 404 -> 422\n");
    Exchange reset = answer(200, "");
    reset.output = Output{};
    reset.output.error = "reset";
    EXPECT_TRUE(
        told(answer(200, "{\"a\":1}"), reset)
            .starts_with("now_refused status: {\"status\":200} -> {\"error\":\"reset\"}\n"));
}

TEST(Compare, HeadersByNameWhateverTheirOrderAndCase) {
    const Exchange before =
        answer(200, "{}", {{"X-A", "1"}, {"x-b", "2"}, {"Content-Length", "2"}});
    EXPECT_EQ(told(before, answer(200, "{}", {{"X-B", "2"}, {"x-a", "1"}})), "");
    EXPECT_EQ(told(before, answer(200, "{}", {{"X-A", "7"}, {"X-B", "2"}})),
              "value_changed headers /x-a: \"1\" -> \"7\"\n");
    CompareOptions options;
    options.headers = false;
    EXPECT_EQ(told(before, answer(200, "{}"), options), "");
}

TEST(Compare, ExactSkipsParsing) {
    CompareOptions options;
    options.exact = true;
    EXPECT_EQ(told(command({"{\"a\":1}\n"}), command({"{\"a\": 1}\n"}), options),
              "value_changed stdout line 1: \"{\\\"a\\\":1}\" -> \"{\\\"a\\\": 1}\"\n");
}

TEST(Compare, PieceBordersAndTimesAreNotCompared) {
    Exchange cut = command({"ab\n"});
    cut.output.pieces = {{5, From::Stdout, "a"}, {900, From::Stdout, "b\n"}};
    cut.output.duration = 77;
    EXPECT_EQ(told(command({"ab\n"}), cut), "");
}

TEST(Compare, InterleavingCountsOnlyWhereItIsSaid) {
    Exchange first = command({});
    first.output.pieces = {{0, From::Stdout, "a\n"}, {1, From::Stderr, "b\n"}};
    Exchange second = command({});
    second.output.pieces = {{0, From::Stderr, "b\n"}, {1, From::Stdout, "a\n"}};
    EXPECT_EQ(told(first, second), "");
    CompareOptions options;
    options.interleaving = true;
    EXPECT_TRUE(told(first, second, options).starts_with("order_changed interleaving: "));
}

// P32: who recorded what, when, under which rules and notes is no behaviour.
TEST(Compare, P32MetadataIsNeverDrift) {
    Exchange other = command({"a\n"});
    other.at = 12;
    other.phase = plan::Phase::Variation;
    other.effect = plan::Effect::Write;
    other.caused_by = "x";
    other.recorded = Provenance{};
    EXPECT_EQ(told(command({"a\n"}), other), "");
}

TEST(Compare, ExchangesAreFoundByTheirIds) {
    const Exchange before[] = {command({"a\n"}, "one"), command({"b\n"}, "two")};
    const Exchange after[] = {command({"b\n"}, "two"), command({"c\n"}, "three")};
    const Comparison result =
        compare(before, after, testing_compare::rules_from("[]"), CompareOptions{});
    ASSERT_EQ(result.differences.size(), 2U);
    EXPECT_EQ(result.differences[0].drift, Drift::FieldRemoved);
    EXPECT_EQ(result.differences[0].exchange, "one");
    EXPECT_EQ(result.differences[0].part, "exchange");
    EXPECT_EQ(result.differences[1].drift, Drift::FieldAdded);
    EXPECT_EQ(result.differences[1].exchange, "three");
}

// P35: a value that was learned is a change, one that was not is growth; both are said softly.
TEST(Compare, P35NewEnumValueIsGrowth) {
    CompareOptions options;
    options.seen["stdout /*/state"] = {"OPEN", "CLOSED"};
    const Exchange before = command({R"([{"state":"OPEN"}])"});
    EXPECT_EQ(told(before, command({R"([{"state":"DRAFT"}])"}), options),
              "enum_grown stdout /0/state: \"OPEN\" -> \"DRAFT\"\n");
    EXPECT_EQ(told(before, command({R"([{"state":"CLOSED"}])"}), options),
              "value_changed stdout /0/state: \"OPEN\" -> \"CLOSED\"\n");
    EXPECT_EQ(severity_of(Drift::EnumGrown), report::Severity::Info);
}

TEST(Compare, RanksAndSeveritiesAreThoseOfTheSpecification) {
    const std::pair<std::string_view, report::Severity> kExpected[] = {
        {"now_refused", report::Severity::Error},     {"exit_changed", report::Severity::Error},
        {"field_removed", report::Severity::Error},   {"field_retyped", report::Severity::Error},
        {"field_renamed", report::Severity::Error},   {"field_added", report::Severity::Info},
        {"enum_grown", report::Severity::Info},       {"order_changed", report::Severity::Warning},
        {"grammar_changed", report::Severity::Error}, {"value_changed", report::Severity::Warning},
        {"stderr_only", report::Severity::Info},      {"layout_only", report::Severity::Info},
    };
    for (std::size_t i = 0; i < std::size(kExpected); ++i) {
        EXPECT_EQ(name_of(static_cast<Drift>(i)), kExpected[i].first);
        EXPECT_EQ(severity_of(static_cast<Drift>(i)), kExpected[i].second);
    }
}

TEST(Compare, DifferencesAreLimitedAndTheRestIsCounted) {
    std::string before = "[";
    std::string after = "[";
    for (int i = 0; i < 1'500; ++i) {
        before += (i == 0 ? "" : ",") + std::to_string(i);
        after += (i == 0 ? "" : ",") + std::to_string(i + 10'000);
    }
    const Exchange first[] = {command({before + "]"})};
    const Exchange second[] = {command({after + "]"})};
    const Comparison result =
        compare(first, second, testing_compare::rules_from("[]"), CompareOptions{});
    EXPECT_EQ(result.differences.size(), kMostDifferences);
    EXPECT_EQ(result.left_out, 500U);
}

TEST(Compare, TooDeepAndTooLargeIsOneDifference) {
    const std::string open(400, '[');
    const std::string close(400, ']');
    std::string middle = "1";
    for (int i = 0; i < 250'000; ++i) middle += ",10";
    const std::string text =
        told(command({open + middle + close}), command({open + "2," + middle + close}));
    EXPECT_TRUE(text.starts_with("value_changed stdout: [")) << text.substr(0, 100);
}

// Any one byte of an output that is changed is noticed.
TEST(Compare, EveryChangedByteIsNoticed) {
    const std::string outputs[] = {
        "{\"a\": [1, {\"b\": \"x\\n\"}], \"c\": null}\n",
        "{\"type\":\"init\",\"n\":1}\n{\"type\":\"result\",\"n\":22}\n",
        "NAME   STATUS\nweb    Up 3\n",
        " M a\n?? b\r\n",
        "event: ping\ndata: {\"a\":1}\n\ndata: [DONE]\n\n",
    };
    for (const std::string& output : outputs) {
        for (std::size_t i = 0; i < output.size(); ++i) {
            std::string changed = output;
            changed[i] = changed[i] == '~' ? '^' : '~';
            EXPECT_NE(told(command({output}), command({changed})), "") << output << " at " << i;
        }
    }
}

}  // namespace
}  // namespace understudy::cassette
