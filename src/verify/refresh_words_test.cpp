#include "verify/refresh_words.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace understudy::verify {

namespace {

Proposal proposal() {
    Proposal proposal;
    proposal.service = "git.hub";
    proposal.fingerprint = "0123456789ab";
    proposal.base = "main";
    proposal.day = "2026-04-30";
    proposal.gate = Gate::Passed;
    proposal.gate_words = "`make test` ended with 0";
    proposal.tools = {"gh 2.62.0 -> 2.63.1"};
    Change change;
    change.id = "aaaaaaaaaaaa";
    change.fingerprint = "bbbbbbbbbbbb";
    change.kind = "field_added";
    proposal.changes = {change};
    return proposal;
}

TEST(RefreshWords, P42ABranchIsNamedByContentAndNotByDay) {
    EXPECT_EQ(branch_name(proposal()), "understudy/refresh/git-hub/0123456789ab");
}

TEST(RefreshWords, TheTitleIsATemplate) {
    RefreshSettings settings;
    EXPECT_EQ(proposal_title(settings, proposal()), "contract-refresh: 2026-04-30 (git.hub)");
    settings.title = "${service} ${fingerprint} ${base}";
    EXPECT_EQ(proposal_title(settings, proposal()), "git.hub 0123456789ab main");
}

TEST(RefreshWords, TheBodyHasGateToolsDiffAndIds) {
    EXPECT_EQ(proposal_body({}, proposal(), "DIFF of ${service}"),
              "- gate: passed, `make test` ended with 0\n- base: main\n"
              "- tool: gh 2.62.0 -> 2.63.1\n\nDIFF of ${service}\n"
              "- `aaaaaaaaaaaa` field_added, fingerprint `bbbbbbbbbbbb`\n");
    Proposal held = proposal();
    held.held = "the fake must change first";
    held.is_draft = true;
    held.gate_said = "1 failed\n";
    RefreshSettings settings;
    settings.body = "For ${service}:\n\n${report}";
    const std::string body = proposal_body(settings, held, "DIFF");
    EXPECT_TRUE(body.starts_with("For git.hub:\n\n- gate"));
    EXPECT_NE(body.find("- held: the fake must change first\n- draft: "), body.npos);
    EXPECT_NE(body.find("What the gate said last:\n\n~~~~text\n1 failed\n~~~~\n"), body.npos);
}

TEST(RefreshWords, OnlyWhatPolicyListsIsAcceptedByItself) {
    RefreshSettings settings;
    const auto of = [&](std::vector<std::string> kinds) {
        std::vector<Change> changes;
        for (std::string& kind : kinds) {
            changes.emplace_back();
            changes.back().kind = std::move(kind);
        }
        return is_auto_accepted(settings, changes);
    };
    EXPECT_FALSE(of({"field_added"}));
    settings.auto_accept = {"field_added", "layout_only"};
    EXPECT_TRUE(of({"field_added", "layout_only"}));
    EXPECT_FALSE(of({"field_added", "value_changed"}));
    EXPECT_FALSE(of({}));
}

TEST(RefreshWords, ADriverGetsOneLineOfJson) {
    DriverMessage message;
    message.event = "open";
    message.service = "github";
    message.title = "T";
    message.body_file = "/x/github.md";
    message.labels = {"contract-refresh"};
    message.findings = {"aaaaaaaaaaaa"};
    message.base = "main";
    message.branch = "b";
    message.patch = "/x/github.patch";
    message.is_draft = true;
    EXPECT_EQ(
        driver_text(message),
        R"({"version":1,"kind":"change","event":"open","service":"github","title":"T","body_file":"/x/github.md","labels":["contract-refresh"],"findings":["aaaaaaaaaaaa"],"base":"main","branch":"b","patch":"/x/github.patch","draft":true,"auto_accept":false,"reference":null})"
        "\n");
    message.kind = DriverMessage::Kind::Escalation;
    message.to = "human";
    message.reference = "41";
    EXPECT_EQ(
        driver_text(message),
        R"({"version":1,"kind":"escalation","event":"open","service":"github","title":"T","body_file":"/x/github.md","labels":["contract-refresh"],"findings":["aaaaaaaaaaaa"],"to":"human","reference":"41"})"
        "\n");
}

TEST(RefreshWords, P45NothingAndZeroAreNoReference) {
    EXPECT_EQ(*read_reference("{\"reference\": \"https://forge.test/41\"}\n"),
              "https://forge.test/41");
    EXPECT_EQ(*read_reference("{\"reference\": 41}"), "41");
    EXPECT_EQ(*read_reference("\"41\""), "41");
    EXPECT_EQ(*read_reference(" 41\n"), "41");
    const std::pair<std::string_view, std::string_view> wrong[] = {
        {"", "it printed nothing"},
        {" \n", "it printed nothing"},
        {"0", "its reference is 0"},
        {"-1", "its reference is -1"},
        {"\"\"", "its reference is \"\""},
        {"\"0\"", "its reference is \"0\""},
        {"{\"reference\": 0}", "its reference is 0"},
        {"{\"reference\": null}", "it printed no reference"},
        {"{}", "it printed no reference"},
        {"null", "it printed no reference"},
        {"true", "its reference is true"},
        {"created!", "it printed no JSON: \"created!\""},
    };
    for (const auto& [printed, why] : wrong) {
        const auto read = read_reference(printed);
        ASSERT_FALSE(read) << printed;
        EXPECT_EQ(base::message(read.error()), "the driver has filed nothing: " + std::string(why));
    }
}

}  // namespace

}  // namespace understudy::verify
