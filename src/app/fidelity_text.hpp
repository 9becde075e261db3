// What import and export say of fidelity, in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cassette/fidelity.hpp"
#include "report/finding.hpp"

namespace understudy::app {

// "12 exchanges, 10 of them carried exactly"
std::string exchanges_text(const cassette::Fidelity& fidelity);

// A block for the end of a report: what was approximated, what was not carried, what is
// bookkeeping; the latter two under the given titles. Empty: everything was carried exactly.
std::string fidelity_text(const cassette::Fidelity& fidelity, std::string_view not_carried,
                          std::string_view bookkeeping);

// Findings of fidelity are told in the block; where they are many, only there.
void fold_fidelity(std::vector<report::Finding>& findings);

}  // namespace understudy::app
