// One page of a list, and how it is told: the value of `page` in envelopes and headers, and the
// addresses of the pages around it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "json/value.hpp"
#include "world/impl/eyes.hpp"
#include "world/impl/turn.hpp"

namespace understudy::world {

struct Paged {
    json::Value items = json::Value::array();
    bool more = false;       // in the direction of reading
    std::size_t size = 0;    // the limit
    std::size_t number = 1;  // as the vendor counts
    std::optional<std::size_t> total;
    std::string token;                    // of the next page; empty: there is none
    std::string here;                     // path and query of this page
    std::string first, prev, next, last;  // path and query; empty: there is none
    std::string origin;                   // what absolute addresses begin with
};
json::Value to_json(const Paged& page);

// The opaque text that stands for "after this object" (or before it), and back. The same position
// gives the same text in every world.
struct Position {
    bool before = false;
    std::string key;
};
std::string to_token(const Position& position);
std::optional<Position> from_token(std::string_view token);

// The path that lists are linked by: the operation's route of that number (from 1) with the
// parameters filled in, under the prefix the request came by. Falls back to the request's own path
// where a parameter cannot be known.
std::string link_path(const Turn& turn, const Request& request, std::uint32_t route);

// The path a list of children would be asked for at: "/v1/charges/ch_1/refunds" if the children's
// list operation lies under the parent, else "/v1/refunds?charge=ch_1". Empty: nobody can ask.
std::string children_path(const Eyes& eyes, const Request* request, const Object& parent,
                          const pack::Children& children);

// The envelope around a page. `request` is what templates see under that name; `self` may be null.
base::Result<json::Value> build_envelope(const Eyes& eyes, const pack::Lists& lists,
                                         const pack::Resource& resource, const json::Value& page,
                                         const json::Value& request, const ObjectPtr& self);

}  // namespace understudy::world
