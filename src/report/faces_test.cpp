// Each face, byte for byte, on the same three findings: a plain one, one full of characters that
// mean something to some reader, and one without a place.
#include "report/faces.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"

namespace understudy::report {
namespace {

Report sample() {
    Finding plain;
    plain.code = "sample.order.gap";
    plain.message = "sequence number 4 is missing";
    plain.mark = {"runs/a b.jsonl", 7, 9, 1, R"({"seq": 5})", 1};
    plain.pointer = "/seq";
    plain.constraint = "seq";
    plain.values = {Values::Words::ExpectedActual, json::Value(4), json::Value::number("5.0")};
    plain.hint = "renumber the events";
    plain.related = {{{"runs/a b.jsonl", 6, 1, 0, "", 0}, "/seq", "the number before"}};

    Finding hostile;
    hostile.severity = Severity::Warning;
    hostile.code = "report.unknown_format";
    hostile.message = "esc \x1b[2J ]]> | `tick` <b> & \"q\" @you 50%\nerror: two\r \xff";
    hostile.mark.file = "x:y,z%|`.json";
    hostile.subject = "\x01";
    hostile.values.second = json::Value("a|b`c\n\x02");

    Finding placeless;
    placeless.severity = Severity::Info;
    placeless.code = "verify.unreached";
    placeless.message = "nobody answered";
    placeless.values = {Values::Words::BeforeAfter, json::Value("up"), std::nullopt};
    placeless.verdict = Verdict::Unknown;

    Report report;
    report.version = "0.1.0";
    report.verb = "lint";
    report.checked = {"runs/a b.jsonl", "clean.json"};
    report.findings = {plain, hostile, placeless};
    return report;
}

TEST(TextFace, GroupsByFileAndPointsAtThePlace) {
    EXPECT_EQ(render(sample(), Format::Text),
              R"face(runs/a b.jsonl:7:9: error: sequence number 4 is missing [sample.order.gap]
    {"seq": 5}
            ^
  at: /seq
  constraint: seq
  expected 4, actual 5.0
  hint: renumber the events
  see: runs/a b.jsonl:6:1: /seq: the number before

x:y,z%|`.json: warning: esc \x1b[2J ]]> | `tick` <b> & "q" @you 50%
    error: two\r � [report.unknown_format]
  expected nothing, actual "a|b`c\n\u0002"

info: nobody answered [verify.unreached] unknown
  "up" -> nothing

1 error, 1 warning, 1 note in 2 places checked
)face");
}

TEST(TextFace, FindingsOfOneFileStandTogether) {
    Report report = sample();
    report.findings.push_back(report.findings[0]);
    const std::string text = render(report, Format::Text);
    EXPECT_LT(text.rfind("runs/a b.jsonl:7:9"), text.find("x:y,z%|`.json"));
}

TEST(TextFace, ColoursAndExcerptsAreOptions) {
    Report report = sample();
    report.findings.resize(1);
    report.findings[0].related.clear();
    EXPECT_EQ(render(report, Format::Text, {.colour = true, .excerpt = false}),
              "\x1b[1mruns/a b.jsonl:7:9:\x1b[0m \x1b[31merror:\x1b[0m sequence number 4 is "
              "missing [sample.order.gap]\n"
              "  at: /seq\n"
              "  constraint: seq\n"
              "  expected 4, actual 5.0\n"
              "  hint: renumber the events\n"
              "\n"
              "\x1b[31m1 error in 2 places checked\x1b[0m\n");
}

TEST(JsonFace, IsVersionedAndReadsBack) {
    const std::string text = render(sample(), Format::Json);
    EXPECT_EQ(text, R"face({
  "format": "understudy.report",
  "version": 1,
  "tool": {
    "name": "understudy",
    "version": "0.1.0"
  },
  "verb": "lint",
  "summary": "1 error, 1 warning, 1 note in 2 places checked",
  "counts": {
    "error": 1,
    "warning": 1,
    "info": 1
  },
  "checked": [
    "runs/a b.jsonl",
    "clean.json"
  ],
  "findings": [
    {
      "id": "d96900ae3cda",
      "severity": "error",
      "code": "sample.order.gap",
      "message": "sequence number 4 is missing",
      "file": "runs/a b.jsonl",
      "line": 7,
      "column": 9,
      "length": 1,
      "pointer": "/seq",
      "constraint": "seq",
      "expected": 4,
      "actual": 5.0,
      "hint": "renumber the events",
      "related": [
        {
          "file": "runs/a b.jsonl",
          "line": 6,
          "column": 1,
          "pointer": "/seq",
          "note": "the number before"
        }
      ]
    },
    {
      "id": "f24326603e79",
      "severity": "warning",
      "code": "report.unknown_format",
      "message": "esc \u001b[2J ]]> | `tick` <b> & \"q\" @you 50%\nerror: two\r �",
      "file": "x:y,z%|`.json",
      "subject": "\u0001",
      "actual": "a|b`c\n\u0002"
    },
    {
      "id": "5c2b55508423",
      "severity": "info",
      "code": "verify.unreached",
      "message": "nobody answered",
      "before": "up",
      "verdict": "unknown"
    }
  ]
}
)face");
    EXPECT_TRUE(json::parse(text).has_value());
}

TEST(JunitFace, FailsForErrorsAndShowsCleanPlaces) {
    EXPECT_EQ(render(sample(), Format::Junit), R"face(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy lint" tests="4" failures="1" errors="0" skipped="1">
  <testsuite name="understudy lint" tests="4" failures="1" errors="0" skipped="1">
    <testcase classname="runs/a b.jsonl" name="sample.order.gap /seq seq" file="runs/a b.jsonl" line="7">
      <failure message="sequence number 4 is missing" type="sample.order.gap">runs/a b.jsonl:7:9: sequence number 4 is missing
at: /seq
constraint: seq
expected 4, actual 5.0
hint: renumber the events
id: d96900ae3cda</failure>
    </testcase>
    <testcase classname="x:y,z%|`.json" name="report.unknown_format \x01" file="x:y,z%|`.json">
      <system-out>warning: x:y,z%|`.json: esc \x1b[2J ]]&gt; | `tick` &lt;b&gt; &amp; &quot;q&quot; @you 50%
error: two\r �
expected nothing, actual &quot;a|b`c\n\u0002&quot;
id: f24326603e79</system-out>
    </testcase>
    <testcase classname="understudy lint" name="verify.unreached">
      <skipped message="nobody answered"/>
    </testcase>
    <testcase classname="clean.json" name="clean"/>
  </testsuite>
</testsuites>
)face");
}

TEST(JunitFace, UnknownIsNeitherPassedNorFailed) {
    Report report = sample();
    report.findings.resize(1);
    report.findings[0].verdict = Verdict::Unknown;
    const std::string text = render(report, Format::Junit);
    EXPECT_NE(text.find(R"(failures="0" errors="1" skipped="0")"), std::string::npos);
    EXPECT_NE(text.find("<error message="), std::string::npos);
}

TEST(SarifFace, CarriesFingerprintsRegionsAndRules) {
    const std::string text = render(sample(), Format::Sarif);
    EXPECT_EQ(text, R"face({
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "understudy",
          "version": "0.1.0",
          "rules": [
            {
              "id": "sample.order.gap"
            },
            {
              "id": "report.unknown_format",
              "shortDescription": {
                "text": "there is no report format \"{name}\""
              }
            },
            {
              "id": "verify.unreached"
            }
          ]
        }
      },
      "columnKind": "unicodeCodePoints",
      "results": [
        {
          "ruleId": "sample.order.gap",
          "ruleIndex": 0,
          "level": "error",
          "message": {
            "text": "sequence number 4 is missing (expected 4, actual 5.0)\nhint: renumber the events"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "runs/a%20b.jsonl",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 7,
                  "startColumn": 9,
                  "endColumn": 10
                }
              },
              "logicalLocations": [
                {
                  "fullyQualifiedName": "/seq"
                }
              ]
            }
          ],
          "partialFingerprints": {
            "understudyFinding/v1": "d96900ae3cda"
          },
          "relatedLocations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "runs/a%20b.jsonl",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 6,
                  "startColumn": 1,
                  "endColumn": 1
                }
              },
              "logicalLocations": [
                {
                  "fullyQualifiedName": "/seq"
                }
              ],
              "message": {
                "text": "the number before"
              }
            }
          ],
          "properties": {
            "constraint": "seq",
            "expected": 4,
            "actual": 5.0,
            "hint": "renumber the events"
          }
        },
        {
          "ruleId": "report.unknown_format",
          "ruleIndex": 1,
          "level": "warning",
          "message": {
            "text": "esc \u001b[2J ]]> | `tick` <b> & \"q\" @you 50%\nerror: two\r � (expected nothing, actual \"a|b`c\\n\\u0002\")"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "x%3Ay%2Cz%25%7C%60.json",
                  "uriBaseId": "%SRCROOT%"
                }
              }
            }
          ],
          "partialFingerprints": {
            "understudyFinding/v1": "f24326603e79"
          },
          "properties": {
            "subject": "\u0001",
            "actual": "a|b`c\n\u0002"
          }
        },
        {
          "ruleId": "verify.unreached",
          "ruleIndex": 2,
          "level": "note",
          "message": {
            "text": "nobody answered (\"up\" -> nothing)"
          },
          "partialFingerprints": {
            "understudyFinding/v1": "5c2b55508423"
          },
          "properties": {
            "before": "up",
            "verdict": "unknown"
          }
        }
      ]
    }
  ]
}
)face");
    EXPECT_TRUE(json::parse(text).has_value());
}

