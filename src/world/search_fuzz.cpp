// Any text as a search, in both languages, and as the token of a page: it is read or refused, and
// what was read can be held against an object.
#include <cstdint>
#include <memory>
#include <string_view>

#include "pack/load.hpp"
#include "world/impl/page.hpp"
#include "world/impl/query.hpp"
#include "world/world.hpp"

using namespace understudy;

namespace {

constexpr std::string_view kPack = R"(
format: 1
pack: fuzz
version: 0.1.0
models: { vendor: Fuzz, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: bad }, input: json }
errors:
  envelope: { error: error }
  on: { auth: bad, no_route: bad, required: bad, type: bad, missing: { path: bad, body: bad } }
  codes: { bad: { status: 400, message: no } }
resources:
  people:
    singular: person
    id: "p_{base62:4}"
    fields:
      name:     { from: input, nullable: true }
      age:      { from: input, schema: { type: integer }, nullable: true }
      metadata: { from: input, default: {} }
      created:  { from: clock, as: epoch }
    operations:
      search: { route: GET /people, syntax: stripe, filters: { name: contains, age: range, created: range, metadata: equal } }
)";

std::shared_ptr<const pack::Pack> load_pack() {
    pack::Folder folder{"fuzz", {}};
    folder.files.push_back({"pack.yaml", std::string(kPack)});
    return pack::load(folder).pack;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::shared_ptr<const pack::Pack> kLoaded = load_pack();
    if (!kLoaded) __builtin_trap();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const pack::Operation& operation = kLoaded->operations.front();
    const world::State state(kLoaded, world::kUsualStart);
    const json::Value config = json::Value::object();
    world::Allowance allowance;
    const world::Eyes eyes(*kLoaded, state, config, allowance);
    world::Object person;
    person.resource = 0;
    person.values.resize(kLoaded->resources.front().fields.size());
    person.origins.resize(person.values.size(), world::Origin::Input);
    for (auto read : {world::read_stripe_search, world::read_github_search}) {
        auto query = read(*kLoaded, operation, text);
        if (auto* found = std::get_if<world::Query>(&query)) {
            static_cast<void>(world::holds(eyes, *found, person));
            world::Where where;
            where.resource = 0;
            world::narrow(where, eyes, std::move(*found));
            static_cast<void>(state.after(where, {}, 10));
        }
    }
    if (const auto position = world::from_token(text))
        if (world::to_token(*position) != text) __builtin_trap();
    return 0;
}
