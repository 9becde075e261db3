#include "secret/impl/view.hpp"

#include <algorithm>
#include <map>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "secret/impl/strides.hpp"

namespace understudy::secret {

namespace {

// How far to the left a view shows what stands before a wrapped part: its name.
constexpr std::size_t kContext = 80;
constexpr std::size_t kLongestPart = std::size_t{256} << 10U;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

int hex_number(std::string_view text, std::size_t at, std::size_t digits) {
    if (text.size() < at + digits) return -1;
    int number = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        const int digit = hex_digit(text[at + i]);
        if (digit < 0) return -1;
        number = number * 16 + digit;
    }
    return number;
}

void add_code_point(View& view, char32_t point, std::size_t at, std::size_t width) {
    std::string bytes;
    base::append_utf8(bytes, point);
    view.add(bytes, at, width);
}

// `\u00e9`, and a pair of surrogates as one.
std::size_t add_unicode(std::string_view text, std::size_t at, View& view) {
    constexpr std::size_t kWidth = 6;
    const int first = hex_number(text, at + 2, 4);
    if (first < 0) return 0;
    const bool is_high = first >= 0xD800 && first < 0xDC00;
    if (is_high && text.substr(at + kWidth, 2) == "\\u") {
        const int second = hex_number(text, at + kWidth + 2, 4);
        if (second >= 0xDC00 && second < 0xE000) {
            add_code_point(
                view, static_cast<char32_t>(0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00)),
                at, 2 * kWidth);
            return 2 * kWidth;
        }
    }
    const bool is_lone = first >= 0xD800 && first < 0xE000;
    add_code_point(view, is_lone ? U'\uFFFD' : static_cast<char32_t>(first), at, kWidth);
    return kWidth;
}

// From the quote or line that a backslash stands in, and a little more to the left.
std::size_t part_begin(std::string_view text, std::size_t at, std::size_t least) {
    least = std::max(least, at > kLongestPart ? at - kLongestPart : 0);
    std::size_t begin = at;
    while (begin > least && text[begin - 1] != '"' && text[begin - 1] != '\n') --begin;
    for (std::size_t i = 0; i < kContext && begin > least && text[begin - 1] != '\n'; ++i) --begin;
    return begin;
}

View view_of_escapes(std::string_view text) {
    View view(Layer::Escapes, text);
    bool is_changed = false;
    std::size_t done = 0;
    for (std::size_t slash = text.find('\\'); slash != std::string_view::npos;
         slash = text.find('\\', done)) {
        std::size_t i = part_begin(text, slash, done);
        if (!view.text().empty()) view.add_separator(i);
        std::size_t plain = i;
        while ((i = find_any_of(text, i, '\\', '"', '\n')) < text.size() && text[i] != '\n') {
            if (text[i] == '\\') {
                view.add_plain(plain, i);
                const std::size_t width = add_escape(text, i, view);
                is_changed = is_changed || width > 0;
                // What is no escape stays, and so does what it stands before.
                plain = width > 0 ? i + width : i;
                i = width > 0 ? plain : std::min(i + 2, text.size());
                continue;
            }
            if (++i > slash) break;
        }
        view.add_plain(plain, i);
        done = std::max(i, slash + 1);
    }
    return is_changed ? std::move(view) : View(Layer::Escapes, text);
}

bool is_in_percent_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7f && c != '"' && c != '\'' && c != '<' && c != '>' &&
           c != '`' && c != '\\';
}

// How far from a blank of a form its `&` and `=` may stand.
constexpr std::size_t kFormReach = 400;

// A blank of a form body: `a=one+two&b=3`.
bool is_form_blank(std::string_view text, std::size_t at) {
    if (text[at] != '+') return false;
    const auto meets = [&](std::size_t from, std::size_t to, char c) {
        for (std::size_t i = from; i != to && is_in_percent_word(text[i]);
             i += from < to ? 1 : -1) {
            if (text[i] == c) return true;
        }
        return false;
    };
    const std::size_t low = at > kFormReach ? at - kFormReach : 0;
    const std::size_t high = std::min(at + kFormReach, text.size());
    return (meets(at, high, '&') || meets(at, low, '&')) && meets(at, low, '=');
}

