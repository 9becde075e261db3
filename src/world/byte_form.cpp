#include "world/impl/byte_form.hpp"

#include <algorithm>

namespace understudy::world {

void ByteWriter::grow(std::size_t count) {
    const std::size_t size = bytes().size();
    std::string larger(std::max(2 * size, size + count), '\0');
    if (size > 0) std::memcpy(larger.data(), begin_, size);
    overflow_ = std::move(larger);
    begin_ = overflow_.data();
    at_ = begin_ + size;
    end_ = begin_ + overflow_.size();
}

void ByteWriter::plain(const json::Value& one) {
    switch (one.kind()) {
        case json::Kind::Bool: return head(kWord, one.as_bool() ? kTrue : kFalse);
        case json::Kind::Number: return run(kNumber, one.number_text());
        case json::Kind::String: return text(one.as_string());
        default: return head(kWord, kNull);
    }
}

void ByteWriter::value(const json::Value& one) {
    switch (one.kind()) {
        case json::Kind::Null: return head(kWord, kNull);
        case json::Kind::Bool: return head(kWord, one.as_bool() ? kTrue : kFalse);
        case json::Kind::Number:
            if (own_ != nullptr && own_->is_number() && one == *own_) return head(kWord, kOwn);
            return run(kNumber, one.number_text());
        case json::Kind::String: {
            // Nearly all ids are texts; most texts differ from theirs in size.
            const std::string_view content = one.as_string();
            if (own_ != nullptr && content == own_text_ && own_->is_string())
                return head(kWord, kOwn);
            return text(content);
        }
        case json::Kind::Array:
            head(kArray, one.size());
            for (const json::Value& item : one.items()) value(item);
            return;
        case json::Kind::Object: break;
    }
    const auto members = one.members();
    head(kObject, members.size());
    for (const json::Member& member : members) {
        text(member.key());
        value(member.value);
    }
}

json::Value ByteReader::word(std::size_t word) const {
    switch (static_cast<ByteWriter::Word>(word)) {
        case ByteWriter::kNull: return nullptr;
        case ByteWriter::kFalse: return false;
        case ByteWriter::kTrue: return true;
        case ByteWriter::kOwn: break;
    }
    return own_;
}

json::Value ByteReader::value() {
    const std::uint8_t head = byte();
    const std::size_t size = size_of(head);
    switch (static_cast<ByteWriter::Kind>(head >> 5)) {
        case ByteWriter::kWord: return word(size);
        case ByteWriter::kNumber: return json::Value::number(view(size));
        case ByteWriter::kText: return json::Value(view(size));
        case ByteWriter::kArray: {
            json::Value array = json::Value::array();
            array.reserve(size);
            for (std::size_t i = 0; i < size; ++i) array.push_back(value());
            return array;
        }
        case ByteWriter::kKnown: return json::Value(words_[size]);
        case ByteWriter::kObject: break;
    }
    json::Value object = json::Value::object();
    object.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
        const std::string_view key = text();
        object.append(key, value());
    }
    return object;
}

}  // namespace understudy::world
