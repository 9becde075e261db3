// Our certificate authority for a verb that listens: opened, and made on first use.
#pragma once

#include <memory>

#include "app/verb.hpp"
#include "io/authority.hpp"

namespace understudy::app {

inline constexpr Option kAuthorityOption = {"--ca-folder", "DIR",
                                            "where the certificate authority lives", "", ""};

// Of --ca-folder, else the user's own. Where it cannot be had and is not needed there is none, and
// standard error says what that means. --ca-folder makes it needed.
base::Result<std::shared_ptr<io::Authority>> opened_authority(const Arguments& arguments,
                                                              bool is_needed, Terminal& terminal);

}  // namespace understudy::app
