// A grammar: the legal order of records in a stream or file, as data.
//
//     json::Document file = TRY(json::parse_document({"stream.json", text}));
//     Grammar grammar = TRY(load(file));
//     Judge judge = TRY(Judge::open(grammar));        // judge.hpp
//
// A grammar file is a map (`grammar:`, `type:`, `constraints:`, ...), read from JSON or YAML by the
// caller; or, where order is all that matters, one line of the short form:
//
//     init hook? (assistant | tool_result)* result
//
// The language is described in docs/reference/grammar.md. Loading reports every problem of the file
// at once: one Error, `grammar.invalid`, with a reason for each.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "grammar/kinds.hpp"
#include "json/document.hpp"

namespace understudy::grammar {

// Sizes a grammar may not pass; a file that does is refused with `grammar.limit`.
inline constexpr std::size_t kMaxConstraints = 1'000;
inline constexpr std::size_t kMaxStates = 2'000;         // of one automaton
inline constexpr std::size_t kMaxTransitions = 100'000;  // of one automaton
inline constexpr std::size_t kMaxTypes = 10'000;         // of one grammar
inline constexpr std::size_t kMaxShortFormBytes = 16'384;
inline constexpr std::size_t kMaxShortFormNames = 1'000;  // places in one line
inline constexpr std::size_t kMaxShortFormDepth = 100;    // of parentheses

struct Pin {
    std::string tool;
    std::string versions;  // ">=1.4 <2"
};

struct ConstraintInfo {
    std::string id;
    Kind kind{};
    Severity severity{};  // before a dialect changes it
    bool on = true;       // before a dialect switches it
};

struct Model;  // impl/model.hpp

class Grammar {
public:
    const std::string& name() const;
    const std::string& about() const;
    const Pin& pinned() const;
    const std::vector<std::string>& types() const;  // every type it knows, in order of mention
    const std::vector<std::string>& dialects() const;
    std::vector<ConstraintInfo> constraints() const;

    // The type of a record, by the grammar's discriminator; empty if the record has none. A record
    // that is a JSON string is a sentinel ("[DONE]") and its own type.
    std::string type_of(const json::Value& record, const json::Value& about = {}) const;

    // Is `version` above everything the pin allows? Then an unknown type is no news.
    bool is_pin_older_than(std::string_view version) const;

    const Model& model() const { return *model_; }

private:
    friend base::Result<Grammar> load(const json::Document&);
    explicit Grammar(std::shared_ptr<const Model> model) : model_(std::move(model)) {}
    std::shared_ptr<const Model> model_;
};

base::Result<Grammar> load(const json::Document& document);

// The short form alone; `where` names it in errors.
base::Result<Grammar> load_short_form(std::string_view line, std::string_view where = "short form");

}  // namespace understudy::grammar
