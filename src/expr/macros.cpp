// Macros: calls whose arguments are not values but names and bodies.
//
//     has(x.y)                       is the field there?
//     list.all(x, p)  .exists  .exists_one  .map(x, f)  .map(x, p, f)  .filter(x, p)
//     .all(i, x, p)  .exists(i, x, p)  .existsOne(i, x, p)  .transformList(i, x, f)
//     .transformMap(k, v, f)  .transformMapEntry(k, v, {k: f})
//     sum(list, x, f)  min  max  avg  and  count(list, x, p)
//     cel.bind(x, value, body)
#include <algorithm>

#include "expr/impl/parser.hpp"

namespace understudy::expr {

using base::Code;

namespace {

struct Loop {
    std::string_view name;
    std::size_t arguments;  // in the parentheses
    std::size_t variables;
    FoldKind kind;
    std::string_view form;
};

constexpr Loop kLoops[] = {
    {"all", 2, 1, FoldKind::All, "list.all(x, condition)"},
    {"all", 3, 2, FoldKind::All, "list.all(i, x, condition)"},
    {"exists", 2, 1, FoldKind::Exists, "list.exists(x, condition)"},
    {"exists", 3, 2, FoldKind::Exists, "list.exists(i, x, condition)"},
    {"exists_one", 2, 1, FoldKind::ExistsOne, "list.exists_one(x, condition)"},
    {"existsOne", 2, 1, FoldKind::ExistsOne, "list.existsOne(x, condition)"},
    {"existsOne", 3, 2, FoldKind::ExistsOne, "list.existsOne(i, x, condition)"},
    {"map", 2, 1, FoldKind::Map, "list.map(x, value)"},
    {"map", 3, 1, FoldKind::MapIf, "list.map(x, condition, value)"},
    {"filter", 2, 1, FoldKind::Filter, "list.filter(x, condition)"},
    {"transformList", 3, 2, FoldKind::Map, "list.transformList(i, x, value)"},
    {"transformList", 4, 2, FoldKind::MapIf, "list.transformList(i, x, condition, value)"},
    {"transformMap", 3, 2, FoldKind::TransformMap, "map.transformMap(k, v, value)"},
    {"transformMap", 4, 2, FoldKind::TransformMapIf, "map.transformMap(k, v, condition, value)"},
    {"transformMapEntry", 3, 2, FoldKind::TransformEntry,
     "map.transformMapEntry(k, v, {key: value})"},
    {"transformMapEntry", 4, 2, FoldKind::TransformEntryIf,
     "map.transformMapEntry(k, v, condition, {key: value})"},
};

std::optional<std::uint32_t> expand_loop(TreeBuilder& builder, const Written& call,
                                         std::uint32_t range,
                                         const std::vector<std::uint32_t>& arguments,
                                         const Loop& loop);

Expansion refuse(TreeBuilder& builder, const Written& call, std::string_view form) {
    builder.problem(Code::ExprMacro,
                    {{"macro", std::string(call.name)}, {"form", std::string(form)}}, call.at,
                    call.at_end);
    return Expansion::Failed;
}

Expansion done(std::optional<std::uint32_t> node, std::uint32_t& result) {
    if (!node) return Expansion::Failed;
    result = *node;
    return Expansion::Done;
}

Expansion expand_has(TreeBuilder& builder, const Written& call, std::uint32_t& result) {
    constexpr std::string_view kForm = "has(object.field)";
    if (call.arguments.size() != 1) return refuse(builder, call, kForm);
    const Node select = builder.node(call.arguments.front());
    if (select.op != Op::Select) return refuse(builder, call, kForm);
    Node node = select;
    node.op = Op::Has;
    node.begin = call.begin;
    node.end = call.end;
    return done(builder.add(node, {builder.tree().children[select.first]}), result);
}

Expansion expand_bind(TreeBuilder& builder, const Written& call, std::uint32_t& result) {
    constexpr std::string_view kForm = "cel.bind(name, value, expression)";
    if (call.arguments.size() != 3) return refuse(builder, call, kForm);
    const Node name = builder.node(call.arguments[0]);
    if (name.op != Op::Ident) return refuse(builder, call, kForm);
    Node node;
    node.op = Op::Bind;
    node.begin = call.begin;
    node.end = call.end;
    node.at = name.begin;
    node.at_end = name.end;
    node.variable = builder.text(std::string(builder.tree().texts[name.index]));
    return done(builder.add(node, {call.arguments[1], call.arguments[2]}), result);
}

std::optional<std::uint32_t> expand_loop(TreeBuilder& builder, const Written& call,
                                         std::uint32_t range,
                                         const std::vector<std::uint32_t>& arguments,
                                         const Loop& loop) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < loop.variables; ++i) {
        const Node& name = builder.node(arguments[i]);
        const bool fresh =
            name.op == Op::Ident &&
            std::find(names.begin(), names.end(), builder.tree().texts[name.index]) == names.end();
        if (!fresh) {
            refuse(builder, call, loop.form);
            return std::nullopt;
        }
        names.push_back(builder.tree().texts[name.index]);
    }
    Node node;
    node.op = Op::Fold;
    node.detail = static_cast<std::uint8_t>(loop.kind);
    node.begin = call.begin;
    node.end = call.end;
    node.at = call.at;
    node.at_end = call.at_end;
    node.variable = builder.text(names.front());
    if (loop.variables == 2) {
        node.flags |= kTwoVariables;
        builder.text(names.back());
    }
    std::vector<std::uint32_t> parts{range};
    parts.insert(parts.end(), arguments.begin() + static_cast<std::ptrdiff_t>(loop.variables),
                 arguments.end());
    return builder.add(node, parts);
}

