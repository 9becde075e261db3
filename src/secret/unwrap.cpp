#include "secret/impl/unwrap.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/encoding.hpp"

namespace understudy::secret {

namespace {

// A line of this length may go on in the next one.
constexpr std::size_t kLeastLine = 60;

constexpr std::string_view kGzip("\x1f\x8b\x08", 3);
constexpr std::string_view kZstd("\x28\xb5\x2f\xfd", 4);

bool is_zlib(std::string_view bytes) {
    if (bytes.size() < 6 || bytes[0] != '\x78') return false;
    const auto second = static_cast<unsigned char>(bytes[1]);
    return (0x7800U + second) % 31 == 0 && (second & 0x20U) == 0;
}

std::optional<Layer> compressed(std::string_view bytes) {
    if (bytes.starts_with(kGzip)) return Layer::Gzip;
    if (bytes.starts_with(kZstd)) return Layer::Zstd;
    if (is_zlib(bytes)) return Layer::Deflate;
    return std::nullopt;
}

constexpr std::array<bool, 256> kText = [] {
    std::array<bool, 256> is{};
    for (std::size_t byte = ' '; byte < is.size(); ++byte) is[byte] = byte != 0x7f;
    for (const char c : {'\n', '\r', '\t'}) is[static_cast<std::size_t>(c)] = true;
    return is;
}();
bool is_text(char c) {
    return kText[static_cast<unsigned char>(c)];
}
// Without a branch: in random bytes none could be foreseen.
bool are_text(std::span<const char> bytes) {
    unsigned all = 1;
    for (const char c : bytes) all &= static_cast<unsigned>(is_text(c));
    return all != 0;
}
// Of a character of UTF-8: only behind others.
bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
}

// Something a person or a program would read: no noise. A character may be cut at the end.
bool is_readable(std::string_view bytes) {
    constexpr std::size_t kLongestCharacter = 4;
    if (bytes.empty()) return false;
    if (compressed(bytes)) return true;
    const std::size_t valid = base::find_invalid_utf8(bytes).value_or(bytes.size());
    if (bytes.size() - valid >= kLongestCharacter) return false;
    return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), is_text)) * 10 >=
           bytes.size() * 9;
}

// Of either alphabet.
constexpr std::array<std::uint8_t, 256> kValues = [] {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::uint8_t, 256> values{};
    for (std::size_t i = 0; i < kDigits.size(); ++i) {
        values[static_cast<std::size_t>(kDigits[i])] = static_cast<std::uint8_t>(i);
    }
    values['-'] = values['+'];
    values['_'] = values['/'];
    return values;
}();

// The three bytes of four characters.
void decode_group(const char* group, char* bytes) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        bits = bits << 6U | kValues[static_cast<unsigned char>(group[i])];
    }
    for (std::size_t i = 0; i < 3; ++i) {
        bytes[i] = static_cast<char>(bits >> (16U - 8U * i) & 0xFFU);
    }
}

std::size_t padded_end(std::string_view text, std::size_t end) {
    const std::size_t most = std::min(end + 2, text.size());
    while (end < most && text[end] == '=') ++end;
    return end;
}

// The end of a run that may go on over line breaks, its padding included.
std::size_t run_end(std::string_view text, std::size_t begin) {
    std::size_t end = begin;
    for (std::size_t line = begin;;) {
        while (end < text.size() && is_run_character(text[end])) ++end;
        const std::size_t letters = end - line;
        if (const std::size_t padded = padded_end(text, end); padded > end) return padded;
        if (letters < kLeastLine || letters % 4 != 0) return end;
        std::size_t next = end;
        if (next < text.size() && text[next] == '\r') ++next;
        if (next >= text.size() || text[next] != '\n') return end;
        ++next;
        while (next < text.size() && (text[next] == ' ' || text[next] == '\t')) ++next;
        std::size_t there = next;
        while (there < text.size() && is_run_character(text[there])) ++there;
        const bool is_key = there < text.size() && text[there] == ':';  // of YAML: `status: 201`
        if (there == next || there - next > letters || is_key) return end;
        line = end = next;
    }
}

// A part of it is enough to tell; all of it must be base64.
bool is_readable_base64(std::string_view text) {
    constexpr std::size_t kEnough = 4096;
    const auto bytes = base::from_base64(text.substr(0, kEnough), base::Base64::Loose);
    const bool may_be_cut = text.size() > kEnough;
    if (!bytes && !may_be_cut) return false;
    if (bytes) return is_readable(*bytes);
    const auto whole = base::from_base64(text, base::Base64::Loose);
    return whole && is_readable(*whole);
}

void add_base64(std::string_view text, const std::vector<CharacterRun>& runs,
                std::vector<Wrapped>& found) {
    std::size_t done = 0;   // found up to here
    std::size_t tried = 0;  // lines up to here are no one text: each is tried on its own
    for (const CharacterRun& run : runs) {
        if (run.begin < done || !holds_text(text.substr(run.begin, run.end - run.begin))) continue;
        const std::size_t padded = padded_end(text, run.end);
        const std::size_t whole = run.begin < tried ? padded : run_end(text, run.begin);
        for (const std::size_t end : {whole, padded}) {
            if (is_readable_base64(text.substr(run.begin, end - run.begin))) {
                found.push_back({Layer::Base64, run.begin, end});
                done = end;
                break;
            }
            if (whole <= padded) break;
        }
        tried = std::max(tried, whole);
    }
}

