// Objects as the vendor shows them: views, printed instants and states, references as ids or as
// objects, children, bulk defaults. Every shown object is accounted for as a part, from which the
// trace is made when somebody reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"
#include "world/impl/eyes.hpp"
#include "world/impl/own_drawings.hpp"
#include "world/impl/turn.hpp"

namespace understudy::world {

// A shown object: where in the answer it stands, and what it was when it was shown.
struct ShownPart {
    std::string path;  // "" for the answer itself, "data.0", "data.0.customer"
    ObjectPtr object;
    pack::Index view = pack::kRestView;
};
// A shown value that belongs to no object, where its source is not what the walk over the answer
// would say by itself (the envelope of a list and members that a view adds need none).
struct Loose {
    std::string path;
    Source source = Source::Constant;
    std::string by = {};     // of an exogenous one: see Bound
    json::Value parts = {};  // the same
    json::Value reply = {};  // not null: no part of the answer, and this is its value
};
struct Account {
    std::vector<ShownPart> parts;
    std::vector<Loose> loose;
    // What a member that belongs to no part is: Derived where a template made it.
    Source rest = Source::Constant;
    std::string named = {};  // a `result`: the operation's name from data
};

struct Expansion {
    std::span<const std::string> paths = {};  // "customer", "data.latest_charge"
    std::uint32_t depth = 4;
};

class Renderer final : public Viewer {
public:
    // Without `kept` every object is drawn anew.
    Renderer(Eyes& eyes, const Request* request, OwnDrawings* kept = nullptr);

    base::Result<json::Value> render(const ObjectPtr& object, pack::Index view,
                                     const Expansion& expansion, std::string path,
                                     Account* account) const;
    base::Result<json::Value> view(const ObjectPtr& object, pack::Index view) const override;

private:
    // What was drawn last for an expression, nearly always an event's object: the answer shows the
    // same object next. Good as long as nothing it may depend on was written.
    struct Drawn {
        ObjectPtr object;
        pack::Index view = pack::kNone;
        std::uint64_t generation = 0;
        base::Instant now = {};
        json::Value body;
    };
    const json::Value* drawn_before(const ObjectPtr& object, pack::Index view) const;
    void keep(const ObjectPtr& object, pack::Index view, const json::Value& body) const;

    Eyes& eyes_;
    const Request* request_;
    OwnDrawings* kept_;
    mutable Drawn drawn_;
};

// May a caller of this operation ask for the reference at `path` as an object? Paths of lists begin
// with the items' key ("data.customer"). False also for what is deeper than the pack allows.
bool can_expand(const pack::Pack& pack, const pack::Operation& operation, std::string_view path);
// The same for an object of a resource: "customer", "latest_charge.customer", "items.data.price".
bool can_expand(const pack::Pack& pack, const pack::Resource& resource, std::string_view path);

// The body and status of an executed operation: `answers`, view, expansion.
base::Result<Answer> answer_object(Turn& turn, const Request& request, const Executed& executed,
                                   Account& account);
// get, list and search.
std::variant<Answer, Refusal, base::Error> answer_get(Turn& turn, const Request& request,
                                                      Account& account);
std::variant<Answer, Refusal, base::Error> answer_list(Turn& turn, const Request& request,
                                                       Account& account);
// A route known from a shape alone: a valid example, nothing stored.
base::Result<Answer> answer_shape(const Turn& turn, const Request& request, Account& account);

}  // namespace understudy::world
