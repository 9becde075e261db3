#include "plan/typed.hpp"

#include "base/text.hpp"

namespace understudy::plan {

std::string_view words_for(Capture::Type type) {
    switch (type) {
        case Capture::Type::Any: return "any";
        case Capture::Type::String: return "a string";
        case Capture::Type::Integer: return "an integer";
        case Capture::Type::Number: return "a number";
        case Capture::Type::Boolean: return "a boolean";
    }
    return "";
}

std::optional<json::Value> typed(const json::Value& value, Capture::Type type, bool is_text) {
    switch (type) {
        case Capture::Type::Any: return value;
        case Capture::Type::String:
            if (value.is_string()) return value;
            return std::nullopt;
        case Capture::Type::Integer:
        case Capture::Type::Number: {
            json::Value number = value;
            if (is_text && value.is_string() && json::is_number_text(value.as_string())) {
                number = json::Value::number(value.as_string());
            }
            if (!number.is_number()) return std::nullopt;
            if (type == Capture::Type::Integer && !number.to_int64()) return std::nullopt;
            return number;
        }
        case Capture::Type::Boolean:
            if (value.is_bool()) return value;
            if (is_text && value.is_string() && value.as_string() == "true") return true;
            if (is_text && value.is_string() && value.as_string() == "false") return false;
            return std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> cut_out(const base::Regex& pattern, std::string_view text) {
    const auto match = pattern.find(text);
    if (!match) return std::nullopt;
    std::string_view part = text.substr(match->begin, match->end - match->begin);
    if (!match->groups.empty()) part = match->groups.front().value_or("");
    return base::to_valid_utf8(part);
}

}  // namespace understudy::plan
