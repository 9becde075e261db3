#include "world/impl/field_path.hpp"

#include "json/pointer.hpp"

namespace understudy::world {

std::vector<std::string> split_path(std::string_view path) {
    std::vector<std::string> steps(1);
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '\\' && i + 1 < path.size() && path[i + 1] == '.') {
            steps.back() += '.';
            ++i;
        } else if (path[i] == '.') {
            steps.emplace_back();
        } else {
            steps.back() += path[i];
        }
    }
    return steps;
}

std::string escaped(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == '.') out += '\\';
        out += c;
    }
    return out;
}

bool is_at_or_below(std::string_view path, std::string_view field) {
    return path.starts_with(field) && (path.size() == field.size() || path[field.size()] == '.');
}

bool put_below(json::Value& value, std::span<const std::string> steps, const json::Value& leaf) {
    if (steps.empty()) {
        value = leaf;
        return true;
    }
    const std::string& step = steps.front();
    if (value.is_array()) {
        const auto index = json::to_index(step);
        if (step != "*" && (!index || *index >= value.size())) return false;
        // On a copy: one element that cannot take it leaves all as they were.
        json::Value changed = value;
        const std::span<json::Value> items = changed.mutable_items();
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (step != "*" && i != *index) continue;
            if (!put_below(items[i], steps.subspan(1), leaf)) return false;
        }
        value = std::move(changed);
        return true;
    }
    if (step == "*") return false;
    json::Value changed = value.is_object() ? value : json::Value::object();
    json::Value inner;
    if (const json::Value* known = changed.find(step)) inner = *known;
    if (!put_below(inner, steps.subspan(1), leaf)) return false;
    changed.set(step, std::move(inner));
    value = std::move(changed);
    return true;
}

}  // namespace understudy::world
