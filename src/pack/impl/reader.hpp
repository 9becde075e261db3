// Reads the files of a pack part by part and collects every problem on the way: nothing here stops
// at the first. A Node is a value of a file and the row of its mark, so that pointing at it costs
// nothing until something is wrong.
//
//     Map map(reader, node, "serve.auth", {"places", "key_forms", "fails"});
//     for (const Node& place : reader.list(map.get("places"))) ...
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "pack/load.hpp"

namespace understudy::pack {

// A file of the pack, read, with the offsets of its lines.
struct File {
    std::string path;  // below the pack's folder
    json::Document document;
    std::vector<std::size_t> lines;

    File(std::string below, json::Document read);
    base::Mark mark(json::Range range) const;
};

struct Node {
    const File* file = nullptr;
    const json::Value* value = nullptr;
    std::uint32_t row = 0;

    explicit operator bool() const { return value != nullptr; }
    bool is_null() const { return value == nullptr || value->is_null(); }
    bool is_map() const { return value != nullptr && value->is_object(); }
    bool is_list() const { return value != nullptr && value->is_array(); }
    bool is_text() const { return value != nullptr && value->is_string(); }
    Node member(std::string_view key) const;
    std::vector<Node> items() const;  // of a list; empty for anything else
    base::Mark mark() const;
    base::Mark key_mark() const;  // of the key that leads to it
};

struct Entry {
    std::string key;
    Node node;
};

class Reader {
public:
    // A pack with more problems than this is told about the first ones.
    static constexpr std::size_t kMostProblems = 500;

    void problem(base::Code code, std::vector<base::Arg> args, const Node& node,
                 std::vector<base::Error> because = {});
    void problem_at_key(base::Code code, std::vector<base::Arg> args, const Node& node,
                        std::vector<base::Error> because = {});
    void problem_at(base::Code code, std::vector<base::Arg> args, const base::Mark& mark,
                    std::vector<base::Error> because = {});
    void wrong_kind(const Node& node, std::string_view what, std::string_view expected,
                    std::string_view help = {});
    // `there is no WHAT NAME`, with the nearest of the known ones.
    void unknown_name(const Node& node, std::string_view what, std::string_view name,
                      std::span<const std::string> known, std::string_view help = {});

    bool is_full() const { return problems_.size() >= kMostProblems; }
    std::vector<Problem> take() { return std::move(problems_); }
    std::vector<Problem>& problems() { return problems_; }

    // Each gives nothing, and reports, when the value is not of that sort; an empty node gives
    // nothing silently.
    std::optional<std::string> text(const Node& node, std::string_view what);
    std::optional<std::string> text_or_number(const Node& node, std::string_view what);
    std::optional<bool> flag(const Node& node, std::string_view what);
    std::optional<std::int64_t> whole(const Node& node, std::string_view what, std::int64_t least,
                                      std::int64_t most);
    std::vector<Node> list(const Node& node);  // a list, or one value standing for a list of one
    std::vector<std::string> texts(const Node& node, std::string_view what);
    std::vector<Entry> entries(const Node& node, std::string_view what);  // of a map
    // The index of the word among `words`.
    std::optional<std::size_t> word(const Node& node, std::string_view what,
                                    std::span<const std::string_view> words);
    std::optional<std::size_t> word(const Node& node, std::string_view what,
                                    std::initializer_list<std::string_view> words);
    std::optional<base::Duration> duration(const Node& node, std::string_view what);

private:
    std::vector<Problem> problems_;
};

// A map whose keys are known; the others are reported at once.
class Map {
public:
    Map(Reader& reader, const Node& node, std::string what,
        std::initializer_list<std::string_view> known);
    Map(Reader& reader, const Node& node, std::string what,
        std::span<const std::string_view> known);

    bool is_map() const { return node_.is_map(); }
    const Node& node() const { return node_; }
    const std::string& what() const { return what_; }
    bool has(std::string_view key) const { return static_cast<bool>(get(key)); }
    Node get(std::string_view key) const { return node_.member(key); }
    Node need(std::string_view key, std::string_view help = {}) const;  // reports it missing

private:
    Reader& reader_;
    Node node_;
    std::string what_;
};

std::string a_kind(const json::Value& value);  // "a number", "nothing"
std::string listed(std::span<const std::string_view> words);
std::string listed(std::span<const std::string> words);

}  // namespace understudy::pack
