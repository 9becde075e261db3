// The JSON Schema of the format agrees with the reader: what the writer writes fits it, and what
// the reader refuses by its form alone does not.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/text.hpp"
#include "cassette/everything_testing.hpp"
#include "json/lines.hpp"
#include "json/parse.hpp"
#include "schema/check.hpp"
#include "yaml/read.hpp"

namespace understudy::cassette {
namespace {

schema::Schema compiled(const char* pointer) {
    std::ifstream file(UNDERSTUDY_ROOT "/schema/cassette.schema.json");
    std::stringstream text;
    text << file.rdbuf();
    const auto document = json::parse(text.str());
    EXPECT_TRUE(document) << "schema/cassette.schema.json";
    auto schema = schema::compile_at(*document, *json::Pointer::parse(pointer));
    EXPECT_TRUE(schema) << base::render(schema.error());
    return *schema;
}

std::string judged(const schema::Schema& schema, const json::Value& value) {
    const schema::Outcome outcome = schema::check(schema, value);
    std::string text(schema::name_of(outcome.verdict));
    for (const schema::Violation& violation : outcome.violations) {
        text += "\n" + base::render(schema::to_error(violation));
    }
    for (const schema::NotChecked& each : outcome.not_checked) {
        text += "\nnot checked: " + base::render(each.why);
    }
    return text;
}

TEST(CassetteSchema, LetsInWhatTheWriterWrites) {
    const schema::Schema whole = compiled("");
    for (const Cassette& cassette : {cassette_for_tests(), everything()}) {
        const auto document = yaml::read({"a.yaml", written_for_tests(cassette).text});
        ASSERT_TRUE(document);
        EXPECT_EQ(judged(whole, document->root), "valid");
    }
    const schema::Schema head = compiled("/$defs/head_line");
    const schema::Schema line = compiled("/$defs/line");
    const auto lines =
        json::parse_lines({"a.jsonl", written_for_tests(everything(), Form::Lines).text});
    ASSERT_TRUE(lines);
    for (std::size_t at = 0; at < lines->size(); ++at) {
        EXPECT_EQ(judged(at == 0 ? head : line, (*lines)[at].root), "valid") << at;
    }
}

// P74: both are strict, and in the same way.
TEST(CassetteSchema, P74_KeepsOutWhatTheReaderRefusesByItsForm) {
    const schema::Schema whole = compiled("");
    const std::string good = written_for_tests(everything()).text;
    const std::pair<std::string, std::string> cases[] = {
        {"version: 1\n", "version: 2\n"},
        {"service: git\n", ""},
        {"service: git\n", "service: a/b\n"},
        {"service: git\n", "service: git\nextra: 1\n"},
        {"name: all/of it", "name: all/../it"},
        {"origin: edited", "origin: recorded"},
        {"origin: edited", "origin: real"},
        {"content_digest: sha256:", "content_digest: sha512:"},
        {"recorded_at: 2026-04-30T06:12:09Z", "recorded_at: 2026-04-30"},
        {"exit_code: 0", "exit_code: \"0\""},
        {"exit_code: 0", "exit_code: 256"},
        {"exit_code: 0", "exit_code: 0\n      signal: 9"},
        {"exit_code: 0\n", "\n"},
        {"from: stdout", "from: body"},
        {"from: stdout", "from: stdot"},
        {"stdin: none", "stdin: null"},
        {"stdin: none", "stdin: {}"},
        {"cwd: root", "cwd: /etc"},
        {"cwd: root", "cwd: root/.."},
        {"kind: webhook", "kind: hook"},
        {"carrier: websocket", "carrier: pigeon"},
        {"error: timeout", "error: time-out"},
        {"timed_out: true", "timed_out: false"},
        {"removed: true", "removed: false"},
        {"duration: 4", "duration: -1"},
        {"type: integer", "type: int"},
        {"used_up: repeat_last", "used_up: again"},
        {"order: strict", "order: loose"},
        {"unverified: true", "unverified: 1"},
        {"id: c:1", "id: c 1"},
        {"effect: destructive", "effect: harmless"},
        {"status: 202", "status: 99"},
        {"attempts: 3", "attempts: 0"},
    };
    for (const auto& [from, to] : cases) {
        ASSERT_NE(good.find(from), std::string::npos) << from;
        const std::string text = base::replace_all(good, from, to);
        EXPECT_FALSE(read({"a.yaml", text}, {.check_digest = false})) << to;
        const auto document = yaml::read({"a.yaml", text});
        if (!document) continue;  // no YAML any more, so nothing to hold against a schema
        EXPECT_EQ(judged(whole, document->root).substr(0, 7), "invalid") << to;
    }
}

}  // namespace
}  // namespace understudy::cassette
