// One call under a borrowed name: answered from a recording, or made for real and written down, as
// its session says.
//
//     shim::run({"gh", "/tmp/understudy-a1b2c3"}, {"gh", "pr", "list"}, hooks);
//
// A replayed call opens the index, the state, one cassette and the log of its session: no socket,
// no server, and never the real tool.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"
#include "cassette/seal.hpp"
#include "secret/policy.hpp"
#include "shim/place.hpp"

namespace understudy::shim {

// What this room cannot make by itself, asked for only when a call has no recording as it stands:
// recordings are sealed, so the call is sealed too and looked up once more; and what is printed of
// it holds no secret.
struct Hooks {
    std::function<base::Result<std::shared_ptr<const secret::Policy>>()> policy;
    std::function<cassette::Identity()> identity;
};

// `words` with the name in front. Ends the process as the tool did, or returns an exit code.
int run(const Borrowed& borrowed, std::span<char* const> words, const Hooks& hooks);

}  // namespace understudy::shim
