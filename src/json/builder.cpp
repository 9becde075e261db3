// The stack behind the readers. Values are moved by copying their bytes and forgetting the old
// place, which is sound because a Value never points into itself.
#include "json/impl/builder.hpp"

#include <cstring>

#include "base/assert.hpp"
#include "json/impl/blocks.hpp"

namespace understudy::json {

namespace {

void relocate(void* to, const void* from, std::size_t bytes) {
    if (bytes != 0) std::memcpy(to, from, bytes);
}

}  // namespace

Builder::~Builder() {
    std::destroy_n(values_, size_);
    ::operator delete(values_);
}

void Builder::enlarge() {
    const std::size_t capacity = capacity_ == 0 ? 64 : capacity_ * 2;
    auto* values = static_cast<Value*>(::operator new(capacity * sizeof(Value)));
    relocate(values, values_, size_ * sizeof(Value));
    ::operator delete(values_);
    values_ = values;
    capacity_ = capacity;
}

void Builder::fold_array(std::size_t from) {
    const std::size_t count = size_ - from;
    Value array = Value::array();
    if (count != 0) {
        Value::Items* items = Value::Items::make(count);
        relocate(items->data(), values_ + from, count * sizeof(Value));
        items->size = static_cast<std::uint32_t>(count);
        std::memcpy(array.payload_, &items, sizeof items);
        size_ = from;
    }
    push(std::move(array));
}

void Builder::fold_object(std::size_t from) {
    static_assert(sizeof(Member) == 2 * sizeof(Value), "a member is its key and its value");
    const std::size_t count = (size_ - from) / 2;
    Value object = Value::object();
    if (count != 0) {
        Value::Members* members = Value::Members::make(count);
        relocate(members->data(), values_ + from, count * sizeof(Member));
        members->size = static_cast<std::uint32_t>(count);
        size_ = from;
        members->reindex();
        std::memcpy(object.payload_, &members, sizeof members);
    }
    push(std::move(object));
}

Value Builder::take() {
    ASSERT(size_ > 0, "there is a finished value to take");
    Value value = std::move(values_[size_ - 1]);
    --size_;
    return value;
}

}  // namespace understudy::json
