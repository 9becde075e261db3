// Evaluates a Program over the values of its names, within an exact budget of steps.
//
//     Env env(scope);
//     env.set(self, charge);                        // by reference: charge outlives the call
//     env.set("now", Given::instant(clock.now()));
//     bool open = TRY(evaluate_bool(guard, env));
//
// The same program, values and budget give the same result on every machine. Nothing is copied that
// is only looked at, and memory is bounded by the budget. One Env may serve many evaluations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "expr/program.hpp"
#include "expr/trace.hpp"
#include "json/value.hpp"

namespace understudy::expr {

class Late;
class Object;
class Relation;

// The value given for a name or a member. References must stay alive during the evaluation.
class Given {
public:
    Given() = default;  // nothing: using it is an error
    Given(const json::Value& value) : held_(&value) {}
    Given(json::Value&&) = delete;  // say own() when the value has no other home
    static Given own(json::Value value);
    static Given instant(base::Instant instant);
    static Given object(const Object& object);
    static Given relation(const Relation& relation);
    static Given late(const Late& late);

    using Held = std::variant<std::monostate, const json::Value*, json::Value, base::Instant,
                              const Object*, const Relation*, const Late*>;
    const Held& held() const { return held_; }

private:
    Held held_;
};

// A value that is made when the first expression reads it. It is kept by whoever makes it.
class Late {
public:
    virtual ~Late() = default;
    virtual const json::Value& value() const = 0;
};

// An object whose members are worked out when they are read: stored, derived or aggregated.
class Object {
public:
    virtual ~Object() = default;
    virtual base::Result<std::optional<Given>> member(std::string_view name) const = 0;
    // As data, for what needs it whole: comparison, the result, a host function.
    virtual base::Result<json::Value> whole() const = 0;
};

// A list of objects that exists only as a relation: the children of an object.
class Relation {
public:
    virtual ~Relation() = default;
    virtual std::size_t size() const = 0;
    virtual base::Result<Given> item(std::size_t index) const = 0;
};

// Finds the object behind a reference.
class Objects {
public:
    virtual ~Objects() = default;
    // `shape` is the name of the Shape the reference was declared with. Nothing: no such object.
    virtual base::Result<std::optional<Given>> follow(std::string_view shape,
                                                      const json::Value& id) const = 0;
};

struct Argument {
    json::Value value;               // null if it is an object
    const Object* object = nullptr;  // an Object is handed over as it is
};

// Answers the host functions of the Scope.
class Functions {
public:
    virtual ~Functions() = default;
    // nullopt is `absent`.
    virtual base::Result<std::optional<json::Value>> call(
        std::string_view name, std::span<const Argument> arguments) const = 0;
};

// Values for the names of a Scope.
class Env {
public:
    explicit Env(const Scope& scope);
    // For a caller that knows its slots: there are no names, only set(Slot, ...).
    explicit Env(std::size_t slots) : slots_(static_cast<std::uint32_t>(slots)) {}

    void set(Slot slot, Given value);
    void set(std::string_view name, Given value);  // the name must be in the scope (ASSERT)
    void set_objects(const Objects* objects) { objects_ = objects; }
    void set_functions(const Functions* functions) { functions_ = functions; }

    const Given* find(Slot slot) const {
        for (const Set& one : set_) {
            if (one.slot == slot) return &one.value;
        }
        return nullptr;
    }
    const Objects* objects() const { return objects_; }
    const Functions* functions() const { return functions_; }

private:
    struct Set {
        Slot slot;
        Given value;
    };

    std::vector<std::string> names_;
    std::uint32_t slots_ = 0;
    std::uint32_t used_ = 0;  // a bit for each slot that is set, the same one for every 32nd
    std::vector<Set> set_;    // few of the slots are: an Env is made for a handful of expressions
    const Objects* objects_ = nullptr;
    const Functions* functions_ = nullptr;
};

// Each step of an evaluation takes one; work on text and lists takes more, by size.
struct Budget {
    std::uint64_t steps = 100'000;
    std::uint64_t* spent = nullptr;  // grows by what the evaluation took
};

// As JSON: timestamps as RFC 3339, durations as "90s", decimals as text. NaN, the infinities and
// octets have no JSON form and are errors; so is `absent`.
base::Result<json::Value> evaluate(const Program& program, const Env& env, Budget budget = {},
                                   Trace* trace = nullptr);

// The same where a member may be left out: nullopt is `absent`.
base::Result<std::optional<json::Value>> evaluate_member(const Program& program, const Env& env,
                                                         Budget budget = {},
                                                         Trace* trace = nullptr);

// Anything but a bool is an error.
base::Result<bool> evaluate_bool(const Program& program, const Env& env, Budget budget = {},
                                 Trace* trace = nullptr);

// The result written in the expression language itself, nothing lost: `timestamp("...")`, `1.0`,
// `{1: "a"}`.
base::Result<std::string> evaluate_text(const Program& program, const Env& env, Budget budget = {},
                                        Trace* trace = nullptr);

}  // namespace understudy::expr
