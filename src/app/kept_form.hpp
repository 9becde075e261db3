// Does a file that was rewritten still read as what it was? Asked before it is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace understudy::app {

// Empty: it does, or it was nothing in particular before. Else the form it would lose: "JSON".
// The form is told by the name, then by the first bytes; what was compressed is looked into.
std::string lost_form(std::string_view name, std::string_view before, std::string_view after);

// The same as an error about the file: secret.would_not_parse.
std::optional<base::Error> refuse_lost_form(const std::string& name, std::string_view before,
                                            std::string_view after);

}  // namespace understudy::app
