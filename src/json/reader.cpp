#include "json/reader.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::json {

Node Node::member(std::string_view key) const {
    if (value == nullptr) return {};
    const Value* found = value->find(key);
    return found == nullptr ? Node{} : Node{found, at / key};
}

Node Node::item(std::size_t index) const {
    return {&value->items()[index], at / index};
}

void Reader::problem(const Node& node, std::string what, std::string why, std::string nearest) {
    if (problems_.size() >= kMostProblems) return;
    std::vector<base::Arg> args = {{"what", std::move(what)}, {"why", std::move(why)}};
    if (!nearest.empty()) args.push_back({"nearest", std::move(nearest)});
    problems_.push_back(base::Error{code_, std::move(args), mark(node), {}});
}

void Reader::problem(const Node& node, std::string what, base::Error because) {
    if (problems_.size() >= kMostProblems) return;
    problems_.push_back(base::Error{code_,
                                    {{"what", std::move(what)}, {"why", "it does not load"}},
                                    mark(node),
                                    {std::move(because)}});
}

void Reader::wrong_kind(const Node& node, std::string_view what, std::string_view expected) {
    problem(
        node, std::string(what),
        "must be " + std::string(expected) + ", not " + std::string(name_of(node.value->kind())));
}

std::optional<std::string> Reader::text(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (!node.value->is_string()) {
        wrong_kind(node, what, "a text");
        return std::nullopt;
    }
    if (base::trim(node.value->as_string()).empty() && node.value->as_string().size() > 0) {
        problem(node, std::string(what), "must not be blank");
        return std::nullopt;
    }
    return std::string(node.value->as_string());
}

std::optional<bool> Reader::flag(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (!node.value->is_bool()) {
        wrong_kind(node, what, "true or false");
        return std::nullopt;
    }
    return node.value->as_bool();
}

std::optional<std::int64_t> Reader::whole(const Node& node, std::string_view what,
                                          std::int64_t least, std::int64_t most) {
    if (!node) return std::nullopt;
    const auto number = node.value->is_number() ? node.value->to_int64() : std::nullopt;
    if (!number || *number < least || *number > most) {
        problem(
            node, std::string(what),
            "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        return std::nullopt;
    }
    return number;
}

std::optional<std::size_t> Reader::word(const Node& node, std::string_view what,
                                        std::span<const std::string_view> words) {
    const auto found = text(node, what);
    if (!found) return std::nullopt;
    const auto at = std::find(words.begin(), words.end(), *found);
    if (at != words.end()) return static_cast<std::size_t>(at - words.begin());
    std::string known;
    for (std::string_view each : words) known += (known.empty() ? "" : ", ") + std::string(each);
    problem(node, std::string(what), "cannot be " + base::quoted(*found) + "; one of: " + known,
            base::nearest(*found, words));
    return std::nullopt;
}

std::vector<std::string> Reader::texts(const Node& node, std::string_view what) {
    std::vector<std::string> found;
    if (!node) return found;
    if (!node.value->is_array()) {
        if (auto one = text(node, what)) found.push_back(std::move(*one));
        return found;
    }
    for (std::size_t i = 0; i < node.value->size(); ++i) {
        if (auto one = text(node.item(i), what)) found.push_back(std::move(*one));
    }
    return found;
}

std::vector<Node> Reader::list(const Node& node, std::string_view what) {
    std::vector<Node> found;
    if (!node) return found;
    if (!node.value->is_array()) {
        wrong_kind(node, what, "a list");
        return found;
    }
    for (std::size_t i = 0; i < node.value->size(); ++i) found.push_back(node.item(i));
    return found;
}

std::vector<std::pair<std::string, Node>> Reader::members(const Node& node, std::string_view what) {
    std::vector<std::pair<std::string, Node>> found;
    if (!node) return found;
    if (!node.value->is_object()) {
        wrong_kind(node, what, "a map");
        return found;
    }
    for (const Member& member : node.value->members()) {
        found.emplace_back(std::string(member.key()), Node{&member.value, node.at / member.key()});
    }
    return found;
}

MapReader::MapReader(Reader& reader, Node node, std::string what)
    : reader_(reader), node_(std::move(node)), what_(std::move(what)) {
    if (!node_) return;
    is_map_ = node_.value->is_object();
    if (!is_map_) reader_.wrong_kind(node_, what_, "a map");
}

std::string MapReader::what(std::string_view key) const {
    return "`" + std::string(key) + "` of " + what_;
}

Node MapReader::get(std::string_view key) {
    asked_.emplace_back(key);
    return is_map_ ? node_.member(key) : Node{};
}

Node MapReader::need(std::string_view key) {
    Node found = get(key);
    if (!found && is_map_) reader_.problem(node_, what_, "needs `" + std::string(key) + "`");
    return found;
}

void MapReader::done() {
    if (!is_map_) return;
    for (const Member& member : node_.value->members()) {
        if (std::find(asked_.begin(), asked_.end(), member.key()) != asked_.end()) continue;
        reader_.problem(Node{&member.value, node_.at / member.key()}, what_,
                        "has no key " + base::quoted(member.key()),
                        base::nearest(member.key(), std::span<const std::string>(asked_)));
    }
}

}  // namespace understudy::json
