// JSON Pointer.
#include "json/pointer.hpp"

#include "base/text.hpp"

namespace understudy::json {

base::Result<Pointer> Pointer::parse(std::string_view text) {
    const auto refuse = [&](std::string_view why) {
        return base::fail(base::Code::JsonBadPointer,
                          {{"text", base::quoted(text)}, {"why", std::string(why)}});
    };
    if (text.empty()) return Pointer();
    if (text.front() != '/') return refuse("it does not begin with /");
    std::vector<std::string> tokens;
    for (const std::string_view raw : base::split(text.substr(1), '/')) {
        std::string token;
        for (std::size_t at = 0; at < raw.size(); ++at) {
            if (raw[at] != '~') {
                token += raw[at];
                continue;
            }
            const char next = at + 1 < raw.size() ? raw[at + 1] : '\0';
            if (next != '0' && next != '1') return refuse("a ~ is not followed by 0 or 1");
            token += next == '0' ? '~' : '/';
            ++at;
        }
        tokens.push_back(std::move(token));
    }
    return Pointer(std::move(tokens));
}

Pointer Pointer::operator/(std::string_view token) const {
    Pointer longer = *this;
    longer.push(token);
    return longer;
}

Pointer Pointer::operator/(std::size_t index) const {
    Pointer longer = *this;
    longer.push(index);
    return longer;
}

const Value* Pointer::resolve(const Value& root) const {
    const Value* value = &root;
    for (const std::string& token : tokens_) {
        if (value->is_array()) {
            const auto index = to_index(token);
            if (!index || *index >= value->size()) return nullptr;
            value = &(*value)[*index];
        } else {
            value = value->find(token);
            if (value == nullptr) return nullptr;
        }
    }
    return value;
}

std::string Pointer::to_text() const {
    std::string text;
    for (const std::string& token : tokens_) {
        text += '/';
        for (const char c : token) {
            if (c == '~') {
                text += "~0";
            } else if (c == '/') {
                text += "~1";
            } else {
                text += c;
            }
        }
    }
    return text;
}

std::optional<std::size_t> to_index(std::string_view token) {
    if (token.empty() || token.size() > 18 || (token.size() > 1 && token[0] == '0'))
        return std::nullopt;
    std::size_t index = 0;
    for (const char c : token) {
        if (c < '0' || c > '9') return std::nullopt;
        index = index * 10 + static_cast<std::size_t>(c - '0');
    }
    return index;
}

}  // namespace understudy::json
