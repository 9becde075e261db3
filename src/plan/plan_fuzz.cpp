// Any text as a plan, run against a target that answers with the rest of the input: neither may
// crash the loader or the runner, or make them use more than their limits.
#include <cstdint>
#include <string_view>

#include "plan/load.hpp"
#include "plan/recording.hpp"
#include "plan/run.hpp"

using namespace understudy;

namespace {

class Echo final : public plan::Target {
public:
    explicit Echo(std::string_view body) : body_(body) {}
    base::Result<http::Response> call(const plan::Call&) override {
        http::Response response;
        response.head.headers.add("Content-Type", "application/json");
        response.pieces.push_back({body_, {}});
        return response;
    }
    base::Result<http::Response> control(const plan::Call& one) override { return call(one); }
    base::Result<plan::CommandAnswer> run(const plan::CommandCall&) override {
        plan::CommandAnswer answer;
        answer.pieces.push_back({0, false, body_});
        answer.pieces.push_back({0, true, body_});
        return answer;
    }

private:
    std::string body_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = input.find("\n---\n");
    const plan::LoadOptions options{plan::Effect::Write, {"scratch"}, true};
    auto plan = plan::load({"plan", std::string(input.substr(0, cut))}, options);
    if (!plan) {
        static_cast<void>(base::render(plan.error()));
        return 0;
    }
    Echo target(cut == std::string_view::npos ? std::string_view("{}") : input.substr(cut + 5));
    const plan::Report report = plan::run(*plan, target, {.allowed = plan::Effect::Destructive});
    static_cast<void>(plan::recordings_of(*plan, report));
    for (const plan::StepReport& step : report.steps) {
        for (const base::Error& finding : step.findings) static_cast<void>(base::render(finding));
    }
    return 0;
}
