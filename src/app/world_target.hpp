// A world in this process as the target of a plan: both planes, without a socket.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "base/result.hpp"
#include "pack/pack.hpp"
#include "plan/run.hpp"
#include "plan/target.hpp"

namespace understudy::app {

class WorldTarget final : public plan::Target {
public:
    // A fresh world of the pack.
    static base::Result<std::unique_ptr<WorldTarget>> make(std::shared_ptr<const pack::Pack> pack);
    ~WorldTarget() override;
    WorldTarget(const WorldTarget&) = delete;
    WorldTarget& operator=(const WorldTarget&) = delete;

    base::Result<http::Response> call(const plan::Call& call) override;
    base::Result<http::Response> control(const plan::Call& call) override;

    std::set<std::string> operations_reached() const;

private:
    struct State;
    explicit WorldTarget(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// `expect: { schema: ... }` of plans.
class SchemaShapes final : public plan::Shapes {
public:
    base::Result<std::vector<std::string>> check(const json::Value& schema,
                                                 const json::Value& value) override;
};

}  // namespace understudy::app
