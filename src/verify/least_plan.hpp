// A divergence as a plan that anybody can run: its steps expect what the fake says, so it holds on
// the fake and fails where the target parts from it.
//
//     files.write("parcel-1.yaml", least_plan(pack, "parcel", found));
#pragma once

#include <string>
#include <string_view>

#include "verify/explore.hpp"

namespace understudy::verify {

// The text of the file. What the target said instead stands in its comments.
std::string least_plan(const pack::Pack& pack, std::string_view service, const Found& found);

// "the fake says 409, the target 200": both values, cut where they are long.
std::string said_words(const Divergence& divergence);

}  // namespace understudy::verify
