#include "cassette/coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "yaml/read.hpp"

namespace understudy::cassette {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

Exchange call(std::vector<std::string> args, std::string output = "x\n", int exit_code = 0) {
    Exchange exchange;
    exchange.id = args.front();
    CommandInput input;
    input.program = "gh";
    input.args = std::move(args);
    exchange.input = std::move(input);
    if (!output.empty()) exchange.output.pieces = {{0, From::Stdout, std::move(output)}};
    exchange.output.ended = Ended{Ended::How::Exit, exit_code, {}};
    return exchange;
}

// A project with one service `hub`, whose program is gh.
class CoverageTest : public testing::Test {
protected:
    CoverageTest() { declare("services: {hub: {programs: [gh]}}"); }

    void declare(std::string text) {
        const auto document = yaml::read({"understudy.yaml", std::move(text)});
        auto manifest = read_manifest(document.value());
        ASSERT_TRUE(manifest) << base::render(manifest.error());
        manifest_ = std::move(*manifest);
        ground_.manifest = &manifest_;
        ground_.today = "2026-11-16";
    }

    Cassette& add(const std::string& name, std::vector<Exchange> exchanges,
                  Origin origin = Origin::Recorded) {
        auto loaded = std::make_unique<Loaded>();
        loaded->document.source =
            std::make_shared<const base::Source>(base::Source{name + ".yaml", ""});
        loaded->cassette.service = "hub";
        loaded->cassette.name = name;
        loaded->cassette.origin = origin;
        loaded->cassette.plan = PlanReference{true, {}, {}, {}};
        loaded->cassette.exchanges = std::move(exchanges);
        ground_.cassettes.push_back({loaded.get(), {}});
        loaded_.push_back(std::move(loaded));
        return loaded_.back()->cassette;
    }

    void observe(std::vector<std::string> args, const char* outcome = "replayed",
                 const char* program = "gh") {
        CommandInput input;
        input.program = program;
        input.args = std::move(args);
        ground_.calls.push_back({shape_of(input), outcome, {}, {}});
    }

    std::vector<std::string> told() {
        std::vector<std::string> lines;
        coverage_ = coverage_of(ground_);
        for (const report::Finding& finding : coverage_.findings) {
            lines.push_back(finding.code + ": " + finding.message);
        }
        return lines;
    }

