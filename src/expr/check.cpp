// Walks a parsed tree once: names become slots, fields and operators are checked, and everything
// that cannot work is reported, all of it at once. Calls are in check_calls.cpp.
#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "expr/impl/checker.hpp"
#include "expr/impl/machine.hpp"

namespace understudy::expr {

using base::Code;

namespace {

constexpr std::uint8_t kMaxFollows = 4;

}  // namespace

Types check(Tree& tree, const Scope& scope, Checks checks, std::vector<base::Error>& problems) {
    return Checker(tree, scope, checks, problems).run();
}

Types Checker::run() {
    tree_.names = scope_.names();
    tree_.hosts = scope_.functions();
    visit(tree_.root);
    return std::move(types_);
}

// `inner`: part of a longer path, `self` in `self.amount`.
Type Checker::visit(std::uint32_t index, bool inner) {
    const Type type = find_type(index);
    Node& node = tree_.nodes[index];
    const bool path = node.op == Op::Name || node.op == Op::Local || node.op == Op::Select ||
                      node.op == Op::Index;
    if (path && !inner) node.flags |= kOutermost;
    if (path || node.op == Op::Host) {
        const TypeKind kind = type.kind();
        if (kind == TypeKind::Timestamp || kind == TypeKind::Duration ||
            kind == TypeKind::Decimal) {
            node.read_as = kind;
        }
    }
    types_[index] = type;
    return type;
}

Type Checker::visit_child(std::uint32_t index, std::size_t i, bool inner) {
    return visit(tree_.children[tree_.nodes[index].first + i], inner);
}

Type Checker::find_type(std::uint32_t index) {
    switch (tree_.nodes[index].op) {
        case Op::Literal: return literal(index);
        case Op::Ident: return name(index);
        case Op::Select:
        case Op::Has: return select(index);
        case Op::Index: return subscript(index);
        case Op::List: return list(index);
        case Op::Map: return map(index);
        case Op::Not:
        case Op::Negate: return prefix(index);
        case Op::And:
        case Op::Or: return logic(index);
        case Op::Conditional: return conditional(index);
        case Op::Call: return call(index);
        case Op::Fold: return fold(index);
        case Op::Bind: return bind(index);
        case Op::Absent:
        case Op::Name:
        case Op::Local:
        case Op::Host: return Type::any();
        default: return operation(index);
    }
}

Type Checker::literal(std::uint32_t index) const {
    const Datum& datum = tree_.literals[tree_.nodes[index].index];
    switch (datum.kind) {
        case Kind::Bool: return Type::boolean();
        case Kind::Int: return Type::integer();
        case Kind::Double: return Type::real();
        case Kind::String: return Type::string(static_cast<std::uint32_t>(datum.size));
        default: return Type::null();
    }
}

Type Checker::name(std::uint32_t index) {
    Node& node = tree_.nodes[index];
    const std::string& text = tree_.texts[node.index];
    for (std::size_t i = variables_.size(); i-- > 0;) {
        if (variables_[i].name != text) continue;
        node.op = Op::Local;
        node.index = static_cast<std::uint32_t>(i);
        return variables_[i].type;
    }
    if (const std::optional<Slot> slot = scope_.find(text)) {
        node.op = Op::Name;
        node.index = *slot;
        return scope_.type(*slot);
    }
    unknown_name(node, text);
    return Type::any();
}

void Checker::unknown_name(const Node& node, const std::string& text) {
    if (checks_ == Checks::Late) return;
    std::vector<std::string> known = scope_.names();
    std::erase(known, "");  // skipped slots
    for (const Variable& variable : variables_) known.push_back(variable.name);
    std::string help = known.empty() ? "there are no names here; a text needs quotes of its own"
                                     : "names here: " + base::join(known, ", ") +
                                           "; a text needs quotes of its own";
    note(node, Code::ExprUnknownName,
         {{"name", text}, {"nearest", base::nearest(text, known)}, {"help", help}});
}

Type Checker::select(std::uint32_t index) {
    const Type base = visit_child(index, 0, true);
    Node& node = tree_.nodes[index];
    const std::uint32_t child = tree_.children[node.first];
    follows_[index] = follows_[child];
    const bool has = node.op == Op::Has;
    if (base.kind() == TypeKind::Reference) follow(index, base);
    if (base.shape() == nullptr || base.kind() == TypeKind::List) {
        const bool possible = fits(TypeKind::Map, base) || checks_ == Checks::Late;
        if (!possible) no_field(node, base);
        return has ? Type::boolean() : Type::any();
    }
    const std::string& field = tree_.texts[node.index];
    const Field* known = base.shape()->find(field);
    if (known == nullptr && !base.shape()->open) unknown_field(node, base);
    if (known != nullptr && base.shape()->missing_is_null) node.flags |= kMissingIsNull;
    if (has) return Type::boolean();
    if (known == nullptr) return Type::any();
    const bool may_be_null = base.kind() == TypeKind::Reference || base.shape()->missing_is_null;
    return may_be_null ? known->type.or_null() : known->type;
}

void Checker::follow(std::uint32_t index, const Type& base) {
    tree_.texts.push_back(base.shape()->name);
    Node& node = tree_.nodes[index];
    node.flags |= kFollow;
    node.variable = static_cast<std::uint32_t>(tree_.texts.size() - 1);
    if (++follows_[index] != kMaxFollows + 1) return;
    note(node, Code::ExprReferenceDepth,
         {{"count", std::to_string(follows_[index])}, {"limit", std::to_string(kMaxFollows)}});
}

void Checker::no_field(const Node& node, const Type& base) {
    std::string help;
    if (base.kind() == TypeKind::List) {
        help = "name one item, list[0], or go over all: list.map(x, x." + tree_.texts[node.index] +
               ")";
    }
    note(node, Code::ExprUnknownField,
         {{"type", base.to_text()}, {"field", tree_.texts[node.index]}, {"help", help}});
}

void Checker::unknown_field(const Node& node, const Type& base) {
    std::vector<std::string> known;
    for (const Field& field : base.shape()->fields) known.push_back(field.name);
    const std::string& field = tree_.texts[node.index];
    std::string help;
    if (known.size() <= 12) help = "fields: " + base::join(known, ", ");
    note(node, Code::ExprUnknownField,
         {{"type", base.to_text()},
          {"field", field},
          {"nearest", base::nearest(field, known)},
          {"help", help}});
}

Type Checker::subscript(std::uint32_t index) {
    const Type base = visit_child(index, 0, true);
    const Type key = visit_child(index, 1);
    const Node& node = tree_.nodes[index];
    follows_[index] = follows_[tree_.children[node.first]];
    const bool list = fits(TypeKind::List, base) && fits(TypeKind::Number, key);
    const bool key_fits =
        fits(TypeKind::String, key) || fits(TypeKind::Number, key) || fits(TypeKind::Bool, key);
    if (!list && !(fits(TypeKind::Map, base) && key_fits)) refuse(node, "[]", {base, key});
    return base.item();
}

Type Checker::list(std::uint32_t index) {
    const std::uint32_t count = tree_.nodes[index].count;
    std::optional<Type> common;
    bool mixed = false;
    for (std::size_t i = 0; i < count; ++i) {
        const Type item = visit_child(index, i);
        if (!common) common = item;
        if (common->kind() != item.kind() || common->shape() != item.shape()) mixed = true;
        if (item.most() > common->most()) common = common->sized(item.most());
        if (item.may_be_null()) common = common->or_null();
    }
    return Type::list(common && !mixed ? *common : Type::any(), std::max(count, 1U));
}

Type Checker::map(std::uint32_t index) {
    const std::uint32_t count = tree_.nodes[index].count;
    for (std::size_t i = 0; i < count; ++i) {
        const Type part = visit_child(index, i);
        if (i % 2 == 1) continue;
        const bool fine =
            fits(TypeKind::String, part) || fits(TypeKind::Int, part) || fits(TypeKind::Bool, part);
        if (fine || checks_ == Checks::Late) continue;
        note(tree_.child(tree_.nodes[index], i), Code::ExprKeyType, {{"type", part.to_text()}});
    }
    return Type::map(std::max(count / 2, 1U));
}

Type Checker::prefix(std::uint32_t index) {
    const Type operand = visit_child(index, 0);
    const Node& node = tree_.nodes[index];
    if (node.op == Op::Not) {
        if (!fits(TypeKind::Bool, operand)) refuse(node, "!", {operand});
        return Type::boolean();
    }
    for (const TypeKind kind :
         {TypeKind::Int, TypeKind::Double, TypeKind::Duration, TypeKind::Decimal}) {
        if (fits(kind, operand)) return operand;
    }
    refuse(node, "-", {operand});
    return Type::any();
}

Type Checker::logic(std::uint32_t index) {
    const std::uint32_t count = tree_.nodes[index].count;
    const std::string what = "an operand of " + std::string(symbol_of(tree_.nodes[index].op));
    for (std::size_t i = 0; i < count; ++i) want_bool(index, i, visit_child(index, i), what);
    return Type::boolean();
}

void Checker::want_bool(std::uint32_t index, std::size_t i, const Type& type,
                        std::string_view what) {
    if (fits(TypeKind::Bool, type) || checks_ == Checks::Late) return;
    std::string help;
    if (type.kind() == TypeKind::String) help = "compare it: ... != \"\"";
    if (type.kind() == TypeKind::Int) help = "compare it: ... != 0";
    const Node& node = tree_.child(tree_.nodes[index], i);
    problems_.push_back({Code::ExprCondition,
                         {{"what", std::string(what)}, {"type", type.to_text()}, {"help", help}},
                         place(tree_, node.begin, node.end),
                         {}});
}

Type Checker::conditional(std::uint32_t index) {
    want_bool(index, 0, visit_child(index, 0), "the condition");
    const Type yes = visit_child(index, 1);
    const Type no = visit_child(index, 2);
    if (yes.kind() == TypeKind::Null && no.kind() != TypeKind::Null) return no.or_null();
    if (no.kind() == TypeKind::Null) return yes.or_null();
    const std::uint32_t most = std::max(yes.most(), no.most());
    if (yes.kind() != no.kind() || yes.shape() != no.shape()) {
        const bool numbers = fits(TypeKind::Number, yes) && fits(TypeKind::Number, no) &&
                             yes.kind() != TypeKind::Any && no.kind() != TypeKind::Any;
        return numbers ? Type::number() : Type::any();
    }
    const Type type = yes.most() == 0 || no.most() == 0 ? yes.sized(0) : yes.sized(most);
    return no.may_be_null() ? type.or_null() : type;
}

Type Checker::operation(std::uint32_t index) {
    const Type a = visit_child(index, 0);
    const Type b = visit_child(index, 1);
    const Node& node = tree_.nodes[index];
    const std::optional<Type> type = type_of_operation(node.op, a, b);
    if (!type) {
        refuse(node, symbol_of(node.op), {a, b});
        return Type::any();
    }
    if (type->kind() == TypeKind::List && a.kind() == TypeKind::List &&
        a.item().kind() == b.item().kind()) {
        return Type::list(a.item(), a.most() > 0 && b.most() > 0 ? a.most() + b.most() : 0);
    }
    return *type;
}

Type Checker::fold(std::uint32_t index) {
    const Type range = visit_child(index, 0);
    const Node node = tree_.nodes[index];
    const std::string_view macro =
        std::string_view(tree_.text).substr(node.at, node.at_end - node.at);
    if (!fits(TypeKind::List, range) && !fits(TypeKind::Map, range)) {
        refuse(node, macro, {range});
    }
    const bool two = (node.flags & kTwoVariables) != 0;
    const bool of_list = range.kind() == TypeKind::List;
    const Type item = of_list ? range.item() : Type::any();
    const auto kind = static_cast<FoldKind>(node.detail);
    if (!push(node, two ? (of_list ? Type::integer() : Type::any()) : item)) return Type::any();
    tree_.nodes[index].index = static_cast<std::uint32_t>(variables_.size() - 1);
    if (two && !push(node, item, 1)) return Type::any();

    const bool bare =
        kind == FoldKind::Map || kind == FoldKind::TransformMap || kind == FoldKind::TransformEntry;
    const Type first = visit_child(index, 1);
    if (!bare) want_bool(index, 1, first, "the condition of " + std::string(macro));
    const Type body = node.count > 2 ? visit_child(index, 2) : first;
    variables_.resize(variables_.size() - (two ? 2 : 1));

    switch (kind) {
        case FoldKind::All:
        case FoldKind::Exists:
        case FoldKind::ExistsOne: return Type::boolean();
        case FoldKind::Filter: return of_list ? range : Type::list(Type::any(), range.most());
        case FoldKind::Map:
        case FoldKind::MapIf: return Type::list(body, range.most());
        default: return Type::map(range.most());
    }
}

Type Checker::bind(std::uint32_t index) {
    const Type value = visit_child(index, 0);
    const Node node = tree_.nodes[index];
    if (!push(node, value)) return Type::any();
    tree_.nodes[index].index = static_cast<std::uint32_t>(variables_.size() - 1);
    const Type body = visit_child(index, 1);
    variables_.pop_back();
    return body;
}

bool Checker::push(const Node& node, const Type& type, std::uint32_t which) {
    if (variables_.size() >= kMaxLocals) {
        note(node, Code::ExprTooDeep, {{"limit", std::to_string(kMaxLocals)}});
        return false;
    }
    variables_.push_back({tree_.texts[node.variable + which], type});
    return true;
}

void Checker::note(const Node& node, Code code, std::vector<base::Arg> args) {
    problems_.push_back({code, std::move(args), place(tree_, node.at, node.at_end), {}});
}

void Checker::refuse(const Node& node, std::string_view function, const std::vector<Type>& types,
                     const std::string& forms) {
    if (checks_ == Checks::Late) return;
    std::string text;
    bool decimal = false;
    for (const Type& type : types) {
        if (!text.empty()) text += ", ";
        text += type.to_text();
        decimal = decimal || type.kind() == TypeKind::Decimal;
    }
    std::string help;
    if (!forms.empty()) help = "it takes " + forms;
    if (forms.empty() && decimal) help = "decimals mix with decimals only: decimal(\"...\")";
    note(node, Code::ExprType,
         {{"function", std::string(function)}, {"types", text}, {"help", help}});
}

}  // namespace understudy::expr