// sum(list, x, f) is sum(list.map(x, f)); count(list, x, p) is count(list.filter(x, p)).
Expansion expand_aggregate(TreeBuilder& builder, const Written& call, std::uint32_t& result) {
    const bool counts = call.name == "count";
    const Loop loop{call.name, 2, 1, counts ? FoldKind::Filter : FoldKind::Map,
                    counts ? "count(list, x, condition)" : "sum(list, x, value)"};
    const std::optional<std::uint32_t> fold =
        expand_loop(builder, call, call.arguments[0], {call.arguments[1], call.arguments[2]}, loop);
    if (!fold) return Expansion::Failed;
    Node node;
    node.op = Op::Call;
    node.begin = call.begin;
    node.end = call.end;
    node.at = call.at;
    node.at_end = call.at_end;
    node.index = builder.text(call.name);
    return done(builder.add(node, {*fold}), result);
}

bool is_aggregate(std::string_view name) {
    return name == "sum" || name == "count" || name == "min" || name == "max" || name == "avg";
}

bool is_cel(TreeBuilder& builder, std::uint32_t index) {
    const Node& node = builder.node(index);
    return node.op == Op::Ident && builder.tree().texts[node.index] == "cel";
}

}  // namespace

Expansion expand_macro(TreeBuilder& builder, const Written& call, std::uint32_t& result) {
    if (!call.receiver) {
        if (call.name == "has") return expand_has(builder, call, result);
        if (call.arguments.size() == 3 && is_aggregate(call.name)) {
            return expand_aggregate(builder, call, result);
        }
        return Expansion::NotAMacro;
    }
    if (call.name == "bind" && is_cel(builder, *call.receiver)) {
        return expand_bind(builder, call, result);
    }
    const Loop* known = nullptr;
    for (const Loop& loop : kLoops) {
        if (loop.name != call.name) continue;
        known = &loop;
        if (loop.arguments != call.arguments.size()) continue;
        return done(expand_loop(builder, call, *call.receiver, call.arguments, loop), result);
    }
    return known == nullptr ? Expansion::NotAMacro : refuse(builder, call, known->form);
}

}  // namespace understudy::expr
