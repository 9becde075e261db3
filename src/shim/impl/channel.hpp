// The way from a shim to its session: one connection a call, opened before the tool starts, so that
// the session knows of it and waits; one message over it; one byte back when it is kept.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "io/fd.hpp"

namespace understudy::shim {

// A socket's name may have about 100 bytes, a folder's any number: so it is named through the
// folder's descriptor.
base::Result<io::Fd> listen_in(const std::string& folder);
base::Result<io::Fd> connect_in(const std::string& folder);

// Sends it and waits until it is kept. False: it was not.
bool hand_over(const io::Fd& connection, std::string_view message);

inline constexpr char kKept = 'k';

}  // namespace understudy::shim
