// The bare syntax of a text as the lines that the public YAML test suite compares:
//
//     +STR   +DOC ---   +MAP {} &a <tag:yaml.org,2002:map>   =VAL :text   =ALI *a   -MAP   ...
//
// No rule about tags, keys or values applies here; the limits on size, depth and number do.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "yaml/read.hpp"

namespace understudy::yaml {

base::Result<std::vector<std::string>> event_lines(const base::Source& source,
                                                   const ReadOptions& options = {});

}  // namespace understudy::yaml
