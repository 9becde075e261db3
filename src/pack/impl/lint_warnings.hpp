// The two halves of `warn`: what is written and does nothing, and what no plan reaches.
#pragma once

#include <string>
#include <vector>

#include "pack/load.hpp"

namespace understudy::pack {

void warn_unused(const Pack& pack, const Folder& folder, std::vector<Problem>& problems);
void warn_untested(const Pack& pack, const Folder& folder, std::vector<Problem>& problems);

void add_warning(std::vector<Problem>& problems, base::Code code, std::vector<base::Arg> args,
                 const base::Mark& mark);

// Does the text hold the word, not as part of a longer one?
bool has_word(std::string_view text, std::string_view word);

// The names an emit can have; empty if they depend on more than the arm.
std::vector<std::string> names_of(const Emit& emit, const Move* move);

}  // namespace understudy::pack
