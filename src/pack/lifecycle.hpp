// The states of a resource, the moves between them, and everything a move does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pack/field.hpp"

namespace understudy::pack {

using State = std::uint32_t;
inline constexpr State kNothing = 0;  // states[0]: what does not exist

// A parameter of an operation, a move or a world event.
struct Param {
    enum class In : std::uint8_t { Any, Path, Query, Body, Header };

    std::string name;     // as expressions see it
    std::string spelled;  // as the vendor writes it
    base::Mark mark;
    In in = In::Any;
    FieldSchema schema;
    bool required = false;
    std::optional<Template> standard;  // `default`
    Index ref = kNone;
    std::vector<Index> found_by;
    Index sets = kNone;  // field written before guards are read
    std::vector<std::pair<std::string, ErrorUse>> refuse;
};

// `set: { FIELD: ... }`, `with: { FIELD: ... }`. The right-hand side of `with` may also name a
// parameter of what is called or moved; then `field` is kNone.
struct Assignment {
    std::string name;
    Index field = kNone;
    Template value;
};

// `emits`: NAME, { NAME: OBJECT }, { NAME: { of, when, view } }.
struct Emit {
    Pattern name;
    std::optional<Expression> of;  // nothing: self
    std::optional<Expression> when;
    Index view = kNone;  // of the emitted object's resource; kNone: its event view
    base::Mark mark;
};

struct CallStep {
    Index operation = kNone;  // in Pack::operations
    std::vector<Assignment> with;
    expr::Slot as = 0;  // 0: no name (slot 0 is `config`)
    base::Mark mark;
};

struct CreateStep {
    Index resource = kNone;
    std::vector<Assignment> with;
    expr::Slot as = 0;
    State state = kNothing;  // kNothing: by its own rules
    base::Mark mark;
};

struct MoveStep {
    Index resource = kNone;
    Index move = kNone;
    Expression of;
    std::vector<Assignment> with;
    base::Mark mark;
};

struct EachStep {
    Expression in;
    expr::Slot as = 0;
    std::vector<CallStep> call;
    std::vector<CreateStep> create;
    std::vector<MoveStep> move;
};

// The change is committed and the call answers this error.
struct AnswerStep {
    ErrorUse error;
    Template attach;  // members added to the error after the commit
};

struct ThenStep {
    Index move = kNone;
    std::optional<Expression> when;
};

struct Again {
    std::optional<Expression> at;
    Index after = kNone;  // duration
    std::optional<Expression> when;
};

// What a move or one arm of it does, in this order.
struct Steps {
    std::vector<CallStep> call;
    std::vector<CreateStep> create;
    std::vector<EachStep> each;
    std::vector<MoveStep> move;
    std::vector<Assignment> set;
    std::vector<Choice<State>> to;  // empty: it stays
    std::vector<Emit> emits;
    std::optional<Expression> clock;  // where the world's clock goes on to after the change
    std::optional<AnswerStep> answer;
    std::vector<ThenStep> then;
    std::optional<Again> again;
};

struct Arm {
    std::string name;
    std::optional<Expression> when;
    bool is_default = false;
    Steps steps;
    base::Mark mark;
};

// A world event: something outside that sets the move off.
struct Cause {
    std::string event;
    std::string title;
    std::optional<Expression> of;    // the object moved; nothing: the data member of its singular
    std::optional<Expression> when;  // over `it` and `data`
    std::vector<Param> data;
};

// A reaction to another object's move.
struct Reaction {
    Index resource = kNone;
    Index move = kNone;
    Index arm = kNone;  // kNone: any
    Index by = kNone;   // field of that object which names this one
    std::optional<Expression> when;
};

// Turned around: a move of some resource that reacts to this one.
struct SetOff {
    Index resource = kNone;
    Index move = kNone;
    Index reaction = kNone;  // in its `cause_of`
};

struct Move {
    std::string name;
    std::string workflow;  // name for testers; may be empty
    base::Mark mark;
    std::vector<bool> from;  // by State; from[kNothing]: brings forth
    std::optional<ErrorUse> refuse;
    std::vector<Param> params;
    std::vector<Guard> guards;

    Index after = kNone;  // duration
    std::optional<Expression> at;
    std::vector<Index> at_reads;  // own fields that `at` reads, through derived ones too
    std::optional<Cause> cause;
    std::vector<Reaction> cause_of;
    std::vector<SetOff> sets_off;  // in order of declaration; worked out by prepare() (known.hpp)

    Steps steps;
    std::vector<Arm> arms;
    std::size_t locals = 0;  // `as` names: slots kNameCount to kNameCount + locals - 1

    bool is_timed() const { return after != kNone || at.has_value(); }
};

struct Start {
    State state = kNothing;
    std::vector<Emit> emits;
};

struct Lifecycle {
    std::vector<std::string> states;   // states[kNothing] is "nothing"
    std::vector<Choice<Start>> start;  // a list of plain states: the first is taken, unless ...
    std::vector<State> start_states;   // ... a `create` names another of these
    std::optional<ErrorUse> refuse;
    std::vector<Move> moves;

    Index find_state(std::string_view name) const;  // kNone
    Index find_move(std::string_view name) const;   // kNone
};

}  // namespace understudy::pack
