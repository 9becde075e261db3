// The bytes of a packed object. A number is seven bits to a byte, lowest first. A value begins with
// a byte of kind (three bits) and size (five); a size that does not fit follows as a number.
//
//     flags state sequence version set_by id
//     count (origin value)...                    by field
//     count set_at...                            if the fields were not all set by one call
//     count (field by bound_by operation)...     if something is bound
//     started_by
#include "world/impl/packed.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include "base/assert.hpp"

namespace understudy::world {

namespace {

enum Flag : std::uint8_t { kDeleted = 1, kHasSetAt = 2, kHasBound = 4, kHasStartedBy = 8 };

enum class Shape : std::uint8_t { Word, Number, Text, Array, Object };
enum Word : std::uint8_t { kNull, kFalse, kTrue, kOwnId };
constexpr std::uint8_t kLongSize = 31;

class Packer {
public:
    explicit Packer(const json::Value& id)
        : id_(id), id_text_(id.is_string() ? id.as_string() : std::string_view()) {}

    void pack(const Object& object) {
        const bool one_origin_each = object.origins.size() == object.values.size();
        ASSERT(one_origin_each, "every value has its origin");
        std::uint8_t flags = object.deleted ? kDeleted : 0;
        if (!object.set_at.empty()) flags |= kHasSetAt;
        if (!object.bound.empty()) flags |= kHasBound;
        if (!object.started_by.is_null()) flags |= kHasStartedBy;
        byte(flags);
        number(object.state);
        number(object.sequence);
        number(object.version);
        number(object.set_by);
        scalar(object.id);
        number(object.values.size());
        for (std::size_t i = 0; i < object.values.size(); ++i) {
            byte(static_cast<std::uint8_t>(object.origins[i]));
            value(object.values[i]);
        }
        if ((flags & kHasSetAt) != 0) {
            number(object.set_at.size());
            for (const std::uint64_t trace : object.set_at) number(trace);
        }
        if ((flags & kHasBound) != 0) {
            number(object.bound.size());
            for (const Bound& bound : object.bound) {
                number(bound.field);
                text(Shape::Text, bound.by.view());
                text(Shape::Text, bound.bound_by.view());
                value(bound.parts);
            }
        }
        if ((flags & kHasStartedBy) != 0) value(object.started_by);
    }

    std::string_view bytes() const { return {begin_, static_cast<std::size_t>(at_ - begin_)}; }

private:
    static constexpr std::size_t kUsualSize = 1'024;
    static constexpr std::size_t kLongestNumber = 10;

    void byte(std::uint8_t one) {
        make_room(1);
        *at_++ = static_cast<char>(one);
    }
    void number(std::uint64_t rest) {
        make_room(kLongestNumber);
        while (rest >= 0x80) {
            *at_++ = static_cast<char>((rest & 0x7F) | 0x80);
            rest >>= 7;
        }
        *at_++ = static_cast<char>(rest);
    }
    // For so many bytes more. Most objects fit into what is there from the beginning.
    void make_room(std::size_t count) {
        if (static_cast<std::size_t>(end_ - at_) < count) [[unlikely]]
            grow(count);
    }
    void grow(std::size_t count) {
        const std::size_t size = bytes().size();
        std::string larger(std::max(2 * size, size + count), '\0');
        if (size > 0) std::memcpy(larger.data(), begin_, size);
        overflow_ = std::move(larger);
        begin_ = overflow_.data();
        at_ = begin_ + size;
        end_ = begin_ + overflow_.size();
    }
    void head(Shape shape, std::size_t size) {
        const auto kind = static_cast<std::uint8_t>(static_cast<unsigned>(shape) << 5);
        if (size < kLongSize) {
            byte(static_cast<std::uint8_t>(kind | size));
        } else {
            byte(static_cast<std::uint8_t>(kind | kLongSize));
            number(size);
        }
    }
    void text(Shape shape, std::string_view content) {
        head(shape, content.size());
        if (content.empty()) return;
        make_room(content.size());
        std::memcpy(at_, content.data(), content.size());
        at_ += content.size();
    }
    void scalar(const json::Value& one) {
        switch (one.kind()) {
            case json::Kind::Bool: head(Shape::Word, one.as_bool() ? kTrue : kFalse); return;
            case json::Kind::Number: text(Shape::Number, one.number_text()); return;
            case json::Kind::String: text(Shape::Text, one.as_string()); return;
            default: head(Shape::Word, kNull); return;
        }
    }
    void value(const json::Value& one) {
        if (one.is_array()) {
            head(Shape::Array, one.size());
            for (const json::Value& item : one.items()) value(item);
        } else if (one.is_object()) {
            head(Shape::Object, one.size());
            for (const json::Member& member : one.members()) {
                text(Shape::Text, member.key());
                value(member.value);
            }
        } else if (one.is_string()) {
            // Nearly all ids are texts; most texts differ from theirs in size.
            const std::string_view content = one.as_string();
            if (content == id_text_ && id_.is_string()) {
                head(Shape::Word, kOwnId);
            } else {
                text(Shape::Text, content);
            }
        } else if (one.is_number() && id_.is_number() && one == id_) {
            head(Shape::Word, kOwnId);
        } else {
            scalar(one);
        }
    }

