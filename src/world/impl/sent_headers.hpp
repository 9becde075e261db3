// The headers of a call as expressions see them: names in lower case, repeated ones joined, no
// credential in the clear. Few packs read any, so the map is made when it is first asked for.
#pragma once

#include <optional>

#include "expr/evaluate.hpp"
#include "json/value.hpp"
#include "world/command.hpp"

namespace understudy::world {

class SentHeaders final : public expr::Late {
public:
    SentHeaders() = default;
    SentHeaders(json::Value made) : made_(std::move(made)) {}
    explicit SentHeaders(const Call& call) : call_(&call) {}  // which outlives it

    const json::Value& value() const override;

private:
    const Call* call_ = nullptr;
    mutable std::optional<json::Value> made_;
};

}  // namespace understudy::world
