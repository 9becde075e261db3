#include "secret/impl/environment.hpp"

#include <algorithm>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "secret/code.hpp"
#include "secret/impl/place.hpp"
#include "secret/impl/view.hpp"

namespace understudy::secret {

namespace {

constexpr std::string_view kUnnamed = "ENV";

bool is_framed(std::string_view text, std::string_view open, std::string_view close) {
    return text.size() >= open.size() + close.size() && text.starts_with(open) &&
           text.ends_with(close);
}

// Nothing, or what stands for a value already.
bool is_dropped(std::string_view value) {
    return value.find_first_not_of('*') == std::string_view::npos || is_framed(value, "<", ">") ||
           is_framed(value, "[", "]") || is_framed(value, "${", "}") ||
           is_framed(value, "{{", "}}");
}

std::string placeholder_of(std::string_view name) {
    return "<" + std::string(name) + ">";
}

// --- `NAME=value` on lines; a value goes on to the next name

struct Variable {
    std::string_view name;
    std::size_t begin = 0, end = 0;  // of its value
};

// The name that an assignment at `at` begins with; empty: there is none.
std::string_view name_at(std::string_view text, std::size_t at) {
    constexpr std::string_view kExport = "export ";
    if (text.substr(at).starts_with(kExport)) at += kExport.size();
    const auto is_letter = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    };
    std::size_t end = at;
    while (end < text.size() &&
           (is_letter(text[end]) || (end > at && text[end] >= '0' && text[end] <= '9'))) {
        ++end;
    }
    return end < text.size() && text[end] == '=' ? text.substr(at, end - at) : std::string_view();
}

bool is_break(char c) {
    return c == '\n' || c == '\r' || c == '\0';
}

// None where the text does not begin with one.
std::vector<Variable> variables_in(std::string_view text) {
    std::vector<Variable> variables;
    std::size_t at = 0;
    while (at < text.size() && is_break(text[at])) ++at;
    if (name_at(text, at).empty()) return variables;
    while (at < text.size()) {
        if (const std::string_view name = name_at(text, at); !name.empty()) {
            const auto begin =
                static_cast<std::size_t>(name.data() - text.data()) + name.size() + 1;
            variables.push_back({name, begin, begin});
        }
        while (at < text.size() && !is_break(text[at])) ++at;
        variables.back().end = std::max(variables.back().end, at);
        while (at < text.size() && is_break(text[at])) ++at;
    }
    return variables;
}

Item item_at(std::size_t begin, std::size_t end, std::string_view value) {
    Item item;
    item.begin = item.spot.begin = begin;
    item.end = item.spot.end = end;
    item.spot.code = code::Key;
    item.spot.rule = kEnvironmentRule;
    item.spot.secret = value;
    return item;
}

// The inside of a JSON string, read with its escapes, so that names in it can stay as they are.
View inside_of(std::string_view text, json::Range place) {
    View view(Layer::Escapes, text);
    std::size_t plain = place.begin + 1;
    for (std::size_t i = plain; i + 1 < place.end;) {
        if (text[i] != '\\') {
            ++i;
            continue;
        }
        view.add_plain(plain, i);
        plain = i += std::max<std::size_t>(add_escape(text, i, view), 1);
    }
    view.add_plain(plain, place.end - 1);
    return view;
}

class EnvironmentWalk {
public:
    // `offset`: of the document in the text that the items speak of.
    EnvironmentWalk(std::size_t offset, const json::Document& document, const Policy& policy,
                    std::vector<Item>& items)
        : offset_(offset), document_(document), policy_(policy), items_(items) {}

    void go(bool is_environment) {
        std::size_t row = 0;
        visit(document_.root, row, kUnnamed, is_environment ? Inside::Top : Inside::No);
    }

private:
    // Whether a value is in an environment: the one that was declared, or below it; or a name.
    enum class Inside : std::uint8_t { No, Top, Below, Name };

