// Token scanning: strings, escapes and numbers.
#include "json/impl/scan.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/text.hpp"

namespace understudy::json {

namespace {

// Skips bytes that mean nothing special inside a string, noting whether any is above 0x7F.
const char* skip_plain(const char* at, const char* end, bool& wide) {
#ifdef __SSE2__
    while (end - at >= 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
        const __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
        // Unsigned "below 0x20": the minimum with 0x1F is the byte itself.
        const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
        const auto stop = static_cast<unsigned>(
            _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, slash), control)));
        const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
        if (stop != 0) {
            const auto first = static_cast<unsigned>(std::countr_zero(stop));
            if ((high & ((1U << first) - 1U)) != 0) wide = true;
            return at + first;
        }
        if (high != 0) wide = true;
        at += 16;
    }
#endif
    while (at != end) {
        const auto byte = static_cast<unsigned char>(*at);
        if (byte == '"' || byte == '\\' || byte < 0x20) return at;
        if (byte >= 0x80) wide = true;
        ++at;
    }
    return at;
}

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// The four digits after \u; -1 if there are not four.
int read_unit(std::string_view raw, std::size_t at) {
    if (at + 4 > raw.size()) return -1;
    int unit = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const int digit = hex_value(raw[at + i]);
        if (digit < 0) return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

char simple_escape(char c) {
    switch (c) {
        case '"': return '"';
        case '\\': return '\\';
        case '/': return '/';
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        default: return 0;
    }
}

// Decodes the \u escape whose `u` stands at `at`, a surrogate pair included; moves `at` past it.
std::optional<EscapeFault> decode_unicode(std::string_view raw, std::size_t& at, std::string& out) {
    const std::size_t escape = at - 1;
    const int first = read_unit(raw, at + 1);
    if (first < 0) return EscapeFault{base::Code::JsonBadEscape, escape, 2};
    at += 5;
    if (first < 0xD800 || first > 0xDFFF) {
        base::append_utf8(out, static_cast<char32_t>(first));
        return std::nullopt;
    }
    const bool pair_follows = first < 0xDC00 && raw.substr(at, 2) == "\\u";
    const int second = pair_follows ? read_unit(raw, at + 2) : -1;
    if (second < 0xDC00 || second > 0xDFFF) {
        return EscapeFault{base::Code::JsonLoneSurrogate, escape, 6};
    }
    at += 6;
    base::append_utf8(
        out, static_cast<char32_t>(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)));
    return std::nullopt;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

StringScan scan_string(const char* at, const char* end) {
    StringScan scan;
    while (true) {
        at = skip_plain(at, end, scan.has_wide);
        if (at == end) break;
        if (*at == '"') {
            scan.is_closed = true;
            break;
        }
        if (*at != '\\') {
            scan.has_control = true;
            break;
        }
        scan.has_escape = true;
        if (end - at < 2) break;  // the escape is cut: an earlier scan resumes at its backslash
        at += 2;
    }
    scan.end = at;
    return scan;
}

const char* scan_number(const char* at, const char* end) {
    while (at != end &&
           (is_digit(*at) || *at == '.' || *at == 'e' || *at == 'E' || *at == '+' || *at == '-')) {
        ++at;
    }
    return at;
}

std::optional<EscapeFault> decode_escapes(std::string_view raw, std::string& out) {
    out.clear();
    std::size_t at = 0;
    while (true) {
        const std::size_t slash = raw.find('\\', at);
        out.append(raw.substr(at, slash - at));
        if (slash == std::string_view::npos) return std::nullopt;
        at = slash + 1;
        const char kind = at < raw.size() ? raw[at] : '\0';
        if (kind == 'u') {
            if (auto fault = decode_unicode(raw, at, out)) return fault;
            continue;
        }
        const char plain = simple_escape(kind);
        if (plain == 0) return EscapeFault{base::Code::JsonBadEscape, slash, 2};
        out += plain;
        ++at;
    }
}

std::optional<NumberFault> find_number_fault(std::string_view text) {
    std::size_t at = 0;
    const auto has = [&](char c) { return at < text.size() && text[at] == c; };
    const auto skip_digits = [&] {
        const std::size_t from = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        return at - from;
    };
    if (has('-')) ++at;
    const std::size_t first = at;
    const std::size_t whole = skip_digits();
    if (whole == 0) return NumberFault{"it has no digit before the point or exponent", at};
    if (whole > 1 && text[first] == '0') return NumberFault{"it has a leading zero", first};
    if (has('.')) {
        ++at;
        if (skip_digits() == 0) return NumberFault{"it has no digit after the point", at};
    }
    if (has('e') || has('E')) {
        ++at;
        if (has('+') || has('-')) ++at;
        if (skip_digits() == 0) return NumberFault{"its exponent has no digit", at};
    }
    if (at != text.size()) return NumberFault{"it goes on after its end", at};
    return std::nullopt;
}

}  // namespace understudy::json
