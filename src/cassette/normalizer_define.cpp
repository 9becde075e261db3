// Normalizers of a project, from `normalizers` in understudy.yaml:
//
//     ticket: {pattern: 'T-([0-9]+)', group: 1, type: integer,
//              examples: {match: [T-17], other: [T-shirt, T-]}}
//
// The examples are part of it: what has none, or one that does not hold, is refused.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cassette/impl/normalizer.hpp"
#include "cassette/rules.hpp"

namespace understudy::cassette {

namespace {

using json::MapReader;
using json::Node;
using json::Reader;

constexpr std::array<std::string_view, 2> kTypes = {"string", "integer"};
constexpr std::size_t kMostDefinitions = 200;
constexpr std::size_t kLongestName = 60;

bool is_name(std::string_view name) {
    return !name.empty() && name.size() <= kLongestName && is_letter(name.front()) &&
           name != "secret" && std::all_of(name.begin(), name.end(), [](char c) {
               return is_word(c) || c == '.' || c == ':' || c == '-';
           });
}

// How many groups has it? An empty text matches `...|` whatever the pattern says.
std::size_t groups_in(std::string_view pattern) {
    const auto either = base::Regex::compile("(?:" + std::string(pattern) + ")|");
    const auto match = either ? either->find("") : std::nullopt;
    return match ? match->groups.size() : 0;
}

std::vector<std::string> read_examples(Reader& reader, MapReader& map, std::string_view key) {
    const Node node = map.need(key);
    std::vector<std::string> examples = reader.texts(node, map.what(key));
    if (node && examples.empty()) reader.problem(node, map.what(key), "needs one text or more");
    return examples;
}

void check_examples(Reader& reader, const Node& node, const std::string& name,
                    const Definition& definition) {
    const RecognizerPointer recognizer =
        make_defined(name, std::make_shared<Definition>(definition));
    for (const std::string& text : definition.matching) {
        if (!recognizer->find(text, {}).empty()) continue;
        reader.problem(node, "the normalizer " + base::quoted(name),
                       base::quoted(text) + " should match and does not");
    }
    for (const std::string& text : definition.other) {
        if (recognizer->find(text, {}).empty()) continue;
        reader.problem(node, "the normalizer " + base::quoted(name),
                       base::quoted(text) + " should not match and does");
    }
}

void read_definition(Reader& reader, const Node& node, const std::string& name, Normalizers& into) {
    MapReader map(reader, node, "the normalizer " + base::quoted(name));
    const Node at = map.need("pattern");
    const auto text = reader.text(at, map.what("pattern"));
    const Node group_at = map.get("group");
    const auto type = reader.word(map.get("type"), map.what("type"), kTypes);
    const Node examples_at = map.need("examples");
    std::vector<std::string> matching, other;
    if (examples_at) {
        MapReader examples(reader, examples_at, map.what("examples"));
        matching = read_examples(reader, examples, "match");
        other = read_examples(reader, examples, "other");
        examples.done();
    }
    map.done();
    if (!text) return;
    auto pattern = base::Regex::compile(*text);
    if (!pattern) {
        reader.problem(at, map.what("pattern"), std::move(pattern.error()));
        return;
    }
    const auto groups = static_cast<std::int64_t>(groups_in(*text));
    const auto group = reader.whole(group_at, map.what("group"), 0, groups);
    if (group_at && !group) return;
    const Definition definition{*pattern,
                                static_cast<std::size_t>(group.value_or(groups > 0 ? 1 : 0)),
                                type == std::size_t{1}, std::move(matching), std::move(other)};
    check_examples(reader, examples_at ? examples_at : node, name, definition);
    into.put(name, std::make_shared<Definition>(definition));
}

}  // namespace

void Normalizers::add(json::Reader& reader, const json::Node& definitions) {
    const auto members = reader.members(definitions, "`normalizers`");
    if (members.size() > kMostDefinitions) {
        reader.problem(definitions, "`normalizers`", "more than 200 of them");
        return;
    }
    for (const auto& [name, node] : members) {
        if (!is_name(name)) {
            reader.problem(node, "`normalizers`",
                           base::quoted(name) +
                               " is no name: a letter, then up to 59 letters, "
                               "digits and . : _ -");
        } else if (find(name) != nullptr) {
            reader.problem(node, "`normalizers`",
                           base::quoted(name) + " is the name of another normalizer");
        } else {
            read_definition(reader, node, name, *this);
        }
    }
}

}  // namespace understudy::cassette
