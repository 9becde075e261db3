// Makes the answer's form of an object: its shown fields in the order the pack declares them,
// dotted ones nested where their first segment first occurs, then what the view adds.
//
// An object that stands in an answer is noted in the account as a part; fields need no note of
// their own, since object, view and pack say which there are.
#include "world/impl/render.hpp"

#include <algorithm>

#include "world/impl/answer.hpp"
#include "world/impl/expand.hpp"
#include "world/impl/page.hpp"
#include "world/impl/print.hpp"

namespace understudy::world {

namespace {

constexpr std::uint32_t kDeepest = 4;  // objects within objects, whatever the pack embeds

// Puts a value at the place its path names, making the objects on the way. What is there already
// and is no container stays: a null card has no number.
void place(json::Value& into, std::span<const std::string> way, json::Value value) {
    const std::string& name = way.front();
    const auto rest = way.subspan(1);
    if (name == "*") {
        // Elements: the value is the list of what each element has at the rest of the path.
        if (!into.is_array() || !value.is_array()) return;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (rest.empty()) {
                if (i < into.size()) {
                    into.mutable_items()[i] = value[i];
                } else {
                    into.push_back(value[i]);
                }
                continue;
            }
            while (into.size() <= i) into.push_back(json::Value::object());
            place(into.mutable_items()[i], rest, value[i]);
        }
        return;
    }
    if (!into.is_object()) return;
    if (rest.empty()) {
        into.set(name, std::move(value));
        return;
    }
    json::Value* inner = into.find_mutable(name);
    if (inner == nullptr) {
        into.append(name, rest.front() == "*" ? json::Value::array() : json::Value::object());
        inner = into.find_mutable(name);
    }
    place(*inner, rest, std::move(value));
}

std::string below(std::string_view path, std::string_view member) {
    std::string joined(path);
    if (!joined.empty()) joined += '.';
    joined += member;
    return joined;
}

// The value of a field that is shown as it is stored, as most are; null: there is more to it.
const json::Value* as_stored(const Object& object, const pack::Resource& resource,
                             pack::Index index) {
    const pack::Field& field = resource.fields[index];
    if (field.children || field.ref != pack::kNone) return nullptr;
    if (field.as != pack::TimeForm::None || !field.words.empty()) return nullptr;
    if (index == resource.id_field) return &object.id;
    switch (field.from) {
        case pack::From::Constant: return &field.value;
        case pack::From::Input:
        case pack::From::Id:
        case pack::From::Moves:
        case pack::From::Lifecycle: return object.has(index) ? &object.values[index] : nullptr;
        case pack::From::Exogenous:
            return object.has(index) && object.origins[index] != Origin::Before
                       ? &object.values[index]
                       : nullptr;
        case pack::From::Clock:
        case pack::From::Derived:
        case pack::From::Aggregate:
        case pack::From::Children: break;
    }
    return nullptr;
}

class Drawing {
public:
    Drawing(const Eyes& eyes, const Request* request, Account* account, OwnDrawings* kept)
        : eyes_(eyes), request_(request), account_(account), kept_(kept) {}

    // `shared` is the object's own pointer, if there is one: parts and expressions need it.
    base::Result<json::Value> draw(const Object& object, const ObjectPtr& shared, pack::Index view,
                                   const Wanted& wanted, std::uint32_t level,
                                   std::string_view path) const;

private:
    using Shown = base::Result<std::optional<json::Value>>;

    Shown show(const Object& object, pack::Index index, const Wanted& wanted, std::uint32_t level,
               std::string_view path) const;
    Shown bare(const Object& object, pack::Index index) const;
    base::Result<json::Value> refer(const Object& object, pack::Index index, json::Value id,
                                    const Wanted& wanted, std::uint32_t level,
                                    std::string_view path) const;
    base::Result<json::Value> draw_children(const Object& object, const pack::Field& field,
                                            const Wanted& wanted, std::uint32_t level,
                                            std::string_view path) const;
    base::Result<void> add_members(json::Value& body, const Object& object, const ObjectPtr& shared,
                                   const pack::View& view) const;

