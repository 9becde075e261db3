// Types as small values, and how they are named in errors.
#include "expr/type.hpp"

namespace understudy::expr {

std::string_view name_of(TypeKind kind) {
    switch (kind) {
        case TypeKind::Any: return "any";
        case TypeKind::Null: return "null";
        case TypeKind::Bool: return "bool";
        case TypeKind::Int: return "int";
        case TypeKind::Double: return "double";
        case TypeKind::Number: return "number";
        case TypeKind::String: return "string";
        case TypeKind::Octets: return "octets";
        case TypeKind::Timestamp: return "timestamp";
        case TypeKind::Duration: return "duration";
        case TypeKind::Decimal: return "decimal";
        case TypeKind::List: return "list";
        case TypeKind::Map: return "map";
        case TypeKind::Object: return "object";
        case TypeKind::Reference: return "reference";
    }
    return "any";
}

Type Type::list(const Type& item, std::uint32_t most) {
    Type type(TypeKind::List);
    type.item_kind_ = item.kind_;
    type.item_nullable_ = item.nullable_;
    type.item_most_ = item.most_;
    type.shape_ = item.kind_ == TypeKind::List ? nullptr : item.shape_;
    type.most_ = most;
    return type;
}

Type Type::object(const Shape& shape) {
    Type type(TypeKind::Object);
    type.shape_ = &shape;
    return type;
}

Type Type::reference(const Shape& shape) {
    Type type(TypeKind::Reference);
    type.shape_ = &shape;
    return type;
}

Type Type::or_null() const {
    Type type = *this;
    type.nullable_ = true;
    return type;
}

Type Type::sized(std::uint32_t most) const {
    Type type = *this;
    type.most_ = most;
    return type;
}

Type Type::item() const {
    if (kind_ != TypeKind::List) return any();
    Type type(item_kind_);
    type.nullable_ = item_nullable_;
    type.most_ = item_most_;
    if (item_kind_ == TypeKind::Object || item_kind_ == TypeKind::Reference) type.shape_ = shape_;
    return type;
}

std::string Type::to_text() const {
    if (kind_ == TypeKind::List && item_kind_ != TypeKind::Any) {
        return "list of " + item().to_text();
    }
    if (shape_ != nullptr && kind_ != TypeKind::List && !shape_->name.empty()) return shape_->name;
    return std::string(name_of(kind_));
}

const Field* Shape::find(std::string_view field) const {
    for (const Field& known : fields) {
        if (known.name == field) return &known;
    }
    return nullptr;
}

}  // namespace understudy::expr
