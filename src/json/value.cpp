// Value: making, sharing and changing. See value.hpp for the idea.
#include "json/value.hpp"

#include <charconv>
#include <cmath>
#include <cstring>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "json/impl/blocks.hpp"

namespace understudy::json {

std::string_view name_of(Kind kind) {
    constexpr std::string_view kNames[] = {"null",   "boolean", "number",
                                           "string", "array",   "object"};
    return kNames[static_cast<std::size_t>(kind)];
}

template <class Block>
Block* Value::block() const noexcept {
    Block* pointer = nullptr;
    std::memcpy(&pointer, payload_, sizeof pointer);
    return pointer;
}

namespace {

template <class Block>
void store(char* payload, Block* pointer) {
    std::memcpy(payload, &pointer, sizeof pointer);
}

template <class Block>
void drop(Block* block) {
    if (block == nullptr) return;  // an empty container has no block
    if (block->owners.load(std::memory_order_acquire) == 1 ||
        block->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        Block::destroy(block);
    }
}

template <class Block>
void share(Block* block) {
    if (block != nullptr) block->owners.fetch_add(1, std::memory_order_relaxed);
}

template <class Block>
bool is_shared(const Block* block) {
    return block->owners.load(std::memory_order_acquire) != 1;
}

constexpr std::size_t kFirstRoom = 4;  // of a container that grows part by part

// A block this owner has for itself, with room for `extra` more parts.
template <class Block, class Part>
Block* own(Block* block, std::size_t extra) {
    const std::size_t size = block == nullptr ? 0 : block->size;
    if (block != nullptr && !is_shared(block) && size + extra <= block->capacity) return block;
    std::size_t capacity = size + extra;
    if (extra == 1) capacity = std::max(capacity, std::max(kFirstRoom, size * 2));
    Block* fresh = Block::make(capacity);
    if (block != nullptr && !is_shared(block)) {
        std::uninitialized_move_n(block->data(), size, fresh->data());
    } else if (block != nullptr) {
        std::uninitialized_copy_n(block->data(), size, fresh->data());
    }
    fresh->size = static_cast<std::uint32_t>(size);
    drop(block);
    return fresh;
}

}  // namespace

Value::Value(Kind kind, std::string_view text) : payload_{}, inline_size_(0), kind_(kind) {
    if (text.size() <= sizeof payload_) {
        copy_inside(payload_, text);
        inline_size_ = static_cast<std::uint8_t>(text.size());
    } else {
        store(payload_, Text::make(text));
        inline_size_ = kShared;
    }
}

namespace {

// The decimal text of a whole number, for as long as the expression it stands in.
struct Digits {
    template <class Whole>
    explicit Digits(Whole value) : end(std::to_chars(text, text + sizeof text, value).ptr) {}
    std::string_view view() const { return {text, end}; }

