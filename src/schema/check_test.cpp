// Violations: every kind of them, with its code, keyword, paths and sentence.
#include "schema/check.hpp"

#include "schema/impl/schema_testing.hpp"

namespace understudy::schema {
namespace {

struct ViolationCase {
    std::string_view schema;
    std::string_view value;
    std::string_view code;
    std::string_view instance_path;
    std::string_view schema_path;
    std::string_view sentence;
};

constexpr ViolationCase kViolations[] = {
    {R"({"type":["string","null"]})", "17", "schema.wrong_type", "", "/type",
     "the value: expected string or null, found number 17"},
    {R"({"enum":["usd","eur",3]})", R"("usb")", "schema.not_in_enum", "", "/enum",
     R"(the value: "usb" is not one of "usd", "eur", 3)"},
    {R"({"properties":{"a":{"const":1}}})", R"({"a":2})", "schema.not_const", "/a",
     "/properties/a/const", "/a: expected 1, found 2"},
    {R"({"multipleOf":0.01})", "1.005", "schema.not_multiple", "", "/multipleOf",
     "the value: 1.005 is not a multiple of 0.01"},
    {R"({"minimum":50})", "49", "schema.too_small", "", "/minimum",
     "the value: 49 is too small; it must be at least 50"},
    {R"({"exclusiveMaximum":5})", "5.0", "schema.too_great", "", "/exclusiveMaximum",
     "the value: 5.0 is too great; it must be less than 5"},
    {R"({"minLength":3})", R"("ab")", "schema.too_short", "", "/minLength",
     R"(the value: "ab" has 2 characters; at least 3 are needed)"},
    {R"({"maxItems":1})", "[1,2]", "schema.too_long", "", "/maxItems",
     "the value: an array of 2 items has 2 items; at most 1 are allowed"},
    {R"({"maxProperties":0})", R"({"a":1})", "schema.too_long", "", "/maxProperties",
     "the value: an object with 1 property has 1 property; at most 0 are allowed"},
    {R"({"items":{"pattern":"^a+b$"}})", R"(["aab","b"])", "schema.no_match", "/1",
     "/items/pattern", R"(/1: "b" does not match the pattern "^a+b$")"},
    {R"({"format":"date"})", R"("2026-02-30")", "schema.bad_format", "", "/format",
     R"(the value: "2026-02-30" is not a valid date)"},
    {R"({"format":"int32"})", "2147483648", "schema.bad_format", "", "/format",
     "the value: 2147483648 is not a valid int32"},
    {R"({"uniqueItems":true})", "[1,2,1.0]", "schema.not_unique", "", "/uniqueItems",
     "the value: items 0 and 2 are the same"},
    {R"({"contains":{"type":"string"},"minContains":2})", R"(["a",1])", "schema.too_few_contained",
     "", "/minContains", "the value: 1 of the items match `contains`; at least 2 must"},
    {R"({"contains":{"type":"string"},"maxContains":1})", R"(["a","b"])",
     "schema.too_many_contained", "", "/maxContains",
     "the value: 2 of the items match `contains`; at most 1 may"},
    {R"({"$ref":"#/$defs/x","$defs":{"x":{"required":["id"]}}})", "{}", "schema.missing", "",
     "/$ref/required", R"(the value: the property "id" is missing)"},
    {R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})", "schema.missing_dependent", "",
     "/dependentRequired",
     R"(the value: the property "b" is missing; it is needed because "a" is there)"},
    {R"({"properties":{"amount":{}},"additionalProperties":false})", R"({"amuont":1})",
     "schema.unexpected", "/amuont", "/additionalProperties",
     R"(/amuont: the property "amuont" is not allowed here)"},
    {R"({"properties":{"a":{"items":{"additionalProperties":false}}}})", R"({"a":[{},{"b":1}]})",
     "schema.unexpected", "/a/1/b", "/properties/a/items/additionalProperties",
     R"(/a/1/b: the property "b" is not allowed here)"},
    {R"({"items":{"properties":{"a":{"items":false}}}})", R"([{"a":[1]}])",
     "schema.unexpected_item", "/0/a/0", "/items/properties/a/items",
     "/0/a/0: no item is allowed at this position"},
    {R"({"items":{"unevaluatedProperties":false}})", R"([{"b":2}])", "schema.unexpected", "/0/b",
     "/items/unevaluatedProperties", R"(/0/b: the property "b" is not allowed here)"},
    {R"({"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false})", R"({"a":1,"b":2})",
     "schema.unexpected", "/b", "/unevaluatedProperties",
     R"(/b: the property "b" is not allowed here)"},
    {R"({"prefixItems":[{}],"items":false})", "[1,2]", "schema.unexpected_item", "/1", "/items",
     "/1: no item is allowed at this position"},
    {R"({"propertyNames":{"maxLength":2}})", R"({"abc":1})", "schema.bad_name", "",
     "/propertyNames", R"(the value: "abc" cannot be the name of a property here)"},
    {R"({"anyOf":[{"type":"string"},{"type":"array"}]})", "1", "schema.matches_none", "", "/anyOf",
     "the value: the value fits none of the 2 allowed forms"},
    {R"({"oneOf":[{"minimum":1},{"minimum":2},{"minimum":9}]})", "3", "schema.matches_several", "",
     "/oneOf", "the value: the value fits 2 of the allowed forms (0, 1) and must fit exactly one"},
    {R"({"not":{"type":"null"}})", "null", "schema.forbidden", "", "/not",
     "the value: the value fits what `not` forbids"},
    {R"({"properties":{"a":false}})", R"({"a":1})", "schema.never", "/a", "/properties/a",
     "/a: no value is allowed here"},
    {R"({"if":{"type":"string"},"then":{"minLength":1}})", R"("")", "schema.too_short", "",
     "/then/minLength", R"(the value: "" has 0 characters; at least 1 are needed)"},
};