TEST(SarifFace, FilesBecomeUris) {
    struct Case {
        std::string_view file;
        std::string_view uri;
        bool is_relative;
    };
    constexpr Case kCases[] = {
        {"a.json", "a.json", true},
        {"./a/b c.json", "a/b%20c.json", true},
        {"a:b/\xc3\xa9", "a%3Ab/%C3%A9", true},
        {"../up\xff", "../up%FF", true},
        {"/abs/a#b", "file:///abs/a%23b", false},
    };
    for (const Case& c : kCases) {
        Report report;
        report.findings.emplace_back().mark.file = c.file;
        const json::Value root = json::parse(render(report, Format::Sarif)).value();
        const json::Value* artifact =
            json::Pointer::parse("/runs/0/results/0/locations/0/physicalLocation/artifactLocation")
                .value()
                .resolve(root);
        ASSERT_NE(artifact, nullptr);
        EXPECT_EQ(artifact->find("uri")->as_string(), c.uri);
        EXPECT_EQ(artifact->has("uriBaseId"), c.is_relative);
    }
}

TEST(MarkdownFace, KeepsHostileTextInsideItsCell) {
    EXPECT_EQ(render(sample(), Format::Markdown), R"face(## understudy lint

1 error, 1 warning, 1 note in 2 places checked

| Severity | Place | Finding | Code | Id |
|---|---|---|---|---|
| error | `runs/a b.jsonl:7:9`<br>`/seq` | sequence number 4 is missing<br>expected `4`<br>actual `5.0`<br>constraint `seq`<br>hint: renumber the events<br>see `runs/a b.jsonl:6:1` `/seq` the number before | `sample.order.gap` | `d96900ae3cda` |
| warning | ``x:y,z%\|`.json`` | esc \\x1b\[2J \]\]&gt; \| \`tick\` &lt;b&gt; &amp; "q" @<!-- -->you 50%<br>error: two\\r �<br>actual ``"a\|b`c\n\u0002"`` | `report.unknown_format` | `f24326603e79` |
| info |  | nobody answered (unknown)<br>before `"up"` | `verify.unreached` | `5c2b55508423` |
)face");
}

