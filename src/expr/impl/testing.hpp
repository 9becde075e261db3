// For tests only: evaluates an expression over a small world and says what came out in one line, so
// that cases fit in tables.
//
//     run("self.amount * 2")        "4000"
//     run("self.amuont")            "error expr.unknown_field at 6"
#pragma once

#include <string>
#include <string_view>

#include "expr/evaluate.hpp"
#include "json/parse.hpp"

namespace understudy::expr::testing {

inline json::Value read_json(std::string_view text) {
    return json::parse(text).value();
}

// self: a charge with known fields; input: anything; now: 2026-06-09T10:00:00Z.
struct World {
    World() {
        charge.name = "charge";
        charge.fields = {{"id", Type::string()},
                         {"status", Type::string()},
                         {"amount", Type::integer()},
                         {"rate", Type::real()},
                         {"note", Type::string().or_null()},
                         {"created", Type::timestamp()},
                         {"price", Type::decimal()},
                         {"items", Type::list(Type::any(), 10)},
                         {"metadata", Type::map()}};
        scope.add("self", Type::object(charge));
        scope.add("input");
        scope.add("now", Type::timestamp());
    }

    Shape charge;
    Scope scope;
    json::Value self = read_json(R"({"id": "ch_1", "status": "open", "amount": 2000, "rate": 0.5,
        "note": null, "created": "2026-01-31T12:00:00Z", "price": "10.50",
        "items": [{"amount": 3}, {"amount": 4}], "metadata": {"color": "red"}})");
    json::Value input = read_json(R"({"big": 12345678901234567890, "n": 1, "x": 1.0, "text": "héé",
        "list": [1, 2, 3], "map": {"a": 1, "b": 2}, "none": null, "yes": true})");
    base::Instant now{1780999200, 0};

    Env env() const {
        Env env(scope);
        env.set("self", self);
        env.set("input", input);
        env.set("now", Given::instant(now));
        return env;
    }
};

inline std::string describe(const base::Error& error) {
    if (error.code == base::Code::ExprProblems) {
        std::string all;
        for (const base::Error& reason : error.because) {
            all += (all.empty() ? "" : "; ") + describe(reason);
        }
        return all;
    }
    std::string text = "error " + std::string(base::name_of(error.code));
    if (error.where.is_known()) text += " at " + std::to_string(error.where.column);
    return text;
}

inline std::string run(std::string_view text, Limits limits = {.cost = 1'000'000'000},
                       Budget budget = {1'000'000}, Checks checks = Checks::All) {
    const World world;
    const base::Result<Program> program = compile(text, world.scope, limits, {}, checks);
    if (!program) return describe(program.error());
    const base::Result<std::string> result = evaluate_text(*program, world.env(), budget);
    return result ? *result : describe(result.error());
}

inline std::string run_late(std::string_view text) {
    return run(text, {.cost = 1'000'000'000}, {1'000'000}, Checks::Late);
}

struct Case {
    std::string_view text;
    std::string_view result;
};

}  // namespace understudy::expr::testing
