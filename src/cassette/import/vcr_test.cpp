// VCR's and Betamax's files: every body form, every time form, and what damaged files hold.
#include "cassette/import/vcr.hpp"

#include "cassette/import/http_import_testing.hpp"

namespace understudy::cassette {
namespace {

std::string interaction(std::string_view request_body, std::string_view response_body,
                        std::string_view recorded_at = "Sat, 10 Aug 2024 16:47:53 GMT") {
    return "- request:\n"
           "    method: post\n"
           "    uri: https://api.example.test:443/v1/things?a=1&b=x+y\n"
           "    body:\n" +
           std::string(request_body) +
           "    headers:\n"
           "      Accept:\n"
           "      - '*/*'\n"
           "      X-Many: [one, two]\n"
           "  response:\n"
           "    status: {code: 201, message: Created}\n"
           "    headers:\n"
           "      Content-Type: [application/json]\n"
           "    body:\n" +
           std::string(response_body) +
           "    http_version: '1.1'\n  recorded_at: " + std::string(recorded_at) + "\n";
}

std::string file_of(std::string_view interactions) {
    return "---\nhttp_interactions:\n" + std::string(interactions) + "recorded_with: VCR 6.1.0\n";
}

constexpr std::string_view kNoBody = "      encoding: UTF-8\n      string: ''\n";
constexpr std::string_view kJson = "      encoding: UTF-8\n      string: '{\"ok\": true}'\n";

TEST(Vcr, CarriesACallExactly) {
    const ImportedFile file = read_as("vcr", file_of(interaction(kJson, kJson)));
    EXPECT_EQ(told(file), "");
    const Cassette cassette = cassette_of(file);
    EXPECT_EQ(cassette.origin, Origin::Derived);
    EXPECT_EQ(cassette.provenance->recorded_at, "2024-08-10T16:47:53Z");
    EXPECT_EQ(cassette.provenance->recorder.name, "VCR");
    EXPECT_EQ(cassette.provenance->recorder.version, "6.1.0");
    EXPECT_TRUE(cassette.provenance->unverified);
    const HttpInput& call = call_of(cassette);
    EXPECT_EQ(call.method, "POST");
    EXPECT_EQ(call.scheme, "https");
    EXPECT_EQ(call.host, "api.example.test");  // 443 of https goes without saying
    EXPECT_EQ(call.path, "/v1/things");
    EXPECT_EQ(call.query, (Pairs{{"a", "1"}, {"b", "x y"}}));
    EXPECT_EQ(call.query_text, "a=1&b=x+y");
    EXPECT_EQ(call.headers, (Pairs{{"Accept", "*/*"}, {"X-Many", "one"}, {"X-Many", "two"}}));
    EXPECT_EQ(call.body->bytes, "{\"ok\": true}");
    EXPECT_EQ(call.protocol, "http/1.1");
    const Output& output = answer_of(cassette);
    EXPECT_EQ(output.answer->status, 201);
    EXPECT_EQ(output.answer->reason, "");  // the usual one
    EXPECT_EQ(bytes_of(output, From::Body), "{\"ok\": true}");
    EXPECT_EQ(file.fidelity.exact(), 1U);
}

TEST(Vcr, EmptyTextIsNoBody) {
    EXPECT_FALSE(call_of(cassette_as("vcr", file_of(interaction(kNoBody, kJson)))).body);
}

TEST(Vcr, ReadsEveryFormOfABody) {
    struct Case {
        std::string_view yaml, bytes;
    };
    for (const Case& each : {
             Case{"      encoding: ASCII-8BIT\n      string: !binary |-\n        AP8QAA==\n",
                  std::string_view("\x00\xFF\x10\x00", 4)},
             Case{"      encoding: UTF-8\n      base64_string: |\n        aGVs\n        bG8=\n",
                  "hello"},
             Case{"      encoding: ISO-8859-1\n      string: \"caf\\u00e9\"\n", "caf\xE9"},
             Case{"      encoding: US-ASCII\n      string: plain\n", "plain"},
             Case{"      encoding: UTF-8\n      string: !ruby/object:Set\n        x\n", "x"},
             Case{"      encoding: UTF-8\n      string: 2024-01-01\n", "2024-01-01"},
         }) {
        const Cassette cassette = cassette_as("vcr", file_of(interaction(kNoBody, each.yaml)));
        EXPECT_EQ(bytes_of(answer_of(cassette), From::Body), each.bytes) << each.yaml;
    }
}

TEST(Vcr, SaysWhatItCouldNotDecode) {
    const ImportedFile file = read_as(
        "vcr",
        file_of(interaction(kNoBody, "      encoding: Shift_JIS\n      string: \"\\u65e5\"\n")));
    EXPECT_EQ(told(file),
              "cassette.import.approximated 19: a body in the encoding Shift_JIS: its text is "
              "carried as UTF-8\n");
    EXPECT_EQ(file.fidelity.exact(), 0U);
}

TEST(Vcr, TimesAreTakenFromTheFirst) {
    for (const std::string_view later :
         {"Sat, 10 Aug 2024 16:48:03 GMT", "2024-08-10 16:48:03 UTC", "2024-08-10T16:48:03Z",
          "2024-08-10T18:48:03+02:00", "2024-08-10T16:48:03"}) {
        const Cassette cassette = cassette_as(
            "vcr", file_of(interaction(kNoBody, kJson) + interaction(kNoBody, kJson, later)));
        ASSERT_EQ(cassette.exchanges.size(), 2U);
        EXPECT_EQ(cassette.exchanges[1].at, 10'000) << later;
        EXPECT_EQ(cassette.exchanges[1].id, "call-2");
    }
}

TEST(Vcr, TagsOfRubyAreNeverMoreThanTold) {
    const ImportedFile file = read_as(
        "vcr", "http_interactions: !ruby/object:Gem::Requirement\n" + interaction(kNoBody, kJson));
    EXPECT_EQ(told(file), "yaml.tag_ignored 1: the tag !ruby/object:Gem::Requirement is ignored\n");
    EXPECT_EQ(cassette_of(file).exchanges.size(), 1U);
}

TEST(Vcr, ReadsTheListThatOldVersionsWrote) {
    const Cassette cassette = cassette_as("vcr",
                                          "---\n"
                                          "- !ruby/struct:VCR::HTTPInteraction\n"
                                          "  request: !ruby/struct:VCR::Request\n"
                                          "    method: :get\n"
                                          "    uri: http://example.test:80/\n"
                                          "    body:\n"
                                          "    headers:\n"
                                          "  response: !ruby/struct:VCR::Response\n"
                                          "    status: !ruby/struct:VCR::ResponseStatus\n"
                                          "      code: 200\n"
                                          "      message: OK\n"
                                          "    headers:\n"
                                          "      content-type: [text/html]\n"
                                          "    body: Hello\n"
                                          "    http_version: '1.1'\n");
    EXPECT_EQ(call_of(cassette).method, "GET");
    EXPECT_EQ(call_of(cassette).host, "example.test");
    EXPECT_EQ(bytes_of(answer_of(cassette), From::Body), "Hello");
    EXPECT_EQ(cassette.provenance->recorded_at, "");
}

TEST(Vcr, WhatItDoesNotKnowIsKept) {
    std::string text = file_of(interaction(kNoBody, kJson));
    text = base::replace_all(text, "    http_version: '1.1'\n",
                             "    http_version: '3'\n    adapter_metadata: {effective_url: /x}\n");
    const ImportedFile file = read_as("vcr", text);
    EXPECT_EQ(told(file),
              "cassette.import.left_out 20: response.http_version: a cassette knows HTTP/1.0, 1.1 "
              "and 2; it is kept in the notes\n");
    EXPECT_EQ(cassette_of(file).notes,
              "Imported from VCR.\n"
              "call-1: {\"response.http_version\":\"3\"}\n"
              "call-1, response: {\"adapter_metadata\":{\"effective_url\":\"/x\"}}");
}

TEST(Vcr, AddressesKeepWhatWasSentAndNothingElse) {
    struct Case {
        std::string_view uri, scheme, host, path, authorization;
    };
    for (const Case& each : {
             Case{"http://u:p%20q@example.test:8080", "http", "example.test:8080", "/",
                  "Basic dTpwIHE="},
             Case{"https://example.test/a#b", "https", "example.test", "/a", ""},
             Case{"https://<HOST>/v<ID>/x", "https", "<HOST>", "/v<ID>/x", ""},
             Case{"<<BASE>>staff/jobs", "", "", "/<<BASE>>staff/jobs", ""},
             Case{"https://example.test/$${x}", "https", "example.test", "/$$${x}", ""},
         }) {
        const Cassette cassette = cassette_as(
            "vcr", base::replace_all(file_of(interaction(kNoBody, kJson)),
                                     "https://api.example.test:443/v1/things?a=1&b=x+y", each.uri));
        const HttpInput& call = call_of(cassette);
        EXPECT_EQ(call.scheme, each.scheme);
        EXPECT_EQ(call.host, each.host);
        EXPECT_EQ(call.path, each.path);
        const bool has_user = !each.authorization.empty();
        EXPECT_EQ(call.headers.back().first == "Authorization", has_user);
        if (has_user) {
            EXPECT_EQ(call.headers.back().second, each.authorization);
        }
    }
}

TEST(Vcr, ABadExchangeIsLeftOutWithItsPlace) {
    std::string bad = interaction(kNoBody, kJson);
    bad = base::replace_all(bad, "code: 201", "code: soon");
    bad = base::replace_all(bad, "    method: post\n", "");
    const ImportedFile file = read_as("vcr", file_of(bad + interaction(kNoBody, kJson)));
    EXPECT_EQ(told(file),
              "cassette.import.bad_exchange 3: call-1, method: it is missing\n"
              "cassette.import.bad_exchange 13: call-1, status: a whole number is expected\n");
    EXPECT_EQ(file.lost_exchanges, 1U);
    EXPECT_EQ(told(read_as("vcr", base::replace_all(file_of(interaction(kNoBody, kJson)),
                                                    "code: 201", "code: 7"))),
              "cassette.import.bad_exchange 14: call-1, status: a number from 100 to 999 is "
              "expected\n");
    const Cassette cassette = cassette_of(file);
    EXPECT_EQ(cassette.exchanges.size(), 1U);
    EXPECT_EQ(cassette.exchanges[0].id, "call-2");
    EXPECT_TRUE(has(cassette.notes, "call-1: left out"));
}

TEST(Vcr, OtherFilesAreLeftAlone) {
    EXPECT_TRUE(read_as("vcr", "services: {}\n").is_other_format);
    EXPECT_TRUE(read_as("vcr", "interactions: []\n").is_other_format);
    EXPECT_EQ(told(read_as("vcr", "http_interactions: []\n")),
              "cassette.import.problem 0: the file: it holds no exchange\n");
    EXPECT_EQ(told(read_as("vcr", "http_interactions: 1\n")),
              "cassette.import.problem 1: http_interactions: a list is expected, not number\n");
}

TEST(Vcr, APackedBodyStaysPackedAndAnUnpackedOneSaysSo) {
    const auto with = [](std::string_view body) {
        return base::replace_all(file_of(interaction(kNoBody, body)),
                                 "      Content-Type: [application/json]\n",
                                 "      Content-Encoding: [gzip]\n");
    };
    const ImportedFile packed = read_as("vcr", with("      encoding: UTF-8\n      base64_string: "
                                                    "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==\n"));
    EXPECT_EQ(told(packed), "");
    EXPECT_EQ(answer_of(cassette_of(packed)).answer->headers.size(), 1U);

    const ImportedFile unpacked = read_as("vcr", with(kJson));
    EXPECT_EQ(told(unpacked),
              "cassette.import.approximated 19: a body that was sent compressed: the file holds it "
              "unpacked, so it is carried without its Content-Encoding\n");
    EXPECT_TRUE(answer_of(cassette_of(unpacked)).answer->headers.empty());
    EXPECT_TRUE(has(cassette_of(unpacked).notes, "call-1: {\"Content-Encoding\":\"gzip\"}"));
}

TEST(Betamax, SaysItsAddressTwiceAndItsTimesWithoutAZone) {
    const Cassette cassette = cassette_as(
        "betamax",
        R"({"http_interactions": [{"request": {"body": {"encoding": "utf-8", "string": ""}, "headers": {"Accept": "*/*"},
            "method": "GET", "uri": "http://localhost:8080/a"}, "response": {"body": {"encoding": "utf-8", "base64_string": "aGVsbG8="},
            "headers": {"Content-Type": ["text/plain"]}, "status": {"code": 200, "message": "Fine"}, "url": "http://localhost:8080/a"},
            "recorded_at": "2026-11-17T20:09:09"}], "recorded_with": "betamax/0.9.0"})");
    EXPECT_EQ(cassette.notes, "Imported from Betamax.");
    EXPECT_EQ(cassette.provenance->recorder.name, "betamax");
    EXPECT_EQ(cassette.provenance->recorder.version, "0.9.0");
    EXPECT_EQ(cassette.provenance->recorded_at, "2026-11-17T20:09:09Z");
    EXPECT_EQ(call_of(cassette).host, "localhost:8080");
    EXPECT_EQ(answer_of(cassette).answer->reason, "Fine");
}

}  // namespace
}  // namespace understudy::cassette
