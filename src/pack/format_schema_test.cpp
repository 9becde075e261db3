// The JSON Schema of the pack format agrees with the loader: every pack we ship or test with fits
// it, and what it is meant to catch does not.
#include <gtest/gtest.h>

#include <filesystem>

#include "json/parse.hpp"
#include "pack/folder_testing.hpp"
#include "schema/check.hpp"
#include "yaml/read.hpp"

namespace understudy::pack {
namespace {

class FormatSchema : public testing::Test {
protected:
    static schema::Schema compiled(const char* pointer) {
        const Folder folder = read_folder("schema");
        const base::Source* file = folder.find("pack-format.schema.json");
        EXPECT_NE(file, nullptr);
        const json::Value document = *json::parse(file->text);
        auto schema = schema::compile_at(document, *json::Pointer::parse(pointer));
        EXPECT_TRUE(schema.has_value());
        return *schema;
    }

    static std::string judged(const schema::Schema& schema, const base::Source& file) {
        const auto document = yaml::read(file);
        if (!document) return base::render(document.error());
        const schema::Outcome outcome = schema::check(schema, document->root);
        std::string text(schema::name_of(outcome.verdict));
        for (const schema::Violation& violation : outcome.violations) {
            text += "\n" + base::render(schema::to_error(violation, &*document));
        }
        return text;
    }
};

TEST_F(FormatSchema, LetsEveryPackIn) {
    const schema::Schema pack = compiled("");
    const schema::Schema resources = compiled("/$defs/resources");
    const schema::Schema assumptions = compiled("/$defs/assumptions");
    std::size_t seen = 0;
    for (const char* where : {"tests/packs", "packs"}) {
        const std::filesystem::path root = std::filesystem::path(UNDERSTUDY_ROOT) / where;
        if (!std::filesystem::exists(root)) continue;
        for (const auto& entry : std::filesystem::directory_iterator(root)) {
            if (!entry.is_directory()) continue;
            const Folder folder =
                read_folder(std::string(where) + "/" + entry.path().filename().string());
            for (const base::Source& file : folder.files) {
                const std::string_view name = file.name;
                const bool is_resources = name.starts_with("resources/") && name.ends_with(".yaml");
                const bool is_assumptions = name == "plans/assumptions.yaml";
                if (name != "pack.yaml" && !is_resources && !is_assumptions) continue;
                ++seen;
                EXPECT_EQ(judged(is_assumptions ? assumptions
                                 : is_resources ? resources
                                                : pack,
                                 file),
                          "valid")
                    << folder.name << "/" << name;
            }
        }
    }
    EXPECT_GE(seen, 3U);
}

TEST_F(FormatSchema, KeepsOutWhatTheLoaderRefusesByFormAlone) {
    const schema::Schema pack = compiled("");
    EXPECT_EQ(judged(pack, {"pack.yaml", std::string(kFrame)}), "valid");
    for (const char* broken : {
             "resorces: {}",
             "graphql: {}",
             "resources: [ a ]",
             "resources: { runs: 5 }",
             "resources: { 9lives: {} }",
             "resources: { runs: { fields: { a: {} } } }",
             "resources: { runs: { fields: { a: { from: inptu } } } }",
             "resources: { runs: { fields: { a: { from: input, init: 0 } } } }",
             "resources: { runs: { fields: { a: { from: exogenous } } } }",
             "resources: { runs: { fields: { a: { from: derived } } } }",
             "resources: { runs: { fields: { a: { from: aggregate, over: b } } } }",
             "resources: { runs: { fields: { a: { from: aggregate, over: b, sum: c, min: d } } } }",
             "resources: { runs: { operations: { get: FETCH /runs } } }",
             "resources: { runs: { operations: { get: { does: get } } } }",
             "resources: { runs: { operations: { list: { route: GET /a, filters: { a: equals } } } "
             "} }",
             "resources: { runs: { lifecycle: { moves: { a: { form: b } } } } }",
             "resources: { runs: { lifecycle: { moves: { a: { again: {} } } } } }",
             "resources: { runs: { operations: { a: { route: GET /a, stream: { framing: hijack } } "
             "} } }",
             "serve: { names: snake }",
             "serve: { auth: { places: [ bearr ] } }",
             "durations: { a: -5s }",
             "webhooks: { a: { secret: { kind: credential } } }",
             "idempotency: { header: Idempotency-Key }",
             "magic: { at: To }",
             "scenarios: { a: {} }",
             "lists: { page: { style: pages } }",
         }) {
        const std::string text = std::string(kFrame) + broken + "\n";
        EXPECT_NE(judged(pack, {"pack.yaml", text}), "valid") << broken;
        EXPECT_TRUE(load(folder_of(std::string(broken) + "\n")).has_errors()) << broken;
    }
    EXPECT_NE(judged(pack, {"pack.yaml", "format: 2\npack: a\nerrors: { on: {}, codes: {} }\n"}),
              "valid");
}

TEST_F(FormatSchema, KnowsAssumptionsAndChannels) {
    const schema::Schema assumptions = compiled("/$defs/assumptions");
    const auto verdict = [&](std::string text) {
        return judged(assumptions, {"plans/assumptions.yaml", std::move(text)});
    };
    EXPECT_EQ(verdict("assumptions: [ { id: a, statement: b, basis: assumed, by_hand: c } ]"),
              "valid");
    for (const char* broken : {
             "assumptions: [ { id: a, statement: b } ]",
             "assumptions: [ { id: a, statement: b, basis: guessed } ]",
             "assumptions: [ { id: a, statement: b, basis: assumed, probe: c, by_hand: d } ]",
             "channels: [ { id: a, statement: b, probe: c, facts: { d: { read: /e } } } ]",
             "channels: [ { id: a, statement: b, facts: { d: { read: /e, list: /f } } } ]",
         }) {
        EXPECT_NE(verdict(broken), "valid") << broken;
    }
}

}  // namespace
}  // namespace understudy::pack
