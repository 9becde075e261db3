#include "verify/rule_change.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/parse.hpp"

namespace understudy::verify {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RuleChange, EverythingThatHidesSomethingIsALine) {
    cassette::Manifest manifest;
    cassette::Service service;
    cassette::RuleSpec rule;
    rule.use = "opaque";
    rule.at.path = "$.id";
    service.rules.push_back(rule);
    service.comparing.headers = false;
    service.comparing.unordered = {"$.items"};
    service.severities.push_back({cassette::Drift::FieldRemoved, "body", report::Severity::Info});
    service.untested.push_back({"POST /x", "no sandbox"});
    service.is_live_only = true;
    service.strategy = cassette::Strategy{"property-based", "docs/x.md"};
    cassette::Cassette cassette;
    cassette.name = "charge/read";
    cassette.rules.push_back(rule);
    cassette.compare = *json::parse(R"({"exact":true})");
    EXPECT_THAT(looking_of(manifest, service, {&cassette}),
                ElementsAre("charge/read: compare {\"exact\":true}",
                            "charge/read: rule {\"at\":{\"path\":\"$.id\"},\"use\":\"opaque\"}",
                            "compare no headers", "compare unordered $.items", "lane live",
                            "rule {\"at\":{\"path\":\"$.id\"},\"use\":\"opaque\"}",
                            "severity field_removed at body is info", "strategy property-based",
                            "untested POST /x"));
}

TEST(RuleChange, AddedAndGone) {
    EXPECT_THAT(rule_changes({"rule a", "rule b"}, {"rule b", "rule c"}),
                ElementsAre("added: rule c", "gone: rule a"));
    EXPECT_THAT(rule_changes({"rule a"}, {"rule a"}), IsEmpty());
}

}  // namespace

}  // namespace understudy::verify
