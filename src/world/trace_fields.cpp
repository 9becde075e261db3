// Where each field of an answer came from: a walk over the served body along the parts of its
// account. Whatever the walk meets gets exactly one entry, so none can be missing and none doubled:
//
//   - A field of a shown object is one entry at the field's path, also when its value is a list or
//   a
//     map (metadata, an echoed address). Fields below it (card.last4 under card) have entries of
//     their own, and then the other members of the map get one each.
//   - An exogenous map is one entry per leaf (output.balance): that is what one pins.
//   - An embedded object (expanded, `show: object`, a child) has the entries of its own fields.
//   - A member that a view adds or an envelope holds is `constant` if the pack writes it out, else
//     `derived`. Leaves of an error are the same by their text: `constant`, `derived` if it has
//     holes, `input` if it repeats what the caller sent.
//   - An exogenous field that is not bound yet shows what the pack says for "not yet". Its source
//   is
//     `synth`, the fallback, and it has no bound_by.
//   - A replayed answer is `state` throughout, with the origins of the first call's fields where
//     that call is still known.
//
// Leaves are scalars and empty containers; an answer that is an empty container has none.
#include <map>

#include "world/impl/expand.hpp"
#include "world/impl/field_path.hpp"
#include "world/impl/ledger.hpp"
#include "world/impl/ruling.hpp"

namespace understudy::world {

namespace {

bool is_leaf(const json::Value& value) {
    return value.size() == 0;
}

std::string below(std::string_view path, std::string_view name) {
    std::string joined(path);
    if (!joined.empty()) joined += '.';
    joined += name;
    return joined;
}

// Calls visit(name, value) for the members of an object, the items of a list.
template <class Visit>
void each_inside(const json::Value& value, const Visit& visit) {
    if (value.is_object()) {
        for (const json::Member& member : value.members()) visit(member.key(), member.value);
        return;
    }
    for (std::size_t i = 0; i < value.items().size(); ++i) visit(std::to_string(i), value[i]);
}

// The part of a template that makes the member of that name; nullptr: none does.
const pack::Template* member_of(const pack::Template* shape, const pack::Resource* resource,
                                std::string_view name) {
    using Kind = pack::Template::Kind;
    if (shape == nullptr || shape->kind == Kind::Literal || shape->kind == Kind::Computed)
        return shape;
    if (shape->kind == Kind::List) {
        const auto index = json::to_index(name);
        return index && *index < shape->items.size() ? &shape->items[*index] : nullptr;
    }
    for (const pack::TemplateMember& member : shape->members) {
        if (member.key.is_literal() ? member.key.text == name
                                    : resource && key_text(member.key, *resource) == name)
            return &member.value;
    }
    return nullptr;
}

Source source_of(const pack::Template* shape, Source rest) {
    if (shape == nullptr) return rest;
    if (shape->kind == pack::Template::Kind::Literal) return Source::Constant;
    // '"list"' is an expression too, but nothing can change what it gives.
    const bool fixed = shape->expression && shape->expression->names_read().empty();
    return fixed ? Source::Constant : Source::Derived;
}

// What a member of an error is, by how the catalogue writes it.
Source source_of_error(const pack::Pack& pack, pack::Index code, std::string_view name) {
    for (const pack::ErrorMember& member : pack.errors.codes[code].members) {
        if (member.name != name) continue;
        if (!member.text || member.text->is_literal()) return Source::Constant;
        const bool repeats = member.text->is_one_hole() &&
                             member.text->parts.front().hole->expression &&
                             member.text->parts.front().hole->expression->text() == "issue.value";
        return repeats ? Source::Input : Source::Derived;
    }
    return Source::Constant;
}

// Who said so of a place inside an exogenous field: what is noted for the place itself or for what
// holds it; of a list also what is noted inside it.
struct Said {
    std::string by;
    json::Value lost;
};
Said said_of(const json::Value& parts, std::string_view whole, std::string_view path) {
    Said said{std::string(whole), {}};
    if (!parts.is_object()) return said;
    std::size_t deepest = 0;
    for (const json::Member& member : parts.members()) {
        const bool holds = is_at_or_below(path, member.key());
        if (!holds && !is_at_or_below(member.key(), path)) continue;
        if (const json::Value* lost = member.value.find("lost")) {
            if (!said.lost.is_array()) said.lost = json::Value::array();
            for (const json::Value& one : lost->items()) said.lost.push_back(one);
        }
        const json::Value* by = member.value.find("by");
        if (by == nullptr || !by->is_string()) continue;
        const bool better = holds ? member.key().size() > deepest : said.by.empty();
        if (!better) continue;
        said.by = std::string(by->as_string());
        if (holds) deepest = member.key().size();
    }
    return said;
}

std::string_view word_of(Origin origin) {
    switch (origin) {
        case Origin::Input: return "input";
        case Origin::Clock: return "clock";
        case Origin::Id: return "id";
        case Origin::Lifecycle: return "lifecycle";
        case Origin::Seed: return "seed";
        default: return "constant";
    }
}

std::string_view word_of(pack::Fold fold) {
    switch (fold) {
        case pack::Fold::Sum: return "sum";
        case pack::Fold::Count: return "count";
        case pack::Fold::Min: return "min";
        case pack::Fold::Max: return "max";
    }
    return "count";
}

std::string set_by_of(const pack::Pack& pack, const pack::Resource& resource,
                      const pack::Field& field) {
    if (field.from_rest) return "rest";
    switch (field.from) {
        case pack::From::Lifecycle:
        case pack::From::Moves: return "lifecycle of " + resource.name;
        case pack::From::Derived: return field.is ? field.is->text() : std::string();
        case pack::From::Children: return "children in " + pack.resources[field.children->of].name;
        case pack::From::Aggregate: {
            const pack::Aggregate& fold = *field.aggregate;
            const pack::Resource& over = pack.resources[fold.over];
            std::string text(word_of(fold.fold));
            if (fold.field != pack::kNone) text += " of " + over.fields[fold.field].path;
            return text + " over " + over.name;
        }
        default: return {};
    }
}

class Walk {
public:
    Walk(const pack::Pack& pack, const Entry& entry, const Entry* first)
        : pack_(pack),
          entry_(entry),
          replayed_(entry.by == ResolvedBy::IdempotentReplay),
          account_(replayed_ && first != nullptr ? first->account : entry.account) {
        for (const ShownPart& part : account_.parts) parts_[part.path] = &part;
        for (const Loose& loose : account_.loose) {
            if (loose.reply.is_null()) loose_[loose.path] = &loose;
        }
    }

