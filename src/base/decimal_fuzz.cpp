// Two numbers out of one text: reading, writing and every operation must hold together.
#include <cstdlib>

#include "base/decimal.hpp"

using understudy::base::Decimal;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = text.find(' ');
    const std::optional<Decimal> a = Decimal::parse(text.substr(0, cut));
    if (!a) return 0;
    const std::optional<Decimal> back = Decimal::parse(a->to_text());
    if (!back || *back != *a || back->scale() != a->scale()) std::abort();
    a->to_double();
    a->to_int64();
    if (cut == std::string_view::npos) return 0;
    const std::optional<Decimal> b = Decimal::parse(text.substr(cut + 1));
    if (!b) return 0;

    if (const auto sum = a->add(*b); sum && sum->subtract(*b).value_or(*a) != *a) std::abort();
    if (*a == *b && a->hash() != b->hash()) std::abort();
    if (b->is_zero()) return 0;
    const auto rest = a->remainder(*b);
    const auto quotient = a->divide(*b, 0, Decimal::Rounding::TowardZero);
    if (!rest) std::abort();
    if (!quotient) return 0;
    const auto product = quotient->multiply(*b);
    if (product && product->add(*rest).value_or(*a) != *a) std::abort();
    return 0;
}
