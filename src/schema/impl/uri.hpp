// URI references (RFC 3986): taken apart, resolved against a base, put together. Nothing is
// normalized but dot segments, because two schemas' names are the same only if they are written the
// same.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace understudy::schema {

struct Uri {
    std::optional<std::string> scheme;
    std::optional<std::string> authority;
    std::string path;
    std::optional<std::string> query;
    std::optional<std::string> fragment;

    static Uri parse(std::string_view text);  // every text is some reference
    std::string to_text() const;
    bool is_absolute() const { return scheme.has_value(); }
};

Uri resolve(const Uri& base, const Uri& reference);

// The text before the first '#', and what follows it.
struct Cut {
    std::string_view uri;
    std::string_view fragment;
};
Cut cut_fragment(std::string_view text);

// `reference` seen from `base`: "http://x/a/b" and "c#d" give "http://x/a/c#d".
std::string resolve_text(std::string_view base, std::string_view reference);

}  // namespace understudy::schema
