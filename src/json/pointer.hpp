// JSON Pointer (RFC 6901): the path of a value inside a document, `/charges/0/amount`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::json {

class Pointer {
public:
    Pointer() = default;  // the whole document
    explicit Pointer(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}

    static base::Result<Pointer> parse(std::string_view text);

    const std::vector<std::string>& tokens() const { return tokens_; }
    bool is_root() const { return tokens_.empty(); }

    Pointer operator/(std::string_view token) const;
    Pointer operator/(std::size_t index) const;
    void push(std::string_view token) { tokens_.emplace_back(token); }
    void push(std::size_t index) { tokens_.push_back(std::to_string(index)); }
    void pop() { tokens_.pop_back(); }

    const Value* resolve(const Value& root) const;  // nullptr: nothing there
    std::string to_text() const;                    // "" for the root

    friend bool operator==(const Pointer&, const Pointer&) = default;
    friend auto operator<=>(const Pointer&, const Pointer&) = default;

private:
    std::vector<std::string> tokens_;
};

// An array index token: digits without a leading zero.
std::optional<std::size_t> to_index(std::string_view token);

}  // namespace understudy::json
