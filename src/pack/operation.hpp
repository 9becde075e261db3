// What a caller can do: a route, its parameters, and what it does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/seed.hpp"
#include "pack/description.hpp"
#include "pack/resource.hpp"

namespace understudy::pack {

struct KnownList;

enum class Does : std::uint8_t { Create, Get, List, Search, Update, Delete, Move, Result, Shape };
std::string_view name_of(Does does);

// One segment of a path: literal text, a parameter, a parameter with text around it
// (`{sid}.json`), or the rest (`{path+}`).
struct RouteSegment {
    std::string before;     // literal text, or what stands before the parameter
    std::string parameter;  // empty: literal
    std::string after;
    bool rest = false;  // one or more segments
};

struct Route {
    std::string method;
    std::string path;  // as written: "/charges/{id}"
    std::vector<RouteSegment> segments;
    base::Mark mark;
};

enum class FilterKind : std::uint8_t { Equal, OneOf, Range, Prefix, Contains };

struct Filter {
    std::string name;  // as the vendor spells it
    FilterKind kind = FilterKind::Equal;
    Index field = kNone;
    bool scans = false;  // it looks through every object, and the pack knows
    base::Mark mark;
};

struct AnswerForm {
    int status = 200;
    Index view = kNone;  // kNone: rest (list for the items of lists)
    std::optional<Template> body;
    std::string type;  // content type; empty: the usual one
    std::vector<std::pair<std::string, Template>> headers;
};

// One frame, or with `script` several: guarded by `when`, once for each element of `each_in`.
struct Frame {
    std::optional<Expression> when;
    std::optional<Expression> each_in;
    expr::Slot each_as = 0;
    std::string each_name;
    std::optional<expr::Slot> each_at;  // the element's place in its list, from 0
    bool each_is_pieces = false;        // of a text: the profile says how many make a frame
    std::string event;
    std::optional<Template> body;
    std::optional<Expression> text;
    std::vector<Frame> script;
};
// What a message of a WebSocket does: it is a call of another operation, whose stream comes back
// as messages.
struct MessageRule {
    std::string type;                          // the member `type` of the message
    Index call = kNone;                        // operation with the same path
    json::Value adds = json::Value::object();  // to the message's members, as the call's input
};
// How an error is told in the middle of a stream.
struct ErrorFrame {
    std::string event;
    Template body;
};
// A whole number between two, drawn.
struct Span {
    std::uint32_t least = 1, most = 1;
    std::uint32_t draw(base::Stream& stream) const {
        return least + static_cast<std::uint32_t>(stream.below(most - least + 1));
    }
};
// How unevenly a stream comes, as networks and models have it: the seed decides.
struct Profile {
    std::string joins;    // `as` of the loops over the pieces of a text
    Span pieces;          // of them in a frame
    Span wait{100, 100};  // before a frame, in percent of the pace
};
struct StreamForm {
    std::optional<Expression> when;
    std::string framing;  // sse, jsonl, websocket
    std::string grammar;
    Index pace = kNone;  // duration
    std::optional<Profile> profile;
    expr::Slot position = 0;  // a name of scripts: how many frames went before
    std::vector<Frame> script;
    std::vector<MessageRule> on;
    std::optional<ErrorFrame> error;
    std::size_t locals = 0;
};

struct Operation {
    Index resource = kNone;
    std::string verb;  // key in the pack: "create"
    std::string name;  // for pins: "createCharge"
    base::Mark mark;
    Does does = Does::Get;
    Index move = kNone;  // with Does::Move
    std::vector<Route> routes;
    std::optional<Expression> named_by;
    std::vector<Index> writes;  // input fields
    std::vector<Param> params;
    std::vector<bool> from;  // by State; empty: any
    std::vector<Guard> guards;
    std::vector<ThenStep> then;
    std::vector<Assignment> with;
    std::vector<std::pair<Index, FieldSchema>> gives;  // exogenous field -> its schema here
    std::vector<Filter> filters;
    std::string syntax;  // of a search: "stripe", "github"
    Missing missing;
    std::vector<Choice<AnswerForm>> answers;  // never empty
    std::optional<Lists> lists;
    json::Value example;                                 // null: made from the schemas
    std::vector<std::string> input;                      // overrides serve.input; empty: does not
    std::optional<Expression> credential_id, source_id;  // overrides serve.identify
    std::vector<HeaderRule> headers;                     // after the pack's
    bool idempotent = true;

    std::vector<Field> fields;            // Does::Result: the values
    std::vector<Index> order_of_derived;  // of them
    std::optional<FieldSchema> reply;
    std::vector<std::pair<std::string, Expression>> facets;
    std::optional<StreamForm> stream;

    Index described = kNone;  // Pack::descriptions: what a shape says of this route

    std::shared_ptr<const KnownList> known;  // known.hpp; null: not worked out beforehand
};

}  // namespace understudy::pack
