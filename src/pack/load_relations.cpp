// Fields that look at other objects (aggregates, children) or come from outside (exogenous).
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

// The field of another resource that `node` names; it must be there.
Index own_field(Loader& loader, const Node& node, Index resource, std::string_view what) {
    const auto path = loader.reader.text(node, what);
    if (!path) return kNone;
    return field_named(loader, node, resource, *path);
}

// `by` must be a reference to the object that asks.
void check_by(Loader& loader, const Node& node, Index resource, Index field, Index owner,
              const std::string& what) {
    if (field == kNone || resource == kNone || owner == kNone) return;
    const Field& by = loader.pack.resources[resource].fields[field];
    if (by.ref == owner) return;
    loader.reader.problem(code::WrongKind,
                          {{"what", what + ".by"},
                           {"expected", "a reference to " + loader.pack.resources[owner].name},
                           {"found", "the field " + by.path},
                           {"help", "give it `ref: " + loader.pack.resources[owner].name + "`"}},
                          node);
}

void read_aggregate(Loader& loader, Field& field, const Node& node) {
    Aggregate& aggregate = field.aggregate.emplace();
    const std::string what = "the field " + field.path;
    const Node over = node.member("over");
    if (!over) {
        loader.reader.problem_at_key(
            code::MissingKey, {{"what", what}, {"key", "over"}, {"help", "a resource"}}, node);
        return;
    }
    aggregate.over = resource_named(loader, over, what + ".over");
    constexpr std::string_view kFolds[] = {"sum", "count", "min", "max"};
    int folds = 0;
    for (std::size_t i = 0; i < std::size(kFolds); ++i) {
        const Node folded = node.member(kFolds[i]);
        if (!folded) continue;
        ++folds;
        aggregate.fold = static_cast<Fold>(i);
        aggregate.field = own_field(loader, folded, aggregate.over, what);
    }
    if (folds != 1) {
        loader.reader.problem_at_key(
            code::MissingKey,
            {{"what", what}, {"key", "one of sum, count, min, max"}, {"help", ""}}, node);
    }
    if (const Node by = node.member("by"))
        aggregate.by = own_field(loader, by, aggregate.over, what);
    if (const Node group = node.member("group")) {
        aggregate.group = own_field(loader, group, aggregate.over, what);
    }
}

void read_children(Loader& loader, Field& field, const Node& node) {
    Children& children = field.children.emplace();
    const std::string what = "the field " + field.path;
    const Node of = node.member("of");
    const Node by = node.member("by");
    for (const std::string_view key : {"of", "by"}) {
        if (node.member(key)) continue;
        loader.reader.problem_at_key(
            code::MissingKey, {{"what", what}, {"key", std::string(key)}, {"help", ""}}, node);
    }
    if (of) children.of = resource_named(loader, of, what + ".of");
    if (by) children.by = own_field(loader, by, children.of, what);
    if (const auto show =
            loader.reader.word(node.member("show"), what + ".show", {"list", "array", "ids"})) {
        children.show = static_cast<Children::Show>(*show);
    }
    children.limit = static_cast<std::size_t>(
        loader.reader.whole(node.member("limit"), what + ".limit", 0, 1'000).value_or(0));
    if (const Node input = node.member("input")) {
        children.input_creates = loader.reader.word(input, what + ".input", {"create"}).has_value();
    }
    if (!children.input_creates) field.param.clear();
}

// Kept up to date at each write of `it`, so it may look at nothing else.
void check_own(Loader& loader, const Node& node, const Expression& where, Index over) {
    for (const std::string& path : where.paths_read()) {
        if (!path.starts_with("it.")) continue;
        for (const Field& field : loader.pack.resources[over].fields) {
            if (field.ref == kNone || !path.starts_with("it." + field.path + ".")) continue;
            loader.reader.problem(code::WrongKind,
                                  {{"what", "where"},
                                   {"expected", "a condition over fields of `it` alone"},
                                   {"found", path},
                                   {"help", "aggregates are kept at each write of one object"}},
                                  node);
        }
    }
}

}  // namespace

void read_relation(Loader& loader, Field& field, const Node& node, const FieldOwner& /*owner*/) {
    if (field.from == From::Aggregate) read_aggregate(loader, field, node);
    if (field.from == From::Children) read_children(loader, field, node);
}

// The expressions of an aggregate, once every resource has its shape.
void read_folding(Loader& loader, Field& field, const Node& node, const FieldOwner& owner) {
    if (field.children) {
        check_by(loader, node.member("by"), field.children->of, field.children->by, owner.resource,
                 "the field " + field.path);
        return;
    }
    Aggregate& aggregate = *field.aggregate;
    if (aggregate.over == kNone) return;
    const std::string what = "the field " + field.path;
    Place place = pack_place(loader);
    place.with(Name::It, expr::Type::object(*loader.resource_shapes[aggregate.over]));
    place.is_pure = true;
    aggregate.where = read_condition(loader, node.member("where"), place, what + ".where");
    if (aggregate.where) check_own(loader, node.member("where"), *aggregate.where, aggregate.over);
    check_by(loader, node.member("by"), aggregate.over, aggregate.by, owner.resource, what);
    if (const Node show = node.member("show")) {
        expr::Shape& shape = loader.new_shape("group", false);
        shape.fields = {{"key", expr::Type::any()}, {"value", expr::Type::any()}};
        place.with(Name::It, expr::Type::object(shape));
        aggregate.show = read_template(loader, show, place, what + ".show");
    }
}

std::optional<MoveRef> read_move_ref(Loader& loader, const Node& node, Index resource) {
    const auto text = loader.reader.text(node, "a move");
    if (!text || resource == kNone) return std::nullopt;
    const Resource& owner = loader.pack.resources[resource];
    const std::size_t dot = text->find('.');
    const std::string name = text->substr(0, dot);
    MoveRef ref;
    ref.move = owner.lifecycle ? owner.lifecycle->find_move(name) : kNone;
    if (ref.move == kNone) {
        std::vector<std::string> known;
        if (owner.lifecycle) {
            for (const Move& move : owner.lifecycle->moves) known.push_back(move.name);
        }
        loader.reader.unknown_name(node, "move of " + owner.name, name, known);
        return std::nullopt;
    }
    if (dot == std::string::npos) return ref;
    ref.arm = arm_named(loader, node, resource, ref.move, text->substr(dot + 1));
    if (ref.arm == kNone) return std::nullopt;
    return ref;
}

void read_exogenous(Loader& loader, Field& field, const Node& node, const FieldOwner& owner) {
    for (const Node& each : loader.reader.list(node.member("binds"))) {
        if (auto ref = read_move_ref(loader, each, owner.resource)) field.binds.push_back(*ref);
    }
    if (const Node before = node.member("before")) field.before = *before.value;
    field.empty = loader.reader.flag(node.member("empty"), "empty").value_or(false);
    field.unique = loader.reader.flag(node.member("unique"), "unique").value_or(false);
    if (!node.member("schema") && !node.member("schema_from")) {
        loader.reader.problem_at_key(code::NoSchema, {{"field", field.path}}, node);
    }
}

}  // namespace understudy::pack
