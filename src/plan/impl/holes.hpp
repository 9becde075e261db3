// Holes in texts: `${name}` takes the value of a name, `$${` is a plain `${`.
//
//     fill(Value("${issue}"), names)          41, a number: one hole and nothing else
//     fill(Value("issue ${issue}"), names)    "issue 41"
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::plan {

inline constexpr std::size_t kMaxFilledBytes = std::size_t{16} << 20;

// The names that have a value, in the order they got it; a later one wins.
class Names {
public:
    void bind(std::string_view name, json::Value value);
    const json::Value* find(std::string_view name) const;
    const std::vector<std::pair<std::string, json::Value>>& all() const { return bound_; }

private:
    std::vector<std::pair<std::string, json::Value>> bound_;
};

// The names of a text's holes. Code::BadHole without a mark.
base::Result<std::vector<std::string>> holes_in(std::string_view text);

enum class Dress : std::uint8_t { Plain, Path };  // Path: values are percent-encoded

// Code::Unbound for a name without value, Code::FilledTooLarge past the limit.
base::Result<std::string> fill_text(std::string_view text, const Names& names,
                                    Dress dress = Dress::Plain);
base::Result<json::Value> fill(const json::Value& value, const Names& names);

// A value inside a text: strings as they are, null as nothing, everything else as JSON.
std::string as_text(const json::Value& value);

}  // namespace understudy::plan
