// What the checker knows about a value before it is there.
//
// Types are gradual: `Type::any()` is checked when it is evaluated, everything else when it is
// compiled. A Type is small and copied freely; the Shape of an object stays with whoever described
// it (usually made from a schema) and must live until `compile` has returned.
//
//     Shape charge{.name = "charge"};
//     charge.fields = {{"amount", Type::integer()}, {"note", Type::string().or_null()}};
//     Type list = Type::list(Type::object(charge), 100);     // at most 100 of them
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::expr {

enum class TypeKind : std::uint8_t {
    Any,  // not known: "dyn" in CEL
    Null,
    Bool,
    Int,
    Double,
    Number,  // int or double: JSON Schema's "number"
    String,
    Octets,  // between hashing and encoding functions only
    Timestamp,
    Duration,
    Decimal,
    List,
    Map,        // keys not known
    Object,     // fields known: a Shape
    Reference,  // an id in the data, the object of a Shape in expressions
};
std::string_view name_of(TypeKind kind);  // "int", "timestamp", ...

struct Shape;

class Type {
public:
    Type() = default;  // any

    static Type any() { return Type(TypeKind::Any); }
    static Type null() { return Type(TypeKind::Null); }
    static Type boolean() { return Type(TypeKind::Bool); }
    static Type integer() { return Type(TypeKind::Int); }
    static Type real() { return Type(TypeKind::Double); }
    static Type number() { return Type(TypeKind::Number); }
    // `most` is the largest size (bytes, items, members) to reckon with; 0: the limits' assumption.
    static Type string(std::uint32_t most = 0) { return Type(TypeKind::String).sized(most); }
    // Data of these types may be JSON text (RFC 3339; "90s"; "10.50") or, for a timestamp, an
    // integer of epoch seconds: it is read as such when the type is declared.
    static Type timestamp() { return Type(TypeKind::Timestamp); }
    static Type duration() { return Type(TypeKind::Duration); }
    static Type decimal() { return Type(TypeKind::Decimal); }
    static Type list(const Type& item, std::uint32_t most = 0);
    static Type map(std::uint32_t most = 0) { return Type(TypeKind::Map).sized(most); }
    static Type object(const Shape& shape);
    // Reading a field follows the id through Env's Objects; a null reference gives null.
    static Type reference(const Shape& shape);
    static Type of(TypeKind kind) { return Type(kind); }

    Type or_null() const;  // the same, but null may be there too
    Type sized(std::uint32_t most) const;

    TypeKind kind() const { return kind_; }
    bool may_be_null() const { return nullable_ || kind_ == TypeKind::Any; }
    std::uint32_t most() const { return most_; }
    const Shape* shape() const { return shape_; }
    Type item() const;  // of a list; any if not known

    std::string to_text() const;  // "list of charge"

private:
    explicit Type(TypeKind kind) : kind_(kind) {}

    TypeKind kind_ = TypeKind::Any;
    bool nullable_ = false;
    TypeKind item_kind_ = TypeKind::Any;  // a list of lists forgets the inner type
    bool item_nullable_ = true;
    std::uint32_t most_ = 0;
    std::uint32_t item_most_ = 0;
    const Shape* shape_ = nullptr;  // of the object, or of the list's items
};

struct Field {
    std::string name;
    Type type;
};

struct Shape {
    std::string name = {};  // "charge"; for a reference, what Env's Objects::follow is asked for
    std::vector<Field> fields = {};
    bool open = false;             // fields that are not listed may be there too
    bool missing_is_null = false;  // a listed field that is not there reads as null (has() tells)

    const Field* find(std::string_view field) const;
};

}  // namespace understudy::expr
