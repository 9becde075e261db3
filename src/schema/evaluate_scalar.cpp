// Enumerations, numbers and strings. Whole numbers of up to 18 digits never become Decimals, and a
// length is counted only when the number of bytes leaves it open.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "json/write.hpp"
#include "schema/impl/evaluator.hpp"

namespace understudy::schema {

using base::Code;
using base::Decimal;
using json::Value;

namespace {

std::optional<std::int64_t> small_whole(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (text.size() > 18) return std::nullopt;
    std::int64_t number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + (c - '0');
    }
    return negative ? -number : number;
}

bool is_listed(const EnumCheck& check, const Value& value) {
    if (value.is_string()) return check.strings.find(value.as_string()) != KeyTable::kNone;
    if (check.by_hash.empty()) {
        return std::any_of(check.others.begin(), check.others.end(), [&](const Value& other) {
            return other.kind() == value.kind() && json::equivalent(other, value);
        });
    }
    const std::uint64_t hash = json::hash(value);
    auto at = std::lower_bound(check.by_hash.begin(), check.by_hash.end(),
                               std::pair<std::uint64_t, std::uint32_t>{hash, 0});
    for (; at != check.by_hash.end() && at->first == hash; ++at) {
        if (json::equivalent(check.others[at->second], value)) return true;
    }
    return false;
}

bool has_number_format(Format format, const Value& value) {
    switch (format) {
        case Format::Int32: {
            const std::optional<std::int64_t> number = value.to_int64();
            return number && *number >= std::numeric_limits<std::int32_t>::min() &&
                   *number <= std::numeric_limits<std::int32_t>::max();
        }
        case Format::Int64: return value.to_int64().has_value();
        case Format::Float: {
            const double number = std::fabs(value.to_double());
            return number <= static_cast<double>(std::numeric_limits<float>::max());
        }
        case Format::Double: return std::isfinite(value.to_double());
        default: return true;
    }
}

bool is_low_enough(const Bound& bound, const Decimal& number) {
    return bound.exclusive ? number < bound.value : number <= bound.value;
}
bool is_high_enough(const Bound& bound, const Decimal& number) {
    return bound.exclusive ? number > bound.value : number >= bound.value;
}

}  // namespace

template <bool kReport>
Truth Evaluator::check_enum(const Node& node, const Value& value, TrailArg<kReport> trail) {
    const EnumCheck& check = program_.enumerations[node.enumeration];
    if (is_listed(check, value)) return Truth::Yes;
    if constexpr (kReport) {
        const bool is_const = check.keyword == Keyword::Const;
        std::vector<base::Arg> args;
        if (value.is_string()) {
            args.push_back({"nearest", base::nearest(value.as_string(), check.strings.keys())});
        }
        blame(is_const ? Code::SchemaNotConst : Code::SchemaNotInEnum, node, check.keyword, value,
              trail, std::move(args));
    }
    return Truth::No;
}

template <bool kReport>
Truth Evaluator::check_number(const Node& node, const Value& value, TrailArg<kReport> trail) {
    const NumberCheck& check = program_.numbers[node.number];
    if (check.format != Format::None && !has_number_format(check.format, value)) {
        if constexpr (kReport) blame(Code::SchemaBadFormat, node, Keyword::Format, value, trail);
        if constexpr (!kReport) return Truth::No;
    }
    const std::optional<std::int64_t> small = small_whole(value.number_text());
    if (small && !check.has_decimals) {
        const bool fits = *small >= check.least && *small <= check.most &&
                          (check.whole_divisor == 0 || *small % check.whole_divisor == 0);
        if (fits && !kReport) return Truth::Yes;
        if constexpr (!kReport) return Truth::No;
    }
    Truth all = Truth::Yes;
    const Decimal number = value.to_decimal();
    for (const Bound& bound : check.low) {
        if (is_high_enough(bound, number)) continue;
        all = Truth::No;
        if constexpr (kReport) {
            const std::string relation = bound.exclusive ? "greater than" : "at least";
            blame(Code::SchemaTooSmall, node, bound.keyword, value, trail,
                  {{"relation", relation}});
        }
    }
    for (const Bound& bound : check.high) {
        if (is_low_enough(bound, number)) continue;
        all = Truth::No;
        if constexpr (kReport) {
            const std::string relation = bound.exclusive ? "less than" : "at most";
            blame(Code::SchemaTooGreat, node, bound.keyword, value, trail,
                  {{"relation", relation}});
        }
    }
    if (!check.divisor.is_zero() && !number.is_multiple_of(check.divisor)) {
        all = Truth::No;
        if constexpr (kReport) {
            blame(Code::SchemaNotMultiple, node, Keyword::MultipleOf, value, trail);
        }
    }
    if (check.format != Format::None && !has_number_format(check.format, value)) all = Truth::No;
    return all;
}

template <bool kReport>
Truth Evaluator::check_string(const Node& node, const Value& value, TrailArg<kReport> trail) {
    const StringCheck& check = program_.strings[node.string];
    const std::string_view text = value.as_string();
    Truth all = Truth::Yes;
    // A code point takes one to four bytes.
    const bool least_is_open = text.size() / 4 < check.least;
    const bool most_is_open = text.size() > check.most;
    if (least_is_open || most_is_open) {
        const std::size_t length = base::count_code_points(text);
        if (length < check.least || length > check.most) {
            all = Truth::No;
            if constexpr (!kReport) return all;
            if constexpr (kReport) {
                const bool is_short = length < check.least;
                blame(is_short ? Code::SchemaTooShort : Code::SchemaTooLong, node,
                      is_short ? Keyword::MinLength : Keyword::MaxLength, value, trail,
                      {{"count", base::plural(length, "character")}});
            }
        }
    }
    if (check.format != Format::None) {
        const Truth fits = has_format(check.format, text);
        all = both(all, fits);
        if constexpr (kReport) {
            if (fits == Truth::No) {
                blame(Code::SchemaBadFormat, node, Keyword::Format, value, trail);
            } else if (fits == Truth::Unknown) {
                note(Code::SchemaFormatNotChecked, node, "format", trail,
                     {{"found", base::quoted(text)},
                      {"expected", std::string(name_of(check.format))}});
            }
        } else if (fits == Truth::No) {
            return all;
        }
    }
    if (check.pattern != kNoDetail) {
        const TextTest& pattern = program_.patterns[check.pattern];
        const Truth fits = pattern.ask(text);
        all = both(all, fits);
        if constexpr (kReport) {
            if (fits == Truth::No) {
                blame(Code::SchemaNoMatch, node, Keyword::Pattern, value, trail);
            } else if (fits == Truth::Unknown) {
                note(Code::SchemaPatternNotChecked, node, "pattern", trail,
                     {{"pattern", base::quoted(pattern.pattern())}}, {*pattern.refused()});
            }
        }
    }
    return all;
}

template Truth Evaluator::check_enum<true>(const Node&, const Value&, TrailArg<true>);
template Truth Evaluator::check_enum<false>(const Node&, const Value&, TrailArg<false>);
template Truth Evaluator::check_number<true>(const Node&, const Value&, TrailArg<true>);
template Truth Evaluator::check_number<false>(const Node&, const Value&, TrailArg<false>);
template Truth Evaluator::check_string<true>(const Node&, const Value&, TrailArg<true>);
template Truth Evaluator::check_string<false>(const Node&, const Value&, TrailArg<false>);

}  // namespace understudy::schema
