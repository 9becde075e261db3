// Worlds, their objects, and what was put into them.
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using json::Value;

void put(Lines& lines, std::string_view label, const Value& record, std::string_view path) {
    const Value* value = member_at(record, path);
    if (value == nullptr || value->is_null()) return;
    const bool list = value->is_array();
    lines.emplace_back(label, list ? joined(value) : plain(value));
}

std::string pretty(const Value& value) {
    return report::shown(json::write_pretty(value), report::Breaks::Keep) + '\n';
}

}  // namespace

std::string shown_world(const Value& world, const Look& look) {
    Lines lines;
    put(lines, "world", world, "id");
    put(lines, "key", world, "key");
    put(lines, "key forms", world, "key_forms");
    for (const Value& pack : items_at(world, "packs")) {
        lines.emplace_back("pack", plain_at(pack, "name") + '@' + plain_at(pack, "version") +
                                       ", a stand-in for version " +
                                       plain_at(pack, "modelled_version"));
        put(lines, "url", pack, "url");
    }
    put(lines, "socket", world, "socket");
    put(lines, "host", world, "host");
    lines.emplace_back("clock", plain_at(world, "clock") + " at " + plain_at(world, "now") +
                                    ", began at " + plain_at(world, "t0"));
    put(lines, "seed", world, "rng_seed");
    put(lines, "pacing", world, "pacing");
    put(lines, "accepts", world, "accept_keys");
    put(lines, "coherence", world, "coherence");
    put(lines, "fork of", world, "parent");
    put(lines, "ends after", world, "ttl");
    put(lines, "config", world, "config");
    std::vector<std::string> counts;
    if (const Value* known = world.find("counts")) {
        for (const json::Member& member : known->members()) {
            counts.push_back(plain(&member.value) + ' ' + report::shown(member.key()));
        }
    }
    lines.emplace_back("objects", counts.empty() ? "none" : base::join(counts, ", "));
    return block(lines, look);
}

std::string shown_state(const Value& state, const Look& look) {
    std::string out = "now " + plain_at(state, "now") + '\n';
    const Value* resources = state.find("resources");
    if (resources == nullptr) return out;
    for (const json::Member& resource : resources->members()) {
        const std::size_t count = resource.value.size();
        out += strong(report::shown(resource.key()), look) + ": " +
               (count == 0 ? "none" : std::to_string(count)) + '\n';
        for (std::size_t i = 0; i < count; ++i) {
            out += "  " + report::shown_value(resource.value[i]) + '\n';
        }
    }
    return out;
}

std::string shown_objects(const Value& state, const Look& /*look*/) {
    std::string out = "now " + plain_at(state, "now") + '\n';
    const auto objects = items_at(state, "data");
    for (const Value& object : objects) out += pretty(object);
    return objects.empty() ? out + "no objects\n" : out;
}

std::string shown_cleared(const Value& answer, const Look& /*look*/) {
    return "cleared " + plain_at(answer, "cleared") + '\n';
}

std::string shown_past(const Value& answer, const Look& look) {
    Lines lines;
    for (const Value& one : items_at(answer, "created")) {
        const std::string name = one.has("as") ? ", called " + plain_at(one, "as") : std::string();
        lines.emplace_back("created", plain_at(one, "resource") + ' ' + plain_at(one, "id") + name);
    }
    lines.emplace_back("events", plain_at(answer, "events"));
    lines.emplace_back("now", plain_at(answer, "now"));
    return block(lines, look);
}

std::string shown_seeded(const Value& answer, const Look& look) {
    Lines lines;
    std::vector<std::string> ids;
    for (const Value& one : items_at(answer, "inserted")) {
        ids.push_back(one.is_object() ? plain_at(one, "id") : plain(&one));
    }
    lines.emplace_back("inserted", ids.empty() ? "none" : base::join(ids, ", "));
    for (const Value& warning : items_at(answer, "warnings")) {
        lines.emplace_back("warning", plain_at(warning, "message|code"));
    }
    return block(lines, look);
}

}  // namespace understudy::app
