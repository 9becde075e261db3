// Hashes, encodings, forms and text pieces. A hash gives octets, which only the encoders can turn
// into text: hex(sha256(body)).
#include <algorithm>
#include <cmath>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/seed.hpp"
#include "base/text.hpp"
#include "expr/impl/machine.hpp"
#include "json/write.hpp"

namespace understudy::expr {

using base::Code;
using base::Digest;
using Arguments = std::span<const Datum>;

namespace {

using enum TypeKind;

template <Digest kKind>
Datum hash(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(a[0].size)) return Datum::error();
    return machine.make_octets(base::digest(kKind, a[0].view()));
}

template <Digest kKind>
Datum keyed_hash(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(a[0].size + a[1].size)) return Datum::error();
    return machine.make_octets(base::hmac(kKind, a[0].view(), a[1].view()));
}

template <std::string (*kEncode)(std::string_view)>
Datum encode(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(4 * a[0].size)) return Datum::error();
    return machine.make_text(kEncode(a[0].view()));
}

Datum decode_base64(Machine& machine, const Node& call, Arguments a) {
    if (!machine.spend_bytes(2 * a[0].size)) return Datum::error();
    std::optional<std::string> octets = base::from_base64(a[0].view(), base::Base64::Loose);
    if (octets) return machine.make_octets(std::move(*octets));
    return machine.fail(
        call, Code::ExprConversion,
        {{"value", base::quoted(a[0].view())}, {"type", "octets"}, {"help", "it is not base64"}});
}

// Names in byte order, each followed by its value or values: what some vendors sign.
Datum sorted_form(Machine& machine, const Node& call, Arguments a) {
    const Datum form = machine.whole(call, a[0]);
    if (form.is_error() || !machine.spend(2 * form.size)) return Datum::error();
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < form.size; ++i) {
        entries.push_back(machine.entry(call, form, i));
        if (entries.back().value.is_error()) return Datum::error();
        if (entries.back().key.kind != Kind::String) {
            return machine.mismatch(call, "sorted_form", {&entries.back().key, 1});
        }
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& x, const Entry& y) { return x.key.view() < y.key.view(); });
    std::string out;
    const auto put = [&](const Datum& key, const Datum& value) {
        if (value.kind != Kind::String) {
            machine.mismatch(call, "sorted_form", {&value, 1});
            return false;
        }
        if (!machine.spend(1) || !machine.spend_bytes(key.size + value.size)) return false;
        out.append(key.view()).append(value.view());
        return true;
    };
    for (const Entry& entry : entries) {
        const bool several = entry.value.kind == Kind::List;
        for (std::size_t i = 0; i < (several ? entry.value.size : 1); ++i) {
            const Datum value = several ? machine.item(call, entry.value, i) : entry.value;
            if (value.is_error() || !put(entry.key, value)) return Datum::error();
        }
    }
    return machine.make_text(std::move(out));
}

bool is_space(char32_t c) {
    return c == ' ' || (c >= 9 && c <= 13);
}
bool is_word(char32_t c) {
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '_' || c == '\'';
}

// The end of the piece that starts at `at`: white space, then one word or one other character.
// Joined again, the pieces are the text; the rule knows no language and no machine.
std::size_t end_of_piece(std::string_view text, std::size_t at) {
    std::size_t next = at;
    char32_t c = base::next_code_point(text, next);
    while (is_space(c) && next < text.size()) {
        at = next;
        c = base::next_code_point(text, next);
    }
    if (!is_word(c)) return next;
    while (next < text.size()) {
        at = next;
        c = base::next_code_point(text, next);
        if (!is_word(c)) return at;
    }
    return next;
}

Datum chunks(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(a[0].size)) return Datum::error();
    const std::string_view text = a[0].view();
    std::vector<Datum> pieces;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_piece(text, at);
        if (!machine.spend(1)) return Datum::error();
        pieces.push_back(Datum::from(text.substr(at, end - at)));
        at = end;
    }
    const std::span<Datum> items = machine.make_items(pieces.size());
    std::copy(pieces.begin(), pieces.end(), items.begin());
    return Datum::list(items.data(), items.size());
}

Datum tokens(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(a[0].size)) return Datum::error();
    std::int64_t count = 0;
    for (std::size_t at = 0; at < a[0].size; at = end_of_piece(a[0].view(), at)) ++count;
    return Datum::from(count);
}

