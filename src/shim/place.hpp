// Where a session lies, and how a program under a borrowed name finds its own.
//
//     if (const auto borrowed = shim::borrowed_name()) return shim::run(*borrowed, words, hooks);
//
//     FOLDER/bin/gh      links to this program or its stand-in (stand_in.hpp), one for each name
//     FOLDER/stand-in    the stand-in, where it can be used
//     FOLDER/whole/gh    links to this program, for what a stand-in leaves to it
//     FOLDER/index       which recording answers which call (cassette/index.hpp)
//     FOLDER/state       which of them were taken
//     FOLDER/log         one line a call, without its values
//     FOLDER/socket      where recordings are handed over; only in sessions that record
//
// The folder is found by the path this program was started with, so that it is found in an empty
// environment, too; else by the variable.
#pragma once

#include <optional>
#include <string>

namespace understudy::shim {

inline constexpr const char* kSessionVariable = "UNDERSTUDY_SESSION";
inline constexpr const char* kIndexName = "index";
inline constexpr const char* kStateName = "state";
inline constexpr const char* kLogName = "log";
inline constexpr const char* kSocketName = "socket";
inline constexpr const char* kShimFolder = "bin";
inline constexpr const char* kWholeFolder = "whole";
inline constexpr const char* kStandInName = "stand-in";

struct Borrowed {
    std::string name;     // "gh"
    std::string session;  // folder
};

// Nothing: this program was started under its own name, or there is no session around it.
std::optional<Borrowed> borrowed_name(const char* first_word);

}  // namespace understudy::shim
