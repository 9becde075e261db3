// Types and scopes as plain values.
#include "expr/type.hpp"

#include <gtest/gtest.h>

#include "expr/impl/check.hpp"
#include "expr/scope.hpp"

namespace understudy::expr {
namespace {

TEST(Type, SaysItsName) {
    Shape charge{.name = "charge", .fields = {Field{"amount", Type::integer()}}};
    EXPECT_EQ(name_of(TypeKind::Timestamp), "timestamp");
    EXPECT_EQ(Type::any().to_text(), "any");
    EXPECT_EQ(Type::object(charge).to_text(), "charge");
    EXPECT_EQ(Type::reference(charge).to_text(), "charge");
    EXPECT_EQ(Type::list(Type::string()).to_text(), "list of string");
    EXPECT_EQ(Type::list(Type::any()).to_text(), "list");
    EXPECT_EQ(charge.find("amount")->type.kind(), TypeKind::Int);
    EXPECT_EQ(charge.find("amuont"), nullptr);
}

TEST(Type, ListsRememberTheirItems) {
    const Shape charge{.name = "charge"};
    const Type list = Type::list(Type::object(charge).or_null(), 7);
    EXPECT_EQ(list.most(), 7U);
    EXPECT_EQ(list.item().shape(), &charge);
    EXPECT_TRUE(list.item().may_be_null());
    EXPECT_EQ(Type::list(Type::list(Type::string())).item().kind(), TypeKind::List);
    EXPECT_EQ(Type::string(5).sized(9).most(), 9U);
    EXPECT_EQ(Type::integer().item().kind(), TypeKind::Any);
}

TEST(Type, FitsOnlyWhereItCan) {
    EXPECT_TRUE(fits(TypeKind::Int, Type::any()));
    EXPECT_TRUE(fits(TypeKind::Int, Type::number()));
    EXPECT_TRUE(fits(TypeKind::Number, Type::real()));
    EXPECT_TRUE(fits(TypeKind::String, Type::string().or_null()));
    EXPECT_FALSE(fits(TypeKind::Int, Type::string()));
    EXPECT_FALSE(fits(TypeKind::String, Type::null()));
    EXPECT_FALSE(fits(TypeKind::Duration, Type::timestamp()));
    EXPECT_EQ(type_of_operation(Op::Subtract, Type::timestamp(), Type::timestamp())->kind(),
              TypeKind::Duration);
    EXPECT_FALSE(type_of_operation(Op::Add, Type::boolean(), Type::boolean()).has_value());
}

TEST(Scope, ANameKeepsItsSlot) {
    Scope scope;
    const Slot self = scope.add("self");
    const Slot now = scope.add("now", Type::timestamp());
    EXPECT_NE(self, now);
    EXPECT_EQ(scope.add("self", Type::map()), self);
    EXPECT_EQ(scope.type(self).kind(), TypeKind::Map);
    EXPECT_EQ(scope.find("now"), now);
    EXPECT_EQ(scope.find("old"), std::nullopt);
    EXPECT_EQ(scope.names().size(), 2U);
    scope.add_function(HostFunction{.name = "lookup"});
    EXPECT_EQ(scope.functions().front().name, "lookup");
}

}  // namespace
}  // namespace understudy::expr
