// Any file against the reader of snapshots: what cannot be is refused, and what was read is a world
// that can be looked at, called, advanced and written out again. The input is the file; its digest
// is put right, since no fuzzer guesses one.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "json/parse.hpp"
#include "pack/load.hpp"
#include "world/shop_testing.hpp"
#include "world/snapshot.hpp"
#include "world/world.hpp"

using namespace understudy;

namespace {

std::shared_ptr<const pack::Pack> shop() {
    static const auto& kPack = *new std::shared_ptr<const pack::Pack>(
        pack::load({"shop", {{"pack.yaml", std::string(world::kShopPack)}}}).pack);
    return kPack;
}

world::World fresh() {
    auto made = world::World::create(shop(), {.id = "w_1", .most_timers = 1'000});
    if (!made) std::abort();
    return std::move(*made);
}

std::variant<world::Snapshot, world::Refused> read(json::Value file) {
    auto said = world::from_file(file, shop());
    const auto* refused = std::get_if<world::Refused>(&said);
    constexpr std::string_view kOther = "the entries give another digest: ";
    if (refused == nullptr || !refused->message.starts_with(kOther)) return said;
    file.set("digest", refused->message.substr(kOther.size()));
    return world::from_file(file, shop());
}

void call(world::World& world, std::string_view method, std::string target, std::string body) {
    world::Call call;
    call.request.head.method = method;
    call.request.head.target = std::move(target);
    if (!body.empty()) call.request.head.headers.add("Content-Type", "application/json");
    call.request.body = std::move(body);
    call.credential = "usw_0123456789abcdef";
    call.origin = "http://127.0.0.1";
    static_cast<void>(world.apply(call));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > std::size_t{64} * 1024) return 0;
    json::ParseOptions options;
    options.limits.depth = 64;
    const auto file =
        json::parse(std::string_view(reinterpret_cast<const char*>(data), size), options);
    if (!file) return 0;
    const auto said = read(*file);
    const auto* snapshot = std::get_if<world::Snapshot>(&said);
    if (snapshot == nullptr) return 0;

    world::World world = fresh();
    const world::Snapshot empty = world.snapshot();
    if (!std::holds_alternative<world::Outcome>(
            world.apply(world::Restore{std::make_shared<const world::Snapshot>(*snapshot)}))) {
        std::abort();
    }
    const auto again = world::from_file(world::to_file(world.snapshot()), shop());
    if (!std::holds_alternative<world::Snapshot>(again)) std::abort();
    if (std::get<world::Snapshot>(again).digest() != snapshot->digest()) std::abort();

    static_cast<void>(world.state_record());
    static_cast<void>(world.clock_record());
    static_cast<void>(world.idempotency());
    static_cast<void>(world::diff(empty, *snapshot));
    static_cast<void>(world::diff(*snapshot, empty));
    call(world, "GET", "/v1/charges", "");
    call(world, "POST", "/v1/charges", R"({"amount":2000,"currency":"eur","source":"tok_visa"})");
    world::Advance step;
    step.step = true;
    static_cast<void>(world.apply(step));
    static_cast<void>(world.apply(world::Reset{}));
    if (world.digest() != fresh().digest()) std::abort();
    return 0;
}
