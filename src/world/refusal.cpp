// Which error of the catalogue a refusal uses. Packs say it as near to the field as they like; what
// they leave out falls back step by step, and never to an answer the pack does not know.
#include "world/impl/refusal.hpp"

#include "base/text.hpp"

namespace understudy::world {

namespace {

json::Value text_or_null(const std::string& text) {
    return text.empty() ? json::Value() : json::Value(text);
}

}  // namespace

json::Value Issue::to_json() const {
    return json::Value::object({{"param", text_or_null(param)},
                                {"value", value},
                                {"resource", text_or_null(resource)},
                                {"verb", text_or_null(verb)},
                                {"place", text_or_null(place)},
                                {"keyword", text_or_null(keyword)},
                                {"limit", limit}});
}

pack::ErrorUse use_for(const pack::Errors& errors, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) {
        if (const pack::ErrorUse* use = errors.on_event(key)) return *use;
    }
    return {};
}

pack::ErrorUse use_for_keyword(const pack::Errors& errors,
                               const std::vector<std::pair<std::string, pack::ErrorUse>>& refuse,
                               std::string_view keyword) {
    for (const auto& [refused, use] : refuse) {
        if (refused == keyword) return use;
    }
    return use_for(errors, {keyword, "invalid", "type"});
}

pack::ErrorUse use_for_missing(const pack::Errors& errors, const pack::Missing& nearer,
                               std::string_view place) {
    const bool in_path = place == "path";
    for (const pack::Missing* missing : {&nearer, &errors.missing}) {
        const auto& use = in_path ? missing->path : missing->body;
        if (use) return *use;
    }
    // Said for one place only: better the right error with the other place's status than none.
    const auto& other = in_path ? errors.missing.body : errors.missing.path;
    return other ? *other : use_for(errors, {"missing", "invalid", "type"});
}

std::string masked(std::string_view key) {
    if (key.empty()) return {};
    std::size_t end = 0;
    if (base::is_utf8(key)) {
        for (int i = 0; i < 8 && end < key.size(); ++i) base::next_code_point(key, end);
    } else {
        return "\u2026";
    }
    return std::string(key.substr(0, end)) + "\u2026";
}

}  // namespace understudy::world
