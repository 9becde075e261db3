// The home of RE2. Its memory is bounded per pattern (compiled form and matching automaton
// together), its log is off, and its types stay in this file.
#include "base/regex.hpp"

#include <re2/re2.h>

#include "base/impl/ecma.hpp"
#include "base/text.hpp"

namespace understudy::base {

namespace {

constexpr std::int64_t kMaxMemory = std::int64_t{8} << 20;
constexpr std::size_t kMaxPatternBytes = std::size_t{64} << 10;

RE2::Options options() {
    RE2::Options result;
    result.set_log_errors(false);
    result.set_max_mem(kMaxMemory);
    return result;
}

re2::StringPiece piece(std::string_view text) {
    // An address even when empty: RE2 tells an unmatched group from an empty one by it.
    return text.data() == nullptr ? re2::StringPiece("", 0)
                                  : re2::StringPiece(text.data(), text.size());
}

Error error_from(const RE2& re2, std::string_view pattern) {
    switch (re2.error_code()) {
        case RE2::ErrorPatternTooLarge:
            return regex_error(Code::RegexUnsupported, pattern,
                               "it needs more than 8 MB when compiled");
        case RE2::ErrorRepeatSize:
            return regex_error(Code::RegexUnsupported, pattern,
                               quoted(re2.error_arg()) + " repeats too often");
        default: return regex_error(Code::RegexBadSyntax, pattern, to_valid_utf8(re2.error()));
    }
}

}  // namespace

struct Regex::Impl {
    Impl(std::string_view pattern, std::string_view translated)
        : given(pattern), re2(piece(translated), options()) {}

    std::string given;
    RE2 re2;
};

Regex::Regex(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Regex::Regex(const Regex&) = default;
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(const Regex&) = default;
Regex& Regex::operator=(Regex&&) noexcept = default;
Regex::~Regex() = default;

Result<Regex> Regex::compile(std::string_view pattern, Dialect dialect) {
    if (pattern.size() > kMaxPatternBytes) {
        return fail(regex_error(Code::RegexUnsupported, pattern, "it is longer than 65536 bytes"));
    }
    if (!is_utf8(pattern)) {
        return fail(regex_error(Code::RegexBadSyntax, pattern, "it is not UTF-8"));
    }
    std::string translated(pattern);
    if (dialect != Dialect::Re2) {
        translated =
            TRY(translate_ecma(pattern, dialect == Dialect::Ecma ? Dot::Ecma : Dot::IRegexp));
    }
    auto impl = std::make_shared<const Impl>(pattern, translated);
    if (!impl->re2.ok()) return fail(error_from(impl->re2, pattern));
    return Regex(std::move(impl));
}

bool Regex::is_found_in(std::string_view text) const {
    return impl_->re2.Match(piece(text), 0, text.size(), RE2::UNANCHORED, nullptr, 0);
}

bool Regex::matches_whole(std::string_view text) const {
    return impl_->re2.Match(piece(text), 0, text.size(), RE2::ANCHOR_BOTH, nullptr, 0);
}

std::optional<Regex::Match> Regex::find(std::string_view text, std::size_t from) const {
    if (from > text.size()) return std::nullopt;
    const re2::StringPiece whole = piece(text);
    const int count = impl_->re2.NumberOfCapturingGroups() + 1;
    std::vector<re2::StringPiece> found(static_cast<std::size_t>(count));
    if (!impl_->re2.Match(whole, from, text.size(), RE2::UNANCHORED, found.data(), count)) {
        return std::nullopt;
    }
    Match match;
    match.begin = static_cast<std::size_t>(found[0].data() - whole.data());
    match.end = match.begin + found[0].size();
    for (std::size_t i = 1; i < found.size(); ++i) {
        if (found[i].data() == nullptr) {
            match.groups.emplace_back(std::nullopt);
        } else {
            match.groups.emplace_back(std::string_view(found[i].data(), found[i].size()));
        }
    }
    return match;
}

namespace {

void append_replacement(std::string& out, std::string_view with, std::string_view text,
                        const Regex::Match& match) {
    for (std::size_t i = 0; i < with.size(); ++i) {
        if (with[i] != '\\' || i + 1 == with.size()) {
            out += with[i];
            continue;
        }
        const char c = with[++i];
        if (c == '0') {
            out += text.substr(match.begin, match.end - match.begin);
        } else if (c >= '1' && c <= '9') {
            const auto group = static_cast<std::size_t>(c - '1');
            if (group < match.groups.size()) out += match.groups[group].value_or("");
        } else {
            if (c != '\\') out += '\\';
            out += c;
        }
    }
}

// Past one whole character, so that an empty match never splits one.
std::size_t step_over(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
    return at;
}

}  // namespace

std::string Regex::replace_all(std::string_view text, std::string_view with) const {
    std::string out;
    std::size_t copied = 0;
    std::optional<std::size_t> last_end;
    for (std::size_t from = 0; from <= text.size();) {
        const std::optional<Match> match = find(text, from);
        if (!match) break;
        const bool empty = match->begin == match->end;
        // An empty match right behind the last one would replace the same place twice.
        if (!empty || match->begin != last_end) {
            out += text.substr(copied, match->begin - copied);
            append_replacement(out, with, text, *match);
            copied = match->end;
            last_end = match->end;
        }
        from = empty ? step_over(text, match->end) : match->end;
    }
    out += text.substr(copied);
    return out;
}

const std::string& Regex::pattern() const {
    return impl_->given;
}

}  // namespace understudy::base
