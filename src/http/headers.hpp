// The header fields of one message: order, case and repetition are kept as they came.
//
//     Headers headers{{"Host", "api.example.test"}, {"Set-Cookie", "a=1"}, {"Set-Cookie", "b=2"}};
//     headers.find("host");             // "api.example.test"
//     headers.all("set-cookie");        // {"a=1", "b=2"}
//
// All texts live in one buffer, so a message costs two allocations however many fields it has.
// Views handed out are good until the next change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::http {

struct Field {
    std::string_view name;
    std::string_view value;
    friend bool operator==(const Field&, const Field&) = default;
};

class Headers {
public:
    Headers() = default;
    Headers(std::initializer_list<Field> fields);

    void add(std::string_view name, std::string_view value);
    // Every field of that name becomes this one, at the place of the first; added if there is none.
    void set(std::string_view name, std::string_view value);
    void remove(std::string_view name);
    void clear();
    void reserve(std::size_t fields, std::size_t bytes);

    // Names are compared without regard to case.
    std::optional<std::string_view> find(std::string_view name) const;  // the first
    std::string_view get(std::string_view name) const;                  // the first, or empty
    std::vector<std::string_view> all(std::string_view name) const;
    std::size_t count(std::string_view name) const;
    bool has(std::string_view name) const { return find(name).has_value(); }
    // One of the comma-separated words of that header, in any of its repetitions, without regard
    // to case: has_word("Connection", "upgrade").
    bool has_word(std::string_view name, std::string_view word) const;

    std::size_t size() const { return slots_.size(); }
    bool empty() const { return slots_.empty(); }
    Field operator[](std::size_t index) const;

    class Iterator {
    public:
        Iterator(const Headers& headers, std::size_t at) : headers_(&headers), at_(at) {}
        Field operator*() const { return (*headers_)[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

    private:
        const Headers* headers_;
        std::size_t at_;
    };
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size()}; }

    friend bool operator==(const Headers& a, const Headers& b);  // exact: order, case, repetition

private:
    struct Slot {  // into text_
        std::uint32_t name_at = 0;
        std::uint32_t name_size = 0;
        std::uint32_t value_at = 0;
        std::uint32_t value_size = 0;
    };
    std::string text_;
    std::vector<Slot> slots_;
};

// The trimmed words of a comma-separated header value; quoted strings are kept whole.
std::vector<std::string_view> words_of(std::string_view value);

}  // namespace understudy::http