// Where percent escapes, and blanks of a form, stand. The next of either sign is looked for by
// itself and remembered: one look for both costs a call for every byte.
class PercentPlaces {
public:
    explicit PercentPlaces(std::string_view text)
        : text_(text), percent_(text.find('%')), and_(text.find('&')), plus_(plus_from(0)) {}

    std::size_t next(std::size_t from) {
        for (;; ++from) {
            if (percent_ < from) percent_ = text_.find('%', from);
            if (plus_ < from) plus_ = plus_from(from);
            from = std::min(percent_, plus_);
            if (from == std::string_view::npos) return from;
            const bool is_place =
                from == percent_ ? hex_number(text_, from + 1, 2) >= 0 : is_form_blank(text_, from);
            if (is_place) return from;
        }
    }

private:
    // With an `&` in reach: base64 is full of the others.
    std::size_t plus_from(std::size_t from) {
        while (true) {
            const std::size_t low = from > kFormReach ? from - kFormReach : 0;
            if (and_ < low) and_ = text_.find('&', low);
            if (and_ == std::string_view::npos) return and_;
            if (and_ > kFormReach) from = std::max(from, and_ - kFormReach);
            from = text_.find('+', from);
            if (from == std::string_view::npos || from <= and_ + kFormReach) return from;
        }
    }

    std::string_view text_;
    std::size_t percent_;
    std::size_t and_;  // the first that is in reach, or ahead
    std::size_t plus_;
};

View view_of_percent(std::string_view text) {
    View view(Layer::Percent, text);
    PercentPlaces places(text);
    std::size_t done = 0;
    for (std::size_t at = places.next(0); at != std::string_view::npos; at = places.next(done)) {
        const std::size_t least = std::max(done, at > kLongestPart ? at - kLongestPart : 0);
        std::size_t i = at;
        while (i > least && is_in_percent_word(text[i - 1])) --i;
        for (std::size_t k = 0; k < kContext && i > least && text[i - 1] != '\n'; ++k) --i;
        if (!view.text().empty()) view.add_separator(i);
        std::size_t plain = i;
        while (i < text.size() && (i < at || is_in_percent_word(text[i]))) {
            const int byte = text[i] == '%' ? hex_number(text, i + 1, 2) : -1;
            const bool is_between = text[i] == '&';  // one value ends here, another name begins
            const bool is_blank = text[i] == '+' && is_form_blank(text, i);
            if (byte < 0 && !is_between && !is_blank) {
                ++i;
                continue;
            }
            view.add_plain(plain, i);
            const char decoded = is_between ? '\n' : is_blank ? ' ' : static_cast<char>(byte);
            const std::size_t width = byte < 0 ? 1 : 3;
            view.add({&decoded, 1}, i, width);
            plain = i += width;
        }
        view.add_plain(plain, i);
        done = i;
    }
    return view;
}

constexpr char kEscape = '\x1b';
// How much a view shows around a colour code: more than half of a private key.
constexpr std::size_t kAroundCode = 2048;

// The width of a terminal's control sequence: `ESC [ 1 ; 31 m`, `ESC ] ... BEL`, `ESC c`.
std::size_t sequence_width(std::string_view text, std::size_t at) {
    if (at + 1 >= text.size()) return 1;
    std::size_t i = at + 2;
    if (text[at + 1] == '[') {
        while (i < text.size() && (text[i] < '\x40' || text[i] > '\x7e') && text[i] >= ' ') ++i;
        return std::min(i + 1, text.size()) - at;
    }
    if (text[at + 1] == ']') {
        while (i < text.size() && text[i] != '\a' && text[i] != kEscape && text[i] != '\n') ++i;
        if (i < text.size() && text[i] == kEscape) ++i;
        return std::min(i + 1, text.size()) - at;
    }
    return 2;
}

