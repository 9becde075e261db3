// The rules of comparison themselves, then and now. Whoever adds a rule hides something: that shows
// as a finding of its own, so that drift is not "fixed" by looking away.
//
//     for (const std::string& each : rule_changes(then, now)) ...   // "added: rule {...}"
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cassette/manifest.hpp"

namespace understudy::verify {

// All that decides what may differ for a service, one line each: the rules of the project, of the
// service and of its cassettes, severities, how outputs are compared, what is untested.
std::set<std::string> looking_of(const cassette::Manifest& manifest,
                                 const cassette::Service& service,
                                 const std::vector<const cassette::Cassette*>& cassettes);

// "added: ...", "gone: ..."; empty: the same.
std::vector<std::string> rule_changes(const std::set<std::string>& then,
                                      const std::set<std::string>& now);

}  // namespace understudy::verify
