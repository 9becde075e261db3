// The function table and the canonical forms its functions read.
#include "grammar/impl/functions.hpp"

#include <algorithm>
#include <array>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "grammar/derive.hpp"
#include "json/write.hpp"

namespace understudy::grammar {

using base::Digest;
using json::Value;

namespace {

using Gives = FunctionRow::Gives;
using Takes = FunctionRow::Takes;

template <Digest kind>
std::string digest_of(std::string_view bytes, std::string_view) {
    return base::digest(kind, bytes);
}

template <Digest kind>
std::string hmac_of(std::string_view bytes, std::string_view key) {
    return base::hmac(kind, key, bytes);
}

std::string itself(std::string_view bytes, std::string_view) {
    return std::string(bytes);
}

std::string base64_of(std::string_view bytes, std::string_view) {
    return base::to_base64(bytes);
}

std::string base64url_of(std::string_view bytes, std::string_view) {
    return base::to_base64url(bytes);
}

std::size_t byte_length(std::string_view bytes) {
    return bytes.size();
}

std::size_t character_length(std::string_view bytes) {
    return base::is_utf8(bytes) ? base::count_code_points(bytes) : bytes.size();
}

constexpr std::array<FunctionRow, 15> kFunctions = {{
    {"sha256", Gives::Octets, Takes::Bytes, false, digest_of<Digest::Sha256>, nullptr},
    {"sha1", Gives::Octets, Takes::Bytes, false, digest_of<Digest::Sha1>, nullptr},
    {"md5", Gives::Octets, Takes::Bytes, false, digest_of<Digest::Md5>, nullptr},
    {"sha384", Gives::Octets, Takes::Bytes, false, digest_of<Digest::Sha384>, nullptr},
    {"sha512", Gives::Octets, Takes::Bytes, false, digest_of<Digest::Sha512>, nullptr},
    {"hmac-sha256", Gives::Octets, Takes::Bytes, true, hmac_of<Digest::Sha256>, nullptr},
    {"hmac-sha1", Gives::Octets, Takes::Bytes, true, hmac_of<Digest::Sha1>, nullptr},
    {"hmac-sha512", Gives::Octets, Takes::Bytes, true, hmac_of<Digest::Sha512>, nullptr},
    {"hmac-md5", Gives::Octets, Takes::Bytes, true, hmac_of<Digest::Md5>, nullptr},
    {"byte-length", Gives::Number, Takes::Bytes, false, nullptr, byte_length},
    {"char-length", Gives::Number, Takes::Bytes, false, nullptr, character_length},
    {"count", Gives::Number, Takes::Values, false, nullptr, nullptr},
    {"concat", Gives::Text, Takes::Bytes, false, itself, nullptr},
    {"base64", Gives::Text, Takes::Bytes, false, base64_of, nullptr},
    {"base64url", Gives::Text, Takes::Bytes, false, base64url_of, nullptr},
}};

constexpr auto kNames = [] {
    std::array<std::string_view, kFunctions.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kFunctions[i].name;
    return names;
}();

Value sorted(const Value& value) {
    if (value.is_array()) {
        Value items = Value::array();
        for (const Value& item : value.items()) items.push_back(sorted(item));
        return items;
    }
    if (!value.is_object()) return value;
    std::vector<const json::Member*> members;
    for (const json::Member& member : value.members()) members.push_back(&member);
    std::stable_sort(members.begin(), members.end(),
                     [](const auto* a, const auto* b) { return a->key() < b->key(); });
    Value object = Value::object();
    for (const json::Member* member : members) object.append(member->key(), sorted(member->value));
    return object;
}

// The value without one of its parts; a place that is not there is nothing to leave out.
Value without(const Value& value, const std::vector<std::string>& tokens, std::size_t at) {
    if (at == tokens.size()) return value;
    Value copy = value;
    if (value.is_object() && value.has(tokens[at])) {
        if (at + 1 == tokens.size()) {
            copy.erase(tokens[at]);
        } else {
            copy.set(tokens[at], without(*value.find(tokens[at]), tokens, at + 1));
        }
    }
    return copy;
}

// `without` counts from the record; the part may be a field inside it.
std::string canonical(const Part& part, const Value& value) {
    Value form = value;
    for (const Locator& gone : part.without) {
        if (!gone.is_inside(part.field)) continue;
        form = without(form, gone.tokens(), part.field.tokens().size());
    }
    bool plain = form.is_string() && !part.indent && !part.sorted && part.without.empty();
    std::string text;
    if (plain) {
        text = form.as_string();
    } else {
        if (part.sorted) form = sorted(form);
        text = part.indent ? json::write_pretty(form, *part.indent) : json::write(form);
    }
    if (part.newline) text += '\n';
    return text;
}

struct Bytes {
    std::optional<std::string> bytes;
    Computed trouble;
};

Bytes bytes_of(const Part& part, const Taken& record, const Bundle* bundle) {
    switch (part.from) {
        case Part::From::Text: return {part.text, {}};
        case Part::From::Records: return {std::nullopt, {{}, "records have no bytes", false}};
        case Part::From::Field: {
            std::string all;
            auto hits = record.find(part.field);
            for (const Locator::Hit& hit : hits) all += canonical(part, *hit.value);
            if (hits.empty() && !part.field.has_stars()) {
                return {std::nullopt, {{}, "nothing at " + part.field.text(), false}};
            }
            return {std::move(all), {}};
        }
        case Part::From::File: {
            const Value* name = record.resolve(part.field);
            if (name == nullptr || !name->is_string()) {
                return {std::nullopt, {{}, "no file name at " + part.field.text(), false}};
            }
            std::optional<std::string> bytes;
            if (bundle != nullptr) bytes = bundle->file_bytes(name->as_string());
            if (!bytes) return {std::nullopt, {{}, "the file is not known", true}};
            return {std::move(bytes), {}};
        }
    }
    return {};
}

std::string encode(DerivedRule::Encoding encoding, const std::string& octets) {
    switch (encoding) {
        case DerivedRule::Encoding::Hex: return base::to_hex(octets);
        case DerivedRule::Encoding::Base64: return base::to_base64(octets);
        case DerivedRule::Encoding::Base64Url: return base::to_base64url(octets);
        case DerivedRule::Encoding::UpperHex: break;
    }
    std::string text = base::to_hex(octets);
    for (char& c : text) {
        if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

// A field with stars counts its hits; without, the items of what stands there.
Computed count(const DerivedRule& rule, const Taken& record,
               std::optional<std::size_t> records_counted) {
    std::uint64_t total = 0;
    for (const Part& part : rule.over) {
        if (part.from == Part::From::Records) {
            if (!records_counted) return {{}, "the records before are not known", false};
            total += *records_counted;
            continue;
        }
        auto hits = record.find(part.field);
        if (part.field.has_stars()) {
            total += hits.size();
        } else if (hits.empty()) {
            return {{}, "nothing at " + part.field.text(), false};
        } else {
            total += hits.front().value->size();
        }
    }
    return {Value(total), {}, false};
}

}  // namespace

std::optional<std::size_t> function_named(std::string_view name) {
    auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) return std::nullopt;
    return static_cast<std::size_t>(found - kNames.begin());
}

const FunctionRow& function_row(std::size_t row) {
    return kFunctions[row];
}

std::span<const std::string_view> all_function_names() {
    return kNames;
}

bool reads_field(const DerivedRule& rule, const Locator& field) {
    return std::any_of(rule.over.begin(), rule.over.end(), [&](const Part& part) {
        if (part.from != Part::From::Field || !part.field.overlaps(field)) return false;
        return std::none_of(part.without.begin(), part.without.end(),
                            [&](const Locator& gone) { return field.is_inside(gone); });
    });
}

Computed compute_derived(const DerivedRule& rule, const Taken& record, const Bundle* bundle,
                         std::optional<std::size_t> records_counted) {
    const FunctionRow& row = function_row(rule.function);
    if (row.takes == Takes::Values) return count(rule, record, records_counted);
    std::string input;
    for (const Part& part : rule.over) {
        Bytes bytes = bytes_of(part, record, bundle);
        if (!bytes.bytes) return std::move(bytes.trouble);
        input += *bytes.bytes;
    }
    switch (row.gives) {
        case Gives::Number: return {Value(std::uint64_t{row.number(input)}), {}, false};
        case Gives::Text: return {Value(rule.prefix + row.octets(input, rule.key)), {}, false};
        case Gives::Octets: break;
    }
    return {Value(rule.prefix + encode(rule.encoding, row.octets(input, rule.key))), {}, false};
}

}  // namespace understudy::grammar
