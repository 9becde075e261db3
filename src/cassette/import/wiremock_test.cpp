// WireMock's mappings: what is an equality becomes a call, everything else is told.
#include "cassette/import/wiremock.hpp"

#include <map>

#include "base/error.hpp"
#include "cassette/import/http_import_testing.hpp"

namespace understudy::cassette {
namespace {

std::string mapping(std::string_view request, std::string_view response,
                    std::string_view more = "") {
    return R"({"id": "1", "request": {)" + std::string(request) + R"(}, "response": {)" +
           std::string(response) + "}" + std::string(more) + "}";
}

class Folder final : public ForeignBodies {
public:
    std::map<std::string, std::string, std::less<>> files;
    mutable std::vector<std::string> asked;

    base::Result<std::string> read(const std::string& file, std::string_view name) const override {
        asked.push_back(file + " " + std::string(name));
        const auto found = files.find(name);
        if (found == files.end()) return base::fail(base::Code::HttpBadUrl, {{"why", "gone"}});
        return found->second;
    }
};

constexpr std::string_view kGet = R"("method": "GET", "url": "/a?b=1")";
constexpr std::string_view kOk = R"("status": 200, "body": "hi")";

TEST(Wiremock, AMappingIsAnAuthoredCassetteThatAnswersAgainAndAgain) {
    const ImportedFile file = read_as(
        "wiremock",
        mapping(
            R"("method": "POST", "urlPath": "/a", "queryParameters": {"q": {"equalTo": "x y"}, "r": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}},
                   "headers": {"Accept": {"equalTo": "text/plain"}, "X-None": {"absent": true}},
                   "host": {"equalTo": "api.example.test"}, "port": 8443, "scheme": "https",
                   "bodyPatterns": [{"equalToJson": "{\"a\": 1}"}])",
            R"("status": 201, "statusMessage": "Made", "headers": {"Content-Type": "application/json", "Set-Cookie": ["a=1", "b=2"]}, "jsonBody": {"ok": true})"),
        nullptr, "mappings/a.json");
    EXPECT_EQ(told(file),
              "cassette.import.approximated 1: an address without its query: there a call may have "
              "further parameters, here it may not\n");
    const Cassette cassette = cassette_of(file);
    EXPECT_EQ(cassette.origin, Origin::Authored);
    EXPECT_FALSE(cassette.source);
    EXPECT_EQ(cassette.match.used_up, WhenUsedUp::RepeatLast);
    EXPECT_EQ(cassette.match.headers, (std::vector<std::string>{"accept", "x-none"}));
    EXPECT_TRUE(cassette.match.body.empty());
    const HttpInput& call = call_of(cassette);
    EXPECT_EQ(call.host, "api.example.test:8443");
    EXPECT_EQ(call.query, (Pairs{{"q", "x y"}, {"r", "1"}, {"r", "2"}}));
    EXPECT_EQ(call.body->bytes, "{\"a\": 1}");
    EXPECT_EQ(answer_of(cassette).answer->headers, (Pairs{{"Content-Type", "application/json"},
                                                          {"Set-Cookie", "a=1"},
                                                          {"Set-Cookie", "b=2"}}));
    EXPECT_EQ(answer_of(cassette).answer->reason, "Made");
    EXPECT_EQ(bytes_of(answer_of(cassette), From::Body), R"({"ok":true})");
    EXPECT_EQ(cassette.notes, "Imported from WireMock.\ncall-1, the mapping: {\"id\":\"1\"}");
    EXPECT_EQ(file.cassettes[0].hand_written,
              "a mapping says what shall be answered, not what was");
}

TEST(Wiremock, AStubWithoutABodyAnswersAnyBody) {
    const Cassette cassette = cassette_as("wiremock", mapping(kGet, kOk));
    EXPECT_EQ(cassette.match.body, (std::vector<std::string>{"none"}));
    EXPECT_EQ(call_of(cassette).query, (Pairs{{"b", "1"}}));
}

// Never drop a matcher silently.
TEST(Wiremock, EveryOtherMatcherIsToldAndKept) {
    for (const std::string_view matcher : {
             R"("headers": {"X-A": {"matches": "needle.*"}})",
             R"("headers": {"X-A": {"equalTo": "a", "or": ["needle"]}})",
             R"("queryParameters": {"q": {"contains": "needle"}})",
             R"("queryParameters": {"q": {"includes": [{"equalTo": "needle"}]}})",
             R"("cookies": {"c": {"doesNotMatch": "needle"}})",
             R"("bodyPatterns": [{"matchesJsonPath": "$.needle"}])",
             R"("bodyPatterns": [{"equalToJson": "{}"}, {"contains": "needle"}])",
             R"("formParameters": {"f": {"before": "needle"}})",
             R"("multipartPatterns": [{"name": "needle"}])",
             R"("customMatcher": {"name": "needle"})",
             R"("clientIp": {"matches": "needle"})",
             R"("host": {"matches": "needle"})",
         }) {
        const ImportedFile file =
            read_as("wiremock", mapping(std::string(kGet) + ", " + std::string(matcher), kOk));
        EXPECT_TRUE(has(told(file), "cassette.import.left_out")) << matcher << "\n" << told(file);
        EXPECT_TRUE(has(cassette_of(file).notes, "needle")) << matcher;
        EXPECT_EQ(file.fidelity.exact(), 0U) << matcher;
    }
}

TEST(Wiremock, LooserEqualitiesAreApproximated) {
    for (const std::string_view matcher : {
             R"("bodyPatterns": [{"equalToJson": "{}", "ignoreArrayOrder": true}])",
             R"("bodyPatterns": [{"equalToXml": "<a/>"}])",
             R"("bodyPatterns": [{"equalTo": "A", "caseInsensitive": true}])",
             R"("headers": {"X-A": {"equalTo": "a", "caseInsensitive": true}})",
             R"("cookies": {"c": {"equalTo": "1"}})",
             R"("formParameters": {"f": {"equalTo": "1"}})",
         }) {
        const ImportedFile file =
            read_as("wiremock", mapping(std::string(kGet) + ", " + std::string(matcher), kOk));
        EXPECT_TRUE(has(told(file), "cassette.import.approximated")) << matcher;
        EXPECT_FALSE(has(told(file), "left_out")) << matcher << told(file);
    }
}

TEST(Wiremock, AddressesByPatternCannotBeNamedOneByOne) {
    for (
        const std::string_view request : {
            R"("method": "GET", "urlPattern": "/a/.*")",
            R"("method": "GET", "urlPathPattern": "/a/[0-9]+")",
            R"("method": "GET", "urlPathTemplate": "/a/{id}")",
            R"("method": "GET", "urlPathTemplate": "/a/{id}", "pathParameters": {"id": {"matches": "1"}})",
            R"("method": "GET")",
        }) {
        const ImportedFile file = read_as("wiremock", mapping(request, kOk));
        EXPECT_TRUE(file.cassettes.empty()) << request;
        EXPECT_TRUE(has(told(file),
                        "cassette.import.problem 1: a mapping for an address by "
                        "pattern: it answers calls that cannot be named one by one"))
            << told(file);
    }
    const Cassette filled = cassette_as(
        "wiremock",
        mapping(
            R"("method": "GET", "urlPathTemplate": "/a/{id}/b", "pathParameters": {"id": {"equalTo": "x y"}})",
            kOk));
    EXPECT_EQ(call_of(filled).path, "/a/x%20y/b");
    EXPECT_EQ(
        call_of(cassette_as("wiremock", mapping(R"("method": "GET", "urlPattern": "/plain")", kOk)))
            .path,
        "/plain");
}

TEST(Wiremock, AnyMethodBecomesOne) {
    const ImportedFile file = read_as("wiremock", mapping(R"("method": "ANY", "url": "/a")", kOk));
    EXPECT_EQ(call_of(cassette_of(file)).method, "GET");
    EXPECT_TRUE(has(told(file), "a mapping for any method: it answers GET only"));
}

TEST(Wiremock, DelaysAreTimes) {
    struct Case {
        std::string_view delay;
        std::int64_t duration;
        bool is_told;
    };
    for (const Case& each : {
             Case{R"("fixedDelayMilliseconds": 250)", 250, false},
             Case{R"("delayDistribution": {"type": "fixed", "milliseconds": 9})", 9, false},
             Case{R"("delayDistribution": {"type": "uniform", "lower": 10, "upper": 30})", 20,
                  true},
             Case{R"("delayDistribution": {"type": "lognormal", "median": 80, "sigma": 0.4})", 80,
                  true},
             Case{R"("fixedDelayMilliseconds": -5)", 0, false},
         }) {
        const ImportedFile file =
            read_as("wiremock", mapping(kGet, std::string(kOk) + ", " + std::string(each.delay)));
        EXPECT_EQ(answer_of(cassette_of(file)).duration, each.duration) << each.delay;
        EXPECT_EQ(has(told(file), "a delay by chance"), each.is_told) << each.delay;
    }
    const Cassette drips = cassette_as(
        "wiremock",
        mapping(
            kGet,
            R"("status": 200, "body": "abcdef", "chunkedDribbleDelay": {"numberOfChunks": 3, "totalDuration": 30})"));
    EXPECT_EQ(answer_of(drips).pieces,
              (std::vector<Piece>{
                  {10, From::Body, "ab"}, {20, From::Body, "cd"}, {30, From::Body, "ef"}}));
}

TEST(Wiremock, FaultsAreHowTheCallFailed) {
    EXPECT_EQ(
        answer_of(cassette_as("wiremock", mapping(kGet, R"("fault": "CONNECTION_RESET_BY_PEER")")))
            .error,
        "reset");
    const ImportedFile cut =
        read_as("wiremock", mapping(kGet, R"("fault": "MALFORMED_RESPONSE_CHUNK")"));
    EXPECT_EQ(answer_of(cassette_of(cut)).end, StreamEnd::Cut);
    EXPECT_TRUE(has(told(cut), "the answer breaks off after its head"));
    EXPECT_TRUE(has(told(read_as("wiremock", mapping(kGet, R"("fault": "EMPTY_RESPONSE")"))),
                    "the connection is reset"));
    EXPECT_TRUE(has(told(read_as("wiremock", mapping(kGet, R"("fault": "ODD")"))),
                    "\"ODD\" is no known fault"));
}

TEST(Wiremock, BodyFilesAreReadBelowTheirFolderOnly) {
    Folder folder;
    folder.files["img/a.bin"] = std::string("\x00\x01", 2);
    const ImportedFile file =
        read_as("wiremock", mapping(kGet, R"("bodyFileName": "img/a.bin")"), &folder);
    EXPECT_EQ(bytes_of(answer_of(cassette_of(file)), From::Body), std::string_view("\x00\x01", 2));
    folder.asked.clear();
    for (const std::string_view name :
         {"../secret", "/etc/passwd", "a/../../b", "..\\\\b", "C:/x", "a//b", "{{request.path}}"}) {
        const ImportedFile bad = read_as(
            "wiremock", mapping(kGet, R"("bodyFileName": ")" + std::string(name) + "\""), &folder);
        EXPECT_TRUE(bad.cassettes.empty()) << name;
        EXPECT_EQ(bad.lost_exchanges, 1U) << name;
    }
    EXPECT_TRUE(folder.asked.empty());
    EXPECT_TRUE(has(told(read_as("wiremock", mapping(kGet, R"("bodyFileName": "../x")"), &folder)),
                    "call-1, bodyFileName: it leads out of the folder __files"));
    EXPECT_TRUE(has(told(read_as("wiremock", mapping(kGet, R"("bodyFileName": "x")"))),
                    "the folder __files cannot be read here"));
}

