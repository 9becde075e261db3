// The pattern is read into a tree; a text is made by walking it: the first branch, the first
// character of a class, the least number of repetitions plus whatever is needed for the length.
// Tree and text are bounded, whatever the pattern says.
#include "pack/impl/pattern_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/regex.hpp"
#include "base/seed.hpp"
#include "base/text.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostNodes = 2'000;
constexpr std::size_t kMostDepth = 50;
constexpr std::size_t kMostRepeats = 1'000;
constexpr std::size_t kMostText = 20'000;

using Ranges = std::vector<std::pair<char32_t, char32_t>>;

struct Piece {
    enum class Kind : std::uint8_t { Empty, Class, Sequence, Either, Repeat };
    Kind kind = Kind::Empty;
    Ranges ranges;             // Class
    std::vector<Piece> inner;  // Sequence, Either, Repeat (one)
    std::size_t least = 0;     // Repeat
    std::size_t most = 0;
};

bool is_in(const Ranges& ranges, char32_t c) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [c](const auto& r) { return r.first <= c && c <= r.second; });
}

// The printable ASCII characters that are not in the class: enough for a text.
Ranges complement(const Ranges& ranges) {
    Ranges others;
    for (char32_t c = U' '; c <= U'~'; ++c) {
        if (!is_in(ranges, c)) others.emplace_back(c, c);
    }
    return others;
}

class Reader {
public:
    explicit Reader(std::string_view pattern) : text_(base::to_code_points(pattern)) {}

    std::optional<Piece> read() {
        Piece whole = either(0);
        if (failed_ || at_ != text_.size()) return std::nullopt;
        return whole;
    }

private:
    bool at_end() const { return at_ >= text_.size(); }
    bool is_next(char32_t c) const { return !at_end() && text_[at_] == c; }
    bool take(char32_t c) {
        if (!is_next(c)) return false;
        ++at_;
        return true;
    }
    Piece give_up() {
        failed_ = true;
        return {};
    }

    Piece either(std::size_t depth) {
        if (depth > kMostDepth) return give_up();
        Piece all;
        all.kind = Piece::Kind::Either;
        all.inner.push_back(sequence(depth));
        while (!failed_ && take(U'|')) all.inner.push_back(sequence(depth));
        if (all.inner.size() == 1) return std::move(all.inner[0]);
        return all;
    }

    Piece sequence(std::size_t depth) {
        Piece all;
        all.kind = Piece::Kind::Sequence;
        while (!failed_ && !at_end() && !is_next(U'|') && !is_next(U')')) {
            all.inner.push_back(repeated(atom(depth)));
        }
        return all;
    }

    Piece repeated(Piece piece) {
        if (failed_ || at_end() || ++nodes_ > kMostNodes)
            return failed_ || at_end() ? piece : give_up();
        std::size_t least = 1;
        std::size_t most = 1;
        if (take(U'*')) {
            least = 0, most = kMostRepeats;
        } else if (take(U'+')) {
            most = kMostRepeats;
        } else if (take(U'?')) {
            least = 0;
        } else if (is_next(U'{')) {
            const std::size_t before = at_++;
            const auto low = number();
            if (!low) {
                at_ = before;
                return piece;
            }
            least = most = *low;
            if (take(U',')) most = number().value_or(kMostRepeats);
            if (!take(U'}') || least > kMostRepeats || most < least) return give_up();
            most = std::min(most, kMostRepeats);
        } else {
            return piece;
        }
        static_cast<void>(take(U'?'));  // lazy: the texts are the same
        Piece all;
        all.kind = Piece::Kind::Repeat;
        all.least = least;
        all.most = most;
        all.inner.push_back(std::move(piece));
        return all;
    }

    std::optional<std::size_t> number() {
        std::size_t value = 0;
        const std::size_t before = at_;
        while (!at_end() && text_[at_] >= U'0' && text_[at_] <= U'9' && value < 1'000'000) {
            value = value * 10 + (text_[at_++] - U'0');
        }
        if (at_ == before) return std::nullopt;
        return value;
    }

