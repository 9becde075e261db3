// Equality in its two senses, hashing, and the numeric views of a number's text.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "json/impl/blocks.hpp"
#include "json/impl/scan.hpp"
#include "json/value.hpp"

namespace understudy::json {

namespace {

bool has_point_or_exponent(std::string_view number) {
    return number.find_first_of(".eE") != std::string_view::npos;
}

bool equal_numbers(const Value& a, const Value& b) {
    const std::string_view left = a.number_text();
    const std::string_view right = b.number_text();
    if (left == right) return true;
    // Whole numbers have one spelling each, but for -0.
    if (a.is_integer_text() && b.is_integer_text() && left != "-0" && right != "-0") return false;
    return a.to_decimal() == b.to_decimal();
}

// Members in key order, repeated ones in their own: the order two equivalent objects share.
std::vector<const Member*> sorted(const Value& object) {
    std::vector<const Member*> order;
    order.reserve(object.size());
    for (const Member& member : object.members()) order.push_back(&member);
    std::stable_sort(order.begin(), order.end(),
                     [](const Member* a, const Member* b) { return a->key() < b->key(); });
    return order;
}

bool equivalent_objects(const Value& a, const Value& b) {
    if (a.size() != b.size()) return false;
    if (!a.has_repeated_keys() && !b.has_repeated_keys()) {
        return std::all_of(a.members().begin(), a.members().end(), [&b](const Member& member) {
            const Value* other = b.find(member.key());
            return other != nullptr && equivalent(member.value, *other);
        });
    }
    const auto left = sorted(a);
    const auto right = sorted(b);
    return std::equal(left.begin(), left.end(), right.begin(),
                      [](const Member* x, const Member* y) {
                          return x->key() == y->key() && equivalent(x->value, y->value);
                      });
}

std::uint64_t hash_number(const Value& number) {
    if (const auto whole = number.to_int64()) {
        return base::fast_hash(
            std::string_view(reinterpret_cast<const char*>(&*whole), sizeof *whole), 2);
    }
    const double nearest = number.to_double();
    return base::fast_hash(
        std::string_view(reinterpret_cast<const char*>(&nearest), sizeof nearest), 3);
}

}  // namespace

bool Value::is_integer_text() const {
    return !has_point_or_exponent(number_text());
}

std::optional<std::int64_t> Value::to_int64() const {
    const std::string_view text = number_text();
    if (!has_point_or_exponent(text)) return base::parse_int64(text);
    return to_decimal().to_int64();
}

double Value::to_double() const {
    return base::parse_double(number_text()).value_or(0);
}

base::Decimal Value::to_decimal() const {
    return base::Decimal::parse_leading(number_text()).value_or(base::Decimal());
}

bool operator==(const Value& a, const Value& b) {
    if (a.kind() != b.kind()) return false;
    switch (a.kind()) {
        case Kind::Null: return true;
        case Kind::Bool: return a.as_bool() == b.as_bool();
        case Kind::Number: return has_same_bits(a, b) || a.number_text() == b.number_text();
        case Kind::String: return has_same_bits(a, b) || a.as_string() == b.as_string();
        case Kind::Array: {
            const auto left = a.items();
            const auto right = b.items();
            if (left.data() == right.data()) return true;
            return std::equal(left.begin(), left.end(), right.begin(), right.end());
        }
        case Kind::Object: {
            const auto left = a.members();
            const auto right = b.members();
            if (left.data() == right.data()) return true;
            return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                              [](const Member& x, const Member& y) {
                                  return x.key() == y.key() && x.value == y.value;
                              });
        }
    }
    return false;
}

bool equivalent(const Value& a, const Value& b) {
    if (a.kind() != b.kind()) return false;
    switch (a.kind()) {
        case Kind::Number: return equal_numbers(a, b);
        case Kind::Array: {
            const auto left = a.items();
            const auto right = b.items();
            return std::equal(left.begin(), left.end(), right.begin(), right.end(), equivalent);
        }
        case Kind::Object: return equivalent_objects(a, b);
        default: return a == b;
    }
}

std::uint64_t hash(const Value& value) {
    switch (value.kind()) {
        case Kind::Null: return 0x9E3779B97F4A7C15U;
        case Kind::Bool: return value.as_bool() ? 0xC2B2AE3D27D4EB4FU : 0x165667B19E3779F9U;
        case Kind::Number: return hash_number(value);
        case Kind::String: return base::fast_hash(value.as_string(), 4);
        case Kind::Array: {
            std::uint64_t mixed = 5 + value.size();
            for (const Value& item : value.items()) {
                mixed = (mixed ^ hash(item)) * 0x9E3779B97F4A7C15U;
            }
            return mixed;
        }
        case Kind::Object: {
            std::uint64_t sum = 6 + value.size();  // a sum, so that key order does not count
            for (const Member& member : value.members()) {
                sum += base::fast_hash(member.key(), hash(member.value));
            }
            return sum * 0xC2B2AE3D27D4EB4FU;
        }
    }
    return 0;
}

bool is_number_text(std::string_view text) {
    return !find_number_fault(text);
}

}  // namespace understudy::json
