// Formats: what each lets in, and that unknown ones never fail.
#include "schema/impl/format.hpp"

#include <vector>

#include "schema/impl/schema_testing.hpp"

namespace understudy::schema {
namespace {

struct FormatCase {
    std::string_view format;
    std::vector<std::string_view> good;
    std::vector<std::string_view> bad;
};

const std::vector<FormatCase>& format_cases() {
    static const std::vector<FormatCase> cases{
        {"date-time",
         {"2026-06-09T10:00:00Z", "2026-06-09t10:00:00.123+02:00", "1998-12-31T23:59:60Z"},
         {"2026-06-09", "2026-02-29T10:00:00Z", "2026-06-09T10:00:00", "1998-12-31T23:58:60Z",
          "2026-06-09T24:00:00Z"}},
        {"date", {"2024-02-29"}, {"2023-02-29", "2024-2-9", "20240229", "2024-13-01"}},
        {"time", {"10:00:00Z", "15:59:60-08:00"}, {"10:00:00", "10:00Z", "25:00:00Z"}},
        {"duration",
         {"P1Y2M3DT4H5M6S", "P4W", "PT36H", "P1D"},
         {"P", "PT", "P1Y1W", "1D", "PT1D", "P1Y2D"}},
        {"email",
         {"a@example.com", "\"a b\"@example.com", "a@[127.0.0.1]", "a@[IPv6:::1]"},
         {"a", "a@", "@example.com", ".a@example.com", "a..b@example.com", "a@b_c"}},
        {"idn-email", {"\xED\x95\x9C@\xED\x95\x9C.test"}, {"2962"}},
        {"hostname",
         {"example.com", "a-b.c", "xn--4gbwdl.xn--wgbh1c"},
         {"", "-a", "a-", "a_b", "a..b", "a."}},
        {"ipv4", {"127.0.0.1"}, {"127.0.0", "256.0.0.1", "01.0.0.1", "1.2.3.4.5"}},
        {"ipv6",
         {"::", "::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1::8"},
         {"1::2::3", "12345::", "1:2:3:4:5:6:7", ":::", "1:2:3:4:5:6:7:8:9"}},
        {"uri",
         {"http://a.test/b?c#d", "urn:x:y", "http://[::1]:80/"},
         {"/a", "a b", "http://[x]/"}},
        {"uri-reference", {"/a", "#f", "a/b?c", ""}, {"\\a", "a b", "1a:b"}},
        {"iri", {"http://\xC3\xA9.test/"}, {"/\xC3\xA9"}},
        {"iri-reference", {"/\xC3\xA9"}, {"\\\xC3\xA9"}},
        {"uri-template", {"/a/{b}", "/{?x,y*}", "{+p:3}"}, {"/{a", "/a}", "{}", "{a:0}"}},
        {"uuid",
         {"2eb8aa08-aa98-11ea-b4aa-73b441d16380"},
         {"2eb8aa08", "2eb8aa08aa9811eab4aa73b441d16380"}},
        {"json-pointer", {"", "/a~1b", "/"}, {"a", "/~2", "#"}},
        {"relative-json-pointer", {"0", "1/a", "2#"}, {"01", "-1", "/a", "0##"}},
        {"byte", {"", "YQ=="}, {"YQ", "%"}},
        {"binary", {"anything"}, {}},
        {"password", {"anything"}, {}},
        {"unix-time", {"anything"}, {}},
    };
    return cases;
}

TEST(Formats, LetInWhatTheyShould) {
    CompileOptions options;
    options.assert_formats = true;
    for (const FormatCase& each : format_cases()) {
        const json::Value written = json::Value::object({{"format", each.format}});
        const base::Result<Schema> schema = compile(written, options);
        ASSERT_TRUE(schema);
        for (const std::string_view text : each.good) {
            EXPECT_EQ(judge(*schema, json::Value(text)), Verdict::Valid) << each.format << text;
        }
        for (const std::string_view text : each.bad) {
            EXPECT_EQ(judge(*schema, json::Value(text)), Verdict::Invalid) << each.format << text;
        }
        EXPECT_EQ(judge(*schema, json::Value(7)), Verdict::Valid) << each.format;
    }
}

TEST(Formats, OfNumbersCheckTheRange) {
    CompileOptions options;
    options.assert_formats = true;
    constexpr VerdictCase kCases[] = {
        {R"({"format":"int32"})", "-2147483648", "valid"},
        {R"({"format":"int32"})", "1.5", "invalid"},
        {R"({"format":"int64"})", "9223372036854775807", "valid"},
        {R"({"format":"int64"})", "9223372036854775808", "invalid"},
        {R"({"format":"int64","minimum":0})", "-1", "invalid"},
        {R"({"format":"float"})", "1e38", "valid"},
        {R"({"format":"float"})", "1e39", "invalid"},
        {R"({"format":"double"})", "1e400", "invalid"},
        {R"({"format":"double"})", R"("text")", "valid"},
    };
    expect_verdicts(kCases, options);
}

TEST(Formats, AreAnnotationsUnlessAsserted) {
    for (const FormatCase& each : format_cases()) {
        const base::Result<Schema> schema = compile(json::Value::object({{"format", each.format}}));
        ASSERT_TRUE(schema);
        for (const std::string_view text : each.bad) {
            EXPECT_EQ(judge(*schema, json::Value(text)), Verdict::Valid);
        }
    }
}

}  // namespace
}  // namespace understudy::schema
