#include "grammar/derive.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "grammar/impl/playbook.hpp"
#include "json/write.hpp"

namespace understudy::grammar {
namespace {

using namespace playbook;
using json::Value;

Grammar derived(std::string_view parameters) {
    return grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "d", "kind": "derived", )" +
                      std::string(parameters) + "}]}");
}

std::string computed(const Grammar& grammar, std::string_view record,
                     const Bundle* bundle = nullptr) {
    auto value = compute(grammar, derivations(grammar).front(), records_of(record)[0], bundle);
    return value ? json::write(*value) : "nothing";
}

TEST(Derive, EveryFunctionComputesWhatItSays) {
    struct Case {
        std::string_view parameters;
        std::string_view record;
        std::string expected;
    };
    auto hex = [](base::Digest kind, std::string_view text) {
        return "\"" + base::to_hex(base::digest(kind, text)) + "\"";
    };
    constexpr std::string_view kHi = R"({"type":"r","t":"hi","n":[1,2,3]})";
    const std::vector<Case> cases = {
        {R"("field":"/d","function":"sha256","over":"/t")", kHi, hex(base::Digest::Sha256, "hi")},
        {R"("field":"/d","function":"sha1","over":"/t")", kHi, hex(base::Digest::Sha1, "hi")},
        {R"("field":"/d","function":"md5","over":"/t")", kHi, hex(base::Digest::Md5, "hi")},
        {R"("field":"/d","function":"sha384","over":"/t")", kHi, hex(base::Digest::Sha384, "hi")},
        {R"("field":"/d","function":"sha512","over":"/t")", kHi, hex(base::Digest::Sha512, "hi")},
        {R"("field":"/d","function":"md5","over":"/t","encoding":"HEX","prefix":"md5=")", kHi,
         R"("md5=49F68A5C8493EC2C0BF489821C21FC3B")"},
        {R"("field":"/d","function":"md5","over":"/t","encoding":"base64")", kHi,
         R"("SfaKXIST7CwL9ImCHCH8Ow==")"},
        {R"("field":"/d","function":{"name":"hmac-sha256","key":"k"},"over":["/t",{"text":"."},"/t"])",
         kHi, "\"" + base::to_hex(base::hmac(base::Digest::Sha256, "k", "hi.hi")) + "\""},
        {R"("field":"/d","function":{"name":"hmac-sha1","key":"k"},"over":"/t","encoding":"base64url")",
         kHi, "\"" + base::to_base64url(base::hmac(base::Digest::Sha1, "k", "hi")) + "\""},
        {R"("field":"/d","function":{"name":"hmac-sha512","key":"k"},"over":"/t")", kHi,
         "\"" + base::to_hex(base::hmac(base::Digest::Sha512, "k", "hi")) + "\""},
        {R"("field":"/d","function":{"name":"hmac-md5","key":"k"},"over":"/t")", kHi,
         "\"" + base::to_hex(base::hmac(base::Digest::Md5, "k", "hi")) + "\""},
        {R"("field":"/d","function":"byte-length","over":"/t")", R"({"type":"r","t":"h\u00e9"})",
         "3"},
        {R"("field":"/d","function":"char-length","over":"/t")", R"({"type":"r","t":"h\u00e9"})",
         "2"},
        {R"("field":"/d","function":"count","over":"/n")", kHi, "3"},
        {R"("field":"/d","function":"count","over":"/n/*/id")",
         R"({"type":"r","n":[{"id":1},{},{"id":2}]})", "2"},
        {R"("field":"/d","function":"concat","over":["/t",{"text":"-"},"/n"])", kHi,
         R"("hi-[1,2,3]")"},
        {R"("field":"/d","function":"base64","over":"/t")", kHi, R"("aGk=")"},
        {R"("field":"/d","function":"base64url","over":"/t")", R"({"type":"r","t":"??>"})",
         R"("Pz8-")"},
        {R"("field":"/d","function":"sha256","over":"/gone")", kHi, "nothing"},
        {R"("field":"/d","select":"other","function":"md5","over":"/t")", kHi, "nothing"},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(computed(derived(each.parameters), each.record), each.expected)
            << each.parameters;
    }
    EXPECT_EQ(all_function_names().size(), 15u);
}

TEST(Derive, CanonicalFormsAreExact) {
    struct Case {
        std::string_view over;
        std::string_view input;
    };
    constexpr std::string_view kRecord = R"({"type":"r","b":{"y":1,"x":[]},"a":"t","sum":"?"})";
    const std::vector<Case> cases = {
        {R"({"field":"","without":["/sum"]})", R"({"type":"r","b":{"y":1,"x":[]},"a":"t"})"},
        {R"({"field":"","without":["/sum","/b/y"],"keys":"sorted"})",
         R"({"a":"t","b":{"x":[]},"type":"r"})"},
        {R"({"field":"/b","indent":2,"newline":true})", "{\n  \"y\": 1,\n  \"x\": []\n}\n"},
        {R"({"field":"/b","keys":"sorted"})", R"({"x":[],"y":1})"},
        {R"({"field":"/a","newline":true})", "t\n"},
    };
    for (const Case& each : cases) {
        std::string parameters =
            R"("field":"/sum","function":"concat","over":)" + std::string(each.over);
        EXPECT_EQ(computed(derived(parameters), kRecord), json::write(Value(each.input)))
            << each.over;
    }
}

TEST(Derive, TheJournalsChecksumIsVerified) {
    Grammar grammar =
        grammar_of(R"({"grammar": "journal", "types": ["RUN_CREATED"], "constraints": [
        {"id": "checksum", "kind": "derived", "field": "/checksum", "function": "sha256",
         "over": {"field": "", "without": ["/checksum"], "indent": 2, "newline": true}}]})");
    Record record =
        records_of(R"({"type":"RUN_CREATED","data":{"runId":"R1"},"checksum":"stale"})")[0];
    auto right = compute(grammar, derivations(grammar)[0], record);
    ASSERT_TRUE(right);
    std::string text =
        "{\n  \"type\": \"RUN_CREATED\",\n  \"data\": {\n    \"runId\": \"R1\"\n  }\n}\n";
    EXPECT_EQ(*right, Value(base::to_hex(base::sha256(text))));
    Outcome stale = outcome_of(grammar, {record});
    ASSERT_EQ(stale.verdicts.size(), 1u);
    EXPECT_EQ(stale.verdicts[0].code, base::Code::FixtureOrderDerived);
    EXPECT_EQ(stale.verdicts[0].came, "\"stale\" at /checksum");
    record.value.set("checksum", *right);
    EXPECT_TRUE(outcome_of(grammar, {record}).verdicts.empty());
}

TEST(Derive, CountsRecordsAndReadsFiles) {
    Grammar counting = derived(R"("field":"/count","function":"count","over":{"records":"r"})");
    EXPECT_EQ(play(counting, "r\nr\n{\"type\":\"r\",\"count\":2}"), "");
    EXPECT_EQ(play(counting, "r\n{\"type\":\"r\",\"count\":2}"),
              "fixture.order.derived d@2: 2 at /count, not 1, the count; records 1 to 2\n");
    FakeBundle bundle;
    bundle.files["f"] = "hi";
    Grammar file = derived(R"("field":"/size","function":"byte-length","over":{"file":"/name"})");
    constexpr std::string_view kRecord = R"({"type":"r","name":"f","size":2})";
    EXPECT_EQ(computed(file, kRecord, &bundle), "2");
    EXPECT_EQ(play(file, kRecord, Ending::Complete, {.bundle = &bundle}), "");
    EXPECT_EQ(play(file, kRecord), "not judged d@1: the file is not known; times 1\n");
    EXPECT_EQ(
        play(derived(R"("field":"/d","function":"md5","over":"/gone")"), R"({"type":"r","d":1})"),
        "fixture.order.derived d@1: 1 at /d, not nothing at /gone, the md5; record 1\n");
}

TEST(Derive, FieldsComeInDependencyOrder) {
    Grammar grammar = grammar_of(R"({"grammar": "g", "types": ["r"], "constraints": [
        {"id": "outer", "kind": "derived", "field": "/sum", "function": "sha256",
         "over": {"field": "", "without": ["/sum"]}},
        {"id": "inner", "kind": "derived", "field": "/data/size", "function": "byte-length",
         "over": "/data/text"}]})");
    std::vector<std::string> order;
    for (const Derivation& each : derivations(grammar)) order.push_back(each.constraint);
    EXPECT_EQ(order, (std::vector<std::string>{"inner", "outer"}));
    EXPECT_EQ(derivations(grammar)[0].field, "/data/size");
}

}  // namespace
}  // namespace understudy::grammar