    Piece atom(std::size_t depth) {
        const char32_t c = text_[at_++];
        switch (c) {
            case U'^':
            case U'$': return {};
            case U'.': return of_class({{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}});
            case U'(': return group(depth);
            case U'[': return bracket();
            case U'\\': {
                if (at_end()) return give_up();
                if (is_next(U'b') || is_next(U'B') || is_next(U'A') || is_next(U'z')) {
                    ++at_;
                    return {};
                }
                const auto ranges = escape();
                return ranges ? of_class(*ranges) : give_up();
            }
            case U'*':
            case U'+':
            case U'?': return give_up();
            default: return of_class({{c, c}});
        }
    }

    Piece group(std::size_t depth) {
        if (take(U'?')) {
            if (take(U'=') || take(U'!')) {
                // What must or must not follow is left to luck: the text is checked anyway.
                static_cast<void>(either(depth + 1));
                return take(U')') ? Piece{} : give_up();
            }
            static_cast<void>(take(U'P'));
            if (take(U'<')) {
                if (is_next(U'=') || is_next(U'!')) return give_up();
                while (!at_end() && text_[at_] != U'>') ++at_;
                if (!take(U'>')) return give_up();
            } else if (!take(U':')) {
                return give_up();  // flags
            }
        }
        Piece inner = either(depth + 1);
        if (!take(U')')) return give_up();
        return inner;
    }

    Piece bracket() {
        Ranges ranges;
        const bool negated = take(U'^');
        while (!at_end() && !is_next(U']')) {
            const auto first = class_atom();
            if (!first) return give_up();
            if (is_next(U'-') && at_ + 1 < text_.size() && text_[at_ + 1] != U']' &&
                first->size() == 1) {
                ++at_;
                const auto last = class_atom();
                if (!last || last->size() != 1 || (*last)[0].second < (*first)[0].first) {
                    return give_up();
                }
                ranges.emplace_back((*first)[0].first, (*last)[0].second);
            } else {
                ranges.insert(ranges.end(), first->begin(), first->end());
            }
            if (ranges.size() > kMostNodes) return give_up();
        }
        if (!take(U']')) return give_up();
        return of_class(negated ? complement(ranges) : ranges);
    }

    std::optional<Ranges> class_atom() {
        const char32_t c = text_[at_++];
        if (c != U'\\') return Ranges{{c, c}};
        if (at_end()) return std::nullopt;
        return escape();
    }

    // After the backslash.
    std::optional<Ranges> escape() {
        const char32_t c = text_[at_++];
        switch (c) {
            case U'd': return Ranges{{U'0', U'9'}};
            case U'D': return complement({{U'0', U'9'}});
            case U'w': return Ranges{{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}, {U'_', U'_'}};
            case U'W': return complement({{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}, {U'_', U'_'}});
            case U's': return Ranges{{U' ', U' '}};
            case U'S': return Ranges{{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}};
            case U'n': return Ranges{{U'\n', U'\n'}};
            case U'r': return Ranges{{U'\r', U'\r'}};
            case U't': return Ranges{{U'\t', U'\t'}};
            case U'p': {
                // A property of Unicode: the letters, digits and punctuation of ASCII stand for it.
                if (!take(U'{') || at_end()) return std::nullopt;
                const char32_t kind = text_[at_];
                while (!at_end() && !is_next(U'}')) ++at_;
                if (!take(U'}')) return std::nullopt;
                if (kind == U'L') return Ranges{{U'a', U'z'}, {U'A', U'Z'}};
                if (kind == U'N') return Ranges{{U'0', U'9'}};
                if (kind == U'P') return Ranges{{U'.', U'.'}};
                return std::nullopt;
            }
            case U'x': return hexadecimal(2);
            case U'u': return hexadecimal(4);
            default:
                if ((c >= U'0' && c <= U'9') || (c >= U'a' && c <= U'z') ||
                    (c >= U'A' && c <= U'Z')) {
                    return std::nullopt;
                }
                return Ranges{{c, c}};
        }
    }