TEST(Wiremock, TemplatesAndTransformersAreCarriedAsText) {
    const ImportedFile file = read_as(
        "wiremock",
        mapping(
            kGet,
            R"("status": 200, "body": "{{request.url}}", "transformers": ["response-template"])"));
    EXPECT_EQ(bytes_of(answer_of(cassette_of(file)), From::Body), "{{request.url}}");
    EXPECT_TRUE(has(told(file), "response.transformers: nothing is run here"));
    EXPECT_TRUE(has(told(read_as("wiremock", mapping(kGet, R"("status": 200, "body": "{{now}}")"))),
                    "an answer that looks like a template"));
    EXPECT_TRUE(has(told(read_as("wiremock", mapping(kGet, R"("proxyBaseUrl": "http://x")"))),
                    "a mapping that passes calls on: it has no answer of its own"));
}

TEST(Wiremock, WebhooksAreExchangesOfTheirOwn) {
    const ImportedFile file = read_as("wiremock", mapping(kGet, kOk,
                                                          R"(, "serveEventListeners": [
                {"name": "webhook", "parameters": {"method": "POST", "url": "http://here.test/hook?a=1", "headers": {"X": "y"}, "body": "b",
                 "delay": {"type": "fixed", "milliseconds": 40}}},
                {"name": "recordState", "parameters": {"context": "needle"}}])"));
    const Cassette cassette = cassette_of(file);
    ASSERT_EQ(cassette.exchanges.size(), 2U);
    const Exchange& hook = cassette.exchanges[1];
    EXPECT_EQ(hook.kind, Kind::Webhook);
    EXPECT_EQ(hook.id, "call-1-webhook-1");
    EXPECT_EQ(hook.caused_by, "call-1");
    EXPECT_EQ(hook.at, 40);
    EXPECT_EQ(hook.webhook()->path, "/hook?a=1");
    EXPECT_EQ(hook.webhook()->body->bytes, "b");
    EXPECT_TRUE(has(cassette.notes, "http://here.test/hook?a=1"));
    EXPECT_TRUE(has(cassette.notes, "needle"));
    EXPECT_TRUE(has(told(file), "the listener \"recordState\""));
    EXPECT_TRUE(has(told(file), "the answer of a webhook's receiver"));
}

std::string state(std::string_view url, std::string_view body, std::string_view required,
                  std::string_view next) {
    std::string more =
        R"(, "scenarioName": "door", "requiredScenarioState": ")" + std::string(required) + "\"";
    if (!next.empty()) more += R"(, "newScenarioState": ")" + std::string(next) + "\"";
    return mapping(R"("method": "GET", "url": ")" + std::string(url) + "\"",
                   R"("status": 200, "body": ")" + std::string(body) + "\"", more);
}

