// The changes of a row, or a piece of a snapshot, as text in a file and back. The file may be
// anybody's: what is read is bounded, and nothing of it is believed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "world/journal.hpp"

namespace understudy::store {

void write_changes(std::string& out, const std::vector<world::Change>& changes);
base::Result<std::vector<world::Change>> read_changes(std::string_view text);
base::Result<json::Value> read_definition(std::string_view text);  // an object

}  // namespace understudy::store
