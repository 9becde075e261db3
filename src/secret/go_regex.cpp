// One walk over an expression: quoted runs, classes, groups. What the walk does not understand is
// handed on as it is, for RE2 to refuse.
#include "secret/impl/go_regex.hpp"

#include <string>

#include "base/text.hpp"

namespace understudy::secret {

namespace {

class GoWalk {
public:
    explicit GoWalk(std::string_view pattern) : pattern_(pattern) {}

    base::Result<void> walk() {
        while (at_ < pattern_.size()) {
            if (sees("\\Q")) {
                copy_quoted();
            } else if (sees("\\C")) {
                return refuse_byte();
            } else if (sees("\\")) {
                copy(2);
            } else if (sees("[")) {
                TRY_VOID(copy_class());
            } else if (sees("(")) {
                copy_group_begin();
            } else {
                copy(1);
            }
        }
        return {};
    }

    const std::string& rewritten() const { return out_; }
    std::size_t groups() const { return groups_; }

private:
    bool sees(std::string_view what) const { return pattern_.substr(at_).starts_with(what); }

    void copy(std::size_t count) {
        const std::string_view part = pattern_.substr(at_, count);
        out_ += part;
        at_ += part.size();
    }

    base::Failure refuse_byte() const {
        return base::fail(base::Code::RegexBadSyntax,
                          {{"pattern", base::quoted(pattern_)}, {"reason", "Go has no \\C"}});
    }

    // \Q...\E, or up to the end.
    void copy_quoted() {
        const std::size_t end = pattern_.find("\\E", at_ + 2);
        copy(end == std::string_view::npos ? pattern_.size() - at_ : end + 2 - at_);
    }

    // [^]a-z[:alpha:]\]]: a bracket right at the beginning is a member.
    base::Result<void> copy_class() {
        copy(sees("[^") ? 2 : 1);
        if (sees("]")) copy(1);
        while (at_ < pattern_.size()) {
            if (sees("]")) {
                copy(1);
                break;
            }
            if (sees("\\C")) return refuse_byte();
            const std::size_t end =
                sees("[:") ? pattern_.find(":]", at_ + 2) : std::string_view::npos;
            if (end != std::string_view::npos) {
                copy(end + 2 - at_);
            } else {
                copy(sees("\\") ? 2 : 1);
            }
        }
        return {};
    }

    void copy_group_begin() {
        const bool is_look_behind = sees("(?<=") || sees("(?<!");
        if (sees("(?<") && !is_look_behind) {
            ++groups_;
            out_ += "(?P<";
            at_ += std::string_view("(?<").size();
            return;
        }
        if (!sees("(?") || sees("(?P<")) ++groups_;
        copy(1);
    }

    std::string_view pattern_;
    std::size_t at_ = 0;
    std::string out_;
    std::size_t groups_ = 0;
};

}  // namespace

base::Result<GoRegex> compile_go(std::string_view pattern) {
    GoWalk walk(pattern);
    TRY_VOID(walk.walk());
    return GoRegex{TRY(base::Regex::compile(walk.rewritten())), walk.groups()};
}

}  // namespace understudy::secret
