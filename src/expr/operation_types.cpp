// Which operators take which types, and what comes out: one table.
#include "expr/impl/check.hpp"

namespace understudy::expr {

namespace {

using enum TypeKind;

struct Row {
    Op op;
    TypeKind a;
    TypeKind b;
    TypeKind result;
};

constexpr Row kRows[] = {
    {Op::Add, Int, Int, Int},
    {Op::Add, Double, Double, Double},
    {Op::Add, Decimal, Decimal, Decimal},
    {Op::Add, String, String, String},
    {Op::Add, List, List, List},
    {Op::Add, Timestamp, Duration, Timestamp},
    {Op::Add, Duration, Timestamp, Timestamp},
    {Op::Add, Duration, Duration, Duration},
    {Op::Subtract, Int, Int, Int},
    {Op::Subtract, Double, Double, Double},
    {Op::Subtract, Decimal, Decimal, Decimal},
    {Op::Subtract, Timestamp, Timestamp, Duration},
    {Op::Subtract, Timestamp, Duration, Timestamp},
    {Op::Subtract, Duration, Duration, Duration},
    {Op::Multiply, Int, Int, Int},
    {Op::Multiply, Double, Double, Double},
    {Op::Multiply, Decimal, Decimal, Decimal},
    {Op::Divide, Int, Int, Int},
    {Op::Divide, Double, Double, Double},
    {Op::Modulo, Int, Int, Int},
    // Ordering; the op stands for all four.
    {Op::Less, Number, Number, Bool},
    {Op::Less, Decimal, Decimal, Bool},
    {Op::Less, String, String, Bool},
    {Op::Less, Bool, Bool, Bool},
    {Op::Less, Timestamp, Timestamp, Bool},
    {Op::Less, Duration, Duration, Bool},
    {Op::In, Any, List, Bool},
    {Op::In, Any, Map, Bool},
};

bool is_number(TypeKind kind) {
    return kind == Int || kind == Double || kind == Number;
}

// Equality takes everything, but two types that can never be equal are a mistake of the author.
bool may_be_equal(const Type& a, const Type& b) {
    if (a.may_be_null() || b.may_be_null()) return true;
    if (a.kind() == Null || b.kind() == Null) return true;
    if (a.kind() == Reference || b.kind() == Reference) return true;
    if (is_number(a.kind()) && is_number(b.kind())) return true;
    return fits(a.kind(), b) || fits(b.kind(), a);
}

Type merge(const std::optional<Type>& so_far, TypeKind result) {
    if (!so_far || so_far->kind() == result) return Type::of(result);
    return is_number(so_far->kind()) && is_number(result) ? Type::number() : Type::any();
}

}  // namespace

bool fits(TypeKind wanted, const Type& given) {
    const TypeKind kind = given.kind();
    if (wanted == Any || kind == Any || kind == Reference || wanted == kind) return true;
    if (wanted == Number) return is_number(kind);
    if (kind == Number) return is_number(wanted);
    if (wanted == Map || wanted == TypeKind::Object) {
        return kind == Map || kind == TypeKind::Object;
    }
    return false;
}

std::optional<Type> type_of_operation(Op op, const Type& a, const Type& b) {
    if (op == Op::Equal || op == Op::NotEqual) {
        if (!may_be_equal(a, b)) return std::nullopt;
        return Type::boolean();
    }
    if (op == Op::LessEqual || op == Op::Greater || op == Op::GreaterEqual) op = Op::Less;
    std::optional<Type> result;
    for (const Row& row : kRows) {
        if (row.op != op || !fits(row.a, a) || !fits(row.b, b)) continue;
        result = merge(result, row.result);
    }
    return result;
}

}  // namespace understudy::expr