    const Eyes& eyes_;
    const Request* request_;
    Account* account_;
    OwnDrawings* kept_;
    mutable bool is_anew_ = false;  // nothing that was worked out before is used
};

base::Result<json::Value> Drawing::draw(const Object& object, const ObjectPtr& shared,
                                        pack::Index view_index, const Wanted& wanted,
                                        std::uint32_t level, std::string_view path) const {
    const pack::Resource& resource = eyes_.pack().resources[object.resource];
    const pack::View& view = resource.views[view_index];
    if (account_ != nullptr && shared)
        account_->parts.push_back({std::string(path), shared, view_index});
    const bool is_kept = kept_ != nullptr && shared && view.is_own && wanted.empty();
    Allowance& allowance = eyes_.allowance();
    if (is_kept) {
        if (const OwnDrawings::Drawn* known = kept_->find(object, view.same_as)) {
            if (known->steps <= allowance.steps) {
                allowance.steps -= known->steps;
                return known->body;
            }
        }
    }
    // The same call shall cost the same, whatever was called before: what is kept is paid for in
    // full, each time it is shown.
    const std::uint64_t before = allowance.steps;
    is_anew_ = is_kept;
    json::Value body = json::Value::object();
    body.reserve(resource.fields.size());
    std::vector<std::string_view> groups;  // names that dotted fields have made so far
    for (pack::Index i = 0; i < resource.fields.size(); ++i) {
        const pack::Field& field = resource.fields[i];
        if (field.hidden || !view.shows[i]) continue;
        if (field.only_asked && !wanted_below(wanted, field.path)) continue;
        std::optional<json::Value> value;
        if (const json::Value* stored = as_stored(object, resource, i)) {
            value = *stored;
        } else {
            value = TRY(show(object, i, wanted, level, path));
        }
        if (!value) continue;
        if (value->is_null() && view.nulls) value = *view.nulls;
        const std::string& name = field.segments.front();
        const bool is_group = field.segments.size() > 1;
        if (is_group || std::find(groups.begin(), groups.end(), name) != groups.end()) {
            if (is_group) groups.push_back(name);
            place(body, field.segments, std::move(*value));
        } else {
            body.append(name, std::move(*value));
        }
    }
    if (!view.add.members.empty()) TRY_VOID(add_members(body, object, shared, view));
    is_anew_ = false;
    if (is_kept) kept_->keep({shared, view.same_as, before - allowance.steps, body});
    return body;
}

// The value of a field without its dress. The common kinds are read from the row directly.
Drawing::Shown Drawing::bare(const Object& object, pack::Index index) const {
    const pack::Resource& resource = eyes_.pack().resources[object.resource];
    const pack::Field& field = resource.fields[index];
    if (index == resource.id_field) return std::optional(object.id);
    switch (field.from) {
        case pack::From::Constant: return std::optional(field.value);
        case pack::From::Exogenous:
            if (object.origins[index] == Origin::Before) return field.before;
            if (object.origins[index] == Origin::Absent && field.before) return field.before;
            [[fallthrough]];
        case pack::From::Input:
        case pack::From::Clock:
        case pack::From::Id:
        case pack::From::Moves:
            if (object.has(index)) return std::optional(object.values[index]);
            // Elements of a list stand in the list itself.
            if (!field.nullable || field.has_star()) return std::optional<json::Value>();
            return std::optional(json::Value());
        case pack::From::Lifecycle:
            if (object.has(index)) return std::optional(object.values[index]);
            return std::optional(json::Value(resource.lifecycle->states[object.state]));
        case pack::From::Derived:
        case pack::From::Aggregate:
        case pack::From::Children: break;
    }
    return is_anew_ ? eyes_.value_anew(object, index) : eyes_.value(object, index);
}

Drawing::Shown Drawing::show(const Object& object, pack::Index index, const Wanted& wanted,
                             std::uint32_t level, std::string_view path) const {
    const pack::Field& field = eyes_.pack().resources[object.resource].fields[index];
    if (field.children)
        return std::optional(TRY(draw_children(object, field, wanted, level, path)));
    std::optional<json::Value> value = TRY(bare(object, index));
    if (!value || value->is_null()) return value;
    if (field.ref != pack::kNone)
        return std::optional(TRY(refer(object, index, std::move(*value), wanted, level, path)));
    return std::optional(print(field, std::move(*value)));
}

base::Result<json::Value> Drawing::refer(const Object& object, pack::Index index, json::Value id,
                                         const Wanted& wanted, std::uint32_t level,
                                         std::string_view path) const {
    const pack::Field& field = eyes_.pack().resources[object.resource].fields[index];
    std::optional<Wanted> asked;
    if (field.may_expand && !wanted.empty()) asked = wanted_below(wanted, field.path);
    if ((!asked && !field.show_object) || level >= kDeepest) return id;
    const ObjectPtr target = eyes_.follow(object, index);
    if (!target) return id;
    return draw(*target, target, pack::kRestView, asked ? *asked : Wanted(), level + 1,
                below(path, field.path));
}

base::Result<json::Value> Drawing::draw_children(const Object& object, const pack::Field& field,
                                                 const Wanted& wanted, std::uint32_t level,
                                                 std::string_view path) const {
    using Show = pack::Children::Show;
    const pack::Children& children = *field.children;
    const pack::Resource& resource = eyes_.pack().resources[children.of];
    const pack::Lists& lists = lists_of(eyes_.pack(), resource);
    Where where;
    where.resource = children.of;
    where.equal.push_back({children.by, object.id});
    Paged page;
    page.size = children.limit != 0 ? children.limit : lists.page.standard;
    State::Slice slice = eyes_.state().after(where, {}, page.size);
    page.more = slice.more_after;
    page.total = slice.total;

    std::string items_path = below(path, field.path);
    Wanted asked = wanted_below(wanted, field.path).value_or(Wanted());
    if (children.show == Show::List) {
        if (const auto key = items_key(lists, resource); key && !key->empty()) {
            items_path = below(items_path, *key);
            asked = wanted_below(asked, *key).value_or(Wanted());
        }
    }
    for (std::size_t i = 0; i < slice.items.size(); ++i) {
        const ObjectPtr& child = slice.items[i];
        if (children.show == Show::Ids || level >= kDeepest) {
            page.items.push_back(child->id);
        } else {
            page.items.push_back(TRY(draw(*child, child, pack::kListView, asked, level + 1,
                                          below(items_path, std::to_string(i)))));
        }
    }
    if (children.show != Show::List) return std::move(page.items);
    const json::Value seen = json::Value::object(
        {{"path", children_path(eyes_, request_, object, children)}, {"direct", true}});
    return build_envelope(eyes_, lists, resource, to_json(page), seen, nullptr);
}

base::Result<void> Drawing::add_members(json::Value& body, const Object& object,
                                        const ObjectPtr& shared, const pack::View& view) const {
    // What is handed to expressions must live as long as the Eyes do.
    const ObjectPtr self = shared ? shared : std::make_shared<const Object>(object);
    expr::Env env = eyes_.env_of(self);
    json::Value request;
    if (request_ != nullptr) {
        Facts facts;
        facts.request = request_;
        request = to_json(facts);
        env.set(pack::slot(pack::Name::Request), request);
    }
    const std::optional<json::Value> added = TRY(eyes_.build(view.add, env));
    if (!added) return {};
    for (const json::Member& member : added->members()) body.set(member.key(), member.value);
    return {};
}

}  // namespace

