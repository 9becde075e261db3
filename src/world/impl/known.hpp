// The parameters one operation knows, in the vendor's spelling: fields it writes, its own
// parameters and those of its move, filters, paging, expansion, and what a shape says of the route.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "pack/pack.hpp"
#include "world/impl/coerce.hpp"

namespace understudy::world {

struct Known {
    enum class Kind : std::uint8_t {
        Field,       // of the operation's resource, or of a `result`
        Children,    // a field whose elements make objects
        ChildField,  // of such an element: items.*.price
        Param,
        Filter,
        Page,       // where the page begins, how many it holds
        Expand,     // references to show as objects
        Key,        // an idempotency key or credential sent as a parameter
        Described,  // known from the shape alone
    };

    Kind kind = Kind::Described;
    std::string spelled;  // dotted, `*` for every element: items.*.price
    const pack::Field* field = nullptr;
    pack::Index index = pack::kNone;  // of the field in its resource
    pack::Index owner = pack::kNone;  // ChildField and Children: the entry of the list above
    const pack::Param* param = nullptr;
    const json::Value* schema = nullptr;       // what text is typed by; null: nothing says
    const json::Value* schema_root = nullptr;  // what `$ref` inside it points into
    Plain plain = Plain::Unknown;              // what it is typed by if there is no schema
    const schema::Schema* compiled = nullptr;  // what it is checked against; null: nothing
    bool required = false;
    bool is_later = false;  // of a move made afterwards in the same call, which fills in defaults

    pack::Index ref() const;
};

struct KnownList {
    std::vector<Known> entries;
    bool open = false;  // the shape of the body takes any name

    const Known* exact(std::string_view spelled) const;  // the first; nullptr: none
    bool has_below(std::string_view spelled) const;      // an entry further down: card.number
};

KnownList known_to(const pack::Pack& pack, const pack::Operation& operation);

// The spelling of a described parameter, brackets as dots: "created[gte]" is created.gte,
// "expand[]" is expand.
std::string dotted(std::string_view name);

}  // namespace understudy::world
