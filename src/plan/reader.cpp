// The small readers all parts of a plan share.
#include "plan/impl/reader.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/impl/holes.hpp"

namespace understudy::plan {

using json::Value;

namespace {

std::string a_kind(const Value& value) {
    switch (value.kind()) {
        case json::Kind::Null: return "nothing";
        case json::Kind::Bool: return "true or false";
        case json::Kind::Number: return "a number";
        case json::Kind::String: return "text";
        case json::Kind::Array: return "a list";
        case json::Kind::Object: return "a map";
    }
    return "";
}

std::string listed(std::span<const std::string_view> words) {
    std::string text;
    for (std::string_view word : words) {
        if (!text.empty()) text += ", ";
        text += word;
    }
    return text;
}

bool is_in_capitals(std::string_view name) {
    for (const char c : name) {
        if (c >= 'a' && c <= 'z') return false;
    }
    return !name.empty();
}

}  // namespace

Node Node::member(std::string_view key) const {
    const Value* found = value == nullptr ? nullptr : value->find(key);
    return found == nullptr ? Node{} : Node{found, at / key};
}

Node Node::item(std::size_t index) const {
    return Node{&(*value)[index], at / index};
}

void Reader::problem(base::Code code, std::vector<base::Arg> args, const Node& node,
                     std::vector<base::Error> because) {
    if (problems_.size() >= kMostProblems) return;
    problems_.push_back({code, std::move(args), document_.mark(node.at), std::move(because)});
}

void Reader::problem_at_key(base::Code code, std::vector<base::Arg> args, const Node& node) {
    if (problems_.size() >= kMostProblems) return;
    problems_.push_back({code, std::move(args), document_.mark_of_key(node.at), {}});
}

void Reader::wrong_kind(const Node& node, std::string_view what, std::string_view expected) {
    problem(code::WrongKind,
            {{"what", std::string(what)},
             {"expected", std::string(expected)},
             {"found", a_kind(*node.value)}},
            node);
}

std::optional<std::string> Reader::text(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (node.value->is_string()) return std::string(node.value->as_string());
    wrong_kind(node, what, "text");
    return std::nullopt;
}

std::optional<std::int64_t> Reader::whole(const Node& node, std::string_view what,
                                          std::int64_t least, std::int64_t most) {
    if (!node) return std::nullopt;
    const auto number = node.value->is_number() ? node.value->to_int64() : std::nullopt;
    if (!number) {
        wrong_kind(node, what, "a whole number");
        return std::nullopt;
    }
    if (*number < least || *number > most) {
        problem(code::OutOfRange,
                {{"what", std::string(what)},
                 {"least", std::to_string(least)},
                 {"most", std::to_string(most)},
                 {"found", std::to_string(*number)}},
                node);
        return std::nullopt;
    }
    return number;
}

std::optional<base::Duration> Reader::duration(const Node& node, std::string_view what) {
    const auto written = text(node, what);
    if (!written) return std::nullopt;
    const auto duration = base::parse_duration(*written);
    if (duration && *duration >= base::Duration{}) return duration;
    problem(code::BadDuration, {{"text", base::quoted(*written)}}, node);
    return std::nullopt;
}

std::optional<std::size_t> Reader::word(const Node& node, std::string_view what,
                                        std::span<const std::string_view> words) {
    const auto written = text(node, what);
    if (!written) return std::nullopt;
    const auto found = std::find(words.begin(), words.end(), *written);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    problem(code::WrongWord,
            {{"what", std::string(what)},
             {"word", base::quoted(*written)},
             {"known", listed(words)},
             {"nearest", base::nearest(*written, words)}},
            node);
    return std::nullopt;
}

std::optional<Place> Reader::place(const Node& node, std::string_view what) {
    const auto written = text(node, what);
    if (!written) return std::nullopt;
    auto place = Place::parse(*written);
    if (place) return std::move(*place);
    problem(code::BadPlace, {{"text", base::quoted(*written)}}, node, {place.error()});
    return std::nullopt;
}

std::optional<base::Regex> Reader::pattern(const Node& node, std::string_view what) {
    const auto written = text(node, what);
    if (!written) return std::nullopt;
    auto pattern = base::Regex::compile(*written);
    if (pattern) return std::move(*pattern);
    problem(code::BadPattern, {{"text", base::quoted(*written)}}, node, {pattern.error()});
    return std::nullopt;
}

std::optional<bool> Reader::flag(const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    if (node.value->is_bool()) return node.value->as_bool();
    wrong_kind(node, what, "true or false");
    return std::nullopt;
}

std::vector<Node> Reader::list(const Node& node) {
    std::vector<Node> nodes;
    if (!node) return nodes;
    if (!node.value->is_array()) return {node};
    for (std::size_t i = 0; i < node.value->size(); ++i) nodes.push_back(node.item(i));
    return nodes;
}

std::vector<std::string> Reader::texts(const Node& node, std::string_view what) {
    std::vector<std::string> all;
    for (const Node& item : list(node)) {
        if (auto one = text(item, what)) all.push_back(std::move(*one));
    }
    return all;
}

void Reader::declare(std::string_view name) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.emplace_back(name);
}