Renderer::Renderer(Eyes& eyes, const Request* request, OwnDrawings* kept)
    : eyes_(eyes), request_(request), kept_(kept) {}

base::Result<json::Value> Renderer::render(const ObjectPtr& object, pack::Index view,
                                           const Expansion& expansion, std::string path,
                                           Account* account) const {
    Wanted wanted;
    for (const std::string& asked : expansion.paths)
        if (count_names(asked) <= expansion.depth) wanted.push_back(asked);
    if (wanted.empty()) {
        if (const json::Value* known = drawn_before(object, view)) {
            if (account != nullptr) account->parts.push_back({std::move(path), object, view});
            return *known;
        }
    }
    return Drawing(eyes_, request_, account, kept_).draw(*object, object, view, wanted, 0, path);
}

base::Result<json::Value> Renderer::view(const ObjectPtr& object, pack::Index view) const {
    if (const json::Value* known = drawn_before(object, view)) return *known;
    json::Value body =
        TRY(Drawing(eyes_, request_, nullptr, kept_).draw(*object, object, view, {}, 0, {}));
    keep(object, view, body);
    return body;
}

const json::Value* Renderer::drawn_before(const ObjectPtr& object, pack::Index view) const {
    if (drawn_.object != object || drawn_.generation != eyes_.generation()) return nullptr;
    const auto& views = eyes_.pack().resources[object->resource].views;
    if (views[view].same_as != drawn_.view || drawn_.now != eyes_.state().now()) return nullptr;
    // What was worked out once costs nothing the second time, here as for single fields.
    return &drawn_.body;
}

void Renderer::keep(const ObjectPtr& object, pack::Index view, const json::Value& body) const {
    const pack::View& shown = eyes_.pack().resources[object->resource].views[view];
    if (!shown.is_flat) return;
    drawn_ = {object, shown.same_as, eyes_.generation(), eyes_.state().now(), body};
}

}  // namespace understudy::world
