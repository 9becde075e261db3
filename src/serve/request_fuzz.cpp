// A request's way to its world, from arbitrary bytes: where it wanted to go, which keys it carries,
// and what is a form of a key. Never crashes; a host is never longer than what was sent.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.hpp"
#include "serve/credential.hpp"
#include "serve/impl/arrival.hpp"
#include "serve/keys.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto lines = base::split(text, '\n');
    http::RequestHead head;
    head.method = std::string(lines[0]);
    if (lines.size() > 1) head.target = std::string(lines[1]);
    if (lines.size() > 2) head.authority = std::string(lines[2]);
    if (lines.size() > 3) head.headers.add("Authorization", lines[3]);
    io::Origin origin;
    if (lines.size() > 4) origin.tunnel = std::string(lines[4]);
    const serve::Destination destination = serve::destination_of(head, origin, 80);
    if (destination.host.size() > size) std::abort();
    using Kind = pack::AuthPlace::Kind;
    pack::Auth auth;
    auth.places = {{Kind::Bearer, {}, {}},
                   {Kind::BasicUser, {}, {}},
                   {Kind::BasicPassword, {}, {}},
                   {Kind::Header, "Authorization", "token"},
                   {Kind::Query, "key", {}}};
    for (const std::string& credential : serve::credentials_of(auth, head)) {
        if (credential.empty()) std::abort();
    }
    if (const auto form = serve::KeyForm::parse(lines.back())) {
        if (form->made_of("usw_0123456789abcdef").empty()) std::abort();
    }
    return 0;
}
