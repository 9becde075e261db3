#include "app/fake_player.hpp"

#include <unistd.h>

#include "cassette/code.hpp"

namespace understudy::app {

base::Result<std::unique_ptr<cassette::Player>> make_player(const cassette::Service& service,
                                                            const FakeGround& ground) {
    using How = cassette::Fake::How;
    switch (service.fake.how) {
        case How::Pack: return make_pack_player(service.fake, ground);
        case How::Command: return make_command_player(service.fake, ground.root);
        case How::Protocol: return make_protocol_player(service.fake, ground.root);
        case How::None: break;
    }
    return base::fail(cassette::code::FakeCannotPlay, {{"why", "no fake is named"}}, service.mark);
}

std::vector<std::string> own_environment() {
    std::vector<std::string> variables;
    for (char** each = ::environ; *each != nullptr; ++each) variables.emplace_back(*each);
    return variables;
}

}  // namespace understudy::app
