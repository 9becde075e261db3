// What kind of thing a field holds, said by a family or a policy, so that hashes and token counts
// are no alarms and a declared secret is one whatever it looks like.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"

namespace understudy::secret {

enum class Class : std::uint8_t {
    None,  // not said: judged by name and look
    Secret,
    Hash,
    Opaque,
    Id,
    Path,
    Url,
    Env,
    Usage,
    Text,
    Time,
    Enum,
};
std::string_view name_of(Class field_class);  // "free text" is "text"
std::optional<Class> class_named(std::string_view name);

// Classes by place: JSON Pointers, in which `*` stands for any one token and `**` for any number.
//
//     {"/item/text": text, "/usage": usage, "**/signature": opaque}
//
// A class holds for everything below its place; the longest pattern that fits wins.
class Classes {
public:
    // From a map of patterns to class names. secret.bad_policy.
    static base::Result<Classes> from_json(const json::Value& map);

    Class of(const json::Pointer& pointer) const;
    bool is_empty() const { return entries_.empty(); }
    bool has(Class is) const;

private:
    struct Entry {
        std::vector<std::string> tokens;
        Class is = Class::None;
    };
    std::vector<Entry> entries_;
};

}  // namespace understudy::secret