TEST(Violations, CarryCodePathsAndSentence) {
    CompileOptions options;
    options.assert_formats = true;
    for (const ViolationCase& each : kViolations) {
        SCOPED_TRACE(each.schema);
        const Outcome outcome = check(compiled(each.schema, options), read_json(each.value));
        ASSERT_EQ(outcome.verdict, Verdict::Invalid);
        ASSERT_EQ(outcome.violations.size(), 1U);
        const Violation& violation = outcome.violations.front();
        EXPECT_EQ(base::name_of(violation.code), each.code);
        EXPECT_EQ(violation.instance_path.to_text(), each.instance_path);
        EXPECT_EQ(violation.schema_path.to_text(), each.schema_path);
        EXPECT_EQ(base::message(to_error(violation)), each.sentence);
        EXPECT_FALSE(outcome.has_more_violations);
    }
}

TEST(Violations, CarryBothValuesAndTheAbsoluteLocation) {
    const Schema schema = compiled(
        R"({"$id":"http://x.test/s","properties":{"a":{"$ref":"#/$defs/n"}},
            "$defs":{"n":{"minimum":10}}})");
    const Outcome outcome = check(schema, read_json(R"({"a":3})"));
    ASSERT_EQ(outcome.violations.size(), 1U);
    const Violation& violation = outcome.violations.front();
    EXPECT_EQ(violation.keyword, "minimum");
    EXPECT_EQ(violation.found, json::Value(3));
    EXPECT_EQ(violation.demanded, json::Value(10));
    EXPECT_EQ(violation.schema_path.to_text(), "/properties/a/$ref/minimum");
    EXPECT_EQ(violation.schema_location, "http://x.test/s#/$defs/n/minimum");
}

TEST(Violations, AreMarkedInTheDocumentTheyCameFrom) {
    const json::Document document = *json::parse_document({"charge.json", "{\n  \"amuont\": 1\n}"});
    const Schema schema = compiled(R"({"properties":{"amount":{}},"additionalProperties":false})");
    const Outcome outcome = check(schema, document.root);
    ASSERT_EQ(outcome.violations.size(), 1U);
    const base::Error error = to_error(outcome.violations.front(), &document);
    EXPECT_EQ(base::to_text(error.where), "charge.json:2:3");
    EXPECT_EQ(error.arg("nearest"), "amount");
}

