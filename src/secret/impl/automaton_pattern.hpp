// What the automaton looks for on behalf of a rule, and of the names that secrets are given.
#pragma once

#include <string>

#include "secret/rule.hpp"

namespace understudy::secret {

// A rule with a mark of its own is looked for by its expression. One without (32 hexadecimal
// digits) would match everywhere: there the words that must stand near it are looked for, and
// `end` of a candidate is the end of such a word.
bool is_found_by_near_words(const Rule& rule);
std::string automaton_pattern(const Rule& rule);

// A name that ends in a word such as `password`, and the `:` or `=` behind it.
std::string key_pattern();

}  // namespace understudy::secret