void Reader::check_holes(const Node& node) {
    check_all_holes(node, nullptr);
}

void Reader::check_holes(const Node& node, std::vector<std::string>& environment) {
    check_all_holes(node, options_.environment ? &environment : nullptr);
}

void Reader::check_all_holes(const Node& node, std::vector<std::string>* environment) {
    if (!node) return;
    if (node.value->is_array()) {
        for (std::size_t i = 0; i < node.value->size(); ++i) {
            check_all_holes(node.item(i), environment);
        }
    } else if (node.value->is_object()) {
        for (const json::Member& member : node.value->members()) {
            check_all_holes(Node{&member.value, node.at / member.key()}, environment);
        }
    } else if (node.value->is_string()) {
        auto names = holes_in(node.value->as_string());
        if (!names) {
            problem(names.error().code, names.error().args, node);
            return;
        }
        for (const std::string& name : *names) {
            if (std::find(names_.begin(), names_.end(), name) != names_.end()) continue;
            if (environment != nullptr && is_in_capitals(name)) {
                if (std::find(environment->begin(), environment->end(), name) ==
                    environment->end()) {
                    environment->push_back(name);
                }
                continue;
            }
            problem(code::UnknownVariable,
                    {{"name", "${" + name + "}"}, {"nearest", base::nearest(name, names_)}}, node);
        }
    }
}

MapReader::MapReader(Reader& reader, Node node, std::string what)
    : reader_(reader), node_(std::move(node)), what_(std::move(what)) {
    is_map_ = node_.value->is_object();
    if (!is_map_) reader_.wrong_kind(node_, what_, "a map");
}

Node MapReader::get(std::string_view key) {
    asked_.emplace_back(key);
    return node_.member(key);
}

Node MapReader::need(std::string_view key) {
    Node found = get(key);
    if (!found && is_map_) {
        reader_.problem(code::MissingKey, {{"what", what_}, {"key", "`" + std::string(key) + "`"}},
                        node_);
    }
    return found;
}

void MapReader::done() {
    if (!is_map_) return;
    for (const json::Member& member : node_.value->members()) {
        if (std::find(asked_.begin(), asked_.end(), member.key()) != asked_.end()) continue;
        const std::string near = base::nearest(member.key(), asked_);
        std::string known;
        if (near.empty()) {
            for (const std::string& key : asked_) known += (known.empty() ? "" : ", ") + key;
            known = "its keys are " + known;
        }
        reader_.problem_at_key(code::UnknownKey,
                               {{"key", base::quoted(member.key())},
                                {"what", what_},
                                {"help", known},
                                {"nearest", near}},
                               Node{&member.value, node_.at / member.key()});
    }
}

}  // namespace understudy::plan