TEST(Violations, OfAChoiceNameWhatIsWrongWithTheLikelyBranch) {
    const Schema schema = compiled(R"({"anyOf":[
        {"required":["type"],"properties":{"type":{"const":"card"},"last4":{"type":"string"}}},
        {"required":["type"],"properties":{"type":{"const":"bank"},"iban":{"type":"string"}}}]})");
    const Outcome outcome = check(schema, read_json(R"({"type":"bank","iban":1})"));
    ASSERT_EQ(outcome.violations.size(), 1U);
    ASSERT_EQ(outcome.violations[0].because.size(), 1U);
    EXPECT_EQ(outcome.violations[0].because[0].schema_path.to_text(),
              "/anyOf/1/properties/iban/type");
    EXPECT_EQ(to_error(outcome.violations[0]).because.size(), 1U);
}

TEST(Violations, AreCutAtTheMostAskedFor) {
    const Schema schema = compiled(R"({"items":{"type":"string"}})");
    const json::Value value = read_json("[1,2,3,4]");
    CheckOptions options;
    options.most_violations = 2;
    Outcome outcome = check(schema, value, options);
    EXPECT_EQ(outcome.violations.size(), 2U);
    EXPECT_TRUE(outcome.has_more_violations);
    options.most_violations = 1;
    outcome = check(schema, value, options);
    EXPECT_EQ(outcome.violations.size(), 1U);
    EXPECT_EQ(check(schema, value).violations.size(), 4U);
    EXPECT_FALSE(check(schema, value).has_more_violations);
}

TEST(Violations, AllOfThemAreReportedInOnePass) {
    const Schema schema = compiled(R"({"required":["a","b"],"properties":{"c":{"type":"string",
        "minLength":2}},"additionalProperties":false,"maxProperties":1})");
    EXPECT_EQ(check(schema, read_json(R"({"c":"","d":1})")).violations.size(), 5U);
}

TEST(NotChecked, PatternsWithLookAroundAreNeverPassed) {
    const Schema schema = compiled(R"({"properties":{"p":{"pattern":"^(?=a)b"}}})");
    EXPECT_EQ(verdict(schema, R"({"q":1})"), "valid");
    const Outcome outcome = check(schema, read_json(R"({"p":"ab"})"));
    EXPECT_EQ(outcome.verdict, Verdict::Unknown);
    ASSERT_EQ(outcome.not_checked.size(), 1U);
    EXPECT_EQ(outcome.not_checked[0].instance_path.to_text(), "/p");
    EXPECT_EQ(outcome.not_checked[0].schema_path.to_text(), "/properties/p/pattern");
    EXPECT_EQ(base::name_of(to_error(outcome.not_checked[0]).code), "schema.pattern_not_checked");
}

TEST(NotChecked, SpreadsOnlyAsFarAsItMatters) {
    constexpr std::string_view kUnknown = R"x({"pattern":"(?=a)"})x";
    const std::string unknown(kUnknown);
    const auto with = [&](std::string_view before, std::string_view after) {
        return compiled(std::string(before) + unknown + std::string(after));
    };
    EXPECT_EQ(verdict(with(R"({"not":)", "}"), R"("x")"), "unknown");
    EXPECT_EQ(verdict(with(R"({"anyOf":[{"type":"string"},)", "]}"), R"("x")"), "valid");
    EXPECT_EQ(verdict(with(R"({"anyOf":[{"type":"null"},)", "]}"), R"("x")"), "unknown");
    EXPECT_EQ(verdict(with(R"({"oneOf":[{"type":"string"},)", "]}"), R"("x")"), "unknown");
    EXPECT_EQ(verdict(with(R"({"allOf":[{"type":"null"},)", "]}"), R"("x")"), "invalid");
    EXPECT_EQ(verdict(with(R"({"if":)", R"(,"then":false,"else":false})"), R"("x")"), "invalid");
    EXPECT_EQ(verdict(with(R"({"if":)", R"(,"then":false})"), R"("x")"), "unknown");
    EXPECT_EQ(verdict(with(R"({"contains":)", "}"), R"(["x"])"), "unknown");
    EXPECT_EQ(verdict(with(R"({"contains":)", R"(,"minContains":2})"), R"(["x"])"), "invalid");
    EXPECT_EQ(verdict(compiled(R"x({"patternProperties":{"(?=a)":false}})x"), R"({"a":1})"),
              "unknown");
}

