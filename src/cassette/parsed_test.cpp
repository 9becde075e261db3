// Which form a text is taken for, and that no byte of it is lost on the way.
#include "cassette/parsed.hpp"

#include <gtest/gtest.h>

#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

std::string form_of(const std::string& text, bool exact = false) {
    return std::string(name_of(parse_part("stdout", text, exact).form));
}

TEST(Parsed, FormsAreTakenOnlyWhereTheWholeTextFits) {
    const std::pair<const char*, const char*> kCases[] = {
        {"", "lines"},
        {"41\n", "lines"},
        {"null\n", "lines"},
        {"{\"a\":1}\n", "json"},
        {"  [1, 2]", "json"},
        {"{\"a\":1", "lines"},
        {"[main 4be1c07] Start\n", "lines"},
        {"{\"a\":1}\n{\"b\":2}\n", "jsonl"},
        {"{\"a\":1}\nrubbish\n", "jsonl"},
        {"{\"a\":1}\none\ntwo\n", "lines"},
        {"data: 1\n\n", "sse"},
        {"event: ping\nid: 3\ndata: {}\n\n", "sse"},
        {"data: 1\nrubbish\n\n", "lines"},
        {": comment\n", "lines"},
        {"NAME   STATUS\nweb    Up\n", "table"},
        {"NAME\tSTATUS\nweb\tUp\n", "table"},
        {"NAME   STATUS\n", "table"},
        {"NAME   STATUS\nlonger_than_its_column\n", "lines"},
        {"Name   Status\n", "lines"},
        {"NAME\n", "lines"},
        {"caf\xc3\xa9\n", "lines"},
        {"caf\xe9\n", "bytes"},
    };
    for (const auto& [text, form] : kCases) EXPECT_EQ(form_of(text), form) << text;
    EXPECT_EQ(form_of("{\"a\":1}", true), "lines");
}

TEST(Parsed, BytesStayAsTheyCame) {
    for (const std::string text : {" M a\r\n?? b", "{\"a\": 1}\n\n", "\xff\n", "data: x\n\n"}) {
        EXPECT_EQ(parse_part("stdout", text, false).bytes, text);
    }
    const Part lines = parse_part("stdout", " M a\r\n?? b", false);
    EXPECT_EQ(lines.lines, (std::vector<std::string>{" M a\r\n", "?? b"}));
}

TEST(Parsed, TablesByTheirHeader) {
    const Part part =
        parse_part("stdout",
                   "CONTAINER ID   IMAGE         NAMES\n4be1c07a91aa   alpine:3.19   w\xc3\xa9"
                   "b\nx\n",
                   false);
    EXPECT_EQ(part.table.header, (std::vector<std::string>{"CONTAINER ID", "IMAGE", "NAMES"}));
    ASSERT_EQ(part.table.rows.size(), 2U);
    EXPECT_EQ(part.table.rows[0], (std::vector<std::string>{"4be1c07a91aa", "alpine:3.19",
                                                            "w\xc3\xa9"
                                                            "b"}));
    EXPECT_EQ(part.table.rows[1], (std::vector<std::string>{"x", "", ""}));
}

TEST(Parsed, ServerSentEventsKeepNameIdAndRetry) {
    const Part part =
        parse_as("body", "event: a\nid: 7\nretry: 20\ndata: {\"n\":1}\n\n", PartForm::Sse);
    ASSERT_EQ(part.events.size(), 1U);
    EXPECT_EQ(part.events[0].kind, "a");
    EXPECT_EQ(json::write(part.events[0].value), R"({"n":1})");
    EXPECT_EQ(json::write(part.events[0].about), R"({"event":"a","id":"7","retry":20})");
}

TEST(Parsed, PartsComeInAFixedOrder) {
    Exchange exchange = testing_compare::command({"a\n", "b\n"});
    exchange.output.files = {{"made.txt", "sha256:00", 3}, {"gone.txt", "", 0}};
    CompareOptions options;
    options.interleaving = true;
    std::string names;
    for (const Part& part : parts_of(exchange, options)) {
        names += part.name + ' ';
        if (part.name == "files") {
            EXPECT_EQ(canonical(part),
                      R"({"gone.txt":null,"made.txt":{"digest":"sha256:00","size":3}})");
        }
    }
    EXPECT_EQ(names, "end stdout stderr files interleaving ");
}

TEST(Parsed, AWebhookIsWhatTheServiceSent) {
    Exchange exchange;
    exchange.id = "hook";
    exchange.kind = Kind::Webhook;
    exchange.input =
        WebhookInput{"POST", "/hooks", {{"X-Event", "issues"}}, Body{"{\"n\":1}", ""}, "sha256"};
    exchange.output.answer = Answer{202, {}, {}};
    exchange.output.attempts = 2;
    std::string text;
    for (const Part& part : parts_of(exchange, {}))
        text += part.name + ' ' + canonical(part) + '\n';
    EXPECT_EQ(text,
              "end {\"attempts\":2,\"status\":202}\n"
              "request "
              "{\"has_body\":true,\"method\":\"POST\",\"path\":\"/hooks\",\"scheme\":\"sha256\"}\n"
              "headers {\"x-event\":\"issues\"}\n"
              "body {\"n\":1}\n");
}

TEST(Parsed, FramesOfAWebSocketBothWays) {
    Exchange exchange = testing_compare::answer(101, "");
    exchange.kind = Kind::Stream;
    exchange.carrier = Carrier::Websocket;
    exchange.framing = Framing::Frames;
    exchange.output.pieces = {{0, From::FrameOut, "{\"type\":\"ask\"}"},
                              {1, From::FrameIn, "hello"}};
    const std::vector<Part> parts = parts_of(exchange, {});
    ASSERT_EQ(parts[1].name, "frames");
    EXPECT_EQ(canonical(parts[1]),
              "{\"type\":\"ask\"} {\"from\":\"frame-out\"}\n\"hello\" {\"from\":\"frame-in\"}\n");
}

TEST(Parsed, NormalizedTextHasPlaceholders) {
    const Exchange exchanges[] = {testing_compare::command({R"({"b":1,"a":"/pull/41"})"})};
    const Normalized result =
        normalize(exchanges, testing_compare::rules_from("[{use: pr_number}]"), CompareOptions{});
    ASSERT_EQ(result.parts.size(), 3U);
    EXPECT_EQ(result.parts[1].part, "stdout");
    EXPECT_EQ(result.parts[1].form, "json");
    EXPECT_EQ(result.parts[1].text, R"({"a":"/pull/<pr:1>","b":1})");
    ASSERT_EQ(result.hits.size(), 1U);
    EXPECT_EQ(result.hits[0].placeholder, "<pr:1>");
}

}  // namespace
}  // namespace understudy::cassette
