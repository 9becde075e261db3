#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "http/impl/form_tree.hpp"

namespace understudy::http {

namespace {

using base::Code;

constexpr std::size_t kMany = 16;  // names beside each other; fewer are looked through

base::Failure bad_form(std::string why) {
    return base::fail(Code::HttpBadForm, {{"why", std::move(why)}});
}

// "a[b][]" -> {"a", "b", ""}. A name whose brackets do not pair up is one step.
std::vector<std::string_view> steps_of(std::string_view name) {
    const std::size_t first = name.find('[');
    if (first == 0 || first == std::string_view::npos) return {name};
    std::vector<std::string_view> steps{name.substr(0, first)};
    if (steps[0].find(']') != std::string_view::npos) return {name};
    std::size_t at = first;
    while (at < name.size()) {
        const std::size_t close = name.find_first_of("[]", at + 1);
        if (name[at] != '[' || close == std::string_view::npos || name[close] != ']') return {name};
        steps.push_back(name.substr(at + 1, close - at - 1));
        at = close + 1;
    }
    return steps;
}

// A number that is a place in a list: plain digits, no zero in front, not past the limit.
std::optional<std::size_t> index_of(std::string_view text, std::size_t limit) {
    if (text.empty() || text.size() > 9 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
    std::size_t number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + static_cast<std::size_t>(c - '0');
    }
    return number <= limit ? std::optional(number) : std::nullopt;
}

}  // namespace

FormTree::FormTree(FormStyle style, const FormLimits& limits) : style_(style), limits_(limits) {
    make_node();
}

base::Result<void> FormTree::add(std::string_view name, json::Value value) {
    if (++pairs_ > limits_.pairs) {
        return bad_form("it has more than the limit of " + base::with_thousands(limits_.pairs) +
                        " names");
    }
    if (!base::is_utf8(name)) return bad_form("the name " + base::quoted(name) + " is not UTF-8");
    std::span<const std::string_view> steps(&name, 1);
    Steps taken_apart;
    if (style_ == FormStyle::Brackets) {
        if (name.find('[') != std::string_view::npos) {
            taken_apart = steps_of(name);
            steps = taken_apart;
        }
        if (value.is_string() && value.as_string().empty()) value = nullptr;
    }
    if (steps.size() > limits_.depth) {
        return bad_form("the name " + base::quoted(name) + " is nested deeper than " +
                        std::to_string(limits_.depth) + " levels");
    }

    NodeId at = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (nodes_[at].scalar) {
            return bad_form(base::quoted(name) +
                            " has brackets, but its name came before as a plain value");
        }
        const bool appends = i > 0 && steps[i].empty();
        at = appends ? next_item(at, steps.subspan(i + 1)) : child(at, steps[i]);
    }
    if (nodes_[at].is_container()) {
        return bad_form(base::quoted(name) +
                        " is a plain value, but its name came before with brackets");
    }
    if (nodes_[at].scalar) {
        nodes_[at].further.push_back(std::move(value));
    } else {
        nodes_[at].scalar = std::move(value);
    }
    return {};
}

base::Result<json::Value> FormTree::fold() const {
    json::Value object = json::Value::object();
    for (const auto& [name, id] : nodes_[0].named) {
        object.append(name, TRY(value_of(id, {nullptr, name})));
    }
    return object;
}

FormTree::NodeId FormTree::make_node() {
    nodes_.emplace_back();
    return static_cast<NodeId>(nodes_.size() - 1);
}

FormTree::NodeId FormTree::child(NodeId parent, std::string_view name) {
    if (const auto found = nodes_[parent].find(name)) return *found;
    const NodeId made = make_node();
    Node& node = nodes_[parent];
    node.named.emplace_back(name, made);
    if (node.named.size() == kMany) node.by_name.insert(node.named.begin(), node.named.end());
    if (node.named.size() > kMany) node.by_name.emplace(name, made);
    return made;
}

std::optional<FormTree::NodeId> FormTree::Node::find(std::string_view name) const {
    if (named.size() >= kMany) {
        const auto found = by_name.find(name);
        return found == by_name.end() ? std::nullopt : std::optional(found->second);
    }
    for (const auto& [known, id] : named) {
        if (known == name) return id;
    }
    return std::nullopt;
}

std::string FormTree::Place::text() const {
    return above == nullptr ? std::string(step) : above->text() + "[" + std::string(step) + "]";
}

// `a[][b]=1&a[][c]=2&a[][b]=3` is two items: the last one is gone on with until a name repeats.
FormTree::NodeId FormTree::next_item(NodeId list, std::span<const std::string_view> rest) {
    if (!rest.empty() && !nodes_[list].appended.empty()) {
        const NodeId last = nodes_[list].appended.back();
        if (nodes_[last].is_container() && !has(last, rest)) return last;
    }
    const NodeId made = make_node();
    nodes_[list].appended.push_back(made);
    return made;
}

bool FormTree::has(NodeId from, std::span<const std::string_view> path) const {
    for (const std::string_view step : path) {
        if (step.empty()) return false;  // a list inside: one more item always fits
        const auto found = nodes_[from].find(step);
        if (!found) return false;
        from = *found;
    }
    return true;
}

bool FormTree::is_list(const Node& node) const {
    return std::all_of(node.named.begin(), node.named.end(), [&](const auto& entry) {
        return index_of(entry.first, limits_.index).has_value();
    });
}

base::Result<json::Value> FormTree::value_of(NodeId id, const Place& place) const {
    const Node& node = nodes_[id];
    if (!node.is_container()) {
        if (node.further.empty()) return *node.scalar;
        json::Value list = json::Value::array();
        list.push_back(*node.scalar);
        for (const json::Value& scalar : node.further) list.push_back(scalar);
        return list;
    }
    if (!is_list(node)) {
        if (!node.appended.empty()) {
            return bad_form(base::quoted(place.text()) +
                            " is a list in one place and an object in another");
        }
        json::Value object = json::Value::object();
        for (const auto& [name, part] : node.named) {
            object.append(name, TRY(value_of(part, {&place, name})));
        }
        return object;
    }
    auto numbered = node.named;
    std::sort(numbered.begin(), numbered.end(), [](const auto& a, const auto& b) {
        if (a.first.size() != b.first.size()) return a.first.size() < b.first.size();
        return a.first < b.first;
    });
    json::Value list = json::Value::array();
    for (const auto& [name, part] : numbered) {
        list.push_back(TRY(value_of(part, {&place, name})));
    }
    for (const NodeId part : node.appended) list.push_back(TRY(value_of(part, {&place, ""})));
    return list;
}

}  // namespace understudy::http