// The line that something stands on and those shortly before it, from a whole line on.
std::size_t lines_before(std::string_view text, std::size_t at, std::size_t least) {
    const std::size_t from = at > least + kAroundCode ? at - kAroundCode : least;
    if (from == least) return from;
    const std::size_t line_break = text.substr(0, at).find('\n', from);
    if (line_break != std::string_view::npos) return line_break + 1;
    least = std::max(least, at > kLongestPart ? at - kLongestPart : 0);
    std::size_t begin = from;
    while (begin > least && text[begin - 1] != '\n') --begin;
    return begin;
}

// The lines with codes and those around them: a key goes over many, and one alone may be coloured.
View view_of_colours(std::string_view text) {
    View view(Layer::Colours, text);
    std::size_t done = 0;
    for (std::size_t at = text.find(kEscape); at != std::string_view::npos;) {
        std::size_t i = lines_before(text, at, done);
        if (i > done && !view.text().empty()) view.add_separator(i);
        do {
            view.add_plain(i, at);
            i = at + sequence_width(text, at);
            at = text.find(kEscape, i);
        } while (at != std::string_view::npos && at <= i + kAroundCode);
        done = std::min(text.find('\n', std::min(i + kAroundCode, text.size())), text.size());
        done = std::min({done, at, i + kLongestPart});
        view.add_plain(i, done);
    }
    return view;
}

// Texts with a byte order mark, two bytes a character. Others than ASCII are no part of a secret.
View view_of_utf16(std::string_view text) {
    View view(Layer::Utf16, text);
    const bool is_little = text.starts_with("\xff\xfe"), is_big = text.starts_with("\xfe\xff");
    if (!is_little && !is_big) return view;
    for (std::size_t i = 2; i + 1 < text.size(); i += 2) {
        const char high = text[is_little ? i + 1 : i], low = text[is_little ? i : i + 1];
        const char byte = high == 0 && low > 0 ? low : '?';
        view.add({&byte, 1}, i, 2);
    }
    return view;
}

}  // namespace

std::size_t add_escape(std::string_view text, std::size_t at, View& view) {
    if (at + 1 >= text.size()) return 0;
    const auto is = [&](char byte) {
        view.add({&byte, 1}, at, 2);
        return std::size_t{2};
    };
    switch (text[at + 1]) {
        case 'n': return is('\n');
        case 't': return is('\t');
        case 'r': return is('\r');
        case 'b': return is('\b');
        case 'f': return is('\f');
        case 'e': return is(kEscape);
        case '"':
        case '\'':
        case '`':
        case '/':
        case '\\': return is(text[at + 1]);
        case '\n': return 2;  // a line that goes on: nothing stands between
        case 'u': return add_unicode(text, at, view);
        case 'x': {
            const int byte = hex_number(text, at + 2, 2);
            if (byte < 0) return 0;
            const char decoded = static_cast<char>(byte);
            view.add({&decoded, 1}, at, 4);
            return 4;
        }
        case '0':
            if (text.substr(at + 1, 3) != "033") return 0;
            view.add({&kEscape, 1}, at, 4);
            return 4;
        default: return 0;
    }
}

View::RawPlace View::place_of(std::size_t byte) const {
    const auto next =
        std::upper_bound(pieces_.begin(), pieces_.end(), byte,
                         [](std::size_t at, const Piece& piece) { return at < piece.begin; });
    const Piece& piece = *std::prev(next);
    const std::size_t begin = piece.is_plain ? piece.raw + (byte - piece.begin) : piece.raw;
    return {begin, begin + piece.width};
}

std::size_t View::raw_end(std::size_t end) const {
    return end == 0 ? place_of(0).begin : place_of(end - 1).end;
}

void View::add_plain(std::size_t raw_begin, std::size_t raw_end) {
    if (raw_begin >= raw_end) return;
    pieces_.push_back(
        {static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(raw_begin), 1, true});
    text_ += raw_.substr(raw_begin, raw_end - raw_begin);
}

void View::add(std::string_view bytes, std::size_t raw_at, std::size_t raw_width) {
    pieces_.push_back({static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(raw_at),
                       static_cast<std::uint32_t>(raw_width), false});
    text_ += bytes;
}

void View::add_separator(std::size_t raw_at) {
    add({"\n\x1e\n", 3}, raw_at, 0);
}

