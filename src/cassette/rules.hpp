// Rules: which values may differ between two recordings, and what class of value each is.
//
//     Normalizers known = Normalizers::shipped();
//     TRY_VOID(known.add(definitions));                       // those of a project
//     Rules rules = TRY(Rules::make(known, cassette.rules));  // unknown names, bad patterns:
//     refused
//
// A rule never hides what its normalizer does not recognize: such a value is reported. Rules run in
// a fixed order, longest class first, not in the order written. docs/reference/rules.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "json/reader.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

// Folders of the machine that recorded or replayed, for the normalizer `path`. Empty: not known.
struct Roots {
    std::string scratch, root, home, temp;
};

// Where a rule applies; what is not said does not narrow it.
struct Scope {
    std::vector<std::string> exchanges;  // ids; globs
    std::vector<std::string> streams;    // stdout, stderr, body, args, query, request-body, ...
    std::string path;                    // JSONPath into a JSON body or event
    std::string event;                   // kind of an event of a stream
    std::string column;                  // of a table, by its header
    std::string line;                    // regular expression: only lines that match
    std::string group;                   // regular expression: only what its first group holds
};

// A rule as it is written.
struct RuleSpec {
    std::string use;
    Scope at;
    json::Value with = json::Value::object();
    json::Value written;  // the whole rule, as it stands in its file
    base::Mark mark;
};

// Reads one rule, or a list of them; problems go to the reader.
RuleSpec read_rule(json::Reader& reader, const json::Node& node);
std::vector<RuleSpec> read_rules(json::Reader& reader, const json::Node& node);

struct Normalizer;  // impl/normalizer.hpp
struct Definition;

class Normalizers {
public:
    static Normalizers shipped();

    // A project's own: a map of NAME: {pattern, group, type, examples: {match, other}}. Examples
    // that do not hold are problems, and so are none at all.
    void add(json::Reader& reader, const json::Node& definitions);

    const Normalizer* find(std::string_view name) const;  // nullptr: there is none
    std::shared_ptr<const Normalizer> share(std::string_view name) const;
    std::vector<std::string> names() const;  // sorted

    // One of a project, read and checked.
    void put(std::string name, std::shared_ptr<const Definition> definition);

private:
    std::vector<std::shared_ptr<const Normalizer>> all_;
};

struct CompiledRule;  // impl/compiled_rule.hpp

class Rules {
public:
    // rule.bad_rules with all problems as reasons, each at its mark: rule.unknown_normalizer (lists
    // the known ones), rule.bad_scope, rule.bad_pattern, rule.bad_parameter.
    static base::Result<Rules> make(const Normalizers& known, std::vector<RuleSpec> specs);

    const std::vector<std::shared_ptr<const CompiledRule>>& compiled() const { return rules_; }
    const std::vector<RuleSpec>& specs() const { return specs_; }
    bool has_input_rules() const;  // any that applies to what a call is found by

private:
    std::vector<RuleSpec> specs_;
    std::vector<std::shared_ptr<const CompiledRule>> rules_;  // in the order of running
};

}  // namespace understudy::cassette
