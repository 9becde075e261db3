// Finds and fills holes.
#include "plan/impl/holes.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"

namespace understudy::plan {

namespace {

struct Part {
    std::string text;  // literal, or the name of a hole
    bool hole = false;
};

bool is_name(std::string_view text) {
    if (text.empty() || (text.front() >= '0' && text.front() <= '9')) return false;
    for (char c : text) {
        const bool good =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!good) return false;
    }
    return true;
}

base::Failure bad_hole(std::string_view text, std::string why) {
    return base::fail(code::BadHole, {{"text", base::quoted(text)},
                                      {"why", std::move(why)},
                                      {"help", "a hole is ${name}; a plain ${ is written $${"}});
}

base::Result<std::vector<Part>> take_apart(std::string_view text) {
    std::vector<Part> parts;
    std::string literal;
    std::size_t at = 0;
    while (at < text.size()) {
        if (text.substr(at, 3) == "$${") {
            literal += "${";
            at += 3;
        } else if (text.substr(at, 2) == "${") {
            const std::size_t end = text.find('}', at);
            if (end == std::string_view::npos) return bad_hole(text, "it is never closed");
            const std::string_view name = text.substr(at + 2, end - at - 2);
            if (!is_name(name)) {
                return bad_hole(text, base::quoted(name) + " is no name (letters, digits and _)");
            }
            if (!literal.empty()) parts.push_back({std::exchange(literal, {}), false});
            parts.push_back({std::string(name), true});
            at = end + 1;
        } else {
            literal += text[at++];
        }
    }
    if (!literal.empty() || parts.empty()) parts.push_back({std::move(literal), false});
    return parts;
}

base::Result<const json::Value*> value_of(std::string_view name, const Names& names) {
    const json::Value* value = names.find(name);
    if (value == nullptr) return base::fail(code::Unbound, {{"name", std::string(name)}});
    return value;
}

class Filler {
public:
    explicit Filler(const Names& names) : names_(names) {}

    base::Result<std::string> text(std::string_view text, Dress dress) {
        std::string out;
        for (const Part& part : TRY(take_apart(text))) {
            if (part.hole) {
                std::string value = as_text(*TRY(value_of(part.text, names_)));
                out += dress == Dress::Path ? base::to_percent(value) : value;
            } else {
                out += part.text;
            }
            TRY_VOID(spend(part.text.size()));
            if (out.size() > kMaxFilledBytes) return too_large();
        }
        TRY_VOID(spend(out.size()));
        return out;
    }

    base::Result<json::Value> value(const json::Value& value) {
        if (value.is_string()) {
            const std::vector<Part> parts = TRY(take_apart(value.as_string()));
            if (parts.size() == 1 && parts.front().hole) {
                return *TRY(value_of(parts.front().text, names_));
            }
            return json::Value(TRY(text(value.as_string(), Dress::Plain)));
        }
        if (value.is_array()) {
            json::Value out = json::Value::array();
            for (const json::Value& item : value.items()) out.push_back(TRY(this->value(item)));
            return out;
        }
        if (value.is_object()) {
            json::Value out = json::Value::object();
            for (const json::Member& member : value.members()) {
                out.append(member.key(), TRY(this->value(member.value)));
            }
            return out;
        }
        return value;
    }

private:
    static base::Failure too_large() {
        return base::fail(code::FilledTooLarge, {{"limit", std::to_string(kMaxFilledBytes)}});
    }
    base::Result<void> spend(std::size_t bytes) {
        spent_ += bytes;
        if (spent_ > kMaxFilledBytes) return too_large();
        return {};
    }

    const Names& names_;
    std::size_t spent_ = 0;
};

}  // namespace

void Names::bind(std::string_view name, json::Value value) {
    for (auto& [known, old] : bound_) {
        if (known == name) {
            old = std::move(value);
            return;
        }
    }
    bound_.emplace_back(name, std::move(value));
}

const json::Value* Names::find(std::string_view name) const {
    for (const auto& [known, value] : bound_) {
        if (known == name) return &value;
    }
    return nullptr;
}

base::Result<std::vector<std::string>> holes_in(std::string_view text) {
    std::vector<std::string> names;
    for (Part& part : TRY(take_apart(text))) {
        if (part.hole) names.push_back(std::move(part.text));
    }
    return names;
}

base::Result<std::string> fill_text(std::string_view text, const Names& names, Dress dress) {
    return Filler(names).text(text, dress);
}

base::Result<json::Value> fill(const json::Value& value, const Names& names) {
    return Filler(names).value(value);
}

std::string as_text(const json::Value& value) {
    if (value.is_string()) return std::string(value.as_string());
    if (value.is_null()) return {};
    return json::write(value);
}

}  // namespace understudy::plan
