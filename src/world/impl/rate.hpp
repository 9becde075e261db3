// Rate limits: calls counted on the world's clock, in windows that begin with their first call.
#pragma once

#include <cstdint>
#include <string>

#include "expr/evaluate.hpp"
#include "world/impl/turn.hpp"

namespace understudy::world {

// `rate` in header rules: limit, used, remaining, reset.
class Rate final : public expr::Object {
public:
    Rate(const pack::RateLimit& limit, std::uint64_t used, base::Instant start);

    base::Result<std::optional<expr::Given>> member(std::string_view name) const override;
    base::Result<json::Value> whole() const override;
    std::uint64_t used() const { return used_; }
    base::Instant start() const { return start_; }

private:
    std::uint64_t limit_, used_;
    base::Instant start_, reset_;
};

// The window this call falls into, without the call itself.
Rate rate_now(const State& state, const pack::RateLimit& limit, const Call& call);
// The same after the call was counted.
Rate count_call(State& state, const pack::RateLimit& limit, const Call& call);

}  // namespace understudy::world
