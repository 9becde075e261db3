#include "world/impl/named_answers.hpp"

#include "base/text.hpp"
#include "json/write.hpp"
#include "world/refused.hpp"

namespace understudy::world {

using json::Value;
using Resolved = std::variant<Value, Refused>;

void NamedAnswers::add(std::string name, Value answer) {
    answers_.insert_or_assign(std::move(name), std::move(answer));
}

Resolved NamedAnswers::look_up(std::string_view reference, const json::Pointer& place) const {
    const auto refuse = [&](const std::string& why, std::string hint = {}) {
        return refused(422, "invalid_request", "${" + std::string(reference) + "}: " + why,
                       place.to_text(), std::move(hint));
    };
    const auto parts = base::split(reference, '.');
    const auto found = answers_.find(parts.front());
    if (found == answers_.end()) {
        std::vector<std::string> known;
        for (const auto& [name, answer] : answers_) known.push_back(name);
        return refuse("no step before this one is called '" + std::string(parts.front()) + "'",
                      nearest_hint(parts.front(), known));
    }
    const Value* value = &found->second;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const Value* inner = value->find(parts[i]);
        if (const auto index = json::to_index(parts[i]);
            inner == nullptr && index && value->is_array() && *index < value->size()) {
            inner = &(*value)[*index];
        }
        if (inner == nullptr) {
            std::vector<std::string> known;
            if (value->is_object()) {
                for (const json::Member& one : value->members()) known.emplace_back(one.key());
            }
            return refuse("the answer has no '" + std::string(parts[i]) + "'",
                          nearest_hint(parts[i], known));
        }
        value = inner;
    }
    return *value;
}

Resolved NamedAnswers::resolve_text(std::string_view text, const json::Pointer& place) const {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at).starts_with("$${")) {
            out += "${";
            at += 3;
            continue;
        }
        if (!text.substr(at).starts_with("${")) {
            out += text[at++];
            continue;
        }
        const std::size_t end = text.find('}', at);
        if (end == std::string_view::npos) {
            return refused(422, "invalid_request", "a reference has no end: " + base::quoted(text),
                           place.to_text(), "write ${name.path}, or $${ for the two characters");
        }
        auto found = look_up(text.substr(at + 2, end - at - 2), place);
        if (std::holds_alternative<Refused>(found)) return found;
        const Value& value = std::get<Value>(found);
        if (at == 0 && end + 1 == text.size()) return value;
        out += value.is_string() ? std::string(value.as_string()) : json::write(value);
        at = end + 1;
    }
    return Value(out);
}

Resolved NamedAnswers::resolve(const Value& value, const json::Pointer& place) const {
    if (value.is_string()) return resolve_text(value.as_string(), place);
    if (value.is_array()) {
        Value list = Value::array();
        for (std::size_t i = 0; i < value.size(); ++i) {
            auto item = resolve(value[i], place / i);
            if (std::holds_alternative<Refused>(item)) return item;
            list.push_back(std::get<Value>(std::move(item)));
        }
        return list;
    }
    if (!value.is_object()) return value;
    Value object = Value::object();
    for (const json::Member& member : value.members()) {
        auto content = resolve(member.value, place / member.key());
        if (std::holds_alternative<Refused>(content)) return content;
        object.append(member.key(), std::get<Value>(std::move(content)));
    }
    return object;
}

}  // namespace understudy::world
