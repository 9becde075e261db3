// Functions of text: CEL's own and its string extension, all counted in characters (code points).
#include <algorithm>
#include <array>
#include <cstring>

#include "base/regex.hpp"
#include "base/text.hpp"
#include "expr/impl/machine.hpp"

namespace understudy::expr {

using base::Code;
using Arguments = std::span<const Datum>;

namespace {

using enum TypeKind;

constexpr std::size_t kNone = std::string_view::npos;

// Two-way search of the C library: linear whatever the texts are.
std::size_t find_in(std::string_view text, std::string_view what, std::size_t from = 0) {
    if (from > text.size()) return kNone;
    if (what.empty()) return from;
    const void* found = ::memmem(text.data() + from, text.size() - from, what.data(), what.size());
    if (found == nullptr) return kNone;
    return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// Byte offset of the character `index`, the end included; nullopt past that.
std::optional<std::size_t> offset_of(std::string_view text, std::int64_t index) {
    if (index < 0) return std::nullopt;
    std::size_t at = 0;
    for (; index > 0; --index) {
        if (at >= text.size()) return std::nullopt;
        base::next_code_point(text, at);
    }
    return at;
}

Datum out_of_range(Machine& machine, const Node& call, std::int64_t index, std::string_view text) {
    return machine.fail(
        call, Code::ExprIndex,
        {{"index", std::to_string(index)},
         {"range", "the text has " + base::plural(base::count_code_points(text), "character")}});
}

Datum position(std::string_view text, std::size_t offset) {
    if (offset == kNone) return Datum::from(std::int64_t{-1});
    return Datum::from(static_cast<std::int64_t>(base::count_code_points(text.substr(0, offset))));
}

bool pay(Machine& machine, Arguments a) {
    std::size_t bytes = 0;
    for (const Datum& argument : a) {
        if (argument.kind == Kind::String) bytes += argument.size;
    }
    return machine.spend_bytes(bytes);
}

Datum contains(Machine& machine, const Node&, Arguments a) {
    if (!pay(machine, a)) return Datum::error();
    return Datum::from(find_in(a[0].view(), a[1].view()) != kNone);
}

Datum starts_with(Machine& machine, const Node&, Arguments a) {
    if (!pay(machine, a)) return Datum::error();
    return Datum::from(a[0].view().starts_with(a[1].view()));
}

Datum ends_with(Machine& machine, const Node&, Arguments a) {
    if (!pay(machine, a)) return Datum::error();
    return Datum::from(a[0].view().ends_with(a[1].view()));
}

Datum matches(Machine& machine, const Node& call, Arguments a) {
    if (!pay(machine, a)) return Datum::error();
    if (call.pattern > 0) {
        return Datum::from(machine.tree().patterns[call.pattern - 1].is_found_in(a[0].view()));
    }
    if (!machine.spend(kPatternSteps)) return Datum::error();
    const base::Result<base::Regex> regex = base::Regex::compile(a[1].view());
    if (!regex) {
        return machine.fail(call, Code::ExprPattern, {{"why", base::message(regex.error())}});
    }
    return Datum::from(regex->is_found_in(a[0].view()));
}

Datum char_at(Machine& machine, const Node& call, Arguments a) {
    if (!pay(machine, a)) return Datum::error();
    const std::string_view text = a[0].view();
    const std::optional<std::size_t> begin = offset_of(text, a[1].integer);
    if (!begin) return out_of_range(machine, call, a[1].integer, text);
    std::size_t end = *begin;
    if (end < text.size()) base::next_code_point(text, end);
    return Datum::from(text.substr(*begin, end - *begin));
}

Datum index_of(Machine& machine, const Node& call, Arguments a) {
    if (!pay(machine, a)) return Datum::error();
    const std::string_view text = a[0].view();
    const std::int64_t from = a.size() > 2 ? a[2].integer : 0;
    const std::optional<std::size_t> begin = offset_of(text, from);
    if (!begin) return out_of_range(machine, call, from, text);
    return position(text, find_in(text, a[1].view(), *begin));
}

// The last place where `what` starts at or before `limit`: the first one in the mirror image.
std::size_t find_last(std::string_view text, std::string_view what, std::size_t limit) {
    const std::string_view seen =
        text.substr(0, std::min(text.size() - limit, what.size()) + limit);
    const std::string mirrored(seen.rbegin(), seen.rend());
    const std::string wanted(what.rbegin(), what.rend());
    const std::size_t found = find_in(mirrored, wanted);
    return found == kNone ? kNone : seen.size() - found - what.size();
}

Datum last_index_of(Machine& machine, const Node& call, Arguments a) {
    if (!machine.spend_bytes(2 * (a[0].size + a[1].size))) return Datum::error();
    const std::string_view text = a[0].view();
    std::size_t limit = text.size();
    if (a.size() > 2) {
        const std::optional<std::size_t> offset = offset_of(text, a[2].integer);
        if (!offset) return out_of_range(machine, call, a[2].integer, text);
        limit = *offset;
    }
    if (a[1].size == 0) return position(text, limit);
    return position(text, find_last(text, a[1].view(), limit));
}

Datum substring(Machine& machine, const Node& call, Arguments a) {
    if (!pay(machine, a)) return Datum::error();
    const std::string_view text = a[0].view();
    const std::optional<std::size_t> begin = offset_of(text, a[1].integer);
    if (!begin) return out_of_range(machine, call, a[1].integer, text);
    if (a.size() == 2) return Datum::from(text.substr(*begin));
    const std::optional<std::size_t> end = offset_of(text, a[2].integer);
    if (!end) return out_of_range(machine, call, a[2].integer, text);
    if (*end < *begin) {
        return machine.fail(call, Code::ExprArgument,
                            {{"function", "substring"}, {"why", "the end is before the start"}});
    }
    return Datum::from(text.substr(*begin, *end - *begin));
}

template <char kFirst, char kLast, int kShift>
Datum shift_case(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(2 * a[0].size)) return Datum::error();
    std::string text(a[0].view());
    for (char& c : text) {
        if (c >= kFirst && c <= kLast) c = static_cast<char>(c + kShift);
    }
    return machine.make_text(std::move(text));
}

bool is_white_space(char32_t c) {
    return (c >= 9 && c <= 13) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

Datum trim(Machine& machine, const Node&, Arguments a) {
    if (!pay(machine, a)) return Datum::error();
    const std::string_view text = a[0].view();
    std::size_t begin = text.size();
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        if (is_white_space(base::next_code_point(text, at))) continue;
        begin = std::min(begin, start);
        end = at;
    }
    return Datum::from(begin < end ? text.substr(begin, end - begin) : std::string_view());
}

Datum reverse(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(2 * a[0].size)) return Datum::error();
    const std::string_view text = a[0].view();
    std::string reversed(text.size(), '\0');
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        base::next_code_point(text, at);
        text.copy(reversed.data() + (text.size() - at), at - start, start);
    }
    return machine.make_text(std::move(reversed));
}

