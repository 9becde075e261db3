// Reads a file of ours, part by part, and collects every problem on the way. A map is read by
// asking for its keys; what was never asked for is an unknown key.
//
//     Reader reader(document, code::FamilyProblem);      // whose sentence is "{what}: {why}"
//     MapReader map(reader, reader.root(), "the family");
//     family.id = reader.text(map.need("id"), map.what("id")).value_or("");
//     map.done();
//     reader.take_problems();
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/result.hpp"
#include "json/document.hpp"

namespace understudy::json {

// A value of the file and where it stands.
struct Node {
    const Value* value = nullptr;
    Pointer at;

    explicit operator bool() const { return value != nullptr; }
    Node member(std::string_view key) const;
    Node item(std::size_t index) const;
};

class Reader {
public:
    // Every problem has the code `problem`.
    Reader(const Document& document, base::Code problem) : document_(document), code_(problem) {}

    // A file with more problems than this is told about the first ones.
    static constexpr std::size_t kMostProblems = 200;

    const Document& document() const { return document_; }
    Node root() const { return {&document_.root, {}}; }
    base::Mark mark(const Node& node) const { return document_.mark(node.at); }
    const std::vector<base::Error>& problems() const { return problems_; }
    std::vector<base::Error> take_problems() { return std::move(problems_); }

    // "{what}: {why}", at the node.
    void problem(const Node& node, std::string what, std::string why, std::string nearest = {});
    void problem(const Node& node, std::string what, base::Error because);
    void wrong_kind(const Node& node, std::string_view what, std::string_view expected);

    // Each gives nothing, and reports, when the value is not of that sort; an empty node gives
    // nothing silently.
    std::optional<std::string> text(const Node& node, std::string_view what);
    std::optional<bool> flag(const Node& node, std::string_view what);
    std::optional<std::int64_t> whole(const Node& node, std::string_view what, std::int64_t least,
                                      std::int64_t most);
    std::optional<std::size_t> word(const Node& node, std::string_view what,
                                    std::span<const std::string_view> words);
    std::vector<std::string> texts(const Node& node,
                                   std::string_view what);  // one is a list of one
    std::vector<Node> list(const Node& node, std::string_view what);
    // Members of a map, in order.
    std::vector<std::pair<std::string, Node>> members(const Node& node, std::string_view what);

private:
    const Document& document_;
    base::Code code_;
    std::vector<base::Error> problems_;
};

// One map of the file. Remembers which keys were asked for.
class MapReader {
public:
    MapReader(Reader& reader, Node node, std::string what);

    bool is_map() const { return is_map_; }
    const Node& node() const { return node_; }
    const std::string& what() const { return what_; }
    std::string what(std::string_view key) const;  // "`key` of WHAT"
    Node get(std::string_view key);                // empty if it is not there
    Node need(std::string_view key);               // reports it missing
    void done();                                   // reports what was never asked for

private:
    Reader& reader_;
    Node node_;
    std::string what_;
    bool is_map_ = false;
    std::vector<std::string> asked_;
};

}  // namespace understudy::json
