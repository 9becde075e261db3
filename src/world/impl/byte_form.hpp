// Values as a run of bytes: the form in which things at rest are kept, many in one block.
//
//     ByteWriter out(words_of(pack));
//     out.text("charges");
//     out.value(charge.id);
//     keep(out.bytes());
//
//     ByteReader in(bytes, words_of(pack));
//     in.text();
//
// Numbers take seven bits a byte, the lowest first. A value begins with a byte of kind (three bits)
// and size (five); a size that does not fit follows as a number. Nothing is lost: texts of numbers,
// order and repetition of keys. Texts that a pack says over and over (pack/words.hpp) are said by
// their numbers. The bytes are for this process only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/time.hpp"
#include "json/value.hpp"
#include "pack/words.hpp"

namespace understudy::world {

class ByteWriter {
public:
    // `own` is a text or number that is likely to come again and then takes one byte. It outlives
    // the writer, as the words do, of which each takes one to three.
    explicit ByteWriter(const pack::Words& words) : words_(words) {}
    ByteWriter(const pack::Words& words, const json::Value& own) : words_(words), own_(&own) {
        if (own.is_string()) own_text_ = own.as_string();
    }
    ByteWriter(const ByteWriter&) = delete;
    ByteWriter& operator=(const ByteWriter&) = delete;

    void byte(std::uint8_t one) {
        make_room(1);
        *at_++ = static_cast<char>(one);
    }
    void number(std::uint64_t rest) {
        make_room(kLongestNumber);
        put_number(rest);
    }
    void instant(base::Instant at) {
        number(static_cast<std::uint64_t>(at.seconds));
        number(static_cast<std::uint32_t>(at.nanoseconds));
    }
    void text(std::string_view content) {
        if (const auto word = words_.find(content)) return head(kKnown, *word);
        run(kText, content);
    }
    void value(const json::Value& one);
    void plain(const json::Value& one);  // a value that is no array or object, in full

    std::string_view bytes() const { return {begin_, static_cast<std::size_t>(at_ - begin_)}; }

private:
    friend class ByteReader;
    enum Kind : std::uint8_t { kWord, kNumber, kText, kArray, kObject, kKnown };
    enum Word : std::uint8_t { kNull, kFalse, kTrue, kOwn };
    static constexpr std::uint8_t kLongSize = 31;
    static constexpr std::size_t kUsualSize = 1'024;
    static constexpr std::size_t kLongestNumber = 10;

    void put_number(std::uint64_t rest) {
        while (rest >= 0x80) {
            *at_++ = static_cast<char>((rest & 0x7F) | 0x80);
            rest >>= 7;
        }
        *at_++ = static_cast<char>(rest);
    }
    void put_head(Kind kind, std::size_t size) {
        if (size < kLongSize) {
            *at_++ = static_cast<char>(kind << 5 | size);
        } else {
            *at_++ = static_cast<char>(kind << 5 | kLongSize);
            put_number(size);
        }
    }
    void head(Kind kind, std::size_t size) {
        make_room(1 + kLongestNumber);
        put_head(kind, size);
    }
    void run(Kind kind, std::string_view content) {
        make_room(1 + kLongestNumber + content.size());
        put_head(kind, content.size());
        copy(content);
    }
    // Most texts are short, and calling for them costs more than copying them.
    void copy(std::string_view content) {
        const std::size_t size = content.size();
        const char* from = content.data();
        if (size > 32) {
            std::memcpy(at_, from, size);
        } else if (size >= 16) {  // two runs that overlap
            std::memcpy(at_, from, 16);
            std::memcpy(at_ + size - 16, from + size - 16, 16);
        } else if (size >= 8) {
            std::memcpy(at_, from, 8);
            std::memcpy(at_ + size - 8, from + size - 8, 8);
        } else if (size >= 4) {
            std::memcpy(at_, from, 4);
            std::memcpy(at_ + size - 4, from + size - 4, 4);
        } else if (size > 0) {
            at_[0] = from[0];
            at_[size / 2] = from[size / 2];
            at_[size - 1] = from[size - 1];
        }
        at_ += size;
    }
    // For so many bytes more. Most of what is written fits into what is there from the beginning.
    void make_room(std::size_t count) {
        if (static_cast<std::size_t>(end_ - at_) < count) [[unlikely]]
            grow(count);
    }
    [[gnu::cold]] void grow(std::size_t count);

    const pack::Words& words_;
    const json::Value* own_ = nullptr;
    std::string_view own_text_;  // if it is one
    std::array<char, kUsualSize> usual_;
    std::string overflow_;  // in its place, if that is too small
    char* begin_ = usual_.data();
    char* at_ = begin_;
    char* end_ = begin_ + usual_.size();
};

// Reads what a ByteWriter wrote, in the same order. The bytes are trusted.
class ByteReader {
public:
    ByteReader(const char* bytes, const pack::Words& words) : at_(bytes), words_(words) {}

    // What the writer was given as such.
    void set_own(json::Value own) { own_ = std::move(own); }

    std::uint8_t byte() { return static_cast<std::uint8_t>(*at_++); }
    std::uint64_t number() {
        std::uint64_t whole = 0;
        for (unsigned shift = 0;; shift += 7) {
            const std::uint8_t one = byte();
            whole |= std::uint64_t{one & 0x7FU} << shift;
            if (one < 0x80) return whole;
        }
    }
    base::Instant instant() {
        const auto seconds = static_cast<std::int64_t>(number());
        return {seconds, static_cast<std::int32_t>(number())};
    }
    // Good as long as the bytes and the words are.
    std::string_view text() {
        const std::uint8_t head = byte();
        const std::size_t size = size_of(head);
        return head >> 5 == ByteWriter::kKnown ? words_[size] : view(size);
    }
    json::Value value();

private:
    std::size_t size_of(std::uint8_t head) {
        const std::uint8_t size = head & 31U;
        return size == ByteWriter::kLongSize ? number() : size;
    }
    std::string_view view(std::size_t size) {
        const std::string_view content(at_, size);
        at_ += size;
        return content;
    }
    json::Value word(std::size_t word) const;

    const char* at_;
    const pack::Words& words_;
    json::Value own_;
};

}  // namespace understudy::world
