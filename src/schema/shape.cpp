// Feeding and merging shapes.
#include "schema/shape.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "schema/impl/format.hpp"

namespace understudy::schema {

using json::Kind;
using json::Value;

namespace {

// Formats worth noticing; those that almost any string has (hostname, uri-reference) say nothing.
constexpr std::array kNoticed{Format::DateTime, Format::Date,  Format::Time,
                              Format::Duration, Format::Email, Format::Ipv4,
                              Format::Ipv6,     Format::Uri,   Format::Uuid};

void widen_numbers(ShapeNode& node, const Value& value) {
    if (!node.least || value.to_decimal() < node.least->to_decimal()) node.least = value;
    if (!node.most || value.to_decimal() > node.most->to_decimal()) node.most = value;
}

void widen(std::uint64_t& least, std::uint64_t& most, std::uint64_t number, bool is_first) {
    least = is_first ? number : std::min(least, number);
    most = is_first ? number : std::max(most, number);
}

bool by_name(const ShapeProperty& property, std::string_view name) {
    return property.name < name;
}

}  // namespace

bool ShapeNode::is_homogeneous() const {
    int different = 0;
    for (std::size_t kind = 1; kind < kinds.size(); ++kind) different += kinds[kind] > 0 ? 1 : 0;
    return different <= 1;
}

std::optional<std::string> ShapeNode::format() const {
    for (const auto& [name, matches] : formats) {
        if (matches == of(Kind::String)) return name;
    }
    return std::nullopt;
}

std::vector<std::string> ShapeNode::enumeration() const {
    std::vector<std::string> out;
    if (has_more_texts || texts.empty() || of(Kind::String) < 3 * texts.size()) return out;
    for (const auto& [text, times] : texts) out.push_back(text);
    return out;
}

const ShapeProperty* ShapeNode::find(std::string_view name) const {
    const auto at = std::lower_bound(properties.begin(), properties.end(), name, by_name);
    return at != properties.end() && at->name == name ? &*at : nullptr;
}

void Shape::add(const Value& value) {
    add_to(root_, value, 0);
}

void Shape::add_to(ShapeNode& node, const Value& value, std::size_t depth) {
    ++node.count;
    const std::uint64_t before = node.kinds[static_cast<std::size_t>(value.kind())]++;
    switch (value.kind()) {
        case Kind::Number:
            if (value.to_decimal().is_integer()) ++node.whole_numbers;
            widen_numbers(node, value);
            break;
        case Kind::String: add_string(node, value.as_string()); break;
        case Kind::Array:
            widen(node.fewest_items, node.most_items, value.size(), before == 0);
            if (value.size() == 0) break;
            if (depth >= limits_.depth || !has_items_of(node)) {
                node.is_cut = true;
                break;
            }
            for (const Value& item : value.items()) add_to(node.items.front(), item, depth + 1);
            break;
        case Kind::Object:
            if (depth >= limits_.depth) {
                node.is_cut = node.is_cut || value.size() > 0;
                break;
            }
            for (const json::Member& member : value.members()) {
                ShapeProperty* property = property_of(node, member.key());
                if (property == nullptr) {
                    node.is_cut = true;
                    continue;
                }
                // A repeated key is present once: `find` gives its last occurrence.
                if (value.find(member.key()) == &member.value) ++property->present;
                add_to(property->node.front(), member.value, depth + 1);
            }
            break;
        default: break;
    }
}

void Shape::add_string(ShapeNode& node, std::string_view text) {
    const bool is_first = node.of(Kind::String) == 1;
    widen(node.shortest, node.longest, base::count_code_points(text), is_first);
    add_text(node, text, 1);
    for (const Format format : kNoticed) {
        const std::string_view name = name_of(format);
        const auto known = node.formats.find(name);
        // A format that one string did not have is out for good.
        const std::uint64_t so_far = known == node.formats.end() ? 0 : known->second;
        if (so_far + 1 != node.of(Kind::String)) continue;
        if (has_format(format, text) == Truth::Yes) node.formats[std::string(name)] = so_far + 1;
    }
}

void Shape::add_text(ShapeNode& node, std::string_view text, std::uint64_t count) {
    if (node.has_more_texts) return;
    const auto known = node.texts.find(text);
    if (known != node.texts.end()) {
        known->second += count;
    } else if (text.size() > limits_.text_bytes || node.texts.size() >= limits_.texts) {
        node.has_more_texts = true;
        node.texts.clear();
    } else {
        node.texts.emplace(std::string(text), count);
    }
}

bool Shape::has_items_of(ShapeNode& node) {
    if (!node.items.empty()) return true;
    if (nodes_ >= limits_.nodes) return false;
    ++nodes_;
    node.items.emplace_back();
    return true;
}

ShapeProperty* Shape::property_of(ShapeNode& node, std::string_view name) {
    const auto at = std::lower_bound(node.properties.begin(), node.properties.end(), name, by_name);
    if (at != node.properties.end() && at->name == name) return &*at;
    if (nodes_ >= limits_.nodes || node.properties.size() >= limits_.properties) return nullptr;
    ++nodes_;
    ShapeProperty property;
    property.name = std::string(name);
    property.node.emplace_back();
    return &*node.properties.insert(at, std::move(property));
}

void Shape::merge(const Shape& other) {
    merge_into(root_, other.root_, 0);
}

void Shape::merge_into(ShapeNode& node, const ShapeNode& other, std::size_t depth) {
    const bool first_strings = node.of(Kind::String) == 0;
    const bool first_arrays = node.of(Kind::Array) == 0;
    node.count += other.count;
    for (std::size_t i = 0; i < node.kinds.size(); ++i) node.kinds[i] += other.kinds[i];
    node.whole_numbers += other.whole_numbers;
    if (other.least) widen_numbers(node, *other.least);
    if (other.most) widen_numbers(node, *other.most);
    if (other.of(Kind::String) > 0) {
        widen(node.shortest, node.longest, other.shortest, first_strings);
        widen(node.shortest, node.longest, other.longest, false);
        for (const auto& [text, count] : other.texts) add_text(node, text, count);
        if (other.has_more_texts) {
            node.has_more_texts = true;
            node.texts.clear();
        }
        for (const auto& [name, count] : other.formats) node.formats[name] += count;
    }
    if (other.of(Kind::Array) > 0) {
        widen(node.fewest_items, node.most_items, other.fewest_items, first_arrays);
        widen(node.fewest_items, node.most_items, other.most_items, false);
    }
    node.is_cut = node.is_cut || other.is_cut;
    if (depth >= limits_.depth) {
        node.is_cut = node.is_cut || !other.items.empty() || !other.properties.empty();
        return;
    }
    if (!other.items.empty()) {
        if (has_items_of(node)) {
            merge_into(node.items.front(), other.items.front(), depth + 1);
        } else {
            node.is_cut = true;
        }
    }
    for (const ShapeProperty& theirs : other.properties) {
        ShapeProperty* ours = property_of(node, theirs.name);
        if (ours == nullptr) {
            node.is_cut = true;
            continue;
        }
        ours->present += theirs.present;
        merge_into(ours->node.front(), theirs.node.front(), depth + 1);
    }
}

}  // namespace understudy::schema
