// Which references a caller asked to see as objects, level by level; and where in a list's envelope
// the items stand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pack/pack.hpp"

namespace understudy::world {

// Paths still to be expanded below the object at hand: "customer", "latest_charge.customer".
using Wanted = std::vector<std::string_view>;

// Does a path name this member, and what do they ask for below it? Nothing: it was not named.
std::optional<Wanted> wanted_below(const Wanted& wanted, std::string_view member);

// The length of a path in names; what `serve.expand.depth` limits ("data.customer" is two).
std::size_t count_names(std::string_view path);

// How lists of this resource are told: its own way, else the pack's.
const pack::Lists& lists_of(const pack::Pack& pack, const pack::Resource& resource);
const pack::Lists& lists_of(const pack::Pack& pack, const pack::Operation& operation);

// The path of `page.items` in the envelope: "data", "" where the list is the whole answer, nothing
// where the items are not shown as they are.
std::optional<std::string> items_key(const pack::Lists& lists, const pack::Resource& resource);

// The text a key of a template comes to; `plural` is all it can depend on.
std::string key_text(const pack::Pattern& key, const pack::Resource& resource);

}  // namespace understudy::world
