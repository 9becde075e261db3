#include "app/explore_ground.hpp"

#include <algorithm>
#include <thread>

#include "app/present_key.hpp"
#include "app/stop_signals.hpp"
#include "app/world_target.hpp"
#include "io/client.hpp"
#include "json/parse.hpp"
#include "plan/code.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

// Other ids than the target's, so that nothing is the same by accident.
constexpr std::uint64_t kFakeSeed = 1;
// As worlds in this process present it: a service may repeat it in its answer.
constexpr std::string_view kWrongKey = "usw_nobody-has-this-key";
constexpr std::chrono::milliseconds kGlance{50};

std::vector<verify::Happened> happened_in(const WorldTarget& world) {
    std::vector<verify::Happened> all;
    for (const json::Value& record : world.transitions()) {
        const auto text = [&](std::string_view key) {
            const json::Value* value = record.find(key);
            if (value == nullptr) return std::string();
            if (value->is_number()) return std::string(value->number_text());
            return value->is_string() ? std::string(value->as_string()) : std::string();
        };
        all.push_back({text("resource"), text("id"), text("from"), text("to"), text("cause")});
    }
    return all;
}

// A service at a URL.
class ServiceTarget final : public plan::Target {
public:
    ServiceTarget(const GroundPlan& plan, std::unique_ptr<http::Caller> caller)
        : plan_(plan), caller_(std::move(caller)) {
        while (plan_.url.ends_with('/')) plan_.url.pop_back();
    }

    base::Result<http::Response> call(const plan::Call& call) override {
        http::Request request = call.request;
        const pack::Auth& auth = plan_.pack->serve.auth;
        if (call.auth == plan::Auth::Wrong) present_key(request.head, auth, kWrongKey);
        if (call.auth == plan::Auth::Own && !plan_.key.empty()) {
            present_key(request.head, auth, plan_.key);
        }
        return caller_->call(plan_.url + request.head.target, request);
    }

    base::Result<http::Response> control(const plan::Call& call) override {
        if (!plan_.is_world) return base::fail(plan::code::NoControl);
        http::Request request = call.request;
        request.head.headers.set("Authorization", "Bearer " + plan_.key);
        return caller_->call(plan_.url + request.head.target, request);
    }

    base::Result<void> pause(base::Duration duration) override {
        using std::chrono::milliseconds;
        milliseconds rest(duration.seconds * 1000 + duration.nanoseconds / 1'000'000);
        while (rest.count() > 0 && !StopSignals::were_sent()) {
            std::this_thread::sleep_for(std::min(rest, kGlance));
            rest -= std::min(rest, kGlance);
        }
        return {};
    }

private:
    GroundPlan plan_;
    std::unique_ptr<http::Caller> caller_;
};

class PackGround final : public verify::Ground {
public:
    explicit PackGround(GroundPlan plan) : plan_(std::move(plan)) {}

    base::Result<void> begin() override {
        fake_ = TRY(WorldTarget::make(plan_.pack, {.rng_seed = kFakeSeed}));
        target_ = TRY(WorldTarget::make(plan_.target_pack));
        return {};
    }
    plan::Target& fake() override { return *fake_; }
    plan::Target& target() override { return *target_; }
    verify::Clocks clocks() override {
        if (!clocks_) {
            // All worlds begin at one moment.
            const auto fresh = WorldTarget::make(plan_.pack);
            const base::Instant start = fresh ? (*fresh)->now() : base::Instant{};
            clocks_ = verify::Clocks{start, start};
        }
        return *clocks_;
    }
    std::vector<verify::Happened> happened() override { return happened_in(*fake_); }

    base::Result<verify::Rehearsed> rehearse(const verify::Walk& walk) override {
        const auto world = TRY(WorldTarget::make(plan_.pack, {.rng_seed = kFakeSeed}));
        verify::Rehearsed done;
        done.taken = verify::take(walk, *world, {});
        done.happened = happened_in(*world);
        return done;
    }

private:
    GroundPlan plan_;
    std::unique_ptr<WorldTarget> fake_, target_;
    std::optional<verify::Clocks> clocks_;
};

class UrlGround final : public verify::Ground {
public:
    UrlGround(GroundPlan plan, std::unique_ptr<http::Caller> caller)
        : plan_(std::move(plan)), target_(plan_, std::move(caller)) {}

    // What the target keeps, the fake keeps as well.
    base::Result<void> begin() override {
        if (!plan_.is_world && fake_) return {};
        fake_ = TRY(WorldTarget::make(plan_.pack, {.rng_seed = kFakeSeed}));
        clocks_.fake = fake_->now();
        if (!plan_.is_world) return {};
        TRY_VOID(ask("POST", "/__admin__/reset", "{}"));
        const json::Value clock = TRY(ask("GET", "/__admin__/clock", ""));
        const json::Value* now = clock.find("now");
        if (now != nullptr && now->is_string()) {
            clocks_.target = base::parse_rfc3339(now->as_string());
        }
        return {};
    }
    plan::Target& fake() override { return *fake_; }
    plan::Target& target() override { return target_; }
    verify::Clocks clocks() override { return clocks_; }
    std::vector<verify::Happened> happened() override { return happened_in(*fake_); }

    base::Result<verify::Rehearsed> rehearse(const verify::Walk& walk) override {
        return PackGround(plan_).rehearse(walk);
    }

private:
    base::Result<json::Value> ask(std::string_view method, std::string_view path,
                                  std::string_view body) {
        plan::Call call;
        call.request.head.method = method;
        call.request.head.target = path;
        call.request.body = body;
        if (!body.empty()) call.request.head.headers.set("Content-Type", "application/json");
        const http::Response answer = TRY(target_.control(call));
        if (answer.head.status >= 300) {
            return base::fail(
                verify::code::NotAWorld,
                {{"url", plan_.url}, {"why", "it answers " + std::to_string(answer.head.status)}});
        }
        return json::parse(answer.body());
    }

    GroundPlan plan_;
    ServiceTarget target_;
    std::unique_ptr<WorldTarget> fake_;
    verify::Clocks clocks_;
};

}  // namespace

base::Instant SteadyClock::now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    const auto nanos = std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
    return {nanos / 1'000'000'000, static_cast<std::int32_t>(nanos % 1'000'000'000)};
}

base::Result<std::unique_ptr<verify::Ground>> make_ground(const GroundPlan& plan) {
    if (plan.target_pack) return std::make_unique<PackGround>(plan);
    io::ClientOptions options;
    options.proxies = TRY(io::proxies_of_process());
    options.limits.body_bytes = std::uint64_t{8} << 20U;
    auto caller = TRY(io::make_caller(std::move(options), plan.patience));
    return std::make_unique<UrlGround>(plan, std::move(caller));
}

}  // namespace understudy::app
