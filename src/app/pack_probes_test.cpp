#include "app/pack_probes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "app/world_target.hpp"
#include "base/error.hpp"
#include "pack/code.hpp"

namespace understudy::app {

namespace {

using testing::HasSubstr;

constexpr const char* kVariable = "UNDERSTUDY_TEST_OF_PROBES_KEY";

class Probes : public testing::Test {
protected:
    void SetUp() override {
        order_.service = "parcel";
        order_.pack = "parcel";
        order_.permission.service = "parcel";
        ::unsetenv(kVariable);  // NOLINT(concurrency-mt-unsafe)
    }
    void TearDown() override { ::unsetenv(kVariable); }  // NOLINT(concurrency-mt-unsafe)

    // The same pack behind a real socket is the service.
    void serve() {
        const auto files = find_pack_files("parcel", "");
        ASSERT_TRUE(files);
        auto made = WorldTarget::make(pack::load(files->folder).pack);
        ASSERT_TRUE(made);
        world_ = std::move(*made);
        const auto url = world_->url();
        ASSERT_TRUE(url) << base::render(url.error());
        order_.url = *url + "/";
        order_.key_variable = kVariable;
        ::setenv(kVariable, world_->key().c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    }

    ProbeRun on_live(const std::string& probe) const {
        const auto probes = PackProbes::make(order_);
        EXPECT_TRUE(probes);
        const auto plan = probes->load(probe);
        EXPECT_TRUE(plan);
        const auto run = probes->on_live(*plan, std::nullopt);
        EXPECT_TRUE(run) << base::render(run.error());
        return *run;
    }

    ProbeOrder order_;
    std::unique_ptr<WorldTarget> world_;
};

TEST_F(Probes, OnTheFakeTheyNeedNobodysKey) {
    const auto probes = PackProbes::make(order_);
    ASSERT_TRUE(probes);
    const auto plan = probes->load("probes/channels.yaml");
    ASSERT_TRUE(plan);
    const auto run = probes->on_fake(*plan);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->verdict, plan::Verdict::Agreed) << run->why;
    EXPECT_TRUE(run->answers.contains("make"));
    EXPECT_FALSE(run->webhooks.empty()) << "what the world sent is read from its deliveries";
}

TEST_F(Probes, OneThatIsNotThereIsNamed) {
    const auto probes = PackProbes::make(order_);
    ASSERT_TRUE(probes);
    const auto plan = probes->load("probes/none.yaml");
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code, pack::code::NoProbe);
}

TEST_F(Probes, OnTheServiceWithItsKey) {
    serve();
    const ProbeRun run = on_live("probes/currency.yaml");
    EXPECT_EQ(run.verdict, plan::Verdict::Agreed) << run.why;
    EXPECT_TRUE(run.was_begun);
    EXPECT_EQ(run.answers.at("unsaid").status, 201);
}

TEST_F(Probes, WhatIsMissingIsTheOneReason) {
    ProbeRun run = on_live("probes/currency.yaml");
    EXPECT_EQ(run.verdict, plan::Verdict::Unknown);
    EXPECT_THAT(run.why, HasSubstr("not known where"));
    EXPECT_FALSE(run.was_begun);
    EXPECT_FALSE(run.was_refused);
    order_.url = "http://127.0.0.1:1";
    run = on_live("probes/currency.yaml");
    EXPECT_THAT(run.why, HasSubstr("no variable is named"));
    order_.key_variable = kVariable;
    run = on_live("probes/currency.yaml");
    EXPECT_THAT(run.why, HasSubstr(std::string("the variable ") + kVariable + " is not set"));
    EXPECT_FALSE(run.was_refused);
}

// The login is tried first: a service that nobody answers for is unknown, and no step runs.
TEST_F(Probes, NobodyThereIsUnknown) {
    order_.url = "http://127.0.0.1:1";
    order_.key_variable = kVariable;
    ::setenv(kVariable, "key", 1);  // NOLINT(concurrency-mt-unsafe)
    const ProbeRun run = on_live("probes/currency.yaml");
    EXPECT_EQ(run.verdict, plan::Verdict::Unknown);
    EXPECT_FALSE(run.answers.contains("unsaid"));
}

TEST_F(Probes, AWrongKeyIsUnknownAndNotDrift) {
    serve();
    ::setenv(kVariable, "key-of-nobody", 1);  // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(on_live("probes/currency.yaml").verdict, plan::Verdict::Unknown);
}

TEST_F(Probes, AServiceElsewhereIsNotWrittenTo) {
    order_.url = "https://api.parcel.test";
    order_.key_variable = kVariable;
    ::setenv(kVariable, "key", 1);  // NOLINT(concurrency-mt-unsafe)
    const ProbeRun run = on_live("probes/currency.yaml");
    EXPECT_EQ(run.verdict, plan::Verdict::Unknown);
    EXPECT_TRUE(run.was_refused);
    EXPECT_THAT(run.why, HasSubstr("api.parcel.test"));
}

TEST_F(Probes, ListsThatTheyTouchAreReadInPages) {
    serve();
    const auto probes = PackProbes::make(order_);
    ASSERT_TRUE(probes);
    std::vector<verify::PageWalk> walks;
    for (const pack::Operation& each : probes->pack().operations) {
        if (auto walk = verify::PageWalk::of(probes->pack(), each)) walks.push_back(*walk);
    }
    const auto plan = probes->load("probes/currency.yaml");
    ASSERT_TRUE(plan);
    const auto fake = probes->on_fake(*plan, walks);
    const auto live = probes->on_live(*plan, std::nullopt, walks);
    ASSERT_TRUE(fake && live);
    ASSERT_TRUE(fake->pages.contains("listCharges"));
    ASSERT_TRUE(live->pages.contains("listCharges"));
    EXPECT_FALSE(live->pages.contains("listCustomers")) << "the probe did not touch it";
    EXPECT_GE(live->pages.at("listCharges").pages.size(), 2U);
    EXPECT_EQ(live->pages.at("listCharges").why, "");
}

}  // namespace

}  // namespace understudy::app
