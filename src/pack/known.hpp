// The parameters one operation knows, in the vendor's spelling: fields it writes, its own
// parameters and those of its move, filters, paging, expansion, and what a shape says of the route.
// Worked out once, when the pack is loaded: every call is read by them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::pack {

// What text is typed by where no schema is written.
enum class Plain : std::uint8_t { Unknown, Whole, Truth, Number, Text };

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
    const Field* field = nullptr;
    Index index = kNone;  // of the field in its resource
    Index owner = kNone;  // ChildField and Children: the entry of the list above
    const Param* param = nullptr;
    const json::Value* schema = nullptr;       // what text is typed by; null: nothing says
    const json::Value* schema_root = nullptr;  // what `$ref` inside it points into
    Plain plain = Plain::Unknown;              // what it is typed by if there is no schema
    Plain text_as = Plain::Unknown;            // what the schema makes of a text, if that is plain
    Plain members_as = Plain::Unknown;         // the same of the members of a map of texts
    const schema::Schema* compiled = nullptr;  // what it is checked against; null: nothing
    bool required = false;
    bool is_later = false;  // of a move made afterwards in the same call, which fills in defaults

    Index ref() const;
};

struct KnownList {
    std::vector<Known> entries;
    bool open = false;  // the shape of the body takes any name

    const Known* exact(std::string_view spelled) const;  // the first; nullptr: none
    bool has_below(std::string_view spelled) const;      // an entry further down: card.number
};

KnownList known_to(const Pack& pack, const Operation& operation);
// Works out once what every call needs: each operation's list; of each resource the names that can
// be read of its objects, what its views come to, and whether others look at it. The lists point
// into the pack, which stays where it is from now on and is not copied; routes known from a shape
// alone are too many and too rarely called for this.
void prepare(Pack& pack);

// What a schema makes of a text, where it says one type and nothing around it, as most do. Unknown:
// it has to be worked out for each.
Plain plain_by_schema(const json::Value& schema);
// The same of the texts in a map whose members are all alike: metadata.
Plain members_by_schema(const json::Value& schema);

// The spelling of a described parameter, brackets as dots: "created[gte]" is created.gte,
// "expand[]" is expand.
std::string dotted(std::string_view name);

}  // namespace understudy::pack