TEST(MarkdownFace, CodeSpansOutgrowTheirBackquotes) {
    Report report;
    report.findings.emplace_back().pointer = "`a``b`";
    EXPECT_NE(render(report, Format::Markdown).find("``` `a``b` ```"), std::string::npos);
}

TEST(GithubFace, EscapesMessagesAndProperties) {
    EXPECT_EQ(
        render(sample(), Format::Github),
        R"face(::error file=runs/a b.jsonl,line=7,col=9,title=sample.order.gap::sequence number 4 is missing%0Aat: /seq%0Aexpected 4, actual 5.0%0Ahint: renumber the events%0Aid: d96900ae3cda
::warning file=x%3Ay%2Cz%25|`.json,title=report.unknown_format::esc \x1b[2J ]]> | `tick` <b> & "q" @you 50%25%0Aerror: two\r �%0Aexpected nothing, actual "a|b`c\n\u0002"%0Aid: f24326603e79
::notice title=verify.unreached::nobody answered%0A"up" -> nothing%0Aid: 5c2b55508423
understudy: 1 error, 1 warning, 1 note in 2 places checked
)face");
}

TEST(Faces, ACleanReportSaysSo) {
    Report report;
    report.checked = {"a.json"};
    EXPECT_EQ(render(report, Format::Text), "no findings in 1 place checked\n");
    EXPECT_EQ(render(report, Format::Github), "understudy: no findings in 1 place checked\n");
    EXPECT_EQ(render(report, Format::Markdown),
              "## understudy\n\nno findings in 1 place checked\n");
    EXPECT_NE(render(report, Format::Junit).find(R"(tests="1" failures="0")"), std::string::npos);
}

}  // namespace
}  // namespace understudy::report
