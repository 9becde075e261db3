// What the room's tests share: schemas and values written as JSON text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "schema/check.hpp"
#include "schema/compile.hpp"

namespace understudy::schema {

inline json::Value read_json(std::string_view text) {
    base::Result<json::Value> value = json::parse(text);
    if (!value) ADD_FAILURE() << base::render(value.error()) << "\n" << text;
    return value ? *value : json::Value();
}

inline CompileOptions in_dialect(Dialect dialect) {
    CompileOptions options;
    options.dialect = dialect;
    return options;
}

inline Schema compiled(std::string_view schema, const CompileOptions& options = {}) {
    base::Result<Schema> result = compile(read_json(schema), options);
    if (!result) ADD_FAILURE() << base::render(result.error());
    return result ? *result : *compile(json::Value(true));
}

inline base::Error refused(std::string_view schema, const CompileOptions& options = {}) {
    const base::Result<Schema> result = compile(read_json(schema), options);
    if (result) ADD_FAILURE() << "compiles: " << schema;
    return result ? base::Error{} : result.error();
}

// "valid", "invalid" or "unknown"; both ways of asking must agree.
inline std::string verdict(const Schema& schema, std::string_view value,
                           const CheckOptions& options = {}) {
    const json::Value read = read_json(value);
    const Outcome outcome = check(schema, read, options);
    EXPECT_EQ(outcome.verdict, judge(schema, read, options));
    EXPECT_EQ(outcome.verdict == Verdict::Invalid, !outcome.violations.empty()) << value;
    return std::string(name_of(outcome.verdict));
}

struct VerdictCase {
    std::string_view schema;
    std::string_view value;
    std::string_view verdict;
};

inline void expect_verdicts(std::span<const VerdictCase> cases, const CompileOptions& options = {},
                            const CheckOptions& checks = {}) {
    for (const VerdictCase& each : cases) {
        EXPECT_EQ(verdict(compiled(each.schema, options), each.value, checks), each.verdict)
            << each.schema << "\n"
            << each.value;
    }
}

}  // namespace understudy::schema