// Where the pieces of `text` part: before each `what`, or between all characters if it is empty.
std::size_t next_cut(std::string_view text, std::string_view what, std::size_t from) {
    if (!what.empty()) return find_in(text, what, from);
    if (from >= text.size()) return kNone;
    base::next_code_point(text, from);
    return from < text.size() ? from : kNone;
}

Datum split(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(2 * (a[0].size + a[1].size))) return Datum::error();
    const std::string_view text = a[0].view();
    const std::string_view what = a[1].view();
    const std::int64_t most = a.size() > 2 ? a[2].integer : -1;
    if (most == 0 || (text.empty() && what.empty())) return Datum::list(nullptr, 0);
    std::vector<Datum> pieces;
    std::size_t begin = 0;
    while (most < 0 || static_cast<std::int64_t>(pieces.size()) + 1 < most) {
        const std::size_t cut = next_cut(text, what, begin);
        if (cut == kNone) break;
        if (!machine.spend(1)) return Datum::error();
        pieces.push_back(Datum::from(text.substr(begin, cut - begin)));
        begin = cut + what.size();
    }
    pieces.push_back(Datum::from(text.substr(begin)));
    const std::span<Datum> items = machine.make_items(pieces.size());
    std::copy(pieces.begin(), pieces.end(), items.begin());
    return Datum::list(items.data(), items.size());
}

// Calls `put(begin, end)` for each stretch of the text that is followed by a replacement; gives
// where the rest begins.
template <class Put>
std::size_t for_each_cut(std::string_view text, std::string_view what, std::int64_t most, Put put) {
    std::size_t begin = 0;
    if (what.empty() && most != 0) {  // before the first character too
        put(0, 0);
        --most;
    }
    for (; most != 0; --most) {
        std::size_t cut = next_cut(text, what, begin);
        if (cut == kNone && what.empty() && begin < text.size()) cut = text.size();
        if (cut == kNone) break;
        put(begin, cut);
        begin = cut + what.size();
    }
    return begin;
}

