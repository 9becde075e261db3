// A program that runs without a network: in a network of its own that has nothing but a loopback.
//
//     TRY_VOID(can_go_without_network());            // plan.no_isolation says why not
//     launcher_without_network();                    // words to put before a command
//
// The words start this program once more; it leaves the network behind and becomes the command.
// Sockets that are files (`/var/run/docker.sock`) are no network and stay within reach.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace understudy::app {

// The first word of such a call.
inline constexpr const char* kWithoutNetwork = "--become-without-network";

base::Result<void> can_go_without_network();
std::vector<std::string> launcher_without_network();

// The other end: `words` are the file to start, the name it is started by, and its arguments, with
// a null pointer behind the last. Returns an exit code if it cannot.
int become_without_network(std::span<char* const> words);

}  // namespace understudy::app
