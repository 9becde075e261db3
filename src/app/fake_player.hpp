// The fakes that `check` can play: a pack served in this process, a command run for every call, a
// program that speaks JSON lines. docs/reference/fake-protocol.md.
//
//     const auto player = TRY(make_player(service, root));
//     cassette::play(cassette, *player);
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cassette/manifest.hpp"
#include "cassette/play.hpp"

namespace understudy::app {

// Where fakes are played: the folder of the project, and what real tools may do to a pack.
struct FakeGround {
    std::filesystem::path root;
    plan::Effect allowed = plan::Effect::Write;
};

// The service names a fake. A pack that does not load is an error here; a program is started when
// it is first needed.
base::Result<std::unique_ptr<cassette::Player>> make_player(const cassette::Service& service,
                                                            const FakeGround& ground);

// fake_pack.cpp, fake_command.cpp, fake_protocol.cpp
base::Result<std::unique_ptr<cassette::Player>> make_pack_player(const cassette::Fake& fake,
                                                                 const FakeGround& ground);
std::unique_ptr<cassette::Player> make_command_player(const cassette::Fake& fake,
                                                      const std::filesystem::path& root);
std::unique_ptr<cassette::Player> make_protocol_player(const cassette::Fake& fake,
                                                       const std::filesystem::path& root);

// The variables of our own process, "NAME=value".
std::vector<std::string> own_environment();

}  // namespace understudy::app