TEST(Wiremock, AScenarioOverSeveralFilesIsOneSequence) {
    const std::vector<ForeignFile> files = {
        {{"mappings/a.json", state("/door", "three", "third", "")}, "a.json"},
        {{"mappings/b.json", mapping(kGet, kOk)}, "b.json"},
        {{"mappings/c.json", state("/door", "one", "Started", "second")}, "c.json"},
        {{"mappings/d.json", state("/door", "two", "second", "third")}, "d.json"},
    };
    const ImportResult result = import_all(wiremock_importer(), files, {.service = "shop"});
    ASSERT_EQ(result.cassettes.size(), 2U);
    EXPECT_EQ(result.not_imported, 0U);
    const Cassette& door = result.cassettes[0].cassette;
    ASSERT_EQ(door.exchanges.size(), 3U);
    std::string bodies;
    for (const Exchange& each : door.exchanges)
        bodies += each.id + bytes_of(each.output, From::Body) + " ";
    EXPECT_EQ(bodies, "call-1one call-2two call-3three ");
    EXPECT_TRUE(has(door.notes, "From mappings/c.json:\n"));
    EXPECT_TRUE(std::none_of(result.findings.begin(), result.findings.end(), [](const auto& each) {
        return has(each.message, "its state changes");
    }));
}

