// vcrpy, go-vcr and HAR: what only one of them has.
#include "cassette/import/http_import_testing.hpp"
#include "cassette/import/import_names.hpp"

namespace understudy::cassette {
namespace {

std::string vcrpy_file(std::string_view request, std::string_view response) {
    return "interactions:\n- request:\n    method: POST\n    uri: http://localhost/a\n    headers: "
           "{}\n" +
           std::string(request) + "  response:\n" + std::string(response) + "version: 1\n";
}
constexpr std::string_view kPlainAnswer =
    "    body: {string: ok}\n    headers: {}\n    status: {code: 200, message: OK}\n";

TEST(Vcrpy, NoBodyAndAnEmptyOneAreTwoThings) {
    EXPECT_FALSE(call_of(cassette_as("vcrpy", vcrpy_file("    body: null\n", kPlainAnswer))).body);
    const Cassette cassette = cassette_as("vcrpy", vcrpy_file("    body: ''\n", kPlainAnswer));
    ASSERT_TRUE(call_of(cassette).body);
    EXPECT_EQ(call_of(cassette).body->bytes, "");
    EXPECT_EQ(cassette.provenance->recorded_at, "");  // nobody says when
}

TEST(Vcrpy, TheDateOfAnAnswerSaysWhen) {
    const Cassette cassette = cassette_as(
        "vcrpy", vcrpy_file("    body: null\n",
                            "    body: {string: ok}\n    headers: {Date: ['Tue, 17 Nov 2026 "
                            "20:09:28 GMT']}\n    status: {code: 200, message: OK}\n"));
    EXPECT_EQ(cassette.provenance->recorded_at, "2026-11-17T20:09:28Z");
    EXPECT_EQ(cassette.exchanges[0].at, 0);
}

TEST(Vcrpy, BinaryAndParsedBodies) {
    const ImportedFile file = read_as(
        "vcrpy", vcrpy_file("    parsed_body: {b: [1, 2.50], a: null}\n",
                            "    body: {string: !!binary AP8=}\n    headers: {}\n    status: "
                            "{code: 200, message: OK}\n"));
    EXPECT_EQ(call_of(cassette_of(file)).body->bytes, R"({"b":[1,2.50],"a":null})");
    EXPECT_EQ(bytes_of(answer_of(cassette_of(file)), From::Body), std::string_view("\x00\xFF", 2));
    EXPECT_EQ(told(file),
              "cassette.import.approximated 6: the parsed body of a request: its JSON is written "
              "anew, without spaces\n");
}

TEST(Vcrpy, AnOlderRecorderOfHttpxIsRead) {
    const Cassette cassette =
        cassette_as("vcrpy", vcrpy_file("    body: null\n",
                                        "    content: hello\n    headers: {a: b}\n    "
                                        "http_version: HTTP/2\n    status_code: 404\n"));
    EXPECT_EQ(bytes_of(answer_of(cassette), From::Body), "hello");
    EXPECT_EQ(answer_of(cassette).answer->status, 404);
    EXPECT_EQ(call_of(cassette).protocol, "h2");
}

TEST(Vcrpy, KnowsItselfFromGoVcr) {
    const std::string go =
        "version: 1\ninteractions:\n- request: {url: 'http://localhost/a', method: GET, body: ''}\n"
        "  response: {code: 200, status: 200 OK, body: hi}\n";
    EXPECT_TRUE(read_as("vcrpy", go).is_other_format);
    EXPECT_FALSE(read_as("go-vcr", go).is_other_format);
    EXPECT_TRUE(read_as("go-vcr", vcrpy_file("", kPlainAnswer)).is_other_format);
    EXPECT_EQ(told(read_as("vcrpy", "interactions: []\nversion: 7\n")),
              "cassette.import.problem 2: version: 1 is expected\n");
    EXPECT_EQ(told(read_as("go-vcr", "interactions: []\nversion: 7\n")),
              "cassette.import.problem 2: version: 1 or 2 is expected\n");
}

TEST(Vcrpy, EventsAreAStream) {
    const Cassette cassette = cassette_as(
        "vcrpy", vcrpy_file("    body: null\n",
                            "    body: {string: \"data: 1\\n\\ndata: 2\\r\\n\\r\\n: end\"}\n"
                            "    headers: {content-type: [text/event-stream; charset=utf-8]}\n"
                            "    status: {code: 200, message: OK}\n"));
    const Exchange& exchange = cassette.exchanges[0];
    EXPECT_EQ(exchange.kind, Kind::Stream);
    EXPECT_EQ(exchange.carrier, Carrier::Http);
    EXPECT_EQ(exchange.framing, Framing::Sse);
    ASSERT_EQ(exchange.output.pieces.size(), 3U);
    EXPECT_EQ(exchange.output.pieces[1].bytes, "data: 2\r\n\r\n");
    EXPECT_EQ(exchange.output.pieces[2].bytes, ": end");
}

TEST(GoVcr, TheSecondVersionSaysMore) {
    const ImportedFile file = read_as("go-vcr",
                                      "version: 2\n"
                                      "interactions:\n"
                                      "  - id: 0\n"
                                      "    request:\n"
                                      "      proto: HTTP/1.1\n"
                                      "      proto_major: 1\n"
                                      "      proto_minor: 1\n"
                                      "      content_length: 3\n"
                                      "      transfer_encoding: []\n"
                                      "      trailer: {X-After: [late]}\n"
                                      "      host: api.example.test\n"
                                      "      remote_addr: ''\n"
                                      "      request_uri: ''\n"
                                      "      body: a=1\n"
                                      "      form: {a: ['1']}\n"
                                      "      headers: {Accept: ['*/*']}\n"
                                      "      url: https://api.example.test/v1\n"
                                      "      method: POST\n"
                                      "    response:\n"
                                      "      proto: HTTP/2.0\n"
                                      "      proto_major: 2\n"
                                      "      proto_minor: 0\n"
                                      "      content_length: -1\n"
                                      "      transfer_encoding: [chunked]\n"
                                      "      trailer: {}\n"
                                      "      uncompressed: true\n"
                                      "      body: '[]'\n"
                                      "      headers: {Content-Type: [application/json]}\n"
                                      "      status: 429 Slow down\n"
                                      "      code: 429\n"
                                      "      duration: 203.9ms\n");
    EXPECT_EQ(
        told(file),
        "cassette.import.approximated 26: a body that was sent compressed: Go unpacked it and "
        "dropped Content-Encoding and Content-Length before it was recorded\n");
    const Cassette cassette = cassette_of(file);
    EXPECT_EQ(cassette.notes, "Imported from go-vcr.");
    EXPECT_EQ(call_of(cassette).trailers, (Pairs{{"X-After", "late"}}));
    EXPECT_EQ(call_of(cassette).protocol, "http/1.1");
    EXPECT_EQ(answer_of(cassette).answer->reason, "Slow down");
    EXPECT_EQ(answer_of(cassette).duration, 203);
}

std::string archive(std::string_view entries) {
    return R"({"log": {"version": "1.2", "creator": {"name": "Browser", "version": "9"}, "entries": [)" +
           std::string(entries) + "]}}";
}

std::string entry(std::string_view request, std::string_view response, std::string_view more = "") {
    return R"({"startedDateTime": "2026-01-01T00:00:01.500Z", "time": 12.6, "request": {)" +
           std::string(request) + R"(}, "response": {)" + std::string(response) +
           R"(}, "cache": {}, "timings": {"send": 1, "wait": 10, "receive": 1.6, "dns": -1})" +
           std::string(more) + "}";
}

constexpr std::string_view kGet =
    R"("method": "GET", "url": "https://example.test/a?b=c", "httpVersion": "h2",
       "headers": [{"name": ":method", "value": "GET"}, {"name": "accept", "value": "*/*"}],
       "queryString": [{"name": "b", "value": "c"}], "cookies": [], "headersSize": -1, "bodySize": 0)";
constexpr std::string_view kOk =
    R"("status": 200, "statusText": "", "httpVersion": "h2", "headers": [{"name": "content-type", "value": "text/plain"}],
       "cookies": [], "content": {"size": 2, "mimeType": "text/plain", "text": "hi"}, "redirectURL": "", "headersSize": -1, "bodySize": 2)";

