// The yaml blocks of docs/reference/pack-format.md, loaded as packs.
//
// A block shows only what it speaks of. It is laid over a small complete pack, map by map, and the
// result is loaded. `<!-- refused: CODE -->` before a block says that loading must report that
// code, `<!-- in: FILE -->` that it is that file of the pack instead.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "pack/load.hpp"
#include "yaml/read.hpp"

namespace understudy {
namespace {

constexpr std::string_view kFrame = R"yaml(
format: 1
pack: page
version: 0.1.0
models: { vendor: Page, api: "1" }
serve:
  hosts: [ { host: "*", base: / } ]
  auth: { places: [ bearer ], fails: api_key_invalid }
  input: [ json, form ]
errors:
  envelope: { error: error }
  on: { auth: api_key_invalid, no_route: no_route, required: parameter_invalid, type: parameter_invalid, missing: resource_missing }
  codes:
    api_key_invalid:   { status: 401, type: authentication_error, message: No such key. }
    no_route:          { status: 404, type: invalid_request, message: Nothing here. }
    parameter_invalid: { status: 400, type: invalid_request, message: "Invalid {issue.param}", param: "{issue.param}" }
    amount_too_small:  { status: 400, type: invalid_request, message: "At least {issue.limit}." }
    resource_missing:  { status: 404, type: invalid_request, message: "No such {issue.resource}" }
    state_conflict:    { status: 409, type: invalid_request, message: Not in this state. }
lists:
  page: { style: cursor, after: starting_after, limit: limit, default: 10, max: 100 }
  range: brackets
  envelope: { data: page.items }
resources:
  things:
    id: "th_{base62:12}"
    operations: { create: POST /things, get: "GET /things/{id}" }
)yaml";

struct Example {
    std::size_t line = 0;
    std::string refused;  // a code; empty: it loads
    std::string file;     // of the pack; empty: laid over pack.yaml
    std::string text;
};

// The probe that examples name.
constexpr std::string_view kProbe = R"yaml(
version: 1
service: page
steps:
  - { id: make, effect: write, request: { post: /things }, capture: { thing: /id } }
  - { id: read, effect: read, request: { get: "/things/${thing}" } }
  - { id: listed, effect: read, request: { get: /things } }
)yaml";

std::vector<Example> examples() {
    std::ifstream in(std::string(UNDERSTUDY_ROOT) + "/docs/reference/pack-format.md");
    std::ostringstream page;
    page << in.rdbuf();
    const std::string text = page.str();
    std::vector<Example> found;
    std::string refused;
    std::string file;
    bool inside = false;
    std::size_t number = 0;
    for (const std::string_view line : base::split_lines(text)) {
        ++number;
        const auto said = [line](std::string_view mark) {
            return std::string(line.substr(mark.size(), line.find(' ', mark.size()) - mark.size()));
        };
        constexpr std::string_view kMark = "<!-- refused: ";
        constexpr std::string_view kFileMark = "<!-- in: ";
        if (!inside && line.starts_with(kMark)) {
            refused = said(kMark);
        } else if (!inside && line.starts_with(kFileMark)) {
            file = said(kFileMark);
        } else if (!inside && line == "```yaml") {
            inside = true;
            found.push_back({number, std::exchange(refused, {}), std::exchange(file, {}), {}});
        } else if (inside && line == "```") {
            inside = false;
        } else if (inside) {
            found.back().text += std::string(line) + "\n";
        }
    }
    return found;
}

json::Value laid_over(const json::Value& under, const json::Value& over) {
    if (!under.is_object() || !over.is_object()) return over;
    json::Value joined = under;
    for (const json::Member& member : over.members()) {
        const json::Value* old = under.find(member.key());
        joined.set(member.key(), old == nullptr ? member.value : laid_over(*old, member.value));
    }
    return joined;
}

std::string problems_of(const Example& example) {
    auto frame = yaml::read({"frame", std::string(kFrame)});
    auto block = yaml::read({"block", example.text});
    if (!frame || !block) return block ? "the frame is no YAML" : base::render(block.error());
    pack::Folder folder{"page", {}};
    const bool is_file = !example.file.empty();
    const json::Value pack = is_file ? frame->root : laid_over(frame->root, block->root);
    folder.files.push_back({"pack.yaml", json::write_pretty(pack) + "\n"});
    if (is_file) folder.files.push_back({example.file, example.text});
    folder.files.push_back({"plans/probes/things.yaml", std::string(kProbe)});
    std::string text;
    for (const pack::Problem& problem : pack::load(folder).problems) {
        text += base::render(problem.error);
    }
    return text;
}

TEST(PackFormatPage, EveryExampleLoadsOrIsRefusedAsItSays) {
    const std::vector<Example> all = examples();
    for (const Example& example : all) {
        const std::string problems = problems_of(example);
        if (example.refused.empty()) {
            EXPECT_EQ(problems, "") << "line " << example.line;
        } else {
            EXPECT_NE(problems.find("[" + example.refused + "]"), std::string::npos)
                << "line " << example.line << ": " << problems;
        }
    }
    EXPECT_GE(all.size(), 25U);
}

}  // namespace
}  // namespace understudy