    std::vector<TraceField> read(const json::Value& body);
    std::vector<TraceField> read_parts();  // where the body was not kept

private:
    struct Outside {
        const pack::Template* shape = nullptr;
        const pack::Resource* resource = nullptr;  // whose plural the template's keys may use
        Source rest = Source::Constant;
    };

    void visit(const json::Value& value, const std::string& path, const Outside& outside);
    void visit_part(const json::Value& value, const std::string& path, const ShownPart& part,
                    const std::string& own, pack::Index fallback);
    void visit_children(const json::Value& value, const std::string& path,
                        const pack::Children& children);
    void explode(const json::Value& value, const std::string& path, const ShownPart& part,
                 const std::string& own, pack::Index field);
    void explode(const json::Value& value, const std::string& path, const Loose& loose);

    void emit(const json::Value* value, std::string path, Source source);
    void emit_field(const json::Value* value, std::string path, const ShownPart& part,
                    pack::Index field, const std::string& own);
    void fill_stored(TraceField& out, const Object& object, const pack::Field& field,
                     pack::Index index, const std::string& own) const;
    json::Value pin_of(const Object& object, const std::string& field) const;

    const pack::Pack& pack_;
    const Entry& entry_;
    bool replayed_;
    const Account& account_;
    std::map<std::string, const ShownPart*, std::less<>> parts_;
    std::map<std::string, const Loose*, std::less<>> loose_;
    std::vector<TraceField> fields_;
};

std::vector<TraceField> Walk::read(const json::Value& body) {
    Outside outside;
    outside.rest = account_.rest;
    const bool is_list = entry_.operation != pack::kNone && entry_.error == pack::kNone &&
                         (pack_.operations[entry_.operation].does == pack::Does::List ||
                          pack_.operations[entry_.operation].does == pack::Does::Search);
    if (is_list) {
        const pack::Operation& operation = pack_.operations[entry_.operation];
        outside.resource = &pack_.resources[operation.resource];
        if (account_.loose.empty()) outside.shape = &lists_of(pack_, operation).envelope;
    }
    const bool is_container = body.is_array() || body.is_object();
    if (!is_container || body.size() != 0) visit(body, {}, outside);
    for (const Loose& loose : account_.loose) {
        if (!loose.reply.is_null()) explode(loose.reply, loose.path, loose);
    }
    return std::move(fields_);
}

void Walk::visit(const json::Value& value, const std::string& path, const Outside& outside) {
    if (const auto part = parts_.find(path); part != parts_.end()) {
        visit_part(value, path, *part->second, {}, pack::kNone);
        return;
    }
    if (const auto loose = loose_.find(path); loose != loose_.end()) {
        if (is_exogenous(loose->second->source)) {
            explode(value, path, *loose->second);
        } else {
            emit(&value, path, loose->second->source);
        }
        return;
    }
    if (!is_leaf(value)) {
        each_inside(value, [&](std::string_view name, const json::Value& inner) {
            Outside inside = outside;
            inside.shape = member_of(outside.shape, outside.resource, name);
            visit(inner, below(path, name), inside);
        });
        return;
    }
    if (entry_.error != pack::kNone) {
        const std::size_t dot = path.rfind('.');
        const std::string_view name = dot == std::string::npos
                                          ? std::string_view(path)
                                          : std::string_view(path).substr(dot + 1);
        emit(&value, path, source_of_error(pack_, entry_.error, name));
        return;
    }
    emit(&value, path, source_of(outside.shape, outside.rest));
}

// `own` is the path within the part's object; elements of lists count as `*`.
void Walk::visit_part(const json::Value& value, const std::string& path, const ShownPart& part,
                      const std::string& own, pack::Index fallback) {
    if (!own.empty()) {
        const auto inner = parts_.find(path);
        if (inner != parts_.end() && inner->second != &part) {
            visit_part(value, path, *inner->second, {}, pack::kNone);
            return;
        }
    }
    const pack::Resource& resource = pack_.resources[part.object->resource];
    pack::Index exact = pack::kNone;
    bool more_below = own.empty();
    for (pack::Index i = 0; i < resource.fields.size(); ++i) {
        const pack::Field& field = resource.fields[i];
        if (field.hidden || !resource.views[part.view].shows[i]) continue;
        if (field.path == own) exact = i;
        if (field.path.size() > own.size() && field.path[own.size()] == '.' &&
            field.path.starts_with(own) && (!field.has_star() || part.object->has(i)))
            more_below = true;
    }
    if (exact != pack::kNone) {
        const pack::Field& field = resource.fields[exact];
        if (field.children) {
            visit_children(value, path, *field.children);
            return;
        }
        fallback = exact;
    }
    if (more_below && !is_leaf(value)) {
        each_inside(value, [&](std::string_view name, const json::Value& inner) {
            visit_part(inner, below(path, name), part,
                       below(own, value.is_array() ? std::string_view("*") : name), fallback);
        });
        return;
    }
    if (fallback != pack::kNone) {
        if (resource.fields[fallback].from == pack::From::Exogenous) {
            explode(value, path, part, own, fallback);
        } else {
            emit_field(&value, path, part, fallback, own);
        }
        return;
    }
    if (own.empty()) return;  // an object that shows nothing
    // No field: the view adds it.
    const pack::Template* shape = &resource.views[part.view].add;
    std::string_view rest = own;
    while (shape != nullptr && !rest.empty()) {
        const std::size_t dot = rest.find('.');
        shape = member_of(shape, &resource, rest.substr(0, dot));
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    emit(&value, path, source_of(shape, Source::Derived));
}

void Walk::visit_children(const json::Value& value, const std::string& path,
                          const pack::Children& children) {
    Outside inside;
    inside.rest = Source::Aggregate;
    if (children.show == pack::Children::Show::Ids || is_leaf(value)) {
        emit(&value, path, Source::Aggregate);
        return;
    }
    inside.resource = &pack_.resources[children.of];
    if (children.show == pack::Children::Show::List)
        inside.shape = &lists_of(pack_, *inside.resource).envelope;
    each_inside(value, [&](std::string_view name, const json::Value& inner) {
        Outside member = inside;
        member.shape = member_of(inside.shape, inside.resource, name);
        visit(inner, below(path, name), member);
    });
}

void Walk::explode(const json::Value& value, const std::string& path, const ShownPart& part,
                   const std::string& own, pack::Index field) {
    if (!value.is_object() || value.size() == 0) {
        emit_field(&value, path, part, field, own);
        return;
    }
    for (const json::Member& member : value.members()) {
        const std::string name = escaped(member.key());
        explode(member.value, below(path, name), part, below(own, name), field);
    }
}

// The same for a value that belongs to no object: each call binds its own.
void Walk::explode(const json::Value& value, const std::string& path, const Loose& loose) {
    if (value.is_object() && value.size() != 0) {
        for (const json::Member& member : value.members()) {
            explode(member.value, below(path, escaped(member.key())), loose);
        }
        return;
    }
    TraceField out;
    out.path = path;
    out.value = &value;
    out.exogenous = true;
    Said said = said_of(loose.parts, loose.by, path);
    out.source = source_by(said.by);
    out.by = std::move(said.by);
    out.lost = std::move(said.lost);
    out.bound_by = "trc_" + std::to_string(replayed_ ? entry_.replay_of : entry_.number);
    json::Value match = json::Value::object();
    match.append("operation",
                 account_.named.empty() ? pack_.operations[entry_.operation].name : account_.named);
    if (!entry_.credential_id.is_null()) match.append("credential_id", entry_.credential_id);
    if (!entry_.source_id.is_null()) match.append("source_id", entry_.source_id);
    out.pin = json::Value::object({{"match", std::move(match)}, {"field", path}});
    fields_.push_back(std::move(out));
}

void Walk::emit(const json::Value* value, std::string path, Source source) {
    TraceField out;
    out.path = std::move(path);
    out.value = value;
    out.source = replayed_ && !is_exogenous(source) ? Source::State : source;
    out.exogenous = is_exogenous(source);
    fields_.push_back(std::move(out));
}

void Walk::emit_field(const json::Value* value, std::string path, const ShownPart& part,
                      pack::Index index, const std::string& own) {
    const Object& object = *part.object;
    const pack::Resource& resource = pack_.resources[object.resource];
    const pack::Field& field = resource.fields[index];
    TraceField out;
    out.path = std::move(path);
    out.value = value;
    out.exogenous = field.from == pack::From::Exogenous;
    switch (field.from) {
        case pack::From::Constant: out.source = Source::Constant; break;
        case pack::From::Derived: out.source = Source::Derived; break;
        case pack::From::Aggregate:
        case pack::From::Children: out.source = Source::Aggregate; break;
        default: fill_stored(out, object, field, index, own);
    }
    if (!out.exogenous) out.set_by = set_by_of(pack_, resource, field);
    if (replayed_ && !out.exogenous && out.source != Source::State) {
        out.origin = out.source == Source::Derived ? std::string_view("derived")
                                                   : std::string_view("constant");
        if (out.source == Source::Aggregate) out.origin = {};
        out.source = Source::State;
    }
    fields_.push_back(std::move(out));
}

void Walk::fill_stored(TraceField& out, const Object& object, const pack::Field& field,
                       pack::Index index, const std::string& own) const {
    Origin origin = object.origins[index];
    const bool is_id = index == pack_.resources[object.resource].id_field;
    if (is_id && origin == Origin::Absent) origin = Origin::Id;
    const std::uint64_t set_at = object.set_at.empty() ? object.set_by : object.set_at[index];
    if (out.exogenous) {
        const Bound* bound = nullptr;
        for (const Bound& known : object.bound)
            if (known.field == index) bound = &known;
        const std::string& place = own.empty() ? field.path : own;
        if (bound != nullptr) {
            Said said = said_of(bound->parts, bound->by.view(), place);
            out.by = std::move(said.by);
            out.lost = std::move(said.lost);
            out.bound_by = bound->bound_by;
        }
        out.source = source_by(out.by);
        out.pin = pin_of(object, place);
        return;
    }
    if (origin == Origin::Lifecycle && set_at != 0) out.bound_by = "trc_" + std::to_string(set_at);
    const bool fresh = set_at == entry_.number && !replayed_;
    switch (origin) {
        case Origin::Absent:
            out.source = Source::Constant;  // nothing was ever set: null by declaration
            return;
        case Origin::Input: out.source = Source::Input; break;
        case Origin::Clock: out.source = Source::Clock; break;
        case Origin::Id: out.source = Source::Id; break;
        case Origin::Lifecycle: out.source = Source::Derived; break;
        case Origin::Seed: out.source = Source::State; break;
        default: out.source = Source::Constant; break;
    }
    if (fresh && origin != Origin::Seed) {
        if (origin == Origin::Lifecycle) out.origin = word_of(origin);
        return;
    }
    out.source = Source::State;
    out.origin = word_of(origin);
}

// The narrowest match that fits: the operation whose result it is, by its name from data where it
// has one, and who was meant by it.
json::Value Walk::pin_of(const Object& object, const std::string& field) const {
    json::Value match = json::Value::object();
    const Sought call = sought_of(object.started_by, pack_.resources[object.resource].name);
    match.append("operation", call.named.empty() ? call.operation : call.named);
    for (const std::string_view who : {"credential_id", "source_id"}) {
        const json::Value* id = object.started_by.find(who);
        if (id != nullptr && !id->is_null()) match.append(who, *id);
    }
    return json::Value::object({{"match", std::move(match)}, {"field", field}});
}

std::vector<TraceField> Walk::read_parts() {
    for (const ShownPart& part : account_.parts) {
        const pack::Resource& resource = pack_.resources[part.object->resource];
        for (pack::Index i = 0; i < resource.fields.size(); ++i) {
            const pack::Field& field = resource.fields[i];
            if (field.hidden || !resource.views[part.view].shows[i] || field.has_star()) continue;
            if (field.is_stored() && !part.object->has(i) && i != resource.id_field) continue;
            std::string path = below(part.path, field.path);
            if (parts_.contains(path)) continue;  // shown as an object
            emit_field(nullptr, std::move(path), part, i, field.path);
        }
    }
    return std::move(fields_);
}

}  // namespace

std::vector<TraceField> fields_of(const pack::Pack& pack, const Entry& entry, const Entry* first,
                                  const json::Value* body) {
    Walk walk(pack, entry, first);
    return body != nullptr ? walk.read(*body) : walk.read_parts();
}

}  // namespace understudy::world
