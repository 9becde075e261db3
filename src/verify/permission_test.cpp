#include "verify/permission.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace understudy::verify {

namespace {

plan::Plan plan_with(plan::Effect effect) {
    plan::Plan plan;
    plan::Step step;
    step.id = "make";
    step.effect = effect;
    plan.steps.push_back(step);
    return plan;
}

std::string refusal(plan::Effect effect, std::string_view url, const Permission& permission) {
    const auto allowed = allow_plan(plan_with(effect), url, permission);
    return allowed ? "" : std::string(base::name_of(allowed.error().code));
}

TEST(Permission, WritesOnlyHereOrInASandbox) {
    const Permission shop{"shop", {"*.sandbox.test", "api.shop.test:8443"}};
    using plan::Effect;
    EXPECT_EQ(refusal(Effect::Read, "https://api.shop.test", shop), "");
    EXPECT_EQ(refusal(Effect::Write, "https://api.shop.test", shop), "plan.not_sandbox");
    EXPECT_EQ(refusal(Effect::Write, "https://api.shop.test:8443", shop), "");
    EXPECT_EQ(refusal(Effect::Write, "https://eu.sandbox.test", shop), "");
    EXPECT_EQ(refusal(Effect::Write, "http://127.0.0.1:8080", shop), "");
    EXPECT_EQ(refusal(Effect::Destructive, "http://127.0.0.1:8080", shop), "plan.not_allowed");
    Permission all = shop;
    all.most = Effect::Destructive;
    EXPECT_EQ(refusal(Effect::Destructive, "http://127.0.0.1:8080", all), "");
    EXPECT_EQ(refusal(Effect::Destructive, "https://api.shop.test", all), "plan.not_sandbox");
    EXPECT_EQ(refusal(Effect::Read, "no url", shop), "http.bad_url");
}

}  // namespace

}  // namespace understudy::verify