TEST(NotChecked, FormatRegexOfAPatternWeCannotReadIsUnknown) {
    CompileOptions options;
    options.assert_formats = true;
    const Schema schema = compiled(R"({"format":"regex"})", options);
    EXPECT_EQ(verdict(schema, R"("a+")"), "valid");
    EXPECT_EQ(verdict(schema, R"("a(")"), "invalid");
    const Outcome outcome = check(schema, read_json(R"x("(?=a)")x"));
    ASSERT_EQ(outcome.not_checked.size(), 1U);
    EXPECT_EQ(base::name_of(outcome.not_checked[0].why.code), "schema.format_not_checked");
}

TEST(Numbers, AreExact) {
    constexpr VerdictCase kCases[] = {
        {R"({"type":"integer"})", "1.0", "valid"},
        {R"({"type":"integer"})", "1e3", "valid"},
        {R"({"type":"integer"})", "1.5", "invalid"},
        {R"({"type":"integer"})", "12345678901234567890123456789.0", "valid"},
        {R"({"multipleOf":0.01})", "12345678901234567890123.45", "valid"},
        {R"({"multipleOf":0.01})", "12345678901234567890123.455", "invalid"},
        {R"({"multipleOf":3})", "12345678901234567890123", "valid"},
        {R"({"multipleOf":3})", "12345678901234567890124", "invalid"},
        {R"({"maximum":1e399})", "1e400", "invalid"},
        {R"({"maximum":1e400})", "1e399", "valid"},
        {R"({"minimum":9007199254740993})", "9007199254740992", "invalid"},
        {R"({"minimum":0.5})", "1", "valid"},
        {R"({"minimum":0.5})", "0", "invalid"},
        {R"({"exclusiveMinimum":1})", "1.0000000000000000001", "valid"},
        {R"({"exclusiveMinimum":1})", "1", "invalid"},
        {R"({"minimum":1e30})", "5", "invalid"},
        {R"({"maximum":-1e30})", "5", "invalid"},
        {R"({"minimum":-1e30,"maximum":1e30})", "5", "valid"},
        {R"({"enum":[1]})", "1.0", "valid"},
        {R"({"const":{"a":[1.0]}})", R"({"a":[1]})", "valid"},
        {R"({"uniqueItems":true})", "[1, true, \"1\", [1], {\"a\":1}]", "valid"},
    };
    expect_verdicts(kCases);
}

TEST(Strings, LengthCountsCodePoints) {
    constexpr VerdictCase kCases[] = {
        {R"({"maxLength":2})", "\"\xF0\x9F\x92\xA9\xC3\xA9\"", "valid"},
        {R"({"minLength":3})", "\"\xF0\x9F\x92\xA9\xC3\xA9\"", "invalid"},
        {R"({"minLength":2})", "\"\xC3\xA9\xC3\xA9\"", "valid"},
        {R"({"maxLength":1})", R"("ab")", "invalid"},
        {R"({"maxLength":2.0})", R"("ab")", "valid"},
    };
    expect_verdicts(kCases);
}

TEST(Patterns, SimpleOnesMeanTheSameAsTheEngineWould) {
    constexpr VerdictCase kCases[] = {
        {R"({"pattern":"^x-"})", R"("x-y")", "valid"},
        {R"({"pattern":"^x-"})", R"("ax-")", "invalid"},
        {R"({"pattern":"^abc$"})", R"("abc")", "valid"},
        {R"({"pattern":"^abc$"})", R"("abcd")", "invalid"},
        {R"({"pattern":"b"})", R"("abc")", "valid"},
        {R"({"pattern":""})", R"("")", "valid"},
        {R"({"pattern":"^$"})", R"("a")", "invalid"},
        {R"({"pattern":"^[a-c_.-]+$"})", R"("a-b_c.")", "valid"},
        {R"({"pattern":"^[a-c_.-]+$"})", R"("")", "invalid"},
        {R"({"pattern":"^[a-c]*$"})", R"("")", "valid"},
        {R"({"pattern":"^[a-c]*$"})", R"("abd")", "invalid"},
        {R"({"pattern":"^[a-c]+$"})", "\"\xC3\xA9\"", "invalid"},
        {R"({"pattern":"^[^a]+$"})", R"("bc")", "valid"},
        {R"({"pattern":"^[a\\]]+$"})", R"("a]")", "valid"},
        {R"({"pattern":"^a|b$"})", R"("xb")", "valid"},
        {R"({"pattern":"^\\p{Letter}+$"})", "\"\xC3\xA9\"", "valid"},
    };
    expect_verdicts(kCases);
}