TEST(Har, CarriesAnEntryExactly) {
    const ImportedFile file =
        read_as("har", archive(entry(kGet, kOk, R"(, "serverIPAddress": "10.0.0.1")")));
    EXPECT_EQ(told(file), "");
    const Cassette cassette = cassette_of(file);
    EXPECT_EQ(cassette.provenance->recorder.name, "Browser");
    EXPECT_EQ(cassette.provenance->recorded_at, "2026-01-01T00:00:01Z");
    EXPECT_EQ(call_of(cassette).headers, (Pairs{{"accept", "*/*"}}));
    EXPECT_EQ(call_of(cassette).protocol, "h2");
    EXPECT_EQ(answer_of(cassette).duration, 13);
    EXPECT_EQ(bytes_of(answer_of(cassette), From::Body), "hi");
    EXPECT_EQ(cassette.notes,
              "Imported from HAR.\ncall-1, the entry: {\"serverIPAddress\":\"10.0.0.1\"}");
}

TEST(Har, EntriesComeInTheOrderOfTime) {
    std::string late = entry(kGet, kOk);
    late = base::replace_all(late, "00:00:01.500", "00:00:04");
    const Cassette cassette = cassette_as("har", archive(late + "," + entry(kGet, kOk)));
    EXPECT_EQ(cassette.exchanges[0].id, "call-2");
    EXPECT_EQ(cassette.exchanges[1].at, 2'500);
}

TEST(Har, BodiesInBase64AndInTheChunksOfPolly) {
    const auto with = [](std::string_view text) {
        return base::replace_all(std::string(kOk), R"("text": "hi")",
                                 R"("encoding": "base64", "text": ")" + std::string(text) + "\"");
    };
    const auto body = [&](std::string_view text) {
        return bytes_of(answer_of(cassette_as("har", archive(entry(kGet, with(text))))),
                        From::Body);
    };
    EXPECT_EQ(body("AP8="), std::string_view("\x00\xFF", 2));
    EXPECT_EQ(body(R"([\"aGVs\",\"bG8=\"])"), "hello");
    EXPECT_TRUE(has(told(read_as("har", archive(entry(kGet, with("!!"))))),
                    "call-1, response.content: it is no base64"));
}

