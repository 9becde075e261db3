// How expressions and answers see a state: objects whose members are worked out when they are read
// (stored, derived, aggregated, referred to), and the functions packs have beside the language's
// own (lookup, schedule, view, changed, link_header).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "expr/evaluate.hpp"
#include "json/value.hpp"
#include "pack/names.hpp"
#include "pack/pack.hpp"
#include "world/impl/state.hpp"

namespace understudy::world {

// Steps one change may still take (docs/reference/pack-format.md, "Expressions"). Every evaluation
// made for a call, a timer or a world event takes from the same one.
struct Allowance {
    std::uint64_t steps = 1'000'000;
};

// What `view(object, name)` needs, and only the renderer has (render.hpp).
class Viewer {
public:
    virtual ~Viewer() = default;
    virtual base::Result<json::Value> view(const ObjectPtr& object, pack::Index view) const = 0;
};

class Seen;  // impl/seen.hpp

class Eyes final : public expr::Objects, public expr::Functions {
public:
    Eyes(const pack::Pack& pack, const State& state, const json::Value& config,
         Allowance& allowance);
    ~Eyes() override;
    Eyes(const Eyes&) = delete;
    Eyes& operator=(const Eyes&) = delete;

    const pack::Pack& pack() const;
    const State& state() const;
    Allowance& allowance() const;
    void set_viewer(const Viewer* viewer);
    // What changed(self) compares with: the object before this change.
    void set_before(ObjectPtr before);
    // The view that view(object, "event") shows just now; kNone: the one of that name.
    void set_event_view(pack::Index view);
    // The state was written to: whatever was worked out from it may differ now.
    void forget();
    std::uint64_t generation() const;  // another one after each forget()

    // An object for expressions. Kept alive as long as the Eyes are.
    expr::Given see(const ObjectPtr& object) const;
    // An Env with `config`, `now`, objects and functions set, and room for `locals` names.
    expr::Env env(std::size_t locals = 0) const;
    // The same with `self` and `parent`.
    expr::Env env_of(const ObjectPtr& self, std::size_t locals = 0) const;

    // The bare value of a field: instants as RFC 3339 text, references as ids, derived fields and
    // aggregates computed, not printed. nullopt: the field has no value and is left out.
    base::Result<std::optional<json::Value>> value(const Object& object, pack::Index field) const;
    // The same without what was worked out of the object before.
    base::Result<std::optional<json::Value>> value_anew(const Object& object,
                                                        pack::Index field) const;
    // The object a reference field names; null if it is null or dangling.
    ObjectPtr follow(const Object& object, pack::Index field) const;
    ObjectPtr parent_of(const Object& object) const;

    base::Result<bool> holds(const expr::Program& condition, const expr::Env& env) const;
    base::Result<std::optional<json::Value>> evaluate(const expr::Program& program,
                                                      const expr::Env& env) const;
    base::Result<std::optional<json::Value>> build(const pack::Template& shape,
                                                   const expr::Env& env) const;
    base::Result<std::optional<json::Value>> fill(const pack::Pattern& pattern,
                                                  const expr::Env& env,
                                                  const pack::Drawing& drawing) const;

    // For places that want an object, not its data: `of`, `in`, a reference that is set. Where the
    // expression gives an object (or refers to one) that object stands in `object`; anything else
    // (an id, null, nothing) in `value`.
    struct Referred {
        ObjectPtr object;
        std::optional<json::Value> value;
    };
    base::Result<Referred> refer(const expr::Program& program, const expr::Env& env) const;
    // The same for a list; its elements may be objects of a relation.
    base::Result<std::vector<Referred>> refer_all(const expr::Program& program,
                                                  const expr::Env& env) const;
    // The objects that name this one through a field of children.
    base::Result<std::vector<ObjectPtr>> children(const Object& object, pack::Index field) const;

    // How long the named duration is in this world.
    base::Duration duration(pack::Index duration) const;

    base::Result<std::optional<expr::Given>> follow(std::string_view shape,
                                                    const json::Value& id) const override;
    base::Result<std::optional<json::Value>> call(
        std::string_view name, std::span<const expr::Argument> arguments) const override;

private:
    friend class Seen;
    struct Inside;
    base::Result<std::optional<json::Value>> show(std::string_view name,
                                                  std::span<const expr::Argument> arguments,
                                                  const Seen& seen, const ObjectPtr& object) const;

    std::unique_ptr<Inside> inside_;
};

}  // namespace understudy::world
