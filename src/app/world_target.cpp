#include "app/world_target.hpp"

#include "app/kept_deliveries.hpp"
#include "app/present_key.hpp"
#include "app/version.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "http/url.hpp"
#include "schema/check.hpp"
#include "serve/seed_file.hpp"
#include "serve/station.hpp"
#include "store/memory.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kAuthority = "127.0.0.1";
constexpr std::string_view kWrongKey = "usw_nobody-has-this-key";

}  // namespace

struct WorldTarget::State {
    store::MemoryStore journal;
    serve::Hub hub{journal};
    KeptDeliveries deliveries;
    std::unique_ptr<serve::Station> station;
    std::string url;
    std::shared_ptr<serve::RunningWorld> world;
    serve::Door door;

    std::string_view key_for(plan::Auth auth) const {
        return auth == plan::Auth::Wrong ? kWrongKey : std::string_view(world->identity.key);
    }
};

WorldTarget::WorldTarget(std::unique_ptr<State> state) : state_(std::move(state)) {}

WorldTarget::~WorldTarget() = default;

base::Result<std::unique_ptr<WorldTarget>> WorldTarget::make(std::shared_ptr<const pack::Pack> pack,
                                                             const WorldOptions& options) {
    auto state = std::make_unique<State>();
    const auto refused = [&](const world::Refused& why) {
        return base::fail(cassette::code::FakeRefused,
                          {{"why", "the seed " + options.seed->source->name + ": " + why.message}});
    };
    serve::WorldOrder order;
    order.pack = pack->name;
    order.id = "test";
    order.key = "usw_key-of-the-pack-test";
    order.seed = options.rng_seed;
    if (options.seed != nullptr) {
        if (auto no = serve::read_seed(options.seed->root, {}, order)) return refused(*no);
    }
    state->hub.allow_webhooks_to(options.webhook_hosts);
    TRY_VOID(state->hub.mount(std::move(pack)));
    state->world = TRY(state->hub.create(order));
    if (options.seed != nullptr) {
        const auto no = serve::apply_seed(state->hub, *state->world, options.seed->root);
        if (no) return refused(*no);
    }
    state->door = {serve::Door::Kind::Pack, 0, 0};
    state->station = std::make_unique<serve::Station>(
        state->hub, serve::StationOptions{.version = std::string(kVersion), .loops = 1});
    if (options.keeps_deliveries) state->hub.set_errands(&state->deliveries);
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
        present_key(request.head, state_->hub.packs().front().pack->serve.auth,
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

std::string WorldTarget::operation_of(std::string_view trace) const {
    const auto record =
        state_->world->look([trace](const world::World& world) { return world.trace(trace, {}); });
    const json::Value* request = record ? record->find("request") : nullptr;
    const json::Value* operation = request != nullptr ? request->find("operation") : nullptr;
    return operation != nullptr && operation->is_string() ? std::string(operation->as_string())
                                                          : std::string();
}

std::vector<json::Value> WorldTarget::transitions() const {
    std::vector<json::Value> all;
    constexpr std::size_t kAll = 100'000;
    const auto page =
        state_->world->look([](const world::World& world) { return world.feed(0, kAll); });
    for (const world::World::FeedFrame& frame : page.frames) {
        if (frame.kind == "transition") all.push_back(frame.record);
    }
    return all;
}

base::Instant WorldTarget::now() const {
    const json::Value record =
        state_->world->look([](const world::World& world) { return world.clock_record(); });
    const json::Value* now = record.find("now");
    return now == nullptr ? base::Instant{}
                          : base::parse_rfc3339(now->as_string()).value_or(base::Instant{});
}

base::Result<std::string> WorldTarget::url() {
    if (!state_->url.empty()) return state_->url;
    const auto addresses = TRY(state_->station->open({{"127.0.0.1:0", state_->door}}));
    state_->url = "http://127.0.0.1:" + std::to_string(addresses.front().port);
    state_->hub.set_pack_reach(0, {state_->url, 0, {}});
    return state_->url;
}

const std::string& WorldTarget::key() const {
    return state_->world->identity.key;
}

std::optional<world::Outgoing> WorldTarget::next_delivery() {
    return state_->deliveries.next(*state_->world);
}

void WorldTarget::report(const world::Outgoing& sent, int status) {
    state_->deliveries.report(*state_->world, sent, status);
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
