// Whatever bytes findings hold, every face comes out, stays valid UTF-8 and keeps its own form.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "report/faces.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::report {
namespace {

rc::Gen<std::string> bytes() {
    const auto spice = rc::gen::map(
        rc::gen::element<std::string_view>("]]>", "|", "`", "\n", "\r", "::error::x", "<!--", "&",
                                           "\xff\xfe", "\x1b[2J", "</failure>", "%0A", "/", "\"'"),
        [](std::string_view text) { return std::string(text); });
    const auto piece = rc::gen::oneOf(spice, arbitrary::text(), rc::gen::arbitrary<std::string>());
    return rc::gen::map(
        rc::gen::resize(4, rc::gen::container<std::vector<std::string>>(piece)),
        [](const std::vector<std::string>& pieces) { return base::join(pieces, ""); });
}

base::Mark any_mark() {
    return {*bytes(),
            *rc::gen::inRange(0U, 3U),
            *rc::gen::inRange(0U, 30U),
            *rc::gen::element(0U, 1U, 7U, 4294967295U),
            *bytes(),
            *rc::gen::inRange(0U, 30U)};
}

std::optional<json::Value> any_value() {
    if (!*rc::gen::arbitrary<bool>()) return std::nullopt;
    return *rc::gen::oneOf(arbitrary::value(2), rc::gen::map(bytes(), [](const std::string& text) {
                               return json::Value(text);
                           }));
}

Finding any_finding() {
    Finding finding;
    finding.severity = *rc::gen::element(Severity::Error, Severity::Warning, Severity::Info);
    finding.code = *bytes();
    finding.message = *bytes();
    finding.mark = any_mark();
    finding.pointer = *bytes();
    finding.constraint = *bytes();
    finding.subject = *bytes();
    finding.values.first = any_value();
    finding.values.second = any_value();
    finding.hint = *bytes();
    if (*rc::gen::arbitrary<bool>()) {
        finding.verdict = *rc::gen::element(Verdict::Agreed, Verdict::Differed, Verdict::Unknown);
    }
    if (*rc::gen::arbitrary<bool>()) finding.related = {{any_mark(), *bytes(), *bytes()}};
    return finding;
}

Report any_report() {
    Report report;
    report.tool = *bytes();
    report.version = *bytes();
    report.verb = *bytes();
    report.summary = *bytes();
    report.checked = {*bytes(), *bytes()};
    const int count = *rc::gen::inRange(0, 4);
    for (int i = 0; i < count; ++i) report.findings.push_back(any_finding());
    return report;
}

// Enough of XML to tell: characters, entities, quotes, tags that close in order. Says what is
// wrong, or nothing.
class XmlCheck {
public:
    explicit XmlCheck(std::string_view text) : text_(text) {}

