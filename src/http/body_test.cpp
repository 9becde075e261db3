#include "http/body.hpp"

#include <gtest/gtest.h>

#include "json/write.hpp"

namespace understudy::http {
namespace {

using base::Code;
using namespace std::string_literals;

struct Reading {
    std::string_view type;
    std::string body;
    std::string_view json;
};

TEST(Body, ReadByItsType) {
    const Reading cases[] = {
        {"application/json", R"({"amount":10.50,"a":1,"a":2})", R"({"amount":10.50,"a":1,"a":2})"},
        {"application/vnd.github+json; charset=utf-8", "[1e3]", "[1e3]"},
        {"application/x-www-form-urlencoded", "a[b]=1&c=", R"({"a":{"b":"1"},"c":null})"},
        {"application/json", "", "null"},
        {"application/x-www-form-urlencoded", "", "null"},
        {"multipart/form-data; boundary=b", "", "null"},
        {"text/plain", "hello", R"("hello")"},
        {"", R"({"not":"looked at"})", R"("{\"not\":\"looked at\"}")"},
        {"nonsense", "x", R"("x")"},
        {"multipart/form-data; boundary=b",
         "--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nlogo\r\n"
         "--b\r\nContent-Disposition: form-data; name=\"link[create]\"\r\n\r\ntrue\r\n"
         "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n\r\n"
         "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n"
         "Content-Type: image/png\r\n\r\n\0\1\2\r\n"
         "--b\r\nContent-Disposition: form-data; name=\"raw\"\r\n\r\n\xFF\r\n--b--\r\n"s,
         R"({"purpose":"logo","link":{"create":"true"},"note":null,)"
         R"("file":{"name":"a.png","type":"image/png","size":3,"content":"AAEC"},)"
         R"("raw":{"name":null,"type":null,"size":1,"content":"/w=="}})"},
        {"multipart/mixed; boundary=b", "--b\r\nContent-Type: text/plain\r\n\r\nhi\r\n--b--",
         R"([{"name":null,"type":"text/plain","size":2,"content":"aGk="}])"},
    };
    for (const Reading& reading : cases) {
        const auto value =
            read_body({{"Content-Type", reading.type}}, reading.body, FormStyle::Brackets);
        ASSERT_TRUE(value) << reading.body << base::render(value.error());
        EXPECT_EQ(json::write(*value), reading.json);
    }
    EXPECT_EQ(json::write(read_body({{"content-type", "application/x-www-form-urlencoded"}},
                                    "a[b]=1&a[b]=2", FormStyle::Repeated)
                              .value()),
              R"({"a[b]":["1","2"]})");
    EXPECT_TRUE(read_body({}, "", FormStyle::Brackets).value().is_null());
}

TEST(Body, EncodingsAreUndoneFirst) {
    const Headers headers{{"Content-Type", "application/json"},
                          {"Content-Encoding", "gzip"},
                          {"Content-Encoding", "br"}};
    const std::string bytes = encode("gzip, br", R"({"a":1.0})").value();
    EXPECT_EQ(json::write(read_body(headers, bytes, FormStyle::Brackets).value()), R"({"a":1.0})");
    EXPECT_TRUE(read_body(headers, "", FormStyle::Brackets).value().is_null());
    EXPECT_TRUE(read_body({{"Content-Type", "application/json"}, {"Content-Encoding", "gzip"}},
                          encode("gzip", "").value(), FormStyle::Brackets)
                    .value()
                    .is_null());
}

struct Refusal {
    Headers headers;
    std::string body;
    std::string_view shown;
};

TEST(Body, RefusalsNameTheirCause) {
    const Refusal cases[] = {
        {{{"Content-Type", "application/json"}},
         "{\"a\":}",
         "error: the body is not JSON [http.bad_body]\n"
         "  body:1:6: error: expected a value, found \"}\" [json.syntax]\n"
         "      {\"a\":}\n"
         "           ^\n"},
        {{{"Content-Type", "application/x-www-form-urlencoded"}},
         "a=1&a[b]=2",
         "error: the body is not a form [http.bad_body]\n"
         "  error: the form cannot be read: \"a[b]\" has brackets, but its name came before as a "
         "plain value [http.bad_form]\n"},
        {{{"Content-Type", "multipart/form-data"}},
         "x",
         "error: the body is not multipart [http.bad_body]\n"
         "  error: the multipart body cannot be read: its content type has no boundary "
         "[http.bad_multipart]\n"},
        {{{"Content-Type", "multipart/form-data; boundary=b"}},
         "--b\r\n\r\n\r\n--b--",
         "error: the body is not multipart [http.bad_body]\n"
         "  error: the multipart body cannot be read: a part of the form has no name "
         "[http.bad_multipart]\n"},
        {{{"Content-Encoding", "gzip"}},
         "not gzip",
         "error: the body is not what its Content-Encoding says [http.bad_body]\n"
         "  error: the body is not valid gzip: the data is damaged [http.bad_encoding]\n"},
        {{{"Content-Type", "image/png"}},
         "\xFF",
         "error: the body is not text in UTF-8, and its type says no more [http.bad_body]\n"},
        {{{"Content-Encoding", "snappy"}},
         "x",
         "error: the content encoding \"snappy\" is not known here [http.unknown_encoding]\n"
         "  hint: gzip, deflate, br, zstd and identity are\n"},
    };
    for (const Refusal& refusal : cases) {
        const auto value = read_body(refusal.headers, refusal.body, FormStyle::Brackets);
        ASSERT_FALSE(value) << refusal.shown;
        EXPECT_EQ(base::render(value.error()), refusal.shown);
    }
    EXPECT_EQ(
        read_body({{"Content-Type", "application/json"}}, "x", FormStyle::Brackets).error().code,
        Code::HttpBadBody);
}

TEST(Body, LimitsReachTheReaders) {
    const std::string bytes = encode("gzip", std::string(1000, ' ') + "1").value();
    const Headers headers{{"Content-Type", "application/json"}, {"Content-Encoding", "gzip"}};
    EXPECT_TRUE(read_body(headers, bytes, FormStyle::Brackets, {.decoded_bytes = 1001}));
    EXPECT_EQ(read_body(headers, bytes, FormStyle::Brackets, {.decoded_bytes = 1000}).error().code,
              Code::HttpDecodedTooLarge);
    BodyLimits limits;
    limits.json.depth = 1;
    limits.form.pairs = 1;
    limits.multipart.parts = 0;
    const auto read = [&](std::string_view type, std::string_view body) {
        return read_body({{"Content-Type", type}}, body, FormStyle::Brackets, limits);
    };
    EXPECT_EQ(read("application/json", "[[]]").error().because.at(0).code, Code::JsonTooDeep);
    EXPECT_EQ(read("application/x-www-form-urlencoded", "a&b").error().because.at(0).code,
              Code::HttpBadForm);
    EXPECT_EQ(read("multipart/x; boundary=b", "--b\r\n\r\n--b--").error().because.at(0).code,
              Code::HttpBadMultipart);
}

}  // namespace
}  // namespace understudy::http
