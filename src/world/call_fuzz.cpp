// Any calls against a pack with everything in it: no request may crash a world, make it answer with
// an error of our own, or change the answer of a world that is asked the same again. The input is
// requests as text: a line `METHOD target`, headers, an empty line, the body; a line of three
// dashes between two of them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "pack/load.hpp"
#include "world/shop_testing.hpp"
#include "world/world.hpp"

using namespace understudy;

namespace {

std::shared_ptr<const pack::Pack> shop() {
    static const auto& kPack = *new std::shared_ptr<const pack::Pack>(
        pack::load({"shop", {{"pack.yaml", std::string(world::kShopPack)}}}).pack);
    return kPack;
}

world::Call read_call_text(std::string_view text) {
    world::Call call;
    const std::size_t head_end = std::min(text.find("\n\n"), text.size());
    call.request.body = text.size() > head_end + 2 ? text.substr(head_end + 2) : "";
    bool first = true;
    for (const std::string_view line : base::split_lines(text.substr(0, head_end))) {
        if (first) {
            const std::size_t space = std::min(line.find(' '), line.size());
            call.request.head.method = line.substr(0, space);
            call.request.head.target = line.size() > space ? line.substr(space + 1) : "/";
        } else if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
            call.request.head.headers.add(line.substr(0, colon),
                                          base::trim(line.substr(colon + 1)));
        }
        first = false;
    }
    call.credential = "usw_0123456789abcdef";
    call.origin = "http://127.0.0.1";
    return call;
}

std::string play(std::string_view text) {
    auto world = world::World::create(shop(), {.id = "w_1"});
    if (!world) std::abort();
    std::string told;
    while (true) {
        const std::size_t cut = std::min(text.find("\n---\n"), text.size());
        const auto done = world->apply(read_call_text(text.substr(0, cut)));
        if (const auto* outcome = std::get_if<world::Outcome>(&done)) {
            // Every refusal of this pack is its own.
            if (outcome->answer.status == 500) std::abort();
            told += std::to_string(outcome->answer.status) + *outcome->answer.body;
        }
        if (cut == text.size()) return told;
        text.remove_prefix(cut + 5);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > std::size_t{64} * 1024) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (play(text) != play(text)) std::abort();
    return 0;
}
