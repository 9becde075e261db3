// A JSON value that loses nothing: the text of every number, the order of keys, keys that occur
// twice.
//
// A Value is 16 bytes. Short strings and numbers (up to 14 bytes) live inside it; everything else
// is a shared, counted block that is copied only when one of several owners changes it. So copying
// a Value, or a document of a million, costs one increment, and a snapshot of state is a plain
// copy.
//
//     Value charge = Value::object({{"amount", 2000}, {"currency", "usd"}});
//     charge.find("amount")->to_int64();          // 2000
//     Value::number("10.50").number_text();       // "10.50"
//
// Reading one Value from several threads is safe; changing one is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/assert.hpp"
#include "base/decimal.hpp"

namespace understudy::json {

enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };

// "null", "boolean", "number", "string", "array", "object": the words of JSON Schema.
std::string_view name_of(Kind kind);

class Member;

class Value {
public:
    Value() noexcept : payload_{}, inline_size_(0), kind_(Kind::Null) {}
    Value(std::nullptr_t) noexcept : Value() {}
    Value(bool value) noexcept : payload_{value}, inline_size_(0), kind_(Kind::Bool) {}
    Value(int value) : Value(static_cast<std::int64_t>(value)) {}
    Value(std::int64_t value);
    Value(std::uint64_t value);
    Value(double value);  // shortest text; must be finite. 1.0 becomes `1.0`
    Value(std::string_view text);
    Value(const char* text) : Value(std::string_view(text)) {}
    Value(const std::string& text) : Value(std::string_view(text)) {}
    template <class T>
    Value(T*) = delete;  // any other pointer would become `true`

    static Value number(std::string_view text);  // must be a JSON number; see is_number_text
    static Value array() noexcept { return Value(Kind::Array); }
    static Value array(std::initializer_list<Value> items);
    static Value object() noexcept { return Value(Kind::Object); }
    static Value object(std::initializer_list<std::pair<std::string_view, Value>> members);

    // Most values are small and own nothing, so copying and letting go of those stays in line.
    Value(const Value& other) noexcept {
        take_bits(other);
        if (!is_plain()) share_block();
    }
    Value(Value&& other) noexcept {
        take_bits(other);
        other.become_null();
    }
    Value& operator=(const Value& other) noexcept {
        Value copy(other);
        swap(copy);
        return *this;
    }
    Value& operator=(Value&& other) noexcept {
        Value taken(std::move(other));
        swap(taken);
        return *this;
    }
    ~Value() {
        if (!is_plain()) release();
    }

    Kind kind() const noexcept { return kind_; }
    bool is_null() const noexcept { return kind_ == Kind::Null; }
    bool is_bool() const noexcept { return kind_ == Kind::Bool; }
    bool is_number() const noexcept { return kind_ == Kind::Number; }
    bool is_string() const noexcept { return kind_ == Kind::String; }
    bool is_array() const noexcept { return kind_ == Kind::Array; }
    bool is_object() const noexcept { return kind_ == Kind::Object; }

    // Scalars. Asking a value for what it is not is our own mistake (ASSERT).
    bool as_bool() const;
    std::string_view as_string() const {
        ASSERT(is_string(), "the value is a string");
        return payload();
    }

    // Numbers.
    std::string_view number_text() const {
        ASSERT(is_number(), "the value is a number");
        return payload();
    }
    bool is_integer_text() const;  // a number written without '.', 'e' or 'E'
    std::optional<std::int64_t> to_int64()
        const;                 // exact value, `1.0` and `1e3` included; else nothing
    double to_double() const;  // nearest; infinite if out of range
    base::Decimal to_decimal() const;

    // Arrays and objects: number of items or members. Zero for everything else.
    std::size_t size() const noexcept;
    // Makes room for that many items or members in all, where their number is known beforehand.
    void reserve(std::size_t count);

    // Arrays.
    std::span<const Value> items() const;
    const Value& operator[](std::size_t index) const;
    void push_back(Value item);
    std::span<Value> mutable_items();  // owned alone after this call
    void insert(std::size_t index, Value item);
    void erase(std::size_t index);

    // Objects. Repeated keys are all kept; `find` gives the last, as most readers of JSON would.
    std::span<const Member> members() const;
    const Value* find(std::string_view key) const noexcept;  // nullptr: not there, or not an object
    bool has(std::string_view key) const noexcept { return find(key) != nullptr; }
    Value* find_mutable(std::string_view key);
    Value& set(std::string_view key, Value value);   // replaces in place, or appends
    void append(std::string_view key, Value value);  // appends even if the key is there
    bool erase(std::string_view key);                // all occurrences
    bool has_repeated_keys() const;

    // Losslessly the same: kinds, number text, key order and repetition.
    friend bool operator==(const Value& a, const Value& b);

private:
    friend class Builder;  // impl/builder.hpp: makes arrays and objects without copying

    struct Text;
    struct Items;
    struct Members;

    // Where the block of a text (impl/blocks.hpp) has its size and its bytes.
    static constexpr std::size_t kTextSizeAt = 4, kTextAt = 8;

    static constexpr std::uint8_t kShared = 0xFF;  // inline_size_: the payload is a pointer

    explicit Value(Kind kind) noexcept : payload_{}, inline_size_(0), kind_(kind) {}
    Value(Kind kind, std::string_view text);

    // Has no block: everything it is lies in its own 16 bytes.
    bool is_plain() const noexcept { return kind_ < Kind::Array && inline_size_ != kShared; }
    void take_bits(const Value& other) noexcept {
        std::memcpy(static_cast<void*>(this), static_cast<const void*>(&other), sizeof *this);
    }
    void become_null() noexcept {
        inline_size_ = 0;
        kind_ = Kind::Null;
    }
    void swap(Value& other) noexcept {
        char bits[16];
        std::memcpy(bits, static_cast<const void*>(this), sizeof bits);
        take_bits(other);
        std::memcpy(static_cast<void*>(&other), bits, sizeof bits);
    }
    void share_block() const noexcept;
    void release() noexcept;
    std::string_view payload() const noexcept {
        if (inline_size_ != kShared) return {payload_, inline_size_};
        const char* text = nullptr;
        std::uint32_t size = 0;
        std::memcpy(&text, payload_, sizeof text);
        std::memcpy(&size, text + kTextSizeAt, sizeof size);
        return {text + kTextAt, size};
    }
    template <class Block>
    Block* block() const noexcept;
    Items& own_items(std::size_t extra);
    Members& own_members(std::size_t extra);

    alignas(8) char payload_[14];
    std::uint8_t inline_size_;
    Kind kind_;
};

static_assert(sizeof(Value) == 16);

class Member {
    Value key_;  // first: the parser moves key and value into place as one run of values

public:
    Member(Value key, Value content) : key_(std::move(key)), value(std::move(content)) {}
    std::string_view key() const { return key_.as_string(); }
    const Value& key_value() const { return key_; }  // the key as a string Value, sharing its text

    Value value;
};

// Equal as data: numbers by value (1.0 is 1), objects whatever their key order.
bool equivalent(const Value& a, const Value& b);

// A hash that agrees with `equivalent`.
std::uint64_t hash(const Value& value);

bool is_number_text(std::string_view text);

}  // namespace understudy::json
