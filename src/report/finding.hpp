// A finding: one reportable fact, as data. Every verb that judges something ends here; the faces
// (faces.hpp) turn findings into text, JSON, JUnit, SARIF, Markdown and annotations.
//
//     Finding gap;
//     gap.code = "fixture.order.gap";
//     gap.message = "sequence number 4 is missing";
//     gap.mark = document.mark(pointer);
//     gap.pointer = pointer.to_text();
//     id_of(gap);                          // "5b0c1f9a77d2", the same after unrelated edits
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/mark.hpp"
#include "json/value.hpp"

namespace understudy::report {

enum class Severity : std::uint8_t { Error, Warning, Info };
std::string_view name_of(Severity severity);  // "error", "warning", "info"

// Unknown means the two sides could not be compared; it never counts as agreement.
enum class Verdict : std::uint8_t { Agreed, Differed, Unknown };
std::string_view name_of(Verdict verdict);  // "agreed", "differed", "unknown"

// The two values a finding is about. An absent one was not there (a JSON null was).
struct Values {
    enum class Words : std::uint8_t { ExpectedActual, BeforeAfter };

    Words words = Words::ExpectedActual;
    std::optional<json::Value> first;   // expected, or before
    std::optional<json::Value> second;  // actual, or after

    std::string_view first_word() const;   // "expected" or "before"
    std::string_view second_word() const;  // "actual" or "after"
    bool is_empty() const { return !first && !second; }
};

// Another place that belongs to a finding: the record an answer refers to, the first definition.
struct Place {
    base::Mark mark;
    std::string pointer;
    std::string note;
};

struct Finding {
    Severity severity = Severity::Error;
    std::string code;        // public name: "fixture.order.gap"
    std::string message;     // one sentence, without place
    base::Mark mark;         // where; its file is part of the id, its line is not
    std::string pointer;     // JSON Pointer inside the file; empty: the whole document
    std::string constraint;  // name of the demand that was broken, where it has one
    std::string subject;     // what it is about when place and code do not say: a key, a tool
    Values values;
    std::string hint;
    std::optional<Verdict> verdict;
    std::vector<Place> related;
};

// Twelve hex digits that depend on code, file, pointer, constraint and subject, and on nothing
// else: not on the line, the wording or the values. "./a.json" and "a.json" are one file.
std::string id_of(const Finding& finding);

// The leaves of an error group, each a finding of its own. A leaf without a file takes the one of
// its group. The error's argument "pointer" becomes the finding's pointer, the others its subject.
std::vector<Finding> from_error(const base::Error& error, Severity severity = Severity::Error);

}  // namespace understudy::report
