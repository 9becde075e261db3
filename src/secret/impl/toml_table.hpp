// The tables of a TOML file while it is read. They remember how they came to be, because that
// decides what may still be added to them:
//
//     [a.b]        makes b, and a on the way to it. A later [a] may name it, a second [a.b] may
//     not. c.d = 1      makes c, and closes it to headers: [c] is refused, [c.e] is not.
//
// A value, inline tables and arrays included, is finished where it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "json/value.hpp"

namespace understudy::secret {

struct TomlTable {
    enum class Made : std::uint8_t { OnTheWay, ByHeader, ByDots };

    using List = std::vector<std::unique_ptr<TomlTable>>;  // an array of tables: [[a]]
    struct Entry {
        std::string key;
        std::variant<json::Value, std::unique_ptr<TomlTable>, List> is;
    };

    explicit TomlTable(Made how) : made(how) {}

    Entry* find(std::string_view key);
    Entry& add(std::string_view key);  // not there yet
    json::Value take();                // moves everything out

    Made made;
    std::vector<Entry> entries;  // in the order of the file

private:
    // Only for tables that are large enough to need it; most have a handful of keys.
    std::unique_ptr<std::unordered_map<std::string, std::size_t>> index_;
};

}  // namespace understudy::secret
