// Short ways to write two timelines and to read what differs between them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/rules.hpp"
#include "json/reader.hpp"
#include "json/write.hpp"
#include "yaml/read.hpp"

namespace understudy::cassette::testing_compare {

struct Said {
    std::string out = {}, err = {};
    int exit_code = 0;
};

inline Exchange command(const Said& said, std::string id = "list") {
    Exchange exchange;
    exchange.id = std::move(id);
    exchange.input = CommandInput{"gh", {"pr", "list"}, "root", {}, std::nullopt, false};
    if (!said.out.empty()) exchange.output.pieces.push_back({0, From::Stdout, said.out});
    if (!said.err.empty()) exchange.output.pieces.push_back({0, From::Stderr, said.err});
    exchange.output.ended = Ended{Ended::How::Exit, said.exit_code, {}};
    return exchange;
}

inline Exchange stream(const std::string& out, StreamEnd end = StreamEnd::Complete) {
    Exchange exchange = command({out});
    exchange.kind = Kind::Stream;
    exchange.framing = Framing::Jsonl;
    exchange.output.end = end;
    return exchange;
}

inline Exchange answer(int status, const std::string& body, Pairs headers = {}) {
    Exchange exchange;
    exchange.id = "get";
    exchange.kind = Kind::Http;
    exchange.input = HttpInput{"GET", "api", "/v1/things", {}, {}, std::nullopt, "http/1.1"};
    exchange.output.answer = Answer{status, std::move(headers), {}};
    exchange.output.pieces.push_back({0, From::Body, body});
    return exchange;
}

// Rules as they are written in a cassette: "[{use: pr_number, at: {path: $.number}}]".
inline Rules rules_from(const std::string& text) {
    const auto document = yaml::read({"rules.yaml", text});
    EXPECT_TRUE(document) << text;
    json::Reader reader(*document, base::Code::JsonSyntax);
    std::vector<RuleSpec> specs = read_rules(reader, reader.root());
    EXPECT_TRUE(reader.problems().empty()) << text;
    auto rules = Rules::make(Normalizers::shipped(), std::move(specs));
    EXPECT_TRUE(rules) << base::render(rules.error());
    return *std::move(rules);
}

// One a line: class, part, path, before -> after; `x3` for what was folded.
inline std::string told(const Comparison& comparison) {
    std::string text;
    const auto value = [](const std::optional<json::Value>& each) {
        return each ? json::write(*each) : std::string("nothing");
    };
    for (const Difference& each : comparison.differences) {
        text += std::string(name_of(each.drift)) + ' ' + each.part;
        if (!each.path.empty()) text += ' ' + each.path;
        text += ": " + value(each.before) + " -> " + value(each.after);
        if (!each.renamed_to.empty()) text += " as " + each.renamed_to;
        if (each.times > 1) text += " x" + std::to_string(each.times);
        text += '\n';
    }
    if (comparison.verdict == report::Verdict::Unknown) text += "unknown: " + comparison.why + '\n';
    return text;
}

inline std::string told(const Exchange& expected, const Exchange& actual,
                        const CompareOptions& options = {}, const std::string& rules = "[]") {
    const Exchange before[] = {expected};
    const Exchange after[] = {actual};
    return told(compare(before, after, rules_from(rules), options));
}

}  // namespace understudy::cassette::testing_compare
