// A call on its way in: what front_*.cpp and check_*.cpp share while they read it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pack/known.hpp"
#include "world/impl/coerce.hpp"
#include "world/impl/front.hpp"

namespace understudy::world {

using pack::Known;
using pack::KnownList;

enum class Place : std::uint8_t { Body, Path, Query, Header };
std::string_view name_of(Place place);

// The way to a value, member names and positions as they were sent: {"items", "0", "price"}.
using Trail = std::vector<std::string>;

struct Located {
    json::Value value;
    Trail trail;
};

// Something wrong with the input, and the error that says so.
struct Finding {
    Issue issue;
    pack::ErrorUse use;
};

// Path parameters of the route that find one object, outermost object first.
struct PathObject {
    pack::Index resource = pack::kNone;
    std::vector<std::pair<const pack::Find*, std::string>> by;
    bool by_id = false;  // the parameter is called by another name, and is the id
    std::string parameter, value;
    bool is_self = false;
};

struct Reading {
    Turn& turn;
    const Call& call;
    Request& request;
    const pack::Pack& pack;

    bool is_form = false;                            // the body came as text: a form
    json::Value sent = json::Value::object();        // the typed union, as far as it is known
    json::Value body = json::Value::object();        // typed; what a shape checks
    json::Value of_headers = json::Value::object();  // parameters that are headers
    std::vector<std::pair<std::string, Place>> places = {};  // of the members of `sent`
    std::shared_ptr<const KnownList> known = {};             // of the operation, once there is one
    std::vector<PathObject> objects = {};
    bool has_resolved = false;  // references in `sent` were replaced by ids

    struct Stray {
        Trail trail;
        json::Value value;
        Place place = Place::Body;
    };
    std::vector<Stray> unknown = {};    // nobody declared them
    std::vector<Stray> misplaced = {};  // a plain value where members were expected
};

// --- front_read.cpp: bytes to values
// Nothing, or why the request cannot be read.
std::optional<Refusal> read_bytes(Reading& reading);

// --- front_type.cpp
void type_input(Reading& reading);

// --- locate.cpp
Place place_of(const Reading& reading, std::string_view name);
// Every value the parameter stands for; several only if its spelling has a `*`.
std::vector<Located> locate(const Reading& reading, const Known& known);
std::vector<Located> locate_in(const json::Value& root, std::string_view spelled, Trail trail = {});
// As the client would write it: items[0][price], or items.0.price in JSON.
std::string spell(const Reading& reading, const Trail& trail, Place place);
Issue issue_at(const Reading& reading, const Trail& trail, Place place, std::string_view keyword);
void set_at(json::Value& root, const Trail& trail, json::Value value);

// --- check_input.cpp
std::vector<Finding> check_unknown(Reading& reading);
std::vector<Finding> check_required(const Reading& reading);
std::vector<Finding> check_keywords(const Reading& reading);
// --- check_described.cpp: what the shape of the route says; required ones, or all others
std::vector<Finding> check_described(const Reading& reading, bool required);

// The findings of a value under a compiled schema; `trail` leads to the value.
std::vector<Finding> check_value(const Reading& reading, const schema::Schema& schema,
                                 const json::Value& value, const Trail& trail, Place place,
                                 const std::vector<std::pair<std::string, pack::ErrorUse>>& refuse,
                                 std::size_t most);

// Is this the value that removes the field?
bool is_unset(const pack::Field& field, const json::Value& value);
// The map without the members that are to be removed.
json::Value without_unset(const pack::Field& field, const json::Value& value);

// --- front_path.cpp
std::vector<PathObject> objects_in_path(const pack::Pack& pack, const pack::Operation& operation,
                                        const json::Value& captured);
Trouble find_path_objects(Reading& reading);

// --- front_give.cpp
Trouble resolve_references(Reading& reading);
Trouble give_fields(Reading& reading);
Trouble give_params(Reading& reading);

// --- check_by_data.cpp: fields whose schema is data of another object
Trouble check_by_data(const Reading& reading);
Trouble check_by_data(const Reading& reading, const ObjectPtr& draft, const pack::Field& field,
                      const json::Value& value, const Trail& trail, Place place);
// The object as it would be with these values: what `self` is before there is one.
ObjectPtr draft_of(const pack::Pack& pack, pack::Index resource, const ObjectPtr& before,
                   const std::vector<Request::Given>& given);

// --- front_expand.cpp
std::optional<Refusal> read_expansion(Reading& reading);

// An instant as the vendor writes it in input, as RFC 3339 text; nothing: it is none.
std::optional<json::Value> instant_from(const json::Value& value, pack::TimeForm form);

}  // namespace understudy::world
