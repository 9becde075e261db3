// Classes by place. The patterns are sorted when they are read, so that the first one that fits is
// the one that counts.
#include "secret/field_class.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "secret/impl/policy_reader.hpp"

namespace understudy::secret {

namespace {

constexpr std::array<std::string_view, 12> kNames = {"none",  "secret", "hash", "opaque",
                                                     "id",    "path",   "url",  "env",
                                                     "usage", "text",   "time", "enum"};
constexpr std::span<const std::string_view> kDeclared = std::span(kNames).subspan(1);

constexpr std::string_view kAnyToken = "*";
constexpr std::string_view kAnyTokens = "**";

std::string known_names() {
    std::string list;
    for (std::string_view name : kDeclared) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

// Does the pattern fit the pointer or one of its parents? On a token that does not fit, the last
// `**` takes one token more: nothing before it need be tried again.
bool fits(const std::vector<std::string>& pattern, const std::vector<std::string>& tokens) {
    std::size_t at = 0;
    std::size_t in_pattern = 0;
    std::size_t behind_any = 0;  // behind the last `**`; 0: none yet
    std::size_t retry_at = 0;
    while (in_pattern < pattern.size()) {
        if (pattern[in_pattern] == kAnyTokens) {
            behind_any = ++in_pattern;
            retry_at = at;
        } else if (at < tokens.size() &&
                   (pattern[in_pattern] == kAnyToken || pattern[in_pattern] == tokens[at])) {
            ++in_pattern;
            ++at;
        } else if (behind_any != 0 && retry_at < tokens.size()) {
            in_pattern = behind_any;
            at = ++retry_at;
        } else {
            return false;
        }
    }
    return true;
}

std::size_t count_names(const std::vector<std::string>& pattern) {
    return static_cast<std::size_t>(std::ranges::count_if(pattern, [](const std::string& token) {
        return token != kAnyToken && token != kAnyTokens;
    }));
}

}  // namespace

std::string_view name_of(Class field_class) {
    return kNames[static_cast<std::size_t>(field_class)];
}

std::optional<Class> class_named(std::string_view name) {
    const auto found = std::ranges::find(kDeclared, name);
    if (found == kDeclared.end()) return std::nullopt;
    return static_cast<Class>(found - kDeclared.begin() + 1);
}

base::Result<Classes> Classes::from_json(const json::Value& map) {
    PolicyProblems problems;
    Classes classes;
    if (!map.is_object()) problems.wrong_kind("`classes`", "a map of places to classes", map);
    for (const json::Member& member :
         map.is_object() ? map.members() : std::span<const json::Member>()) {
        const std::string what = "the class of " + base::quoted(member.key());
        const std::string place =
            (member.key().starts_with("**") ? "/" : "") + std::string(member.key());
        const auto pointer = json::Pointer::parse(place);
        if (!pointer) problems.add(what, "the place must begin with / or ** and be a JSON Pointer");
        const std::string name =
            member.value.is_string() ? std::string(member.value.as_string()) : "";
        const auto is = class_named(name);
        if (!member.value.is_string()) {
            problems.wrong_kind(what, "one of " + known_names(), member.value);
        } else if (!is) {
            problems.add(what, base::quoted(name) + " is none of " + known_names(),
                         base::nearest(name, kDeclared));
        }
        if (pointer && is) classes.entries_.push_back({pointer->tokens(), *is});
    }
    if (!problems.is_empty()) return problems.fail("`classes`");
    // The longest first; among those the one with more names, then the one written later.
    std::ranges::reverse(classes.entries_);
    std::ranges::stable_sort(classes.entries_, [](const Entry& a, const Entry& b) {
        if (a.tokens.size() != b.tokens.size()) return a.tokens.size() > b.tokens.size();
        return count_names(a.tokens) > count_names(b.tokens);
    });
    return classes;
}

bool Classes::has(Class is) const {
    return std::ranges::any_of(entries_, [is](const Entry& entry) { return entry.is == is; });
}

Class Classes::of(const json::Pointer& pointer) const {
    for (const Entry& entry : entries_) {
        if (fits(entry.tokens, pointer.tokens())) return entry.is;
    }
    return Class::None;
}

}  // namespace understudy::secret