// The value as answers are written.
Datum json_text(Machine& machine, const Node& call, Arguments a) {
    const auto value = machine.to_json(call, a[0]);
    if (!value) return Datum::error();
    std::string text = json::write(*value);
    if (!machine.spend_bytes(text.size())) return Datum::error();
    return machine.make_text(std::move(text));
}

// So many numbers drawn from the text, of length 1 together: the same text, the same direction.
Datum vector(Machine& machine, const Node& call, Arguments a) {
    if (a[1].integer < 1 || static_cast<std::uint64_t>(a[1].integer) > kMostNumbers) {
        return machine.fail(call, Code::ExprArgument,
                            {{"function", "vector"},
                             {"why", "it has 1 to " + base::with_thousands(kMostNumbers) +
                                         " numbers, not " + std::to_string(a[1].integer)}});
    }
    const auto count = static_cast<std::size_t>(a[1].integer);
    if (!machine.spend(count / kNumbersPerStep) || !machine.spend_bytes(a[0].size)) {
        return Datum::error();
    }
    base::Stream stream{0, {"vector", a[0].view()}, 0};
    std::vector<double> numbers(count);
    double square = 0;
    for (double& number : numbers) {
        // Whole steps, so that the sum is the same on every machine.
        number = static_cast<double>(stream.below(2'000'001)) - 1'000'000.0;
        square += number * number;
    }
    const double length = std::sqrt(std::max(square, 1.0));
    const std::span<Datum> items = machine.make_items(count);
    for (std::size_t i = 0; i < count; ++i) items[i] = Datum::from(numbers[i] / length);
    return Datum::list(items.data(), items.size());
}

#define HASH(name, kind)                                              \
    {name, kGlobal, 1, {String}, Octets, Growth::Scan, hash<kind>}, { \
        name, kGlobal, 1, {Octets}, Octets, Growth::Scan, hash<kind>  \
    }

#define KEYED(name, kind)                                                               \
    {name, kGlobal, 2, {String, String}, Octets, Growth::Scan, keyed_hash<kind>},       \
        {name, kGlobal, 2, {String, Octets}, Octets, Growth::Scan, keyed_hash<kind>},   \
        {name, kGlobal, 2, {Octets, String}, Octets, Growth::Scan, keyed_hash<kind>}, { \
        name, kGlobal, 2, {Octets, Octets}, Octets, Growth::Scan, keyed_hash<kind>      \
    }

#define ENCODER(name, function)                                              \
    {name, kGlobal, 1, {Octets}, String, Growth::Widen, encode<function>}, { \
        name, kGlobal, 1, {String}, String, Growth::Widen, encode<function>  \
    }

constexpr Overload kFunctions[] = {
    HASH("md5", Digest::Md5),
    HASH("sha1", Digest::Sha1),
    HASH("sha256", Digest::Sha256),
    HASH("sha512", Digest::Sha512),
    KEYED("hmac_sha1", Digest::Sha1),
    KEYED("hmac_sha256", Digest::Sha256),
    KEYED("hmac_sha512", Digest::Sha512),
    ENCODER("hex", base::to_hex),
    ENCODER("base64", base::to_base64),
    ENCODER("base64.encode", base::to_base64),
    ENCODER("base64url", base::to_base64url),
    ENCODER("url_encode", base::to_percent),
    {"unbase64", kGlobal, 1, {String}, Octets, Growth::Copy, decode_base64},
    {"base64.decode", kGlobal, 1, {String}, Octets, Growth::Copy, decode_base64},
    {"sorted_form", kGlobal, 1, {Map}, String, Growth::Form, sorted_form},
    {"tokens", kGlobal, 1, {String}, Int, Growth::Scan, tokens},
    {"chunks", kGlobal, 1, {String}, List, Growth::Split, chunks},
    {"json", kGlobal, 1, {Any}, String, Growth::Written, json_text},
    {"vector", kGlobal, 2, {String, Int}, List, Growth::Vector, vector},
};

#undef HASH
#undef KEYED
#undef ENCODER

}  // namespace

std::span<const Overload> octet_functions() {
    return kFunctions;
}

}  // namespace understudy::expr
