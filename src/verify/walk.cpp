#include "verify/walk.hpp"

#include <algorithm>

#include "json/write.hpp"
#include "plan/run.hpp"

namespace understudy::verify {

namespace {

constexpr std::string_view kAdvance = "/__admin__/clock/advance";

// Keeps what the service said beside handing it on.
class Listener final : public plan::Target {
public:
    explicit Listener(plan::Target& inner) : inner_(inner) {}

    base::Result<http::Response> call(const plan::Call& call) override {
        return keep(inner_.call(call));
    }
    base::Result<http::Response> control(const plan::Call& call) override {
        return keep(inner_.control(call));
    }
    base::Result<void> pause(base::Duration duration) override { return inner_.pause(duration); }

    std::optional<http::Response> response;
    std::string why;

private:
    base::Result<http::Response> keep(base::Result<http::Response> answer) {
        if (answer) {
            response = *answer;
        } else {
            why = base::message(answer.error());
        }
        return answer;
    }

    plan::Target& inner_;
};

plan::Expect any_answer() {
    plan::Expect expect;
    expect.status.push_back({100, 599, "any"});
    return expect;
}

}  // namespace

bool Walk::needs_control() const {
    return std::any_of(legs.begin(), legs.end(),
                       [](const Leg& leg) { return leg.step.request.control && !advance_of(leg); });
}

plan::Effect Walk::effect() const {
    plan::Effect most = plan::Effect::Read;
    for (const Leg& leg : legs) {
        if (!leg.step.request.control) most = std::max(most, leg.step.effect);
    }
    return most;
}

std::size_t Walk::calls() const {
    return static_cast<std::size_t>(std::count_if(
        legs.begin(), legs.end(), [](const Leg& leg) { return !leg.step.request.control; }));
}

base::Duration Walk::waits() const {
    base::Duration all;
    for (const Leg& leg : legs) {
        if (const auto by = advance_of(leg)) all.seconds += by->seconds + (by->nanoseconds != 0);
    }
    return all;
}

std::optional<base::Duration> advance_of(const Leg& leg) {
    if (!leg.step.request.control || leg.step.request.path != kAdvance) return std::nullopt;
    const json::Value* by = leg.step.request.body.find("by");
    return by == nullptr ? std::nullopt : base::parse_duration(by->as_string());
}

std::vector<std::string> names_used(const Leg& leg) {
    const plan::Request& request = leg.step.request;
    std::string all =
        request.path + '\n' + json::write(request.query) + '\n' + json::write(request.body);
    for (const auto& [name, value] : request.headers) all += '\n' + value;
    std::vector<std::string> names;
    for (std::size_t at = all.find("${"); at != std::string::npos; at = all.find("${", at + 2)) {
        const std::size_t end = all.find('}', at);
        if (end == std::string::npos) break;
        std::string name = all.substr(at + 2, end - at - 2);
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
    }
    return names;
}

namespace {

class Taker {
public:
    Taker(plan::Target& target, const TakeOptions& options) : target_(target), options_(options) {
        how_.run = options.run;
        how_.allowed = plan::Effect::Destructive;
        if (options.clock != nullptr) started_ = options.clock->now();
    }

    // False: there was no answer.
    bool leg(const Leg& leg, Taken& taken, std::size_t number) {
        if (options_.clock != nullptr) {
            taken.at = base::between(started_, options_.clock->now()).value_or(base::Duration{});
        }
        if (options_.alongside != nullptr && !follow((*options_.alongside)[number].at, taken)) {
            return false;
        }
        const auto by = advance_of(leg);
        if (by && (options_.clock != nullptr || options_.alongside != nullptr)) {
            taken.kind = Taken::Kind::Answer;
            if (options_.clock == nullptr) return true;
            const auto waited = target_.pause(*by);
            return waited || failed(taken, base::message(waited.error()));
        }
        plan::Plan one;
        one.budget.step = options_.patience;
        one.steps.push_back(leg.step);
        one.steps.back().expect = any_answer();
        Listener listener(target_);
        const plan::Report report = plan::run(one, listener, how_);
        if (!listener.why.empty()) return failed(taken, listener.why);
        if (!listener.response) return true;  // a name without value
        taken.kind = Taken::Kind::Answer;
        taken.response = *std::move(listener.response);
        taken.captured = report.steps.front().captured;
        for (const auto& each : taken.captured) how_.variables.push_back(each);
        return true;
    }

private:
    static bool failed(Taken& taken, std::string why) {
        taken.kind = Taken::Kind::NoAnswer;
        taken.why = std::move(why);
        return false;
    }

    // Lets the fake's time pass to that moment; what is due now falls due, too.
    bool follow(base::Duration moment, Taken& taken) {
        const std::int64_t millis = moment.seconds * 1000 + moment.nanoseconds / 1'000'000;
        const std::int64_t by = std::max<std::int64_t>(millis - followed_, 0);
        followed_ += by;
        const auto waited =
            target_.pause({by / 1000, static_cast<std::int32_t>(by % 1000) * 1'000'000});
        return waited || failed(taken, base::message(waited.error()));
    }

    plan::Target& target_;
    const TakeOptions& options_;
    plan::RunOptions how_;
    base::Instant started_;
    std::int64_t followed_ = 0;
};

}  // namespace

std::vector<Taken> take(const Walk& walk, plan::Target& target, const TakeOptions& options) {
    std::vector<Taken> all(walk.legs.size());
    Taker taker(target, options);
    for (std::size_t i = 0; i < walk.legs.size(); ++i) {
        if (!taker.leg(walk.legs[i], all[i], i)) break;
    }
    return all;
}

}  // namespace understudy::verify
