#include "serve/vendor.hpp"

#include "base/text.hpp"
#include "json/write.hpp"
#include "serve/credential.hpp"
#include "serve/impl/control_call.hpp"

namespace understudy::serve {

namespace {

using Key = world::Call::Key;

VendorAnswer plain_answer(int status, std::string text) {
    VendorAnswer answer;
    answer.head.status = status;
    answer.head.headers.add("Content-Type", "text/plain; charset=utf-8");
    answer.body = std::make_shared<const std::string>("understudy: " + std::move(text) + '\n');
    return answer;
}

// What only tests can ask for (a scenario that is not there) is refused in our own words.
VendorAnswer refusal(const world::Refused& refused) {
    VendorAnswer answer;
    answer.head.status = refused.status;
    answer.head.headers.add("Content-Type", "application/json");
    answer.body = std::make_shared<const std::string>(json::write(error_envelope(refused)) + '\n');
    return answer;
}

// The first credential that is some world's key; else the first of all.
struct Presented {
    std::string credential;
    std::shared_ptr<RunningWorld> world;
};

Presented presented(const Hub& hub, const pack::Auth& auth, const http::RequestHead& request) {
    std::string first;
    for (const pack::AuthPlace& place : auth.places) {
        std::string credential = credential_at(place, request);
        if (credential.empty()) continue;
        if (auto world = hub.with_key(credential)) {
            return {std::move(credential), std::move(world)};
        }
        if (first.empty()) first = std::move(credential);
    }
    return {std::move(first), nullptr};
}

Choice in_lobby(const MountedPack& mounted, std::string credential) {
    const Key key = credential.empty() ? Key::Missing : Key::Wrong;
    return {mounted.lobby, key, std::move(credential), true};
}

// Listener or host have named a world: the key must be its own or that of one forked from it.
Choice in_family(const Hub& hub, const Scope& scope, const http::RequestHead& request) {
    const MountedPack& mounted = hub.packs()[scope.pack];
    const pack::Auth& auth = mounted.pack->serve.auth;
    auto named = hub.find_serial(scope.world);
    if (auth.places.empty() && named) return {std::move(named), Key::Accepted, {}, false};
    Presented given = presented(hub, auth, request);
    if (given.world && given.world->identity.is_in_family_of(scope.world)) {
        return {std::move(given.world), Key::Accepted, std::move(given.credential), false};
    }
    if (!named) return in_lobby(mounted, std::move(given.credential));
    if (given.credential.empty()) return {std::move(named), Key::Missing, {}, false};
    const bool accepted = named->identity.accept_any && !given.world;
    return {std::move(named), accepted ? Key::Accepted : Key::Wrong, std::move(given.credential),
            false};
}

Choice in_pack(const Hub& hub, std::size_t pack, const http::RequestHead& request) {
    const MountedPack& mounted = hub.packs()[pack];
    const pack::Auth& auth = mounted.pack->serve.auth;
    if (auth.places.empty()) {
        // A service that asks for no key cannot tell worlds apart by it: its first one answers.
        if (auto oldest = hub.oldest_of(pack)) return {std::move(oldest), Key::Accepted, {}, false};
        return in_lobby(mounted, {});
    }
    Presented given = presented(hub, auth, request);
    if (given.world && given.world->identity.pack == pack) {
        return {std::move(given.world), Key::Accepted, std::move(given.credential), false};
    }
    return in_lobby(mounted, std::move(given.credential));
}

}  // namespace

Choice choose_world(const Hub& hub, const Scope& scope, const http::RequestHead& request) {
    if (scope.pack != kNoPack) {
        if (scope.contradicts) {
            const MountedPack& mounted = hub.packs()[scope.pack];
            return in_lobby(mounted, presented(hub, mounted.pack->serve.auth, request).credential);
        }
        if (scope.world != 0) return in_family(hub, scope, request);
        return in_pack(hub, scope.pack, request);
    }
    // Neither listener nor host say which pack: only a key can.
    for (std::size_t pack = 0; pack < hub.packs().size(); ++pack) {
        if (hub.packs()[pack].pack->serve.auth.places.empty() && hub.packs().size() > 1) continue;
        Choice choice = in_pack(hub, pack, request);
        if (!choice.is_lobby || hub.packs().size() == 1) return choice;
    }
    return {};
}

VendorAnswer vendor_failure(const base::Error& error) {
    return plain_answer(500, base::message(error));
}

VendorAnswer answer_vendor(Hub& hub, Arrival arrival, http::Request request) {
    Choice choice = choose_world(hub, arrival.scope, request.head);
    if (!choice.world) {
        return plain_answer(401,
                            "this listener serves several packs; name one by its host (" +
                                base::join(hub.pack_names(), ".localhost, ") +
                                ".localhost) or send a world's key where its service expects one");
    }
    world::Call call;
    call.request = std::move(request);
    call.key = choice.key;
    call.credential = std::move(choice.credential);
    call.host = std::move(arrival.host);
    call.own_listener = arrival.scope.at_own_prefix;
    call.origin = std::move(arrival.origin);
    auto applied = choice.world->apply(std::move(call));
    if (!applied) return vendor_failure(applied.error());
    if (const auto* refused = std::get_if<world::Refused>(&*applied)) return refusal(*refused);
    world::Outcome& outcome = std::get<world::Outcome>(*applied);
    world::Answer& answer = outcome.answer;
    VendorAnswer out;
    out.wire = std::move(outcome.wire);
    if (out.wire && out.wire->held) {
        out.release = [world = choice.world, trace = outcome.trace] {
            // Nobody is left to be told of a store that fails; the next command is.
            static_cast<void>(world->apply(world::Release{trace}).has_value());
            if (world->owes()) world->send_due();
        };
    }
    if (outcome.owes) out.owing = choice.world;
    out.head.status = answer.status;
    out.head.headers = std::move(answer.headers);
    if (choice.is_lobby) out.head.headers.remove("X-Mock-Resolution-Trace");
    out.stream = paced(choice.world, answer);
    if (answer.socket != pack::kNone) {
        out.socket = answer.socket;
        out.pack = hub.packs()[choice.world->identity.pack].pack;
    }
    out.body = std::move(answer.body);
    return out;
}

}  // namespace understudy::serve
