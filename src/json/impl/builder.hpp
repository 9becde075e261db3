// Makes arrays and objects out of a stack of finished values: a reader pushes each value (and key)
// as it meets it and, at the end of a container, folds the top of the stack into one block with a
// single move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "json/value.hpp"

namespace understudy::json {

class Builder {
public:
    Builder() = default;
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;
    ~Builder();

    std::size_t size() const { return size_; }

    void push_null() { new (grow()) Value(); }
    void push_bool(bool value) { new (grow()) Value(value); }
    void push_number(std::string_view text) { new (grow()) Value(Value(Kind::Number, text)); }
    void push_string(std::string_view text) { new (grow()) Value(Value(Kind::String, text)); }
    void push(Value value) { new (grow()) Value(std::move(value)); }

    // Replaces everything above `from` by one array, or by one object of keys and values in turn.
    void fold_array(std::size_t from);
    void fold_object(std::size_t from);

    const Value& at(std::size_t position) const { return values_[position]; }
    Value take();  // the top

private:
    Value* grow() {
        if (size_ == capacity_) enlarge();
        return values_ + size_++;
    }
    void enlarge();

    Value* values_ = nullptr;  // raw memory: only the first size_ are alive
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace understudy::json