TEST(Har, FormsWithoutTheirTextAreWrittenAnew) {
    std::string request(kGet);
    request += R"(, "postData": {"mimeType": "application/x-www-form-urlencoded",
                   "params": [{"name": "a", "value": "x y"}, {"name": "b", "value": "&"}]})";
    const ImportedFile file = read_as("har", archive(entry(request, kOk)));
    EXPECT_EQ(call_of(cassette_of(file)).body->bytes, "a=x+y&b=%26");
    EXPECT_TRUE(has(told(file), "the body of a form: the file holds its pairs and not its text"));
    EXPECT_EQ(call_of(cassette_of(file)).headers.back().first, "Content-Type");
}

TEST(Har, BytesWrittenAsCharactersAreBytesAgain) {
    const auto body = [](std::string_view length) {
        std::string request = base::replace_all(
            std::string(kGet), R"({"name": "accept", "value": "*/*"})",
            R"({"name": "Content-Length", "value": ")" + std::string(length) + "\"}");
        request +=
            R"(, "postData": {"mimeType": "application/octet-stream", "text": "\u00ff\u0000"})";
        return call_of(cassette_as("har", archive(entry(request, kOk)))).body->bytes;
    };
    EXPECT_EQ(body("2"), std::string_view("\xFF\x00", 2));
    EXPECT_EQ(body("3"), std::string_view("\xC3\xBF\x00", 3));
    EXPECT_EQ(body("9"), std::string_view("\xC3\xBF\x00", 3));
}

TEST(Har, ACallWithoutAnAnswerIsAnError) {
    const ImportedFile file = read_as(
        "har", archive(entry(kGet, R"("status": 0, "statusText": "", "headers": [], "content": {})",
                             R"(, "_error": "net::ERR_NAME_NOT_RESOLVED")") +
                       "," + entry(kGet, kOk)));
    const Cassette cassette = cassette_of(file);
    EXPECT_EQ(answer_of(cassette).error, "connect");
    EXPECT_FALSE(answer_of(cassette).answer);
    EXPECT_TRUE(has(cassette.notes, "net::ERR_NAME_NOT_RESOLVED"));
    EXPECT_EQ(file.fidelity.exact(), 1U);
}

TEST(Har, WhatIsNoneOfHttpIsToldAndLeftOut) {
    const ImportedFile file = read_as(
        "har", archive(entry(base::replace_all(std::string(kGet), "https://example.test/a?b=c",
                                               "data:text/plain,hi"),
                             kOk) +
                       "," + entry(kGet, kOk)));
    EXPECT_EQ(cassette_of(file).exchanges.size(), 1U);
    EXPECT_EQ(file.lost_exchanges, 0U);
    EXPECT_TRUE(has(told(file), "an entry that is none of HTTP: its address begins with neither"));
}

TEST(Har, MessagesOfAWebSocketAreFrames) {
    const ImportedFile file = read_as(
        "har",
        archive(entry(
            base::replace_all(std::string(kGet), "https://", "wss://"),
            R"("status": 101, "statusText": "Switching Protocols", "headers": [], "content": {"size": 0, "mimeType": "x-unknown"})",
            R"(, "_webSocketMessages": [
                {"type": "send", "time": 1767225601.75, "opcode": 1, "data": "ping"},
                {"type": "receive", "time": 1767225602.5, "opcode": 2, "data": "AP8="}])")));
    EXPECT_EQ(told(file), "");
    const Cassette cassette = cassette_of(file);
    const Exchange& exchange = cassette.exchanges[0];
    EXPECT_EQ(exchange.kind, Kind::Stream);
    EXPECT_EQ(exchange.carrier, Carrier::Websocket);
    EXPECT_EQ(exchange.framing, Framing::Frames);
    EXPECT_EQ(
        exchange.output.pieces,
        (std::vector<Piece>{{250, From::FrameIn, "ping", Frame::Text},
                            {1'000, From::FrameOut, std::string("\x00\xFF", 2), Frame::Binary}}));
    EXPECT_EQ(call_of(cassette).scheme, "https");
}

TEST(Har, ABodyThatIsNotInTheFileIsTold) {
    const ImportedFile file = read_as(
        "har", archive(entry(kGet, base::replace_all(std::string(kOk), R"(, "text": "hi")", ""))));
    EXPECT_TRUE(has(told(file), "the body of an answer: the file does not hold it"));
}

TEST(ImportNames, PathsBecomeNamesThatAnyoneCanOpen) {
    EXPECT_EQ(name_of_path("a b/c:d.yml"), "a_b/c_d");
    EXPECT_EQ(name_of_path("./x/../.hidden/bodies/y@2.json.gz"), "x/_hidden/bodies_/y_2");
    EXPECT_EQ(name_of_path("caf\xC3\xA9.har"), "caf\xC3\xA9");
    EXPECT_EQ(name_of_path(""), "cassette");
    const std::string cut = name_of_path(std::string(500, 'x') + ".yml");
    EXPECT_EQ(cut.size(), 180U);
    EXPECT_NE(cut, name_of_path(std::string(501, 'x') + ".yml"));
    EXPECT_TRUE(name_of_path("a\xFF.yml").starts_with("a\xEF\xBF\xBD-"));
}

TEST(ImportNames, HostsBecomeServices) {
    EXPECT_EQ(service_of_host("API.Example.test:8080"), "api.example.test");
    EXPECT_EQ(service_of_host("<HOST_NAME>"), "host_name");
    EXPECT_EQ(service_of_host("[::1]:80"), "1");
    EXPECT_EQ(service_of_host(""), "");
    EXPECT_EQ(service_of_host("***"), "");
}

std::vector<std::string> names_of(std::vector<ForeignFile> files, ImportOptions options = {}) {
    std::vector<std::string> names;
    for (const Imported& each :
         import_all(*importer_named("vcrpy"), std::move(files), options).cassettes) {
        names.push_back(each.cassette.service + "/" + each.cassette.name);
    }
    return names;
}

TEST(ImportNames, EqualNamesGetTheirEndingsOrNumbers) {
    const std::string text = vcrpy_file("    body: null\n", kPlainAnswer);
    const auto file = [&](std::string below) { return ForeignFile{{"in/" + below, text}, below}; };
    EXPECT_EQ(names_of({file("a.yml"), file("a.yaml"), file("b.yml"), file("x/a.yml")}),
              (std::vector<std::string>{"localhost/a-yaml", "localhost/a-yml", "localhost/b",
                                        "localhost/x/a"}));
    EXPECT_EQ(names_of({file("a.yml"), file("a.yml")}),
              (std::vector<std::string>{"localhost/a-yml", "localhost/a-yml-2"}));
    EXPECT_EQ(names_of({file("a.yml")}, {.service = "shop"}), (std::vector<std::string>{"shop/a"}));
    Manifest manifest;
    manifest.services.emplace_back();
    manifest.services.back().name = "ours";
    manifest.services.back().hosts = {"local*"};
    EXPECT_EQ(names_of({file("a.yml")}, {.manifest = &manifest}),
              (std::vector<std::string>{"ours/a"}));
}

TEST(ImportAll, PackedFilesAreUnpackedAndBrokenOnesTold) {
    const ImportResult result =
        import_all(*importer_named("vcrpy"),
                   {{{"a.yaml.gz", std::string("\x1F\x8B\x08\x00 broken", 11)}, ""}});
    EXPECT_EQ(result.not_imported, 1U);
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].code, "http.bad_encoding");
    EXPECT_EQ(result.findings[0].mark.file, "a.yaml.gz");
}

}  // namespace
}  // namespace understudy::cassette