Datum replace(Machine& machine, const Node&, Arguments a) {
    if (!pay(machine, a.first(2))) return Datum::error();
    const std::string_view text = a[0].view();
    const std::string_view with = a[2].view();
    const std::int64_t most = a.size() > 3 ? a[3].integer : -1;
    std::size_t count = 0;
    for_each_cut(text, a[1].view(), most, [&](std::size_t, std::size_t) { ++count; });
    const std::size_t size = text.size() - count * a[1].size + count * with.size();
    if (!machine.spend_bytes(size)) return Datum::error();
    std::string out;
    out.reserve(size);
    const std::size_t rest =
        for_each_cut(text, a[1].view(), most, [&](std::size_t begin, std::size_t end) {
            out.append(text.substr(begin, end - begin)).append(with);
        });
    out.append(text.substr(rest));
    return machine.make_text(std::move(out));
}

Datum join(Machine& machine, const Node& call, Arguments a) {
    const std::string_view between = a.size() > 1 ? a[1].view() : std::string_view();
    std::string out;
    for (std::size_t i = 0; i < a[0].size; ++i) {
        const Datum item = machine.item(call, a[0], i);
        if (item.is_error()) return item;
        if (item.kind != Kind::String) return machine.mismatch(call, "join", {&item, 1});
        if (!machine.spend(1) || !machine.spend_bytes(item.size + between.size())) {
            return Datum::error();
        }
        if (i > 0) out += between;
        out += item.view();
    }
    return machine.make_text(std::move(out));
}

Datum quote(Machine& machine, const Node&, Arguments a) {
    constexpr std::string_view kSpecial = "\a\b\f\n\r\t\v\\\"";
    constexpr std::string_view kLetters = "abfnrtv\\\"";
    if (!machine.spend_bytes(3 * a[0].size)) return Datum::error();
    std::string out = "\"";
    for (const char c : a[0].view()) {
        const std::size_t special = kSpecial.find(c);
        if (special == kNone) {
            out += c;
        } else {
            out += '\\';
            out += kLetters[special];
        }
    }
    return machine.make_text(out + '"');
}

constexpr Overload kFunctions[] = {
    {"contains", kMethod, 2, {String, String}, Bool, Growth::Scan, contains},
    {"startsWith", kMethod, 2, {String, String}, Bool, Growth::Scan, starts_with},
    {"endsWith", kMethod, 2, {String, String}, Bool, Growth::Scan, ends_with},
    {"matches", kEither, 2, {String, String}, Bool, Growth::Pattern, matches},
    {"charAt", kMethod, 2, {String, Int}, String, Growth::Copy, char_at},
    {"indexOf", kMethod, 2, {String, String}, Int, Growth::Scan, index_of},
    {"indexOf", kMethod, 3, {String, String, Int}, Int, Growth::Scan, index_of},
    {"lastIndexOf", kMethod, 2, {String, String}, Int, Growth::Copy, last_index_of},
    {"lastIndexOf", kMethod, 3, {String, String, Int}, Int, Growth::Copy, last_index_of},
    {"substring", kMethod, 2, {String, Int}, String, Growth::Copy, substring},
    {"substring", kMethod, 3, {String, Int, Int}, String, Growth::Copy, substring},
    {"lowerAscii", kMethod, 1, {String}, String, Growth::Copy, shift_case<'A', 'Z', 32>},
    {"upperAscii", kMethod, 1, {String}, String, Growth::Copy, shift_case<'a', 'z', -32>},
    {"trim", kMethod, 1, {String}, String, Growth::Copy, trim},
    {"reverse", kMethod, 1, {String}, String, Growth::Copy, reverse},
    {"split", kMethod, 2, {String, String}, List, Growth::Split, split},
    {"split", kMethod, 3, {String, String, Int}, List, Growth::Split, split},
    {"replace", kMethod, 3, {String, String, String}, String, Growth::Replace, replace},
    {"replace", kMethod, 4, {String, String, String, Int}, String, Growth::Replace, replace},
    {"join", kMethod, 1, {List}, String, Growth::Join, join},
    {"join", kMethod, 2, {List, String}, String, Growth::Join, join},
    {"strings.quote", kGlobal, 1, {String}, String, Growth::Widen, quote},
};

}  // namespace

std::span<const Overload> text_functions() {
    return kFunctions;
}

}  // namespace understudy::expr
