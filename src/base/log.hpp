// The one way to log, for the rooms of level 6 and up; the pure rooms below must not include this
// header. Lines go to standard error; nothing is written until start_log is called.
#pragma once

#include <cstdint>
#include <string_view>

namespace understudy::base {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error, Off };

void start_log(LogLevel least, bool colour);
bool logs(LogLevel level);
void log(LogLevel level, std::string_view line);

}  // namespace understudy::base
