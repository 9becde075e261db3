// A kind of thing the service keeps: its id, how it is found, its fields, views and lifecycle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pack/lifecycle.hpp"
#include "pack/list.hpp"

namespace understudy::pack {

struct View {
    std::string name;
    base::Mark mark;
    std::vector<bool> shows;  // by field; hidden ones are never shown
    Template add;             // members, an object
    std::optional<json::Value> nulls;
    // Worked out by prepare(): shows the object's own fields and nothing else, no other object and
    // nothing of the request; whether all of that follows from the object's row alone; and the
    // first view that shows the same.
    bool is_flat = false;
    bool is_own = false;
    Index same_as = kNone;
};
inline constexpr Index kRestView = 0;
inline constexpr Index kListView = 1;
inline constexpr Index kEventView = 2;

struct Find {
    std::string parameter;       // of the path
    std::vector<Index> through;  // references followed first: `owner` of owner.login
    Index field = kNone;         // of this resource, or of the last one followed
};

struct Unique {
    std::vector<Index> fields;
    std::optional<ErrorUse> otherwise;
    base::Mark mark;
};

struct Minted {
    std::string token;
    std::vector<std::pair<Index, json::Value>> leaves;  // field, value
    bool once = false;
};

// An object that is there before anybody calls.
struct Beginning {
    std::vector<std::pair<Index, Template>> leaves;  // field, value; the id among them
    base::Mark mark;
};

struct OrderKey {
    Index field = kNone;
    bool descending = false;
};

// What the state keeps an index of. Equal keys are ordered like the resource's lists.
struct FieldIndex {
    Index field = kNone;
    bool ordered = false;  // also by value: range, prefix
};

struct Callback {
    Index kind = kNone;  // webhook
    Expression url;
    std::vector<State> on;
    bool on_start = false;
    std::string encoding;
    Template body;
    base::Mark mark;
};

// A name that expressions read of an object: a field, the first part of dotted fields, or both.
struct Readable {
    std::string name;
    Index field = kNone;
    bool is_group = false;
};

enum class RestValue : std::uint8_t { Unset, Null, Empty, Example, Omit, Echo };
struct Rest {  // Unset: not said here
    RestValue input = RestValue::Unset;
    RestValue nullable = RestValue::Unset;
    RestValue list = RestValue::Unset;
    RestValue otherwise = RestValue::Unset;  // `else`
};

struct Resource {
    std::string name;      // "charges"
    std::string singular;  // "charge"
    base::Mark mark;
    Index id_field = kNone;  // kNone: it has operations that return values and nothing else
    std::optional<Pattern> id;
    std::vector<Find> find;
    std::vector<Unique> unique;
    Index parent = kNone;        // resource
    Index parent_field = kNone;  // own field that refers to it
    bool one = false;
    bool oldest_first = false;  // with no order keys: newest first unless this
    std::vector<OrderKey> order;
    std::vector<Minted> minted_by;
    std::vector<Beginning> begins_with;
    Index tombstone = kNone;  // view
    std::vector<View> views;  // rest, list and event first
    std::string shape;        // "v1#customer"; empty: none
    Rest rest;
    std::vector<Field> fields;
    std::vector<Index> order_of_derived;  // derived fields, each after those it reads
    Index state_field = kNone;            // from: lifecycle
    std::optional<Lifecycle> lifecycle;
    std::optional<Callback> callback;
    std::optional<Lists> lists;
    std::vector<Index> operations;                         // in Pack::operations
    std::vector<FieldIndex> indexes;                       // each field once
    std::vector<std::pair<Index, Index>> aggregates_over;  // (resource, field) that fold this one
    // Worked out by prepare() (known.hpp).
    std::vector<Readable> readable;
    std::vector<std::uint16_t> readable_slots;  // by hash of the name: position + 1; 0: free
    bool is_reached = true;  // something worked out of other objects may depend on objects of this

    Index find_field(std::string_view path) const;               // kNone
    Index find_view(std::string_view name) const;                // kNone
    void index_readable();                                       // once `readable` is there
    const Readable* find_readable(std::string_view name) const;  // nullptr; no dots in the name
};

}  // namespace understudy::pack