    std::string problem() {
        for (const char32_t c : base::to_code_points(text_)) {
            const bool is_allowed =
                c == '\t' || c == '\n' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF);
            if (!is_allowed) return "character";
        }
        while (at_ < text_.size()) {
            const std::string wrong = text_[at_] == '<' ? read_tag() : read_text('<');
            if (!wrong.empty()) return wrong;
        }
        return open_.empty() && roots_ == 1 ? "" : "unclosed";
    }

private:
    std::string read_text(char end) {
        while (at_ < text_.size() && text_[at_] != end) {
            const char c = text_[at_];
            if (c == '<' || c == '>') return "bare bracket";
            if (c == '&') {
                const std::size_t stop = text_.find(';', at_);
                const std::string_view entity = text_.substr(at_, stop - at_ + 1);
                constexpr std::string_view kKnown[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
                if (std::ranges::find(kKnown, entity) == std::end(kKnown)) return "entity";
                at_ = stop;
            }
            ++at_;
        }
        return {};
    }

    std::string read_tag() {
        if (text_.substr(at_).starts_with("<?xml ")) {
            at_ = text_.find("?>", at_) + 2;
            return {};
        }
        ++at_;
        const bool is_closing = text_[at_] == '/';
        if (is_closing) ++at_;
        const std::size_t name_end = text_.find_first_of(" />", at_);
        const std::string_view name = text_.substr(at_, name_end - at_);
        at_ = name_end;
        while (at_ < text_.size() && text_[at_] == ' ') {
            at_ = text_.find("=\"", at_) + 2;
            if (std::string wrong = read_text('"'); !wrong.empty()) return wrong;
            ++at_;
        }
        const bool is_empty = text_.substr(at_).starts_with("/>");
        at_ += is_empty ? 2 : 1;
        if (text_[at_ - 1] != '>') return "tag";
        if (is_closing) {
            if (open_.empty() || open_.back() != name) return "order";
            open_.pop_back();
        } else {
            if (open_.empty()) ++roots_;
            if (!is_empty) open_.push_back(name);
        }
        return {};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t roots_ = 0;
    std::vector<std::string_view> open_;
};

TEST(XmlCheck, CanSayNo) {
    EXPECT_EQ(XmlCheck("<a b=\"&lt;\">x</a>").problem(), "");
    EXPECT_EQ(XmlCheck("<a>x").problem(), "unclosed");
    EXPECT_EQ(XmlCheck("<a><b></a></b>").problem(), "order");
    EXPECT_EQ(XmlCheck("<a>]]></a>").problem(), "bare bracket");
    EXPECT_EQ(XmlCheck("<a>&x;</a>").problem(), "entity");
    EXPECT_EQ(XmlCheck("<a>\x01</a>").problem(), "character");
    EXPECT_EQ(XmlCheck("<a b=\"<\"/>").problem(), "bare bracket");
}

RC_GTEST_PROP(Faces, AreValidUtf8AndEndInANewline, ()) {
    const Report report = any_report();
    for (const Format format : all_formats()) {
        const std::string text = render(report, format);
        RC_ASSERT(base::is_utf8(text));
        RC_ASSERT(text.ends_with("\n"));
        RC_ASSERT(text.find('\r') == std::string::npos);
        RC_ASSERT(text.find('\x1b') == std::string::npos);
    }
}

RC_GTEST_PROP(Faces, JsonAndSarifReadBackWithAllFindings, ()) {
    const Report report = any_report();
    const json::Value plain = json::parse(render(report, Format::Json)).value();
    RC_ASSERT(plain.find("findings")->size() == report.findings.size());
    const json::Value sarif = json::parse(render(report, Format::Sarif)).value();
    const json::Value& run = (*sarif.find("runs"))[0];
    RC_ASSERT(run.find("results")->size() == report.findings.size());
    const std::size_t rules = run.find("tool")->find("driver")->find("rules")->size();
    for (const json::Value& result : run.find("results")->items()) {
        RC_ASSERT(static_cast<std::size_t>(*result.find("ruleIndex")->to_int64()) < rules);
    }
}

RC_GTEST_PROP(Faces, JunitIsWellFormed, ()) {
    const std::string text = render(any_report(), Format::Junit);
    RC_ASSERT(XmlCheck(text).problem() == "");
}

RC_GTEST_PROP(Faces, MarkdownHasOneRowOfFiveCellsPerFinding, ()) {
    const Report report = any_report();
    const std::string text = render(report, Format::Markdown);
    std::size_t rows = 0;
    for (const std::string_view line : base::split_lines(text)) {
        if (!line.starts_with("| ")) continue;
        ++rows;
        std::size_t bars = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
        }
        RC_ASSERT(bars == 6U);
    }
    RC_ASSERT(rows == (report.findings.empty() ? 0U : report.findings.size() + 1U));
}

RC_GTEST_PROP(Faces, GithubHasOneCommandPerFinding, ()) {
    Report report = any_report();
    report.tool = "understudy";
    const std::string text = render(report, Format::Github);
    const std::vector<std::string_view> lines = base::split_lines(text);
    RC_ASSERT(lines.size() == report.findings.size() + 1U);
    const auto commands =
        std::ranges::count_if(lines, [](std::string_view line) { return line.starts_with("::"); });
    RC_ASSERT(static_cast<std::size_t>(commands) == report.findings.size());
}

}  // namespace
}  // namespace understudy::report