std::string View::written(char byte) const {
    switch (layer_) {
        case Layer::Utf16:
            return raw_.starts_with("\xff\xfe") ? std::string{byte, '\0'} : std::string{'\0', byte};
        case Layer::Percent: return base::to_percent(std::string_view(&byte, 1));
        case Layer::Escapes:
        case Layer::Frames:
        case Layer::Lines:
            if (byte == '"' || byte == '\\') return {'\\', byte};
            if (byte == '\n') return "\\n";
            return {byte};
        default: return {byte};
    }
}

void View::add_raw(const Splice& splice, std::vector<Splice>& to) const {
    const std::size_t length = splice.end - splice.begin;
    for (std::size_t i = 0; i < length; ++i) {
        const std::size_t byte = splice.begin + i;
        const RawPlace place = place_of(byte);
        if (place.begin == place.end) continue;
        const bool is_last = i + 1 == length;
        const std::string_view here =
            i >= splice.text.size()
                ? std::string_view()
                : std::string_view(splice.text).substr(i, is_last ? std::string_view::npos : 1);
        if (here.size() == 1 && here.front() == text_[byte]) continue;
        // The bytes of one character share its place: the first of them is replaced, the others go
        // with it.
        if (i > 0 && place.begin == place_of(byte - 1).begin) continue;
        Splice raw{place.begin, place.end, {}};
        // What was written as three characters stays so: lengths hold.
        const bool was_escaped = layer_ == Layer::Percent && place.end - place.begin == 3;
        for (const char c : here) {
            raw.text += was_escaped ? "%" + base::to_hex({&c, 1}) : written(c);
        }
        if (!to.empty() && to.back().end == raw.begin && i > 0) {
            to.back().end = raw.end;
            to.back().text += raw.text;
        } else {
            to.push_back(std::move(raw));
        }
    }
}

std::string without_colours(std::string_view text) {
    // A longer one is no code, and blanks would hide what it says.
    constexpr std::size_t kLongest = 32;
    std::string plain;
    for (std::size_t at = text.find(kEscape); at != std::string_view::npos;) {
        if (plain.empty()) plain = text;
        const bool is_code = text.substr(at + 1, 1) == "[";
        const std::size_t width = is_code ? sequence_width(text, at) : 1;
        if (is_code && width <= kLongest) plain.replace(at, width, width, ' ');
        at = text.find(kEscape, at + width);
    }
    return plain;
}

std::vector<View> views_of(std::string_view text, std::string_view plain) {
    std::vector<View> views;
    const auto keep = [&views](View view) {
        if (!view.text().empty()) views.push_back(std::move(view));
    };
    keep(view_of_escapes(plain));
    keep(view_of_percent(plain));
    if (plain.data() != text.data()) keep(view_of_colours(text));
    keep(view_of_utf16(text));
    add_doubled_quotes(plain, views);
    add_frames(plain, views);
    return views;
}

std::vector<Splice> without_overlaps(std::vector<Splice> splices) {
    std::stable_sort(splices.begin(), splices.end(), [](const Splice& a, const Splice& b) {
        return a.end - a.begin > b.end - b.begin;
    });
    std::map<std::size_t, Splice> kept;  // by begin
    for (Splice& splice : splices) {
        const auto next = kept.lower_bound(splice.begin);
        if (next != kept.end() && next->second.begin < splice.end) continue;
        if (next != kept.begin() && std::prev(next)->second.end > splice.begin) continue;
        const std::size_t begin = splice.begin;
        kept.emplace(begin, std::move(splice));
    }
    std::vector<Splice> ordered;
    for (auto& [begin, splice] : kept) ordered.push_back(std::move(splice));
    return ordered;
}

std::string spliced(std::string_view text, const std::vector<Splice>& splices) {
    std::string out;
    out.reserve(text.size());
    std::size_t at = 0;
    for (const Splice& splice : splices) {
        out += text.substr(at, splice.begin - at);
        out += splice.text;
        at = splice.end;
    }
    out += text.substr(at);
    return out;
}

}  // namespace understudy::secret
