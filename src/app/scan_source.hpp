// How files become texts to look through: small ones whole, large ones window by window, so that
// memory stays flat whatever their size.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "app/text_windows.hpp"

namespace understudy::app {

// What is larger comes in windows.
inline constexpr std::uint64_t kWholeText = WindowSizes{}.window;

// Empty: it is in `bytes`. Else why it is not.
std::string read_whole(const std::string& path, std::string& bytes);

// Empty: the cutter has all of it. Large holes of the file are left out.
std::string read_windows(const std::string& path, std::uint64_t size, WindowCutter& cutter);

std::string read_input_windows(WindowCutter& cutter);  // standard input

}  // namespace understudy::app
