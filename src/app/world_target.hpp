// A world in this process as the target of a plan: both planes, without a socket.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/document.hpp"
#include "pack/pack.hpp"
#include "plan/run.hpp"
#include "plan/target.hpp"
#include "world/outcome.hpp"

namespace understudy::app {

struct WorldOptions {
    const json::Document* seed = nullptr;         // what it holds when it begins
    bool keeps_deliveries = false;                // what it would send is kept here, and never sent
    std::vector<std::string> webhook_hosts = {};  // that it may send to, beside this machine
    std::uint64_t rng_seed = 0;                   // of ids and other drawn values
};

class WorldTarget final : public plan::Target {
public:
    // A fresh world of the pack. A seed that is refused is cassette.fake_refused.
    static base::Result<std::unique_ptr<WorldTarget>> make(std::shared_ptr<const pack::Pack> pack,
                                                           const WorldOptions& options = {});
    ~WorldTarget() override;
    WorldTarget(const WorldTarget&) = delete;
    WorldTarget& operator=(const WorldTarget&) = delete;

    base::Result<http::Response> call(const plan::Call& call) override;
    base::Result<http::Response> control(const plan::Call& call) override;

    std::set<std::string> operations_reached() const;
    std::string operation_of(std::string_view trace) const;  // empty: none

    // Objects that have changed their state: resource, id, from, to and cause, in order.
    std::vector<json::Value> transitions() const;
    base::Instant now() const;  // by the world's clock

    // Where it can be reached from other processes: a listener on loopback, opened when this is
    // first asked. Its key is what the service's clients present.
    base::Result<std::string> url();
    const std::string& key() const;

    // The next request that the world sends, if it keeps them; its clock is moved to where that
    // falls due. Whoever takes it says what the receiver answered. Nothing: it will send none.
    std::optional<world::Outgoing> next_delivery();
    void report(const world::Outgoing& sent, int status);

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
