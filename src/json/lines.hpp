// JSON Lines: one value a line. The documents share the whole text, so their marks are the file's.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "json/document.hpp"
#include "json/parse.hpp"

namespace understudy::json {

// Lines that hold only white space are skipped. All bad lines are reported: one gives its own
// error, several an error `json.bad_lines` that lists the first hundred.
base::Result<std::vector<Document>> parse_lines(base::Source source,
                                                const ParseOptions& options = {});

// The bytes [begin, end) of a text as a document of their own, whose marks are those of the whole
// text. For values inside other texts: a line, the data of an event.
base::Result<Document> parse_part(const std::shared_ptr<const base::Source>& whole,
                                  std::size_t begin, std::size_t end,
                                  const ParseOptions& options = {});

}  // namespace understudy::json