    char text[24];
    const char* end;
};

}  // namespace

Value::Value(std::int64_t value) : Value(Kind::Number, Digits(value).view()) {}

Value::Value(std::uint64_t value) : Value(Kind::Number, Digits(value).view()) {}

Value::Value(double value) : Value(Kind::Number, base::shortest(value)) {
    ASSERT(std::isfinite(value), "JSON has no infinities and no NaN");
}

Value::Value(std::string_view text) : Value(Kind::String, text) {}

Value Value::number(std::string_view text) {
    ASSERT(is_number_text(text), "a number value needs the text of a JSON number");
    return Value(Kind::Number, text);
}

Value Value::array(std::initializer_list<Value> items) {
    Value value = array();
    value.reserve(items.size());
    for (const Value& item : items) value.push_back(item);
    return value;
}

Value Value::object(std::initializer_list<std::pair<std::string_view, Value>> members) {
    Value value = object();
    value.reserve(members.size());
    for (const auto& [key, content] : members) value.set(key, content);
    return value;
}

void Value::share_block() const noexcept {
    switch (kind_) {
        case Kind::Array: share(block<Items>()); break;
        case Kind::Object: share(block<Members>()); break;
        default: share(block<Text>()); break;
    }
}

void Value::release() noexcept {
    switch (kind_) {
        case Kind::Array: drop(block<Items>()); break;
        case Kind::Object: drop(block<Members>()); break;
        default: drop(block<Text>()); break;
    }
}

void Value::reserve(std::size_t count) {
    if (count <= size()) return;
    if (is_array()) {
        own_items(count - size());
    } else if (is_object()) {
        own_members(count - size());
    }
}

bool Value::as_bool() const {
    ASSERT(is_bool(), "the value is a boolean");
    return payload_[0] != 0;
}

std::size_t Value::size() const noexcept {
    if (kind_ == Kind::Array && block<Items>() != nullptr) return block<Items>()->size;
    if (kind_ == Kind::Object && block<Members>() != nullptr) return block<Members>()->size;
    return 0;
}

std::span<const Value> Value::items() const {
    ASSERT(is_array(), "the value is an array");
    Items* items = block<Items>();
    if (items == nullptr) return {};
    return {items->data(), items->size};
}

const Value& Value::operator[](std::size_t index) const {
    const auto all = items();
    ASSERT(index < all.size(), "the index is inside the array");
    return all[index];
}

Value::Items& Value::own_items(std::size_t extra) {
    ASSERT(is_array(), "the value is an array");
    Items* owned = own<Items, Value>(block<Items>(), extra);
    store(payload_, owned);
    return *owned;
}

Value::Members& Value::own_members(std::size_t extra) {
    ASSERT(is_object(), "the value is an object");
    Members* before = block<Members>();
    Members* owned = own<Members, Member>(before, extra);
    store(payload_, owned);
    if (owned != before) owned->reindex();
    return *owned;
}

void Value::push_back(Value item) {
    Items& items = own_items(1);
    new (items.data() + items.size) Value(std::move(item));
    ++items.size;
}

std::span<Value> Value::mutable_items() {
    if (size() == 0) return {};
    Items& items = own_items(0);
    return {items.data(), items.size};
}

void Value::insert(std::size_t index, Value item) {
    ASSERT(index <= size(), "the index is inside the array or at its end");
    push_back(std::move(item));
    Items& items = own_items(0);
    for (std::size_t at = items.size - 1; at > index; --at) {
        items.data()[at].swap(items.data()[at - 1]);
    }
}

void Value::erase(std::size_t index) {
    ASSERT(index < size(), "the index is inside the array");
    Items& items = own_items(0);
    for (std::size_t at = index; at + 1 < items.size; ++at) {
        items.data()[at].swap(items.data()[at + 1]);
    }
    --items.size;
    std::destroy_at(items.data() + items.size);
}

std::span<const Member> Value::members() const {
    ASSERT(is_object(), "the value is an object");
    Members* members = block<Members>();
    if (members == nullptr) return {};
    return {members->data(), members->size};
}

const Value* Value::find(std::string_view key) const noexcept {
    if (kind_ != Kind::Object || block<Members>() == nullptr) return nullptr;
    const Member* member = block<Members>()->find(key);
    return member == nullptr ? nullptr : &member->value;
}

Value* Value::find_mutable(std::string_view key) {
    if (kind_ != Kind::Object || block<Members>() == nullptr) return nullptr;
    Members* members = block<Members>();
    const Member* found = members->find(key);
    if (found == nullptr) return nullptr;
    const std::ptrdiff_t position = found - members->data();
    return &own_members(0).data()[position].value;
}

Value& Value::set(std::string_view key, Value value) {
    if (Value* present = find_mutable(key)) {
        *present = std::move(value);
        return *present;
    }
    append(key, std::move(value));
    return block<Members>()->data()[block<Members>()->size - 1].value;
}

void Value::append(std::string_view key, Value value) {
    Value key_value(key);  // before growing: `key` may point into this very object
    ASSERT(is_object(), "the value is an object");
    Members* block_now = block<Members>();
    const bool has_room =
        block_now != nullptr && block_now->size < block_now->capacity && !is_shared(block_now);
    Members& members = has_room ? *block_now : own_members(1);
    new (members.data() + members.size) Member(std::move(key_value), std::move(value));
    ++members.size;
    members.add_to_index(members.size - 1);
}

bool Value::erase(std::string_view key) {
    if (find(key) == nullptr) return false;
    const std::string doomed(key);  // `key` may point into what is erased
    Members& members = own_members(0);
    std::uint32_t kept = 0;
    for (std::uint32_t at = 0; at < members.size; ++at) {
        if (members.data()[at].key() == doomed) continue;
        if (kept != at) std::swap(members.data()[kept], members.data()[at]);
        ++kept;
    }
    std::destroy(members.data() + kept, members.data() + members.size);
    members.size = kept;
    members.reindex();
    return true;
}

bool Value::has_repeated_keys() const {
    const auto all = members();
    for (const Member& member : all) {
        if (find(member.key()) != &member.value) return true;
    }
    return false;
}

}  // namespace understudy::json
