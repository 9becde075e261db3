// Numbers and strings: bounds, multiples, lengths, patterns, formats.
#include <algorithm>

#include "base/text.hpp"
#include "schema/impl/builder.hpp"

namespace understudy::schema {

using base::Code;
using base::Decimal;
using json::Value;

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

// The smallest whole number that a lower bound lets in; nothing if it is past 64 bits.
std::optional<std::int64_t> least_whole(const Bound& bound) {
    const std::optional<Decimal> up = bound.value.round(0, Decimal::Rounding::Ceiling);
    if (!up) return std::nullopt;
    std::optional<std::int64_t> whole = up->to_int64();
    if (whole && bound.exclusive && *up == bound.value) {
        if (*whole == kMost) return std::nullopt;
        ++*whole;
    }
    return whole;
}

std::optional<std::int64_t> most_whole(const Bound& bound) {
    const std::optional<Decimal> down = bound.value.round(0, Decimal::Rounding::Floor);
    if (!down) return std::nullopt;
    std::optional<std::int64_t> whole = down->to_int64();
    if (whole && bound.exclusive && *down == bound.value) {
        if (*whole == kLeast) return std::nullopt;
        --*whole;
    }
    return whole;
}

}  // namespace

void Builder::build_number(const Job& job, Node& node) {
    NumberCheck check;
    for (const Keyword keyword : {Keyword::Minimum, Keyword::Maximum, Keyword::ExclusiveMinimum,
                                  Keyword::ExclusiveMaximum}) {
        read_bound(job, keyword, check);
    }
    narrow(check);
    if (const Value* multiple = job.at(Keyword::MultipleOf)) {
        const bool usable = multiple->is_number() && !multiple->to_decimal().is_zero() &&
                            !multiple->to_decimal().is_negative();
        if (usable) {
            check.divisor = multiple->to_decimal();
            check.whole_divisor = check.divisor.to_int64().value_or(0);
            check.has_decimals = check.whole_divisor == 0;
        } else {
            complain(job, Keyword::MultipleOf, "a number greater than zero", *multiple);
        }
    }
    const Format format = read_format(job);
    if (is_of_numbers(format)) check.format = format;
    if (check.low.empty() && check.high.empty() && check.divisor.is_zero() &&
        check.format == Format::None) {
        return;
    }
    node.checks |= kNumberCheck;
    node.number = static_cast<std::uint32_t>(program_.numbers.size());
    program_.numbers.push_back(std::move(check));
}

void Builder::read_bound(const Job& job, Keyword keyword, NumberCheck& check) {
    const Value* value = job.at(keyword);
    if (value == nullptr) return;
    const bool is_low = keyword == Keyword::Minimum || keyword == Keyword::ExclusiveMinimum;
    const bool is_plain = keyword == Keyword::Minimum || keyword == Keyword::Maximum;
    const bool is_flag = job.rules.bounds_may_be_boolean() && value->is_bool();
    if (!is_plain && (job.rules.bounds_are_boolean() || is_flag)) {
        if (!value->is_bool()) complain(job, keyword, "true or false", *value);
        return;  // read together with the plain bound
    }
    if (!value->is_number()) {
        complain(job, keyword, "a number", *value);
        return;
    }
    Bound bound{value->to_decimal(), !is_plain, keyword};
    if (is_plain && job.rules.bounds_may_be_boolean()) {
        const Keyword flag = is_low ? Keyword::ExclusiveMinimum : Keyword::ExclusiveMaximum;
        const Value* exclusive = job.at(flag);
        bound.exclusive = exclusive != nullptr && exclusive->is_bool() && exclusive->as_bool();
    }
    (is_low ? check.low : check.high).push_back(std::move(bound));
}

// Works out what the bounds say about small whole numbers, which most numbers are.
void Builder::narrow(NumberCheck& check) {
    const Decimal zero;
    for (const Bound& bound : check.low) {
        if (const std::optional<std::int64_t> least = least_whole(bound)) {
            check.least = std::max(check.least, *least);
        } else if (bound.value > zero) {  // past every small number
            check.least = kMost;
            check.most = kLeast;
        }
    }
    for (const Bound& bound : check.high) {
        if (const std::optional<std::int64_t> most = most_whole(bound)) {
            check.most = std::min(check.most, *most);
        } else if (bound.value < zero) {
            check.least = kMost;
            check.most = kLeast;
        }
    }
}

void Builder::build_string(const Job& job, Node& node) {
    StringCheck check;
    check.least = read_count(job, Keyword::MinLength, 0);
    check.most = read_count(job, Keyword::MaxLength, kNoLimit);
    if (const Value* pattern = job.at(Keyword::Pattern)) {
        if (pattern->is_string()) {
            check.pattern = add_pattern(job, "pattern", pattern->as_string());
        } else {
            complain(job, Keyword::Pattern, "a string", *pattern);
        }
    }
    const Format format = read_format(job);
    if (!is_of_numbers(format)) check.format = format;
    if (check.least == 0 && check.most == kNoLimit && check.pattern == kNoDetail &&
        check.format == Format::None) {
        return;
    }
    node.checks |= kStringCheck;
    node.string = static_cast<std::uint32_t>(program_.strings.size());
    program_.strings.push_back(check);
}

std::uint32_t Builder::add_pattern(const Job& job, std::string_view keyword,
                                   std::string_view pattern) {
    if (const auto known = patterns_.find(pattern); known != patterns_.end()) return known->second;
    TextTest test = TextTest::compile(pattern);
    if (test.is_broken()) {
        problems_.add(Code::SchemaBadPattern, job.spot.location, keyword,
                      {{"pattern", base::quoted(pattern)}}, {*test.refused()});
    }
    const auto index = static_cast<std::uint32_t>(program_.patterns.size());
    program_.patterns.push_back(std::move(test));
    patterns_.emplace(std::string(pattern), index);
    return index;
}

}  // namespace understudy::schema
