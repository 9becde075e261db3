// What tests of this room compare problems with: a line each.
#pragma once

#include <string>

#include "base/error.hpp"

namespace understudy::secret::testing {

// `3:5 this is no TOML: ... [secret.bad_toml] hint`
inline void put_line(std::string& out, const base::Error& error) {
    if (error.where.is_known()) {
        out += std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + " ";
    }
    out += base::message(error) + " [" + std::string(base::name_of(error.code)) + "]";
    if (const std::string hint = base::hint(error); !hint.empty()) out += " " + hint;
    out += "\n";
}

// The reasons of a group, or the error itself where it is none.
inline std::string lines_of(const base::Error& error) {
    std::string out;
    for (const base::Error& reason : error.because) put_line(out, reason);
    if (out.empty()) put_line(out, error);
    return out;
}

}  // namespace understudy::secret::testing
