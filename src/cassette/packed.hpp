// Numbers and texts in a row, each of a fixed size or behind its length, little-endian: the inside
// of a session's index and of the messages between a shim and its session. Reading is bounded by
// the bytes that are there; after the first thing that is not, everything is empty and is_good()
// says no.
//
//     Packer packer;                       Unpacker unpacker(bytes);
//     packer.number(7);                    unpacker.number<std::uint32_t>();
//     packer.text("gh");                   unpacker.text();
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::cassette {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

class Packer {
public:
    template <std::integral Number>
    void number(Number value) {
        char bytes[sizeof(Number)];
        std::memcpy(bytes, &value, sizeof bytes);
        bytes_.append(bytes, sizeof bytes);
    }
    void flag(bool value) { number(static_cast<std::uint8_t>(value)); }
    void text(std::string_view value) {
        number(static_cast<std::uint64_t>(value.size()));
        bytes_ += value;
    }
    void texts(const std::vector<std::string>& values) {
        number(static_cast<std::uint32_t>(values.size()));
        for (const std::string& value : values) text(value);
    }
    const std::string& bytes() const { return bytes_; }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

    template <std::integral Number>
    Number number() {
        Number value{};
        if (!has(sizeof(Number))) return value;
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_.remove_prefix(sizeof value);
        return value;
    }
    bool flag() { return number<std::uint8_t>() != 0; }
    std::string_view view() {
        const auto size = number<std::uint64_t>();
        if (!has(size)) return {};
        const std::string_view value = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return value;
    }
    std::string text() { return std::string(view()); }
    // How many things follow, each of at least `least` bytes: never more than can be there.
    std::uint32_t count(std::size_t least) {
        const auto number_of = number<std::uint32_t>();
        return has(std::uint64_t{number_of} * least) ? number_of : 0;
    }
    std::vector<std::string> texts() {
        std::vector<std::string> values(count(sizeof(std::uint64_t)));
        for (std::string& value : values) value = text();
        return values;
    }

    bool is_good() const { return is_good_; }
    bool is_done() const { return is_good_ && rest_.empty(); }

private:
    bool has(std::uint64_t size) {
        if (is_good_ && size <= rest_.size()) return true;
        is_good_ = false;
        rest_ = {};
        return false;
    }

    std::string_view rest_;
    bool is_good_ = true;
};

}  // namespace understudy::cassette