TEST(Wiremock, AStateThatOthersChangeIsApproximated) {
    const ImportedFile file = read_as(
        "wiremock", R"({"mappings": [)" + state("/open", "done", "Started", "open") + "," +
                        state("/door", "open", "open", "") + "," +
                        state("/door", "closed", "Started", "") + R"(], "meta": {"total": 3}})");
    EXPECT_TRUE(has(told(file), "the scenario \"door\": its state changes by other calls"));
    EXPECT_EQ(bytes_of(answer_of(cassette_of(file), 1), From::Body), "closed");
    EXPECT_EQ(bytes_of(answer_of(cassette_of(file), 2), From::Body), "open");
}

TEST(Wiremock, StubsThatLookAtDifferentPartsAreTold) {
    const ImportedFile file = read_as(
        "wiremock",
        R"({"mappings": [)" +
            mapping(R"("method": "GET", "url": "/a", "headers": {"X-A": {"equalTo": "1"}})", kOk) +
            "," + mapping(kGet, kOk) + "]}");
    EXPECT_TRUE(has(told(file), "mappings that look at different parts of a call"));
    EXPECT_EQ(cassette_of(file).match.headers, (std::vector<std::string>{"x-a"}));
}

TEST(Wiremock, OtherFilesAreLeftAlone) {
    EXPECT_TRUE(read_as("wiremock", R"({"a": 1})").is_other_format);
    EXPECT_FALSE(wiremock_importer().takes("x/__files/a.json"));
    EXPECT_TRUE(wiremock_importer().takes("x/mappings/a.json"));
    EXPECT_TRUE(has(told(read_as("wiremock", R"({"mappings": [{"request": {}}, 1]})")),
                    "call-1, the mapping: it has no request or no response"));
}

}  // namespace
}  // namespace understudy::cassette
