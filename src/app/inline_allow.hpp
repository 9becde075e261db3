// `understudy:allow RULE reason words`, anywhere on the line of a finding or on the line above: the
// people of a file say that something in it is no secret.
//
//     InlineAllows allows(text);
//     allows.judge(hit.begin, hit.rule)         // Allow::No, Allow::Yes, Allow::WithoutReason
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace understudy::app {

enum class Allow : std::uint8_t { No, Yes, WithoutReason };

class InlineAllows {
public:
    explicit InlineAllows(std::string_view text);  // which must outlive this

    Allow judge(std::size_t at, std::string_view rule) const;

private:
    struct Entry {
        std::size_t line_begin = 0;
        std::size_t reach = 0;  // end of the line below
        std::string_view rule;  // empty: none is named
        bool has_reason = false;
    };
    std::vector<Entry> entries_;  // by line
};

}  // namespace understudy::app