    void visit(const json::Value& value, std::size_t& row, std::string_view name, Inside inside) {
        const json::Range place = document_.marks.rows[row++].value;
        if (inside == Inside::No && policy_.classes.of(pointer_) == Class::Env) {
            inside = Inside::Top;
        }
        if (inside != Inside::No && inside != Inside::Name) drop(value, place, name, inside);
        const Inside below = inside == Inside::Top ? Inside::Below : inside;
        if (value.is_array()) {
            // `["PATH=/usr/bin"]`: each item may be an assignment.
            std::size_t index = 0;
            for (const json::Value& item : value.items()) {
                pointer_.push(index++);
                visit(item, row, name, inside);
                pointer_.pop();
            }
        }
        if (!value.is_object()) return;
        // `{"name": "PATH", "value": "/usr/bin"}`
        const json::Value* named = value.find("name");
        const bool is_pair =
            inside != Inside::No && named != nullptr && named->is_string() && value.has("value");
        for (const json::Member& member : value.members()) {
            const bool is_name = is_pair && member.key() == "name";
            const std::string_view its =
                is_pair && member.key() == "value" ? named->as_string() : member.key();
            pointer_.push(member.key());
            visit(member.value, row, its, is_name ? Inside::Name : below);
            pointer_.pop();
        }
    }

    void drop(const json::Value& value, json::Range place, std::string_view name, Inside inside) {
        if (value.is_string() && inside == Inside::Top && drop_printed(value.as_string(), place)) {
            return;
        }
        if (is_kept_variable(policy_, name)) return;
        if (value.is_string() && !is_dropped(value.as_string())) {
            std::string written;
            json::write_string_to(written, placeholder_of(name));
            add(place, written, value.as_string());
        } else if (value.is_number()) {
            const std::string_view number = std::string_view(document_.source->text)
                                                .substr(place.begin, place.end - place.begin);
            if (number != "0") add(place, "0", number);
        }
    }

    // Whether it was `NAME=value`.
    bool drop_printed(std::string_view value, json::Range place) {
        const std::vector<Variable> variables = variables_in(value);
        if (variables.empty()) return false;
        const View view = inside_of(document_.source->text, place);
        for (const Variable& variable : variables) {
            const std::string_view old =
                value.substr(variable.begin, variable.end - variable.begin);
            if (is_dropped(old) || is_kept_variable(policy_, variable.name)) continue;
            Item item = item_at(offset_ + view.raw_begin(variable.begin),
                                offset_ + view.raw_end(variable.end), old);
            view.add_raw({variable.begin, variable.end, placeholder_of(variable.name)},
                         item.changes);
            for (Splice& change : item.changes) {
                change.begin += offset_;
                change.end += offset_;
            }
            items_.push_back(std::move(item));
        }
        return true;
    }

    void add(json::Range place, std::string written, std::string_view value) {
        Item item = item_at(offset_ + place.begin, offset_ + place.end, value);
        item.changes.push_back({item.begin, item.end, std::move(written)});
        items_.push_back(std::move(item));
    }

    std::size_t offset_;
    const json::Document& document_;
    const Policy& policy_;
    std::vector<Item>& items_;
    json::Pointer pointer_;
};

}  // namespace

bool is_kept_variable(const Policy& policy, std::string_view name) {
    return std::any_of(policy.keep_env.begin(), policy.keep_env.end(),
                       [&](const std::string& glob) { return fits_glob(glob, name); });
}

bool prints_kept_variable(const Policy& policy, std::string_view text) {
    if (policy.keep_env.empty()) return false;
    const std::vector<Variable> variables = variables_in(text);
    return std::any_of(variables.begin(), variables.end(), [&](const Variable& variable) {
        return is_kept_variable(policy, variable.name);
    });
}

std::vector<Item> environment_values(const Text& text, const Policy& policy) {
    std::vector<Item> items;
    const bool is_whole = text.is == Class::Env;
    if (!is_whole && !policy.classes.has(Class::Env)) return items;
    const auto look_at = [&](std::size_t begin, std::size_t end) {
        const std::string_view part = text.bytes.substr(begin, end - begin);
        const auto document = json::parse_document({"", std::string(part)});
        if (document) EnvironmentWalk(begin, *document, policy, items).go(is_whole);
        return document.has_value();
    };
    if (may_be_json(text.bytes)) {
        if (look_at(0, text.bytes.size())) return items;
        for (std::size_t begin = 0; begin < text.bytes.size();) {
            const std::size_t end = std::min(text.bytes.find('\n', begin), text.bytes.size());
            look_at(begin, end);
            begin = end + 1;
        }
        return items;
    }
    if (!is_whole) return items;
    for (const Variable& variable : variables_in(text.bytes)) {
        const std::string_view old =
            text.bytes.substr(variable.begin, variable.end - variable.begin);
        if (is_dropped(old) || is_kept_variable(policy, variable.name)) continue;
        Item item = item_at(variable.begin, variable.end, old);
        item.changes.push_back({variable.begin, variable.end, placeholder_of(variable.name)});
        items.push_back(std::move(item));
    }
    return items;
}

}  // namespace understudy::secret
