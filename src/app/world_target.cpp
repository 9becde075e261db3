#include "app/world_target.hpp"

#include "app/version.hpp"
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "schema/check.hpp"
#include "serve/station.hpp"
#include "store/memory.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kAuthority = "127.0.0.1";
constexpr std::string_view kWrongKey = "usw_nobody-has-this-key";

// Presents the key where the service looks first.
void present(http::RequestHead& head, const pack::Auth& auth, std::string_view key) {
    if (auth.places.empty()) return;
    const pack::AuthPlace& place = auth.places.front();
    using Kind = pack::AuthPlace::Kind;
    const std::string text(key);
    switch (place.kind) {
        case Kind::Bearer: head.headers.set("Authorization", "Bearer " + text); break;
        case Kind::BasicUser:
            head.headers.set("Authorization", "Basic " + base::to_base64(text + ':'));
            break;
        case Kind::BasicPassword:
            head.headers.set("Authorization", "Basic " + base::to_base64("any:" + text));
            break;
        case Kind::Header:
            head.headers.set(place.name, place.scheme.empty() ? text : place.scheme + ' ' + text);
            break;
        case Kind::Query:
            head.target += (head.target.find('?') == std::string::npos ? '?' : '&') + place.name +
                           '=' + base::to_percent(text);
            break;
    }
}

}  // namespace

struct WorldTarget::State {
    store::MemoryStore journal;
    serve::Hub hub{journal};
    std::unique_ptr<serve::Station> station;
    std::shared_ptr<serve::RunningWorld> world;
    serve::Door door;

    std::string_view key_for(plan::Auth auth) const {
        return auth == plan::Auth::Wrong ? kWrongKey : std::string_view(world->identity.key);
    }
};

WorldTarget::WorldTarget(std::unique_ptr<State> state) : state_(std::move(state)) {}

WorldTarget::~WorldTarget() = default;

base::Result<std::unique_ptr<WorldTarget>> WorldTarget::make(
    std::shared_ptr<const pack::Pack> pack) {
    auto state = std::make_unique<State>();
    serve::WorldOrder order;
    order.pack = pack->name;
    order.id = "test";
    order.key = "usw_key-of-the-pack-test";
    TRY_VOID(state->hub.mount(std::move(pack)));
    state->world = TRY(state->hub.create(order));
    state->door = {serve::Door::Kind::Pack, 0, 0};
    state->station = std::make_unique<serve::Station>(
        state->hub, serve::StationOptions{.version = std::string(kVersion)});
    return std::unique_ptr<WorldTarget>(new WorldTarget(std::move(state)));
}

base::Result<http::Response> WorldTarget::call(const plan::Call& call) {
    http::Request request = call.request;
    request.head.authority = std::string(kAuthority);
    if (!call.url.empty()) {
        request.head.authority = http::authority(TRY(http::parse_url(call.url)));
    }
    request.head.headers.add("Host", request.head.authority);
    if (call.auth != plan::Auth::None) {
        present(request.head, state_->hub.packs().front().pack->serve.auth,
                state_->key_for(call.auth));
    }
    return state_->station->answer(state_->door, std::move(request));
}

base::Result<http::Response> WorldTarget::control(const plan::Call& call) {
    http::Request request = call.request;
    request.head.authority = std::string(kAuthority);
    if (call.auth != plan::Auth::None) {
        request.head.headers.set("Authorization",
                                 "Bearer " + std::string(state_->key_for(call.auth)));
    }
    return state_->station->answer(state_->door, std::move(request));
}

std::set<std::string> WorldTarget::operations_reached() const {
    std::set<std::string> names;
    constexpr std::size_t kAll = 100'000;
    const auto page =
        state_->world->look([](const world::World& world) { return world.requests({}, 0, kAll); });
    for (const json::Value& record : page.data) {
        const json::Value* operation = record.find("operation");
        if (operation != nullptr && operation->is_string()) {
            names.emplace(operation->as_string());
        }
    }
    return names;
}

base::Result<std::vector<std::string>> SchemaShapes::check(const json::Value& schema,
                                                           const json::Value& value) {
    const schema::Schema compiled = TRY(schema::compile(schema));
    std::vector<std::string> sentences;
    for (const schema::Violation& violation : schema::check(compiled, value).violations) {
        const std::string place = violation.instance_path.to_text();
        sentences.push_back((place.empty() ? "" : place + ": ") +
                            base::message(schema::to_error(violation)));
    }
    return sentences;
}

}  // namespace understudy::app