    std::optional<Ranges> hexadecimal(std::size_t digits) {
        char32_t value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (at_end()) return std::nullopt;
            const char32_t c = text_[at_++];
            if (c >= U'0' && c <= U'9') {
                value = value * 16 + (c - U'0');
            } else if ((c | 0x20U) >= U'a' && (c | 0x20U) <= U'f') {
                value = value * 16 + ((c | 0x20U) - U'a' + 10);
            } else {
                return std::nullopt;
            }
        }
        if (value >= 0xD800 && value <= 0xDFFF) return std::nullopt;
        return Ranges{{value, value}};
    }

    static Piece of_class(Ranges ranges) {
        Piece piece;
        piece.kind = Piece::Kind::Class;
        piece.ranges = std::move(ranges);
        return piece;
    }

    std::u32string text_;
    std::size_t at_ = 0;
    std::size_t nodes_ = 0;
    bool failed_ = false;
};

class Writer {
public:
    Writer(std::size_t extra, std::uint64_t variation)
        : extra_(extra), variation_(variation), stream_(variation, {"pattern"}, 0) {}

    bool write(const Piece& piece) {
        if (text_.size() > kMostText) return false;
        switch (piece.kind) {
            case Piece::Kind::Empty: return true;
            case Piece::Kind::Class: return character(piece.ranges);
            case Piece::Kind::Sequence:
                return std::all_of(piece.inner.begin(), piece.inner.end(),
                                   [&](const Piece& each) { return write(each); });
            case Piece::Kind::Either: {
                const std::size_t first = pick(piece.inner.size());
                return write(piece.inner[first]);
            }
            case Piece::Kind::Repeat: {
                const std::size_t times = std::min(piece.least + extra_, piece.most);
                for (std::size_t i = 0; i < times; ++i) {
                    if (!write(piece.inner[0])) return false;
                }
                return true;
            }
        }
        return false;
    }

    const std::string& text() const { return text_; }

private:
    std::size_t pick(std::size_t count) {
        return variation_ == 0 ? 0 : static_cast<std::size_t>(stream_.below(count));
    }

    bool character(const Ranges& ranges) {
        if (ranges.empty()) return false;
        const auto& [low, high] = ranges[pick(ranges.size())];
        const auto chosen = static_cast<char32_t>(low + pick(high - low + 1));
        base::append_utf8(text_, chosen >= 0xD800 && chosen <= 0xDFFF ? low : chosen);
        return true;
    }

    std::size_t extra_;
    std::uint64_t variation_;
    base::Stream stream_;
    std::string text_;
};

bool is_unanchored_at_end(std::string_view pattern) {
    return !pattern.ends_with('$');
}

}  // namespace

std::optional<std::string> text_of_pattern(std::string_view pattern,
                                           const PatternTextOptions& options) {
    if (!base::is_utf8(pattern)) return std::nullopt;
    const auto regex = base::Regex::compile(pattern, base::Regex::Dialect::Ecma);
    const std::optional<Piece> tree = Reader(pattern).read();
    if (!tree) return std::nullopt;
    const auto with_extra = [&](std::size_t extra) -> std::optional<std::string> {
        Writer writer(extra, options.variation);
        if (!writer.write(*tree)) return std::nullopt;
        return writer.text();
    };
    // More repetitions never make the text shorter: the least number that is long enough is found
    // by halving.
    const auto is_short = [&](const std::optional<std::string>& text) {
        return text && base::count_code_points(*text) < options.least;
    };
    std::size_t low = 0;
    std::size_t high = 1;
    if (is_short(with_extra(0))) {
        while (high < options.least && is_short(with_extra(high))) {
            low = high;
            high *= 2;
        }
        while (high - low > 1) {
            const std::size_t middle = low + (high - low) / 2;
            (is_short(with_extra(middle)) ? low : high) = middle;
        }
        low = high;
    }
    for (std::size_t extra = low; extra < low + 4; ++extra) {
        std::optional<std::string> text = with_extra(extra);
        if (!text) return std::nullopt;
        std::size_t length = base::count_code_points(*text);
        if (length < options.least && is_unanchored_at_end(pattern)) {
            text->append(std::min(options.least - length, kMostText), 'a');
            length = base::count_code_points(*text);
        }
        if (length > options.most) return std::nullopt;
        if (length >= options.least && (!regex || regex->is_found_in(*text))) return text;
    }
    return std::nullopt;
}

}  // namespace understudy::pack