    const json::Value& id_;
    std::string_view id_text_;
    std::array<char, kUsualSize> usual_;
    std::string overflow_;  // in its place, if that is too small
    char* begin_ = usual_.data();
    char* at_ = begin_;
    char* end_ = begin_ + usual_.size();
};

class Unpacker {
public:
    explicit Unpacker(const char* bytes) : at_(bytes) {}

    Object unpack(pack::Index resource) {
        Object object;
        object.resource = resource;
        const std::uint8_t flags = byte();
        object.deleted = (flags & kDeleted) != 0;
        object.state = static_cast<pack::State>(number());
        object.sequence = number();
        object.version = number();
        object.set_by = number();
        object.id = id_ = value();
        const std::size_t count = number();
        object.values.resize(count);
        object.origins.resize(count, Origin::Absent);
        for (std::size_t i = 0; i < count; ++i) {
            object.origins[i] = static_cast<Origin>(byte());
            object.values[i] = value();
        }
        if ((flags & kHasSetAt) != 0) {
            object.set_at.assign(number(), 0);
            for (std::uint64_t& trace : object.set_at) trace = number();
        }
        if ((flags & kHasBound) != 0) {
            CompactList<Bound> all;
            all.assign(number(), Bound());
            for (Bound& bound : all) {
                bound.field = static_cast<pack::Index>(number());
                bound.by = text();
                bound.bound_by = text();
                bound.parts = value();
            }
            object.bound = std::move(all);
        }
        if ((flags & kHasStartedBy) != 0) object.started_by = value();
        return object;
    }

    json::Value id() {
        byte();
        for (int skipped = 0; skipped < 4; ++skipped) number();
        return value();
    }

private:
    std::uint8_t byte() { return static_cast<std::uint8_t>(*at_++); }
    std::uint64_t number() {
        std::uint64_t whole = 0;
        for (unsigned shift = 0;; shift += 7) {
            const std::uint8_t one = byte();
            whole |= std::uint64_t{one & 0x7FU} << shift;
            if (one < 0x80) return whole;
        }
    }
    std::size_t size_of(std::uint8_t head) {
        const std::uint8_t size = head & 31U;
        return size == kLongSize ? number() : size;
    }
    std::string_view view(std::size_t size) {
        const std::string_view content(at_, size);
        at_ += size;
        return content;
    }
    std::string_view text() { return view(size_of(byte())); }

    json::Value value() {
        const std::uint8_t head = byte();
        const std::size_t size = size_of(head);
        switch (static_cast<Shape>(head >> 5)) {
            case Shape::Word: return word(static_cast<Word>(size));
            case Shape::Number: return json::Value::number(view(size));
            case Shape::Text: return json::Value(view(size));
            case Shape::Array: {
                json::Value array = json::Value::array();
                array.reserve(size);
                for (std::size_t i = 0; i < size; ++i) array.push_back(value());
                return array;
            }
            case Shape::Object: break;
        }
        json::Value object = json::Value::object();
        object.reserve(size);
        for (std::size_t i = 0; i < size; ++i) {
            const std::string_view key = text();
            object.append(key, value());
        }
        return object;
    }
    json::Value word(Word word) const {
        switch (word) {
            case kNull: return nullptr;
            case kFalse: return false;
            case kTrue: return true;
            case kOwnId: break;
        }
        return id_;
    }

    const char* at_;
    json::Value id_;
};

}  // namespace

Packed Packed::of(const Object& object) {
    Packer packer(object.id);
    packer.pack(object);
    const std::string_view bytes = packer.bytes();
    ASSERT(bytes.size() < UINT32_MAX, "an object stays below four gigabytes");
    Packed packed;
    packed.block_ = new (::operator new(sizeof(Block) + bytes.size())) Block;
    packed.block_->size = static_cast<std::uint32_t>(bytes.size());
    std::memcpy(packed.block_->bytes(), bytes.data(), bytes.size());
    return packed;
}

Packed::~Packed() {
    if (block_ == nullptr || block_->owners.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    block_->~Block();
    ::operator delete(block_);
}

Object Packed::unpack(pack::Index resource) const {
    return Unpacker(block_->bytes()).unpack(resource);
}

std::size_t Packed::heap_bytes() const {
    return block_ != nullptr ? block_bytes(sizeof(Block) + block_->size) : 0;
}

json::Value Packed::id() const {
    return Unpacker(block_->bytes()).id();
}

}  // namespace understudy::world
