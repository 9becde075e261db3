// Unordered arrays, between finding them and settling the ties among their items.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/path.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

// One entry of `unordered`.
struct Declared {
    json::Path path;
    std::optional<json::Pointer> key;  // of each item, compared first
};

struct UnorderedArray {
    json::Value* raw = nullptr;  // the whole values it stands in
    json::Value* marked = nullptr;
    json::Pointer at;
    const Declared* declared = nullptr;
    std::vector<std::string> keys;  // of its items, in their order
};

// Items that cannot be told apart by what they say, and share marks with others.
struct Tie {
    UnorderedArray* array = nullptr;
    std::size_t begin = 0, end = 0;
};

using SideValues = std::vector<std::pair<json::Value*, json::Value*>>;  // raw, marked

// The value at a place, to be changed; nullptr: nothing there.
json::Value* resolve(json::Value& root, const json::Pointer& pointer);
// Items from `begin` on, each from where `order` says.
void arrange(json::Value& array, const std::vector<std::size_t>& order, std::size_t begin = 0);
std::string_view class_of_mark(std::string_view mark);  // "pr" of "pr:?17"

// Brings tied items into the order whose text is least. Returns why not, or an empty text.
std::string settle_ties(const SideValues& values, const std::vector<Tie>& ties);

}  // namespace understudy::cassette
