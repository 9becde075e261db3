#include "serve/impl/kept.hpp"

#include <charconv>

#include "base/text.hpp"
#include "serve/keys.hpp"
#include "world/code.hpp"

namespace understudy::serve {

using json::Value;

namespace {

// Serials count worlds; none comes near this.
constexpr std::uint64_t kMostSerial = std::uint64_t{1} << 53U;

base::Failure bad(std::string_view member) {
    return base::fail(world::code::BadJournal,
                      {{"why", "the member " + base::quoted(member) +
                                   " of a world's definition is not as it was written"}});
}

class Reader {
public:
    explicit Reader(const Value& from) : from_(from) {}

    base::Result<std::string> text(std::string_view name) const {
        const Value* found = from_.find(name);
        if (found == nullptr || !found->is_string()) return bad(name);
        return std::string(found->as_string());
    }
    base::Result<std::uint64_t> number(std::string_view name) const {
        const Value* found = from_.find(name);
        if (found == nullptr) return bad(name);
        return to_number(*found, name);
    }
    base::Result<bool> truth(std::string_view name) const {
        const Value* found = from_.find(name);
        if (found == nullptr || !found->is_bool()) return bad(name);
        return found->as_bool();
    }
    static base::Result<std::uint64_t> to_number(const Value& value, std::string_view name) {
        std::uint64_t number = 0;
        const std::string_view text = value.is_number() ? value.number_text() : "";
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (problem != std::errc() || end != text.data() + text.size()) return bad(name);
        return number;
    }

private:
    const Value& from_;
};

}  // namespace

Value to_kept(const world::Definition& definition, const Identity& identity,
              const pack::Pack& pack) {
    Value ancestors = Value::array();
    for (const std::uint64_t serial : identity.ancestors) ancestors.push_back(serial);
    const bool frozen = definition.clock == world::ClockMode::Frozen;
    return Value::object({{"id", identity.id},
                          {"pack", pack.name},
                          {"version", pack.version},
                          {"serial", identity.serial},
                          {"ancestors", std::move(ancestors)},
                          {"parent", identity.parent},
                          {"key", identity.key},
                          {"host", identity.host},
                          {"accept_any", identity.accept_any},
                          {"ttl_ms", static_cast<std::uint64_t>(identity.ttl.count())},
                          {"virtual_pacing", identity.virtual_pacing},
                          {"rng_seed", definition.seed},
                          {"t0", base::to_rfc3339(definition.t0)},
                          {"clock", frozen ? "frozen" : "ticking"},
                          {"config", definition.config},
                          {"warns", definition.warns}});
}

base::Result<FromKept> from_kept(const Value& kept) {
    const Reader reader(kept);
    FromKept made;
    made.kind.pack = TRY(reader.text("pack"));
    made.kind.version = TRY(reader.text("version"));
    Identity& identity = made.identity;
    identity.id = TRY(reader.text("id"));
    identity.serial = TRY(reader.number("serial"));
    if (identity.serial == 0 || identity.serial > kMostSerial) return bad("serial");
    const Value* ancestors = kept.find("ancestors");
    if (ancestors == nullptr || !ancestors->is_array()) return bad("ancestors");
    for (const Value& one : ancestors->items()) {
        identity.ancestors.push_back(TRY(Reader::to_number(one, "ancestors")));
        if (identity.ancestors.back() >= identity.serial) return bad("ancestors");
    }
    identity.parent = TRY(reader.text("parent"));
    identity.key = TRY(reader.text("key"));
    if (!check_key(identity.key)) return bad("key");
    identity.host = TRY(reader.text("host"));
    identity.accept_any = TRY(reader.truth("accept_any"));
    const std::uint64_t ttl = TRY(reader.number("ttl_ms"));
    if (ttl > kMostSerial) return bad("ttl_ms");
    identity.ttl = std::chrono::milliseconds(ttl);
    identity.virtual_pacing = TRY(reader.truth("virtual_pacing"));
    world::Definition& definition = made.definition;
    definition.id = identity.id;
    definition.seed = TRY(reader.number("rng_seed"));
    const auto t0 = base::parse_rfc3339(TRY(reader.text("t0")));
    if (!t0) return bad("t0");
    definition.t0 = *t0;
    const std::string clock = TRY(reader.text("clock"));
    if (clock != "frozen" && clock != "ticking") return bad("clock");
    definition.clock = clock == "frozen" ? world::ClockMode::Frozen : world::ClockMode::Ticking;
    const Value* config = kept.find("config");
    if (config == nullptr || !config->is_object()) return bad("config");
    definition.config = *config;
    definition.warns = TRY(reader.truth("warns"));
    return made;
}

}  // namespace understudy::serve
