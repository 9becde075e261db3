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
#include "world/snapshot.hpp"
#include "world/world.hpp"

using namespace understudy;

namespace {

// A little of everything that a state holds.
constexpr std::string_view kPack = R"yaml(
format: 1
pack: till
version: 0.1.0
models: { vendor: Till, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], input: [ json ] }
durations: { settle: 2s, keys: 24h }
idempotency: { header: Idempotency-Key, methods: [ POST ], scope: [ credential ], lifetime: keys, fingerprint: [ params ], mismatch: invalid }
errors:
  envelope: { error: error }
  on: { no_route: missing, required: invalid, type: invalid, missing: missing, state: invalid }
  codes:
    missing: { status: 404, message: "no {issue.resource} {issue.value}" }
    invalid: { status: 400, message: "bad {issue.param}" }
events: { stored_as: events, types: [ charge.settled ], payload: { id: event.id, type: event.type, of: view(self) } }
resources:
  events: { id: "evt_{base62:8}", operations: { list: GET /events } }
  customers:
    id: "cus_{base62:8}"
    tombstone: gone
    unique: { fields: [ email ], else: invalid }
    views: { gone: { keep: [ id ], add: { deleted: true } } }
    fields:
      email: { from: input, nullable: true, schema: { type: string } }
      spent: { from: aggregate, sum: amount, over: charges, by: customer, where: 'it.status == "settled"' }
    operations: { create: POST /customers, delete: "DELETE /customers/{id}", list: GET /customers }
  charges:
    id: "ch_{base62:8}"
    fields:
      amount: { from: input, required: true, schema: { type: integer, minimum: 1 } }
      customer: { from: input, ref: customers, nullable: true }
      metadata: { from: input, default: {}, merge: keys }
      created: { from: clock, as: epoch }
      settled_at: { from: clock, on: settle, as: epoch, nullable: true }
      tries: { from: moves, init: 0, schema: { type: integer } }
      status: { from: lifecycle }
      risk: { from: exogenous, schema: { type: integer, minimum: 0, maximum: 100 }, binds: settle, before: null }
    operations: { create: POST /charges, list: { route: GET /charges, filters: { customer: equal } } }
    lifecycle:
      start: pending
      moves: { settle: { from: pending, after: settle, to: settled, set: { tries: self.tries + 1 }, emits: charge.settled } }
)yaml";

std::shared_ptr<const pack::Pack> till() {
    static const auto& kLoaded = *new std::shared_ptr<const pack::Pack>(
        pack::load({"till", {{"pack.yaml", std::string(kPack)}}}).pack);
    if (!kLoaded) std::abort();
    return kLoaded;
}

world::World fresh() {
    auto made = world::World::create(till(), {.id = "w_1", .most_timers = 1'000});
    if (!made) std::abort();
    return std::move(*made);
}

std::variant<world::Snapshot, world::Refused> read(json::Value file) {
    auto said = world::from_file(file, till());
    const auto* refused = std::get_if<world::Refused>(&said);
    constexpr std::string_view kOther = "the entries give another digest: ";
    if (refused == nullptr || !refused->message.starts_with(kOther)) return said;
    file.set("digest", refused->message.substr(kOther.size()));
    return world::from_file(file, till());
}

void call(world::World& world, std::string_view method, std::string target, std::string body) {
    world::Call call;
    call.request.head.method = method;
    call.request.head.target = std::move(target);
    if (!body.empty()) {
        call.request.head.headers.add("Content-Type", "application/json");
        call.request.head.headers.add("Idempotency-Key", "k1");
    }
    call.request.body = std::move(body);
    call.credential = "usw_0123456789abcdef";
    call.origin = "http://127.0.0.1";
    static_cast<void>(world.apply(call));
}

// Everything that is easily done to a world.
void use(world::World& world) {
    static_cast<void>(world.state_record());
    static_cast<void>(world.clock_record());
    static_cast<void>(world.idempotency());
    for (const char* list : {"/events", "/customers", "/charges", "/charges?customer=cus_1"}) {
        call(world, "GET", list, "");
    }
    call(world, "POST", "/customers", R"({"email":"a"})");
    call(world, "POST", "/charges", R"({"amount":2000})");
    world::Advance step;
    step.step = true;
    static_cast<void>(world.apply(step));
    static_cast<void>(world.apply(world::SetDurations{json::Value::object({{"settle", "1s"}})}));
    static_cast<void>(world.apply(step));
    call(world, "DELETE", "/customers/cus_1", "");
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
    const auto again = world::from_file(world::to_file(world.snapshot()), till());
    if (!std::holds_alternative<world::Snapshot>(again)) std::abort();
    if (std::get<world::Snapshot>(again).digest() != snapshot->digest()) std::abort();

    static_cast<void>(world::diff(empty, *snapshot));
    static_cast<void>(world::diff(*snapshot, empty));
    use(world);
    static_cast<void>(world.apply(world::Reset{}));
    if (world.digest() != fresh().digest()) std::abort();
    return 0;
}
