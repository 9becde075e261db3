#include "cassette/ratchet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "yaml/read.hpp"

namespace understudy::cassette {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

base::Result<Ratchet> ratchet_from(std::string text) {
    const auto document = yaml::read({"ratchet.yaml", std::move(text)});
    if (!document) return base::fail(document.error());
    return read_ratchet(*document);
}

std::string entry(const std::string& shape, const std::string& expires = "2027-01-31") {
    return "- {shape: " + shape + ", reason: r, owner: hub-team, expires: \"" + expires + "\"}\n";
}

std::vector<std::string> told(const Tolerated& tolerated) {
    std::vector<std::string> lines;
    for (const report::Finding& finding : tolerated.findings) {
        lines.push_back(finding.code + ": " + finding.message);
    }
    return lines;
}

constexpr const char* kToday = "2026-11-16";

TEST(Ratchet, ListsWhatIsTolerated) {
    const auto ratchet = ratchet_from(entry("gh pr merge"));
    ASSERT_TRUE(ratchet);
    const Tolerated tolerated =
        tolerate({"gh pr merge", "gh pr list"}, *ratchet, nullptr, false, kToday);
    EXPECT_THAT(tolerated.gaps, ElementsAre("gh pr list"));
    EXPECT_EQ(tolerated.count, 1U);
    EXPECT_THAT(tolerated.findings, IsEmpty());
    EXPECT_THAT(ratchet_from("")->entries, IsEmpty());
}

TEST(Ratchet, AnEntryThatIsNotNeededFails) {
    const Tolerated tolerated =
        tolerate({}, *ratchet_from(entry("gh pr merge")), nullptr, false, kToday);
    EXPECT_THAT(told(tolerated),
                ElementsAre("coverage.ratchet_not_needed: the gap gh pr merge is no longer there"));
    EXPECT_EQ(tolerated.findings[0].severity, report::Severity::Error);
    EXPECT_EQ(tolerated.findings[0].hint, "remove the entry");
    EXPECT_EQ(tolerated.findings[0].mark.line, 1U);
}

TEST(Ratchet, AnEntryExpiresOnItsDay) {
    const auto on = [](const char* day) {
        return told(tolerate({"gh x"}, *ratchet_from(entry("gh x", day)), nullptr, false, kToday));
    };
    EXPECT_THAT(on("2026-11-17"), IsEmpty());
    EXPECT_THAT(on(kToday), ElementsAre("coverage.ratchet_expired: the gap gh x was tolerated "
                                        "until 2026-11-16; ask hub-team"));
}

TEST(Ratchet, GrowthTakesADecision) {
    const Ratchet before = *ratchet_from(entry("gh a"));
    const Ratchet now = *ratchet_from(entry("gh a") + entry("gh b"));
    const std::vector<std::string> gaps = {"gh a", "gh b"};
    EXPECT_THAT(told(tolerate(gaps, now, &before, false, kToday)),
                ElementsAre("coverage.ratchet_grew: the list of tolerated gaps has grown by gh b"));
    EXPECT_THAT(told(tolerate(gaps, now, &before, true, kToday)), IsEmpty());
    EXPECT_THAT(told(tolerate({"gh a"}, before, &now, false, kToday)), IsEmpty());
}

TEST(Ratchet, RefusesWhatHasNoReasonOwnerOrEnd) {
    const struct {
        const char* text;
        const char* why;
    } kCases[] = {
        {"- {shape: x, owner: o, expires: '2027-01-01'}", "needs `reason`"},
        {"- {shape: x, reason: r, expires: '2027-01-01'}", "needs `owner`"},
        {"- {shape: x, reason: r, owner: o}", "needs `expires`"},
        {"- {shape: x, reason: '', owner: o, expires: '2027-01-01'}", "must not be empty"},
        {"- {shape: x, reason: r, owner: o, expires: soon}", "must be a day, as in 2027-01-31"},
        {"- {shape: x, reason: r, owner: o, expires: '2027-01-01', until: y}", "has no key"},
        {"shape: x", "must be a list"},
    };
    for (const auto& [text, why] : kCases) {
        const auto ratchet = ratchet_from(text);
        ASSERT_FALSE(ratchet) << text;
        EXPECT_THAT(base::render(ratchet.error()), HasSubstr(why)) << text;
        EXPECT_THAT(base::render(ratchet.error()), HasSubstr("[coverage.bad_ratchet]")) << text;
    }
    EXPECT_THAT(base::render(ratchet_from(entry("x") + entry("x")).error()),
                HasSubstr("stands twice"));
}

}  // namespace

}  // namespace understudy::cassette
