#include "report/finding.hpp"

#include <gtest/gtest.h>

#include "report/faces.hpp"
#include "report/report.hpp"

namespace understudy::report {
namespace {

Finding gap() {
    Finding finding;
    finding.code = "fixture.order.gap";
    finding.message = "sequence number 4 is missing";
    finding.mark = {"events.jsonl", 7, 3, 5, "\"seq\": 5", 3};
    finding.pointer = "/events/3";
    finding.constraint = "seq";
    finding.subject = "run-1";
    return finding;
}

TEST(FindingId, IsTwelveHexDigitsThatNeverChange) {
    EXPECT_EQ(id_of(gap()), "08edbca52538");
}

TEST(FindingId, SurvivesUnrelatedEdits) {
    const std::string id = id_of(gap());
    Finding moved = gap();
    moved.mark.line = 90;
    moved.mark.column = 1;
    moved.mark.excerpt = "other";
    moved.message = "reworded";
    moved.hint = "new hint";
    moved.severity = Severity::Info;
    moved.values.first = json::Value(1);
    moved.related.push_back({});
    EXPECT_EQ(id_of(moved), id);

    Finding dotted = gap();
    dotted.mark.file = "././events.jsonl";
    EXPECT_EQ(id_of(dotted), id);
}

TEST(FindingId, DependsOnEachPartOfTheIdentity) {
    const std::string id = id_of(gap());
    for (std::string Finding::*part :
         {&Finding::code, &Finding::pointer, &Finding::constraint, &Finding::subject}) {
        Finding other = gap();
        other.*part += "x";
        EXPECT_NE(id_of(other), id);
    }
    Finding elsewhere = gap();
    elsewhere.mark.file = "other.jsonl";
    EXPECT_NE(id_of(elsewhere), id);
}

TEST(FindingId, PartsDoNotRunTogether) {
    Finding a;
    a.constraint = "1:b";
    a.subject = "c";
    Finding b;
    b.constraint = "1";
    b.subject = "b:c";
    EXPECT_NE(id_of(a), id_of(b));
}

TEST(ReportIds, OccurOnceEach) {
    Report report;
    report.findings = {gap(), gap(), gap()};
    const std::string id = id_of(gap());
    EXPECT_EQ(ids_of(report), (std::vector<std::string>{id, id + "-2", id + "-3"}));
}

TEST(Report, CountsAndSumsUp) {
    Report report;
    EXPECT_EQ(summary_of(report), "no findings");
    report.checked = {"a", "b"};
    EXPECT_EQ(summary_of(report), "no findings in 2 places checked");
    report.findings = {gap(), gap(), gap(), gap()};
    report.findings[1].severity = Severity::Warning;
    report.findings[2].severity = Severity::Info;
    report.findings[3].severity = Severity::Info;
    const Counts counts = count(report);
    EXPECT_EQ(counts.errors, 1U);
    EXPECT_EQ(counts.warnings, 1U);
    EXPECT_EQ(counts.infos, 2U);
    EXPECT_EQ(counts.total(), 4U);
    EXPECT_EQ(summary_of(report), "1 error, 1 warning, 2 notes in 2 places checked");
    report.summary = "the verb knows better";
    EXPECT_EQ(summary_of(report), "the verb knows better");
}

base::Error unknown_format(std::string name, base::Mark where = {}) {
    return {base::Code::ReportUnknownFormat,
            {{"name", std::move(name)}, {"nearest", "text"}, {"pointer", "/format"}},
            std::move(where),
            {}};
}

TEST(FromError, ASingleErrorIsOneFinding) {
    const std::vector<Finding> findings =
        from_error(unknown_format("txt", {"a.yaml", 2, 1, 3, "txt", 1}), Severity::Warning);
    ASSERT_EQ(findings.size(), 1U);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.code, "report.unknown_format");
    EXPECT_EQ(finding.message, "there is no report format \"txt\"");
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_EQ(finding.pointer, "/format");
    EXPECT_EQ(finding.mark.line, 2U);
    EXPECT_NE(finding.hint.find("did you mean \"text\"?"), std::string::npos);
    EXPECT_NE(id_of(finding), id_of(from_error(unknown_format("jsn"))[0]));
}

TEST(FromError, AGroupIsItsLeavesInOrder) {
    base::Error inner{base::Code::Internal, {}, {"inner.yaml", 0, 0, 0, {}, 0}, {}};
    inner.because = {unknown_format("b"), unknown_format("c", {"own.yaml", 1, 1, 0, "c", 1})};
    base::Error group{base::Code::Internal, {}, {"outer.yaml", 0, 0, 0, {}, 0}, {}};
    group.because = {unknown_format("a"), inner, unknown_format("d")};

    std::vector<std::string> seen;
    for (const Finding& finding : from_error(group)) {
        seen.push_back(finding.mark.file + " " + finding.message.substr(26));
    }
    EXPECT_EQ(seen, (std::vector<std::string>{"outer.yaml \"a\"", "inner.yaml \"b\"",
                                              "own.yaml \"c\"", "outer.yaml \"d\""}));
}

TEST(Formats, AreFoundByName) {
    for (const Format format : all_formats()) {
        EXPECT_EQ(format_named(name_of(format)).value(), format);
    }
    const base::Result<Format> wrong = format_named("sarf");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, base::Code::ReportUnknownFormat);
    EXPECT_EQ(wrong.error().arg("nearest"), "sarif");
}

}  // namespace
}  // namespace understudy::report