    Manifest manifest_;
    CoverageGround ground_;
    Coverage coverage_;
    std::vector<std::unique_ptr<Loaded>> loaded_;
};

// P64, P68, P69: one vocabulary, argv; gaps come from calls that were made.
TEST_F(CoverageTest, P68GapsComeFromObservedCalls) {
    add("list", {call({"pr", "list", "--limit", "5"}), call({"pr", "list"}, "", 1)});
    observe({"pr", "list", "--limit", "30"});
    observe({"pr", "list", "--limit", "31"});
    observe({"pr", "merge", "--squash"}, "missed");
    observe({"repo", "view"}, "ran");
    EXPECT_THAT(
        told(),
        ElementsAre("coverage.no_recording: the program calls gh pr merge --squash, and no "
                    "recording backs the fake's answer",
                    "coverage.unseen_shape: the program calls gh repo view, which no recording "
                    "knows"));
    EXPECT_EQ(coverage_.gaps, 2U);
    ASSERT_EQ(coverage_.services.size(), 1U);
    const ServiceCoverage& hub = coverage_.services[0];
    EXPECT_EQ(hub.name, "hub");
    EXPECT_EQ(hub.calls, 4U);
    EXPECT_EQ(hub.shapes, 3U);
    EXPECT_EQ(hub.recorded_shapes, 1U);
}

// P63: a shape that nothing knows is never dropped, whoever's program it is.
TEST_F(CoverageTest, P63ShapesOfUndeclaredProgramsAreKept) {
    observe({"ps"}, "ran", "podman");
    EXPECT_THAT(told(),
                ElementsAre(HasSubstr("coverage.unseen_shape: the program calls podman ps")));
    EXPECT_EQ(coverage_.services[0].name, "podman");
}

TEST_F(CoverageTest, VariablesHaveTheirRecordedValues) {
    Cassette& cassette = add("close", {call({"issue", "close", "--number", "${issue}"}, "", 1)});
    cassette.vars = {{"issue", plan::Capture::Type::Integer, json::Value(41)}};
    observe({"issue", "close", "--number", "7"});
    EXPECT_THAT(told(), IsEmpty());
}

TEST_F(CoverageTest, ARecordingNobodyUsesIsToldOnceThereAreCalls) {
    add("list", {call({"pr", "list"}), call({"pr", "list"}, "", 1)});
    EXPECT_THAT(told(), IsEmpty());
    observe({"repo", "view"}, "quiet");
    EXPECT_THAT(told(), ElementsAre("coverage.unused: no observed call matches this recording"));
    EXPECT_EQ(coverage_.services[0].unused, 1U);
    EXPECT_EQ(coverage_.findings[0].severity, report::Severity::Warning);
}

// P5: the absence of failing and empty cases is reported, per operation.
TEST_F(CoverageTest, P5SuccessOnlyIsTold) {
    add("a", {call({"pr", "list"})});
    EXPECT_THAT(told(),
                ElementsAre("coverage.success_only: gh pr list is recorded in success only"));
    EXPECT_THAT(coverage_.services[0].success_only, ElementsAre("gh pr list"));
    for (const auto& other : {call({"pr", "list", "--bad"}, "", 2), call({"pr", "list"}, "[]\n")}) {
        ground_.cassettes.resize(1);
        add("b", {other});
        EXPECT_THAT(told(), IsEmpty());
    }
}

// P1, P6: hand-written and vacuous ones are counted and shown.
TEST_F(CoverageTest, P6TellsWhatCouldNotFailAndWhatWasWrittenByHand) {
    add("a", {call({"x"}, "", 1)}, Origin::Authored);
    add("b", {call({"x"}, "", 1)}, Origin::Edited);
    add("c", {call({"x"}, "", 1)}).plan.reset();
    add("d", {call({"x"}, "", 1)}, Origin::Derived);
    ground_.cassettes[3].emptiness = Emptiness::NoOutput;
    ground_.shares_before = {{"hub", 0.75}};
    EXPECT_THAT(told(),
                UnorderedElementsAre(
                    HasSubstr("cassette.vacuous: this cassette could not fail: "),
                    "coverage.not_re_recordable: 1 cassette of the service hub without a plan "
                    "cannot be recorded again: c"));
    const ServiceCoverage& hub = coverage_.services[0];
    EXPECT_EQ(hub.hand_written, 2U);
    EXPECT_DOUBLE_EQ(hub.hand_written_share(), 0.5);
    EXPECT_EQ(hub.share_before, 0.75);
    EXPECT_EQ(hub.vacuous, 1U);
    EXPECT_THAT(hub.not_re_recordable, ElementsAre("c"));
}

TEST_F(CoverageTest, AgeIsCountedInDays) {
    add("new", {call({"x"}, "", 1)}).provenance = Provenance{};
    loaded_[0]->cassette.provenance->recorded_at = "2026-11-15T23:59:59Z";
    add("old", {call({"x"}, "", 1)}).provenance = Provenance{};
    loaded_[1]->cassette.provenance->recorded_at = "2026-04-30T06:12:09Z";
    told();
    EXPECT_EQ(coverage_.services[0].oldest_days, 199);
    EXPECT_EQ(coverage_.services[0].oldest, "old.yaml");
}

TEST_F(CoverageTest, WhatTheManifestLeavesOutIsNoGap) {
    declare(
        "services:\n"
        "  hub:\n"
        "    programs: [gh]\n"
        "    untested: [{operation: gh pr merge, reason: it needs two people}]\n");
    observe({"pr", "merge", "--squash"}, "missed");
    observe({"pr", "merge-all"}, "missed");
    observe({"auth", "status"}, "quiet");
    EXPECT_THAT(told(), ElementsAre(HasSubstr("the program calls gh pr merge-all,")));
}

TEST_F(CoverageTest, APartialFakeDeclaresWhatItServes) {
    declare("services: {hub: {programs: [gh], serves: [gh pr list]}}");
    add("a", {call({"pr", "list"}, "", 1), call({"pr", "view"}, "", 1)});
    observe({"pr", "list"});
    observe({"pr", "view"});
    EXPECT_THAT(told(), ElementsAre("coverage.not_served: the program calls gh pr view, which is "
                                    "not among what the fake serves"));
}

TEST_F(CoverageTest, TheRatchetToleratesAGap) {
    observe({"pr", "merge"}, "missed");
    ground_.ratchet.entries = {{"gh pr merge", "r", "o", "2027-01-31", {}}};
    EXPECT_THAT(told(), IsEmpty());
    EXPECT_EQ(coverage_.tolerated, 1U);
    EXPECT_EQ(coverage_.gaps, 0U);
}

TEST(Shape, OfHttpIsRouteAndKeys) {
    Exchange exchange;
    exchange.kind = Kind::Http;
    HttpInput input;
    input.method = "POST";
    input.path = "/v1/charges/ch_123/refunds";
    input.query = {{"expand", "a"}, {"expand", "b"}};
    input.body = Body{R"({"reason": 1, "amount": 2})", {}};
    exchange.input = input;
    EXPECT_EQ(shape_text(exchange, {}), "POST /v1/charges/{}/refunds ?expand body:amount,reason");
    EXPECT_EQ(operation_of(exchange, {}), "POST /v1/charges/{}/refunds");
    input.path = "/";
    input.query.clear();
    input.body = Body{"a=b", {}};
    exchange.input = input;
    EXPECT_EQ(shape_text(exchange, {}), "POST / body");
    exchange.input = WebhookInput{};
    EXPECT_EQ(shape_text(exchange, {}), "");
    EXPECT_EQ(operation_of(call({"pr", "list", "--limit", "5"}), {}), "gh pr list");
}

}  // namespace

}  // namespace understudy::cassette
