// For tests of rules: rules from YAML, timelines from texts.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/replacer.hpp"
#include "cassette/model.hpp"
#include "cassette/parsed.hpp"
#include "cassette/rules.hpp"
#include "json/reader.hpp"
#include "yaml/read.hpp"

namespace understudy::cassette::testing_rules {

// A list of rules, or a map of `normalizers` and `rules`.
inline base::Result<Rules> rules_from(std::string_view text) {
    const json::Document document = TRY(yaml::read({"rules.yaml", std::string(text)}));
    json::Reader reader(document, code::Problem);
    Normalizers known = Normalizers::shipped();
    json::Node rules = reader.root();
    if (document.root.is_object()) {
        if (const json::Node own = rules.member("normalizers")) known.add(reader, own);
        rules = rules.member("rules");
    }
    std::vector<RuleSpec> specs = rules ? read_rules(reader, rules) : std::vector<RuleSpec>{};
    if (!reader.problems().empty()) {
        return base::fail(code::BadCassette, {{"name", "rules.yaml"}, {"count", "problems"}}, {},
                          reader.take_problems());
    }
    return Rules::make(known, std::move(specs));
}

inline Rules good_rules(std::string_view text) {
    auto rules = rules_from(text);
    if (!rules) {
        ADD_FAILURE() << base::render(rules.error());
        return {};
    }
    return std::move(*rules);
}

// A command that printed `out`.
inline Exchange exchange_of(std::string out, std::string id = "call", From from = From::Stdout) {
    Exchange exchange;
    exchange.id = std::move(id);
    exchange.input = CommandInput{"gh", {"pr", "view"}, "root", {}, std::nullopt, false};
    exchange.output.pieces.push_back({0, from, std::move(out)});
    exchange.output.ended = Ended{};
    return exchange;
}

struct Done {
    std::vector<std::string> texts;  // of stdout and stderr where they are not empty
    std::vector<RuleHit> hits;
    std::vector<Unrecognized> unrecognized;
};

inline Done replaced(const std::vector<Exchange>& timeline, const Rules& rules, Roots roots = {}) {
    Replacer replacer(rules, timeline, std::move(roots));
    std::vector<Part> parts;
    for (const Exchange& exchange : timeline) {
        for (Part& part : parts_of(exchange, {})) {
            if (part.name == "end" || part.bytes.empty()) continue;
            replacer.mark(exchange, part);
            parts.push_back(std::move(part));
        }
    }
    Done done;
    for (Part& part : parts) {
        replacer.number(part);
        done.texts.push_back(canonical(part));
    }
    done.hits = replacer.hits();
    done.unrecognized = replacer.unrecognized();
    return done;
}

// One output, after the rules.
inline std::string after(std::string_view rules, std::string out) {
    const Done done = replaced({exchange_of(std::move(out))}, good_rules(rules));
    return done.texts.empty() ? std::string() : done.texts.front();
}

}  // namespace understudy::cassette::testing_rules
