// What recognizes the values of one class, made for one rule from its parameters and its reach.
//
//     "merged /pull/41"   find  -> [13, 15) {space "pr", label "pr", identity "41"}
//     41 at $.number      value -> {space "pr", label "pr", identity "41"}
//
// Two values are the same if space and identity are; the label is what a placeholder shows, and
// what must not change between two recordings: `time.T.3.z` is a time with milliseconds in UTC.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/regex.hpp"
#include "base/result.hpp"
#include "cassette/rules.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

struct Token {
    std::string space;
    std::string label;
    std::string identity;  // empty: not told apart from others of its label
};

struct Spot {
    std::size_t begin = 0, end = 0;
    Token token;
};

// How narrowly the scope of a rule says where its values stand.
enum class Reach : std::uint8_t {
    Anywhere,  // any text of an exchange, a stream, an event
    Line,      // lines that match a pattern
    Value,     // one value: a JSON path, a column, a group of a pattern
};

// What is known of the whole timeline.
struct Known {
    std::vector<std::string> long_shas;  // lower case, sorted, each once
    Roots roots;

    // The only long SHA that begins so; nullptr: there is none, or there are several.
    const std::string* long_sha_of(std::string_view lower_case) const;
    bool has_long_sha(std::string_view lower_case) const;
};
// Words of 40 or 64 hexadecimal digits.
void note_long_shas(std::string_view text, std::vector<std::string>& into);

class Recognizer {
public:
    virtual ~Recognizer() = default;

    // In text, from left to right, without overlap.
    virtual std::vector<Spot> find(std::string_view text, const Known& known) const = 0;
    // A text that is this value and nothing else; asked only of what is scoped to one value.
    virtual std::optional<Token> whole(std::string_view text, const Known& known) const = 0;
    // A JSON value that is no text.
    virtual std::optional<Token> value(const json::Value& /*value*/) const { return std::nullopt; }
};

using RecognizerPointer = std::shared_ptr<const Recognizer>;

// The parameters of a rule, checked against those the normalizer has.
class Settings {
public:
    Settings(const json::Value& with, Reach reach) : with_(with), reach_(reach) {}

    Reach reach() const { return reach_; }
    std::string_view text(std::string_view name, std::string_view standard = {}) const;
    std::int64_t whole(std::string_view name, std::int64_t standard) const;
    bool flag(std::string_view name, bool standard) const;
    bool has(std::string_view name) const { return with_.has(name); }

private:
    const json::Value& with_;
    Reach reach_;
};

// --- for those who write recognizers

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_word(char c) {
    return is_digit(c) || is_letter(c) || c == '_';
}
bool is_decimal(std::string_view text);  // one digit or more, nothing else

// Is text[begin, end) no part of a longer word?
bool stands_alone(std::string_view text, std::size_t begin, std::size_t end);

// Group 1 of `pattern`, wherever `judge` takes it. `pattern` is ours or was compiled before.
class PatternRecognizer : public Recognizer {
public:
    explicit PatternRecognizer(base::Regex pattern) : pattern_(std::move(pattern)) {}

    std::vector<Spot> find(std::string_view text, const Known& known) const override;
    std::optional<Token> whole(std::string_view text, const Known& known) const override;

protected:
    // `begin` and `end` say where `text` holds the candidate; what stands around may count.
    virtual std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                                       const Known& known) const = 0;

private:
    base::Regex pattern_;
};

// A pattern of our own, which compiles.
base::Regex own_pattern(std::string_view pattern);

// An integer without sign, fraction or exponent, as its digits.
std::optional<std::string> whole_digits(const json::Value& value);

}  // namespace understudy::cassette
