// Regular expressions: RE2 and nothing else, so that matching takes linear time whoever wrote the
// pattern.
//
// The dialects others write in are translated where that is exact (ECMA-262 `\d`, `\p{Letter}`,
// `\/`, `\cA`); what RE2 cannot say (look-around, back-references) is refused with a reason, and
// callers report it as not checked.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace understudy::base {

class Regex {
public:
    enum class Dialect : unsigned char {
        Re2,
        Ecma,     // ECMA-262 with the `u` flag: JSON Schema's `pattern`
        IRegexp,  // RFC 9485: the same, but `.` stands for U+2028 and U+2029 too
    };

    // RegexBadSyntax: no such pattern in that dialect. RegexUnsupported: a pattern, but one that
    // would need look-around, back-references, more than 1000 repetitions or too much memory.
    static Result<Regex> compile(std::string_view pattern, Dialect dialect = Dialect::Re2);

    Regex(const Regex&);
    Regex(Regex&&) noexcept;
    Regex& operator=(const Regex&);
    Regex& operator=(Regex&&) noexcept;
    ~Regex();

    bool is_found_in(std::string_view text) const;  // anywhere
    bool matches_whole(std::string_view text) const;

    struct Match {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::vector<std::optional<std::string_view>> groups;  // group 1 first
    };
    std::optional<Match> find(std::string_view text, std::size_t from = 0) const;

    // `with` may use \1 to \9 and \0; a group that is not there is empty, `\\` is a backslash.
    std::string replace_all(std::string_view text, std::string_view with) const;

    const std::string& pattern() const;  // as it was given

private:
    struct Impl;
    explicit Regex(std::shared_ptr<const Impl> impl);
    std::shared_ptr<const Impl> impl_;
};

}  // namespace understudy::base