// By its last byte: texts have it least of all.
std::size_t find_magic(std::string_view text, std::string_view magic, std::size_t from) {
    const std::size_t before = magic.size() - 1;
    for (std::size_t last = text.find(magic.back(), from + before); last != std::string_view::npos;
         last = text.find(magic.back(), last + 1)) {
        if (text.substr(last - before).starts_with(magic)) return last - before;
    }
    return std::string_view::npos;
}

// A compressed part of a multipart body goes to the delimiter behind it.
void add_compressed_parts(std::string_view text, std::vector<Wrapped>& found) {
    for (const std::string_view magic : {kGzip, kZstd}) {
        for (std::size_t at = find_magic(text, magic, 1); at != std::string_view::npos;) {
            const bool is_part = text[at - 1] == '\n';
            const std::size_t end = std::min(text.find("\r\n--", at), text.size());
            if (is_part) found.push_back({*compressed(text.substr(at)), at, end});
            at = find_magic(text, magic, is_part ? end : at + 1);
        }
    }
}

http::Encoding encoding_of(Layer layer) {
    switch (layer) {
        case Layer::Zstd: return http::Encoding::Zstd;
        case Layer::Deflate: return http::Encoding::Deflate;
        case Layer::Brotli: return http::Encoding::Brotli;
        default: return http::Encoding::Gzip;
    }
}

std::string wrap_base64(std::string_view old, std::string_view inner) {
    const auto letters =
        static_cast<std::size_t>(std::count_if(old.begin(), old.end(), is_run_character));
    const bool has_standard = old.find_first_of("+/") != std::string_view::npos;
    const bool has_url = old.find_first_of("-_") != std::string_view::npos;
    // Padding is left out where it was, or where only the alphabet of addresses would do so: what
    // came out even says nothing about it.
    const bool is_even = letters % 4 == 0;
    const bool is_padded = old.ends_with('=') || (is_even && !has_url);
    // Without a telling character: what is not padded though it could be is of that alphabet.
    const bool is_url = has_url || (!has_standard && !is_padded);
    std::string text = is_url ? base::to_base64url(inner) : base::to_base64(inner);
    while (!is_padded && text.ends_with('=')) text.pop_back();
    while (is_padded && text.size() % 4 != 0) text += '=';
    // Line breaks stand where they stood.
    std::string lines;
    std::size_t used = 0;
    for (std::size_t i = 0; i < old.size(); ++i) {
        if (is_run_character(old[i]) || old[i] == '=') {
            if (used < text.size()) lines += text[used++];
        } else {
            lines += old[i];
        }
    }
    return lines + text.substr(used);
}

}  // namespace

bool holds_text(std::string_view run) {
    std::array<char, 12> bytes{};
    if (run.size() < 16) return false;
    decode_group(run.data(), bytes.data());
    decode_group(run.data() + 4, bytes.data() + 3);
    const std::string_view first(bytes.data(), 6);
    if (compressed(first)) return true;
    if (is_continuation(first.front()) || !are_text(first)) return false;
    decode_group(run.data() + 8, bytes.data() + 6);
    decode_group(run.data() + 12, bytes.data() + 9);
    return are_text(bytes) && is_readable({bytes.data(), bytes.size()});
}

std::vector<Wrapped> wrapped_in(std::string_view text, std::string_view name,
                                const std::vector<CharacterRun>& runs) {
    if (const auto layer = compressed(text)) return {{*layer, 0, text.size()}};
    if (name.ends_with(".br")) return {{Layer::Brotli, 0, text.size()}};
    std::vector<Wrapped> found;
    add_base64(text, runs, found);
    const std::size_t before = found.size();
    add_compressed_parts(text, found);
    if (found.size() > before) {
        std::sort(found.begin(), found.end(),
                  [](const Wrapped& a, const Wrapped& b) { return a.begin < b.begin; });
    }
    return found;
}

Unwrapped unwrap(const Wrapped& wrapped, std::string_view text, std::size_t most) {
    const std::string_view part = text.substr(wrapped.begin, wrapped.end - wrapped.begin);
    Unwrapped inner;
    if (wrapped.layer == Layer::Base64) {
        auto bytes = base::from_base64(part, base::Base64::Loose);
        inner.is_damaged = !bytes;
        inner.text = std::move(bytes).value_or("");
        return inner;
    }
    auto decoder = http::Decoder::make(http::name_of(encoding_of(wrapped.layer)), most);
    if (!decoder) return inner;
    const auto fed = decoder->feed(part, inner.text);
    if (!fed) {
        inner.is_cut = fed.error().code == base::Code::HttpDecodedTooLarge;
        inner.is_damaged = !inner.is_cut;
    } else {
        inner.is_damaged = !decoder->end();
    }
    return inner;
}

std::string wrap(const Wrapped& wrapped, std::string_view text, std::string_view inner) {
    const std::string_view part = text.substr(wrapped.begin, wrapped.end - wrapped.begin);
    if (wrapped.layer == Layer::Base64) return wrap_base64(part, inner);
    return http::encode(encoding_of(wrapped.layer), inner);
}

}  // namespace understudy::secret
