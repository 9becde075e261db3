#include "verify/refresh_settings.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "yaml/read.hpp"

namespace understudy::verify {

namespace {

base::Result<RefreshSettings> read(std::string text) {
    auto document = yaml::read(base::Source{"understudy.yaml", std::move(text)});
    EXPECT_TRUE(document);
    return read_refresh_settings(*document);
}

std::string problems(std::string text) {
    const auto settings = read(std::move(text));
    if (settings) return "none";
    EXPECT_EQ(base::name_of(settings.error().code), "cassette.bad_manifest");
    std::string all;
    for (const base::Error& each : settings.error().because) {
        all += std::to_string(each.where.line) + ": " + base::message(each) + "\n";
    }
    return all;
}

TEST(RefreshSettings, NothingSaidIsTheStandard) {
    const auto settings = read("services: {git: }\n");
    ASSERT_TRUE(settings);
    EXPECT_TRUE(settings->is_enabled);
    EXPECT_EQ(settings->base, "");
    EXPECT_EQ(settings->unknown_days, 14);
    EXPECT_EQ(settings->output, RefreshSettings::Output::Patch);
    ASSERT_EQ(settings->escalation.size(), 3U);
    EXPECT_EQ(settings->escalation[0].drift, "now_refused");
    EXPECT_EQ(settings->escalation[0].after_attempts, 1);
    EXPECT_EQ(settings->escalation[1].finding, "unverified-too-long");
    EXPECT_EQ(settings->escalation[2].after_attempts, 3);
    EXPECT_TRUE(settings->escalation[2].pauses_proposals);
    EXPECT_TRUE(settings->of("git").is_enabled);
    EXPECT_TRUE(read(""));
}

TEST(RefreshSettings, P60EveryKeyIsRead) {
    const auto settings = read(R"(refresh:
  enabled: false
  base: develop
  gate: {command: [make, test], limit: 5m}
  output: command
  driver: {command: [python3, forge.py], limit: 30s}
  folder: out
  state: out/state.json
  rejections: rejected.json
  stop_file: STOP
  on_gate_failure: draft
  unknown_days: 3
  every: 1d
  most_new_findings: 5
  auto_accept: [field_added]
  escalation: [{when: {class: value_changed, service: git}, after_days: 2, to: team, pause_proposals: true}]
  title: "T ${service}"
  body: "B ${report}"
  labels: [a, b]
services:
  git: {refresh: {enabled: false, every: 2d, gate: [true]}}
)");
    ASSERT_FALSE(settings);  // `true` is no text
    const auto good = read(R"(refresh:
  enabled: false
  base: develop
  gate: {command: [make, test], limit: 5m}
  output: command
  driver: {command: [python3, forge.py], limit: 30s}
  folder: out
  state: out/state.json
  rejections: rejected.json
  stop_file: STOP
  on_gate_failure: draft
  unknown_days: 3
  every: 1d
  most_new_findings: 5
  auto_accept: [field_added]
  escalation: [{when: {class: value_changed, service: git}, after_days: 2, to: team, pause_proposals: true}]
  title: "T ${service}"
  body: "B ${report}"
  labels: [a, b]
services:
  git: {refresh: {enabled: false, every: 2d, gate: ["true"]}}
)");
    ASSERT_TRUE(good) << base::render(good.error());
    EXPECT_FALSE(good->is_enabled);
    EXPECT_EQ(good->base, "develop");
    EXPECT_EQ(good->gate, (std::vector<std::string>{"make", "test"}));
    EXPECT_EQ(good->gate_limit, (base::Duration{300, 0}));
    EXPECT_EQ(good->output, RefreshSettings::Output::Command);
    EXPECT_EQ(good->driver.back(), "forge.py");
    EXPECT_EQ(good->driver_limit, (base::Duration{30, 0}));
    EXPECT_EQ(good->folder, "out");
    EXPECT_EQ(good->state, "out/state.json");
    EXPECT_EQ(good->rejections, "rejected.json");
    EXPECT_EQ(good->stop_file, "STOP");
    EXPECT_TRUE(good->hands_over_drafts);
    EXPECT_EQ(good->unknown_days, 3);
    EXPECT_EQ(good->every, (base::Duration{86'400, 0}));
    EXPECT_EQ(good->most_new_findings, 5);
    EXPECT_EQ(good->auto_accept, std::vector<std::string>{"field_added"});
    EscalationRule rule;
    rule.drift = "value_changed";
    rule.service = "git";
    rule.after_days = 2;
    rule.to = "team";
    rule.pauses_proposals = true;
    EXPECT_EQ(good->escalation, std::vector<EscalationRule>{rule});
    EXPECT_EQ(good->title, "T ${service}");
    EXPECT_EQ(good->body, "B ${report}");
    EXPECT_EQ(good->labels, (std::vector<std::string>{"a", "b"}));
    EXPECT_FALSE(good->of("git").is_enabled);
    EXPECT_EQ(good->of("git").every, (base::Duration{2 * 86'400, 0}));
    EXPECT_EQ(good->of("git").gate, std::vector<std::string>{"true"});
}

TEST(RefreshSettings, ASeriousClassIsNeverAcceptedByItself) {
    for (const std::string name :
         {"now_refused", "exit_changed", "field_removed", "field_retyped", "field_renamed"}) {
        EXPECT_NE(problems("refresh: {auto_accept: [" + name + "]}\n")
                      .find("can never be accepted by itself"),
                  std::string::npos);
    }
    for (const std::string name : {"field_added", "enum_grown", "order_changed", "grammar_changed",
                                   "value_changed", "stderr_only", "layout_only"}) {
        EXPECT_EQ(problems("refresh: {auto_accept: [" + name + "]}\n"), "none");
    }
}

TEST(RefreshSettings, AllThatIsWrongIsToldAtItsPlace) {
    const std::string all = problems(R"(refresh:
  enabled: "no"
  base: --help
  gate: []
  output: command
  state: ../state.json
  every: soon
  unknown_days: 0
  escalation:
    - {when: {class: nothing}}
    - {after_attempts: 3}
  unheard: 1
services:
  git: {refresh: {evry: 1d}}
)");
    const std::string_view expected[] = {
        "2: ",        "3: `base`",         "4: `gate`", "5: `output`", "6: `state`",
        "7: `every`", "8: `unknown_days`", "10: ",      "11: ",        "unheard",
        "evry"};
    for (const std::string_view part : expected)
        EXPECT_NE(all.find(part), all.npos) << part << "\n" << all;
}

TEST(RefreshSettings, WhatIsNoMapSaysSo) {
    EXPECT_NE(problems("refresh: 7\n").find("`refresh`"), std::string::npos);
}

}  // namespace

}  // namespace understudy::verify
