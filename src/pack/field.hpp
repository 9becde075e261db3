// A field of a resource (or of an operation that returns values without an object): exactly one
// source, and what goes with that source.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mark.hpp"
#include "json/value.hpp"
#include "pack/error_use.hpp"
#include "schema/compile.hpp"

namespace understudy::pack {

enum class From : std::uint8_t {
    Input,
    Clock,
    Id,
    Lifecycle,
    Moves,
    Derived,
    Aggregate,
    Children,
    Constant,
    Exogenous,
};
std::string_view name_of(From from);  // "input"

enum class TimeForm : std::uint8_t { None, Epoch, EpochMs, Rfc3339, Rfc2822, Date };

// A JSON Schema: as written, and compiled. `compiled` is empty only if `written` is null.
struct FieldSchema {
    json::Value written;
    std::optional<schema::Schema> compiled;
};

// A move, or one arm of it.
struct MoveRef {
    Index move = kNone;
    Index arm = kNone;  // kNone: any
};

enum class Fold : std::uint8_t { Sum, Count, Min, Max };

struct Aggregate {
    Fold fold = Fold::Count;
    Index over = kNone;   // resource
    Index field = kNone;  // of that resource; what is folded
    Index by = kNone;     // of that resource: the reference to this object; kNone: all of it
    std::optional<Expression> where;  // over `it`
    Index group = kNone;              // of that resource
    std::optional<Template> show;     // with group: one element, `it.key` and `it.value` in scope
    Index slot = kNone;               // number of this aggregate among those over `over`
};

struct Children {
    enum class Show : std::uint8_t { List, Array, Ids };
    Index of = kNone;  // resource
    Index by = kNone;  // field of that resource that refers to this object
    Show show = Show::List;
    std::size_t limit = 0;  // 0: the list's default page
    bool input_creates = false;
};

struct Field {
    std::string path;                   // "card.last4", "items.*.price"
    std::vector<std::string> segments;  // of the path
    From from = From::Constant;
    base::Mark mark;
    FieldSchema schema;
    std::optional<Expression> schema_from;
    std::string differs;  // id of the assumption that explains a contradiction of the shape
    bool nullable = false;
    bool hidden = false;
    bool from_rest = false;  // not spelled out: made by a bulk default

    // References.
    Index ref = kNone;  // resource
    bool show_object = false;
    bool may_expand = true;
    // Not a reference, and yet a caller may name it, or what is inside: there is nothing more to
    // show than it shows already.
    bool is_askable = false;
    bool only_asked = false;      // shown where a caller names it, left out where not
    std::vector<Index> found_by;  // fields of the referred resource; empty: its id
    Missing missing;

    // Printing: instants, and the words of states.
    TimeForm as = TimeForm::None;
    std::vector<std::pair<std::string, std::string>> words;  // state -> printed

    // from: input
    bool required = false;
    std::optional<Template> standard;  // `default`
    std::string param;                 // as the vendor spells it
    bool merge_keys = false;
    std::optional<json::Value> unset;
    std::vector<std::pair<std::string, ErrorUse>> refuse;  // schema keyword -> error

    // from: clock
    std::vector<MoveRef> on;  // empty and not on_change: creation
    bool on_change = false;

    // from: id
    std::optional<Pattern> pattern;
    Index secret_of =
        kNone;  // webhook kind: the secret its deliveries to this object are signed with

    // from: moves
    std::optional<Template> init;

    // from: derived
    std::optional<Expression> is;

    std::optional<Aggregate> aggregate;
    std::optional<Children> children;

    // from: constant
    json::Value value;

    // from: exogenous
    std::vector<MoveRef> binds;         // empty: the creating call
    std::optional<json::Value> before;  // shown until it binds; nothing: left out
    bool empty = false;                 // null until pinned
    bool unique = false;

    // Has a place in the stored object: everything but derived, aggregate, children, constant.
    bool is_stored() const {
        return from != From::Derived && from != From::Aggregate && from != From::Children &&
               from != From::Constant;
    }
    bool has_star() const;  // an element of a list: `items.*.price`
};

}  // namespace understudy::pack
