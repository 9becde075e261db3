// What each format holds, and what is said of the rest.
#include "cassette/export/exporter.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "cassette/export/yaml_text.hpp"
#include "cassette/import/http_import_testing.hpp"
#include "http/encoding.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "secret/policy_testing.hpp"

namespace understudy::cassette {
namespace {

Exchange call(std::string id, std::string path, std::string body) {
    Exchange exchange;
    exchange.id = std::move(id);
    exchange.kind = Kind::Http;
    HttpInput input;
    input.method = "GET";
    input.scheme = "https";
    input.host = "api.example.test";
    input.path = std::move(path);
    exchange.input = std::move(input);
    exchange.output.answer.emplace();
    exchange.output.answer->status = 200;
    exchange.output.answer->headers = {{"Content-Type", "text/plain"}};
    if (!body.empty()) exchange.output.pieces.push_back({0, From::Body, std::move(body)});
    return exchange;
}

HttpInput& input_of(Exchange& exchange) {
    return std::get<HttpInput>(exchange.input);
}

Cassette cassette_with(std::vector<Exchange> exchanges) {
    Cassette cassette;
    cassette.service = "shop";
    cassette.name = "visit";
    cassette.origin = Origin::Derived;
    cassette.source = Source{digest_text(""), "test", "a test"};
    cassette.provenance.emplace();
    cassette.provenance->recorded_at = "2026-01-02T03:04:05Z";
    cassette.provenance->recorder.name = "test";
    cassette.exchanges = std::move(exchanges);
    return cassette;
}

Exported exported(std::string_view format, const Cassette& cassette) {
    secret::Scrubber scrubber(secret::policy_for_tests());
    const auto sealed = seal(cassette, scrubber, {});
    EXPECT_TRUE(sealed) << (sealed ? "" : base::render(sealed.error()));
    return exporter_named(format)->write(*sealed, {"1.2.3"});
}

// "approximated times of pieces: ...", one a line.
std::string losses(const Exported& made) {
    std::string lines;
    for (const report::Finding& each : export_findings(made.fidelity, "a.yaml")) {
        lines += each.code.substr(std::string_view("cassette.export.").size()) + " " +
                 each.message + "\n";
    }
    return lines;
}

TEST(Exporters, AreFoundByName) {
    for (const std::string_view name : {"har", "vcr", "vcrpy", "wiremock"}) {
        ASSERT_NE(exporter_named(name), nullptr);
        EXPECT_EQ(exporter_named(name)->name(), name);
    }
    EXPECT_EQ(exporter_named("tape"), nullptr);
}

TEST(VcrExport, IsWhatVcrWrites) {
    Exchange first = call("one", "/a", "line\nyes: \"no\"");
    input_of(first).body = Body{std::string("\x00\x01", 2), {}};
    input_of(first).headers = {{"Accept", "a"}, {"Accept", "b"}};
    input_of(first).protocol = "http/1.1";
    Exchange second = call("two", "/b", "");
    second.at = 2'000;
    second.output.answer->reason = "Fine";
    const Exported made = exported("vcr", cassette_with({first, second}));
    EXPECT_EQ(made.text,
              "---\n"
              "http_interactions:\n"
              "- request:\n"
              "    method: get\n"
              "    uri: \"https://api.example.test/a\"\n"
              "    body:\n"
              "      encoding: ASCII-8BIT\n"
              "      base64_string: \"AAE=\"\n"
              "    headers:\n"
              "      \"Accept\":\n"
              "      - \"a\"\n"
              "      - \"b\"\n"
              "  response:\n"
              "    status:\n"
              "      code: 200\n"
              "      message: \"OK\"\n"
              "    headers:\n"
              "      \"Content-Type\":\n"
              "      - \"text/plain\"\n"
              "    body:\n"
              "      encoding: UTF-8\n"
              "      string: \"line\\nyes: \\\"no\\\"\"\n"
              "    http_version: \"1.1\"\n"
              "  recorded_at: \"Fri, 02 Jan 2026 03:04:05 GMT\"\n"
              "- request:\n"
              "    method: get\n"
              "    uri: \"https://api.example.test/b\"\n"
              "    body:\n"
              "      encoding: UTF-8\n"
              "      string: \"\"\n"
              "    headers: {}\n"
              "  response:\n"
              "    status:\n"
              "      code: 200\n"
              "      message: \"Fine\"\n"
              "    headers:\n"
              "      \"Content-Type\":\n"
              "      - \"text/plain\"\n"
              "    body:\n"
              "      encoding: UTF-8\n"
              "      string: \"\"\n"
              "  recorded_at: \"Fri, 02 Jan 2026 03:04:07 GMT\"\n"
              "recorded_with: VCR 6.0.0\n");
    EXPECT_EQ(losses(made), "");
    EXPECT_EQ(made.fidelity.exact(), 2U);
}

TEST(VcrpyExport, IsWhatVcrpyWrites) {
    Exchange first = call("one", "/a", std::string("\xFF\x00", 2));
    const Exported made = exported("vcrpy", cassette_with({first}));
    EXPECT_EQ(made.text,
              "interactions:\n"
              "- request:\n"
              "    body: null\n"
              "    headers: {}\n"
              "    method: \"GET\"\n"
              "    uri: \"https://api.example.test/a\"\n"
              "  response:\n"
              "    body:\n"
              "      string: !!binary \"/wA=\"\n"
              "    headers:\n"
              "      \"Content-Type\":\n"
              "      - \"text/plain\"\n"
              "    status:\n"
              "      code: 200\n"
              "      message: \"OK\"\n"
              "version: 1\n");
}

// Their way back gives the same exchanges: variables, escapes and streams included.
TEST(Exporters, ThereAndBackGivesTheSameExchanges) {
    Exchange odd = call("call-1", "/a%2Fb", "data: 1\n\ndata: 2\n\n");
    odd.kind = Kind::Stream;
    odd.carrier = Carrier::Http;
    odd.framing = Framing::Sse;
    odd.output.end = StreamEnd::Complete;
    odd.output.answer->headers = {{"Content-Type", "text/event-stream"}, {"X", ""}};
    odd.output.pieces = {{0, From::Body, "data: 1\n\n"}, {0, From::Body, "data: 2\n\n"}};
    input_of(odd).query = {{"a b", "c"}, {"d", ""}};
    input_of(odd).query_text = "a+b=c&d";
    input_of(odd).body = Body{"12:30 \xC2\x85 \xE2\x80\xA8 $${x} \x7F", {}};
    input_of(odd).method = "POST";
    const Cassette cassette = cassette_with({odd});
    for (const std::string_view format : {"vcr", "vcrpy"}) {
        const Exported made = exported(format, cassette);
        const ImportedFile back = read_as(format, made.text);
        EXPECT_EQ(told(back), "") << made.text;
        const Cassette again = cassette_of(back);
        ASSERT_EQ(again.exchanges.size(), 1U);
        EXPECT_EQ(*again.exchanges[0].http(), *cassette.exchanges[0].http()) << made.text;
        EXPECT_EQ(again.exchanges[0].output, cassette.exchanges[0].output);
        EXPECT_EQ(again.exchanges[0].kind, Kind::Stream);
    }
}

TEST(Exporters, VariablesAreFilledIn) {
    Exchange exchange = call("one", "/things/${id}", "ok");
    Cassette cassette = cassette_with({exchange});
    cassette.vars.push_back({"id", plan::Capture::Type::String, json::Value("t 1")});
    const Exported made = exported("vcrpy", cassette);
    EXPECT_TRUE(has(made.text, "https://api.example.test/things/t 1"));
    EXPECT_EQ(losses(made), "approximated variables: calls hold the values of the recording\n");
}

TEST(Exporters, SayWhatTheFormatCannotHold) {
    Exchange rich = call("rich", "/a", "");
    rich.at = 1'500;
    rich.output.duration = 40;
    rich.output.pieces = {{10, From::Body, "a"}, {40, From::Body, "b"}};
    rich.output.answer->trailers = {{"X-After", "late"}};
    rich.output.answer->interim = {{103, {}}};
    rich.output.answer->headers = {{"A", "1"}, {"B", "2"}, {"A", "3"}};
    rich.output.end = StreamEnd::Cut;
    input_of(rich).protocol = "h2";
    input_of(rich).scheme.clear();
    Exchange lost = call("lost", "/b", "");
    lost.output.answer.reset();
    lost.output.error = "timeout";
    Exchange command;
    command.id = "command";
    command.input = CommandInput{"git", {"status"}, "root", {}, {}, false};
    command.output.ended = Ended{};
    Cassette cassette = cassette_with({rich, lost, command});
    cassette.notes = "Why.";
    cassette.match.headers = {"Accept"};
    const Exported made = exported("vcrpy", cassette);
    EXPECT_EQ(
        losses(made),
        "left_out notes: the format has no place for it; it is not in what is written\n"
        "left_out match: the format has no place for it; it is not in what is written\n"
        "left_out trailers: the format has no place for it; it is not in what is written\n"
        "left_out answers before the answer: the format has no place for it; it is not in what is "
        "written\n"
        "left_out the version of HTTP: the format has no place for it; it is not in what is "
        "written\n"
        "approximated a body that came in pieces: it is one text in the file\n"
        "approximated the times of pieces: the format has no place for them\n"
        "left_out how long a call took: the format has no place for it; it is not in what is "
        "written\n"
        "left_out when a call was made: the format has no place for it; it is not in what is "
        "written\n"
        "approximated an answer that broke off: it looks whole in the file\n"
        "approximated header fields of one name apart from each other: the format puts them "
        "together\n"
        "approximated an address whose scheme is not known: https is written\n"
        "left_out calls without an answer: the format holds calls over HTTP; it is not in what is "
        "written\n"
        "left_out commands: the format holds calls over HTTP; it is not in what is written\n");
    EXPECT_EQ(made.left_out, 2U);
    EXPECT_EQ(made.fidelity.exchanges(), 1U);
    EXPECT_EQ(made.fidelity.exact(), 0U);
    EXPECT_EQ(exported("vcrpy", cassette_with({command})).text, "");
}

TEST(HarExport, HoldsTimesErrorsAndMessages) {
    Exchange socket = call("socket", "/ws", "");
    socket.kind = Kind::Stream;
    socket.carrier = Carrier::Websocket;
    socket.framing = Framing::Frames;
    socket.output.end = StreamEnd::Complete;
    socket.output.answer->status = 101;
    socket.output.pieces = {{5, From::FrameIn, "hi", Frame::Text},
                            {7, From::FrameOut, std::string("\xFF", 1), Frame::Binary},
                            {9, From::FrameOut, "\x03\xE8", Frame::Close}};
    Exchange lost = call("lost", "/b", "");
    lost.output.answer.reset();
    lost.output.error = "tls";
    lost.at = 250;
    const Exported made = exported("har", cassette_with({socket, lost}));
    EXPECT_EQ(losses(made),
              "left_out control frames of a WebSocket: archives hold its messages; it is not in "
              "what is written\n");
    const auto value = json::parse(made.text);
    ASSERT_TRUE(value);
    const json::Value& log = *value->find("log");
    EXPECT_EQ(json::equivalent(*log.find("creator"),
                               json::Value::object({{"name", "understudy"}, {"version", "1.2.3"}})),
              true);
    const json::Value& entries = *log.find("entries");
    EXPECT_EQ(entries[1].find("startedDateTime")->as_string(), "2026-01-02T03:04:05.250Z");
    EXPECT_EQ(entries[1].find("response")->find("_error")->as_string(), "tls");
    const Cassette back = cassette_as("har", made.text);
    EXPECT_EQ(back.exchanges[0].output.pieces.size(), 2U);
    EXPECT_EQ(back.exchanges[0].output.pieces[1], socket.output.pieces[1]);
    EXPECT_EQ(back.exchanges[1].output.error, "tls");
    EXPECT_EQ(back.exchanges[1].at, 250);
}

TEST(HarExport, UnpacksBodies) {
    Exchange packed = call("packed", "/a", "");
    packed.output.answer->headers.push_back({"Content-Encoding", "gzip"});
    packed.output.pieces = {{0, From::Body, http::encode(http::Encoding::Gzip, "hello")}};
    const Exported made = exported("har", cassette_with({packed}));
    EXPECT_TRUE(has(losses(made), "a compressed body: archives hold bodies unpacked"));
    EXPECT_TRUE(has(made.text, "\"text\": \"hello\""));
}

TEST(WiremockExport, EqualCallsBecomeAScenario) {
    Exchange first = call("one", "/a", "1");
    Exchange second = call("two", "/a", "2");
    Exchange other = call("three", "/b", "3");
    input_of(other).query = {{"q", "x"}, {"r", "1"}, {"r", "2"}};
    input_of(other).body = Body{"{\"a\": 1}", {}};
    other.output.duration = 30;
    other.output.pieces[0].at = 30;
    Cassette cassette = cassette_with({first, second, other});
    cassette.match.headers = {"accept"};
    const Exported made = exported("wiremock", cassette);
    const auto value = json::parse(made.text);
    ASSERT_TRUE(value);
    const json::Value& mappings = *value->find("mappings");
    EXPECT_EQ(mappings[0].find("scenarioName")->as_string(), "shop/visit 1");
    EXPECT_EQ(mappings[0].find("requiredScenarioState")->as_string(), "Started");
    EXPECT_EQ(mappings[0].find("newScenarioState")->as_string(), "answer 2");
    EXPECT_EQ(mappings[1].find("requiredScenarioState")->as_string(), "answer 2");
    EXPECT_FALSE(mappings[1].has("newScenarioState"));
    EXPECT_EQ(
        json::write(*mappings[2].find("request")),
        R"({"method":"GET","urlPath":"/b","queryParameters":{"q":{"equalTo":"x"},)"
        R"("r":{"hasExactly":[{"equalTo":"1"},{"equalTo":"2"}]}},"headers":{"accept":{"absent":true}},)"
        R"("bodyPatterns":[{"equalToJson":"{\"a\": 1}"}]})");
    EXPECT_EQ(json::write(*mappings[2].find("response")),
              R"({"status":200,"headers":{"Content-Type":"text/plain"},"body":"3",)"
              R"("fixedDelayMilliseconds":30})");
    EXPECT_TRUE(has(losses(made), "answers that are used up"));
}

TEST(YamlText, EscapesWhatSomeReaderRefuses) {
    EXPECT_EQ(quoted_yaml("plain \xC3\xA9 \xF0\x9F\x98\x80"),
              "\"plain \xC3\xA9 \xF0\x9F\x98\x80\"");
    EXPECT_EQ(quoted_yaml(std::string_view("\0\t\r\n\"\\\x1b\x7f", 8)),
              R"("\u0000\t\r\n\"\\\u001B\u007F")");
    EXPECT_EQ(quoted_yaml("\xC2\x85\xE2\x80\xA8\xEF\xBB\xBF"), R"("\u0085\u2028\uFEFF")");
}

}  // namespace
}  // namespace understudy::cassette
