// For the tests of this room: a grammar and a stream as text in, verdicts as lines out.
//
//     EXPECT_EQ(play(grammar, "a\nb"), "fixture.order.unexpected order@2 in after a: ...");
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "grammar/grammar.hpp"
#include "grammar/judge.hpp"
#include "grammar/records.hpp"
#include "grammar/summary.hpp"
#include "json/parse.hpp"

namespace understudy::grammar::playbook {

inline base::Result<Grammar> try_grammar(std::string_view text) {
    auto document = json::parse_document({"grammar.json", std::string(text)});
    if (!document) return base::fail(document.error());
    return load(*document);
}

inline Grammar grammar_of(std::string_view text) {
    auto grammar = try_grammar(text);
    if (!grammar) {
        ADD_FAILURE() << base::render(grammar.error()) << "\nin\n" << text;
        std::abort();
    }
    return *grammar;
}

// A grammar of one constraint.
inline Grammar grammar_with(std::string_view constraints) {
    return grammar_of(R"({"grammar": "test", "constraints": [)" + std::string(constraints) + "]}");
}

// Records as JSON Lines; a line that does not begin like JSON is a type: `a` is {"type":"a"}.
inline std::vector<Record> records_of(std::string_view text) {
    std::vector<Record> records;
    for (std::string_view line : base::split_lines(text)) {
        line = base::trim(line);
        if (line.empty()) continue;
        bool is_json = line.front() == '{' || line.front() == '"';
        if (!is_json) {
            records.push_back({json::Value::object({{"type", line}}), {}});
            continue;
        }
        auto value = json::parse(line);
        if (!value) {
            ADD_FAILURE() << base::render(value.error()) << "\nin\n" << line;
            std::abort();
        }
        records.push_back({*value, {}});
    }
    return records;
}

inline Outcome outcome_of(const Grammar& grammar, const std::vector<Record>& records,
                          Ending ending = Ending::Complete, Options options = {}) {
    auto judge = Judge::open(grammar, std::move(options));
    if (!judge) {
        ADD_FAILURE() << base::render(judge.error());
        std::abort();
    }
    for (const Record& record : records) {
        auto fed = judge->feed(record);
        if (!fed) {
            ADD_FAILURE() << base::render(fed.error());
            break;
        }
    }
    return judge->finish(ending);
}

// fixture.order.unexpected order@2 in Run: b, not a; witness 1 to 2; folded 1
inline std::string line_of(const Verdict& verdict) {
    std::string line(base::name_of(verdict.code));
    line += " " + verdict.constraint + "@" + std::to_string(verdict.record);
    if (verdict.at_end) line += " at end";
    if (!verdict.key.empty()) line += " for " + verdict.key;
    if (!verdict.state.empty()) line += " in " + verdict.state;
    line += ": " + verdict.came + ", not " + verdict.expected;
    line += "; " + to_text(verdict.witness);
    if (verdict.folded != 0) line += "; folded " + std::to_string(verdict.folded);
    if (verdict.severity != Severity::Breaking)
        line += "; " + std::string(name_of(verdict.severity));
    return line;
}

inline std::string play(const Grammar& grammar, std::string_view stream,
                        Ending ending = Ending::Complete, Options options = {}) {
    std::string lines;
    Outcome outcome = outcome_of(grammar, records_of(stream), ending, std::move(options));
    for (const Verdict& verdict : outcome.verdicts) lines += line_of(verdict) + "\n";
    for (const Unjudged& entry : outcome.unjudged) {
        lines += "not judged " + entry.constraint + "@" + std::to_string(entry.record) + ": " +
                 entry.why + "; times " + std::to_string(entry.times) + "\n";
    }
    return lines;
}

// A stream and what must be said of it: one line for each verdict, none if it passes.
struct Case {
    std::string_view stream;
    std::string_view verdicts;  // one line each; empty: none
    Ending ending = Ending::Complete;
};

inline void expect_all(const Grammar& grammar, const std::vector<Case>& cases,
                       Options options = {}) {
    for (const Case& each : cases) {
        EXPECT_EQ(play(grammar, each.stream, each.ending, options), each.verdicts)
            << "for the stream\n"
            << each.stream;
    }
}

// A bundle made of literals.
class FakeBundle : public Bundle {
public:
    std::map<std::string, std::string, std::less<>> files;
    std::map<std::string, std::vector<json::Value>, std::less<>> roles;  // "role /field"

    std::optional<bool> has_file(std::string_view name) const override {
        return files.find(name) != files.end();
    }
    std::optional<std::string> file_bytes(std::string_view name) const override {
        auto found = files.find(name);
        if (found == files.end()) return std::nullopt;
        return found->second;
    }
    std::optional<std::vector<json::Value>> values(std::string_view role,
                                                   std::string_view field) const override {
        auto found = roles.find(std::string(role) + " " + std::string(field));
        if (found == roles.end()) return std::nullopt;
        return found->second;
    }
};

}  // namespace understudy::grammar::playbook