TEST(Objects, EveryOccurrenceOfARepeatedKeyIsChecked) {
    const Schema schema = compiled(R"({"properties":{"a":{"type":"integer"}},"required":["a"]})");
    EXPECT_EQ(verdict(schema, R"({"a":1,"a":2})"), "valid");
    EXPECT_EQ(verdict(schema, R"({"a":"x","a":2})"), "invalid");
}

TEST(Objects, MoreThanSixtyFourRequiredAreAllNoticed) {
    std::string names;
    std::string members;
    for (int i = 0; i < 100; ++i) {
        names += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\"";
        members += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":1";
    }
    const Schema schema = compiled("{\"required\":[" + names + "]}");
    EXPECT_EQ(verdict(schema, "{" + members + "}"), "valid");
    EXPECT_EQ(verdict(schema, "{" + members.substr(0, members.rfind(',')) + "}"), "invalid");
}

TEST(Choices, NarrowingNeverChangesTheVerdict) {
    constexpr std::string_view kSchema = R"({"oneOf":[
        {"properties":{"t":{"const":"a"},"n":{"type":"integer"}}},
        {"required":["t"],"properties":{"t":{"enum":["b","c"]}}},
        {"type":"object","required":["x"]},
        {"type":["integer","null"]}]})";
    const Schema schema = compiled(kSchema);
    EXPECT_EQ(verdict(schema, R"({"t":"a","n":1})"), "valid");
    EXPECT_EQ(verdict(schema, R"({"t":"a","n":"1"})"), "invalid");
    EXPECT_EQ(verdict(schema, R"({"t":"c"})"), "valid");
    EXPECT_EQ(verdict(schema, R"({"t":"c","x":1})"), "invalid");
    EXPECT_EQ(verdict(schema, R"({"t":"z","x":1})"), "valid");
    EXPECT_EQ(verdict(schema, R"({"t":7})"), "invalid");
    EXPECT_EQ(verdict(schema, "{}"), "valid");
    EXPECT_EQ(verdict(schema, "1.0"), "invalid");  // the first two say nothing about numbers
    EXPECT_EQ(verdict(schema, "null"), "invalid");
}

TEST(EnumAndConst, BesideEachOtherBothCount) {
    const Schema schema = compiled(R"({"enum":[1,2],"const":2,"allOf":[{"minimum":0}]})");
    EXPECT_EQ(verdict(schema, "2"), "valid");
    EXPECT_EQ(verdict(schema, "1"), "invalid");
    EXPECT_EQ(verdict(schema, "3"), "invalid");
}

}  // namespace
}  // namespace understudy::schema
