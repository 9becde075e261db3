// The parameters of a wire fault, read strictly: each has one type and one range, and an error says
// what was expected and what was found.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/impl/place.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"

namespace understudy::http {

class FaultParameters {
public:
    // Both outlive this object. That no parameter is unknown is checked before.
    FaultParameters(std::string_view kind, const json::Value& spec) : kind_(kind), spec_(spec) {}

    template <class T>
    using Optional = base::Result<std::optional<T>>;

    bool has(std::string_view name) const { return spec_.has(name); }

    Optional<std::uint64_t> count(std::string_view name, std::uint64_t least,
                                  std::uint64_t most = kMostCount) const;
    Optional<std::int64_t> difference(std::string_view name) const;  // any integer but 0
    Optional<double> fraction(std::string_view name) const;          // 0 to below 1
    Optional<std::chrono::microseconds> duration(std::string_view name) const;
    Optional<bool> flag(std::string_view name) const;
    // The index of the word in `words`.
    Optional<std::size_t> word(std::string_view name,
                               std::span<const std::string_view> words) const;
    Optional<std::uint32_t> h2_code(std::string_view name) const;
    Optional<std::string> text(std::string_view name) const;
    Optional<json::Pointer> pointer(std::string_view name) const;
    const json::Value* value(std::string_view name) const { return spec_.find(name); }

    base::Result<void> need(std::string_view name) const;
    base::Result<void> need_one_of(std::string_view a, std::string_view b) const;
    base::Result<void> exclude(std::string_view a, std::string_view b) const;
    base::Failure exclusive(std::string_view a, std::string_view b) const;
    base::Result<Place> place() const;  // after_bytes or after_events: one of them

private:
    base::Failure bad(std::string_view name, std::string_view expected,
                      std::string nearest = {}) const;

    static constexpr std::uint64_t kMostCount = std::uint64_t{1} << 53U;  // exact in every JSON

    std::string_view kind_;
    const json::Value& spec_;
};

}  // namespace understudy::http
