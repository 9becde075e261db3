// Checks values against a compiled schema.
//
//     Outcome outcome = check(charge, value);
//     if (outcome.verdict == Verdict::Invalid)
//         for (const Violation& violation : outcome.violations) report(to_error(violation));
//
// A check that could not be made (a pattern with look-ahead, a limit that was reached) makes the
// verdict Unknown, never Valid, unless the answer is certain without it; `not_checked` says which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"
#include "schema/compile.hpp"

namespace understudy::schema {

enum class Verdict : std::uint8_t { Valid, Invalid, Unknown };
std::string_view name_of(Verdict verdict);  // "valid", "invalid", "unknown"

// What a read-only or write-only property is judged by (OpenAPI, Swagger).
enum class Direction : std::uint8_t { None, Request, Response };

struct CheckOptions {
    Direction direction = Direction::None;
    bool refuse_wrong_direction = true;  // a read-only property in a request is a violation
    std::size_t most_violations = 100;   // 1: stop at the first
    std::size_t depth = 2'000;           // schemas inside schemas, references followed
    std::size_t steps = 100'000'000;     // schemas applied in one check
};

struct Violation {
    base::Code code{};
    std::string keyword;             // "minimum"
    json::Pointer instance_path;     // the part of the value that is wrong
    json::Pointer schema_path;       // as it was reached, references included
    std::string schema_location;     // as it is written: uri#/definitions/amount/minimum
    json::Value found;               // that part
    json::Value demanded;            // the keyword's value
    std::vector<base::Arg> args;     // what else the sentence needs: the missing name, ...
    std::vector<Violation> because;  // of anyOf and oneOf: what was wrong with each likely branch
};

struct NotChecked {
    std::string keyword;
    json::Pointer instance_path;
    json::Pointer schema_path;
    std::string schema_location;
    base::Error why;
};

struct Outcome {
    Verdict verdict = Verdict::Valid;
    std::vector<Violation> violations;
    bool has_more_violations = false;  // the list was cut at most_violations
    std::vector<NotChecked> not_checked;
};

Outcome check(const Schema& schema, const json::Value& value, const CheckOptions& options = {});

// Only the verdict, as fast as can be: no paths, no lists, no memory taken for valid values.
Verdict judge(const Schema& schema, const json::Value& value, const CheckOptions& options = {});

// As an error with its sentence; marked in `document` if the value came from one.
base::Error to_error(const Violation& violation, const json::Document* document = nullptr);
base::Error to_error(const NotChecked& not_checked, const json::Document* document = nullptr);

}  // namespace understudy::schema
