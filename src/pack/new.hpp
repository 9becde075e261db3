// The files of a fresh pack: a small commented example, or a pack made from an API description.
//
//     for (const base::Source& file : TRY(new_pack("shop", description))) write(file.name,
//     file.text);
//
// Nothing is written here; the names are paths below the pack's folder.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::pack {

// Code pack.bad_name, or pack.not_a_description.
base::Result<std::vector<base::Source>> new_pack(std::string_view name,
                                                 const std::optional<base::Source>& description);

// What a shape keeps of an API document: paths, parameters, types, required, enums, formats and
// limits. No prose, no examples, nothing vendors only say about themselves.
json::Value reduced(const json::Value& document);

}  // namespace understudy::pack
