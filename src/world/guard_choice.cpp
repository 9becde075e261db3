// What chooses an outcome before a call is executed: the scenario a test names in a header, or a
// value of the input that the vendor itself gives a special meaning.
#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"
#include "world/impl/front.hpp"
#include "world/impl/guard.hpp"

namespace understudy::world {

namespace {

using json::Value;

// The value at a path of the input: a whole name first ("hub.mode"), else member by member.
const Value* at_path(const Value& input, std::string_view path) {
    if (const Value* whole = input.find(path)) return whole;
    if (path.find('.') == std::string_view::npos) return nullptr;
    const Value* at = &input;
    for (const std::string_view step : base::split(path, '.')) {
        if (at->is_array()) {
            const auto index = base::parse_int64(step);
            if (!index || *index < 0 || static_cast<std::size_t>(*index) >= at->size()) {
                return nullptr;
            }
            at = &(*at)[static_cast<std::size_t>(*index)];
        } else {
            at = at->find(step);
        }
        if (!at) return nullptr;
    }
    return at;
}

// Forms carry text only: "4000" is 4000 where nothing says which of both it is.
bool is_same(const Value& given, const Value& declared) {
    if (json::equivalent(given, declared)) return true;
    const auto text = [](const Value& value) {
        return value.is_string() ? std::string(value.as_string()) : json::write(value);
    };
    const bool scalars = (given.is_string() || given.is_number() || given.is_bool()) &&
                         (declared.is_string() || declared.is_number() || declared.is_bool());
    return scalars && given.is_string() != declared.is_string() && text(given) == text(declared);
}

bool fits(const pack::Magic& magic, const Value& given) {
    if (magic.value) return is_same(given, *magic.value);
    return std::none_of(magic.unless.begin(), magic.unless.end(),
                        [&](const Value& other) { return is_same(given, other); });
}

}  // namespace

std::variant<std::monostate, Chosen, Refused> scenario_of(const Turn& turn,
                                                          const Request& request) {
    const auto name = request.call->request.head.headers.find("X-Mock-Scenario");
    if (!name) return std::monostate{};
    const pack::Pack& pack = turn.eyes.pack();
    const std::string wanted(base::trim(*name));
    std::vector<std::string> known;
    for (const pack::Scenario& scenario : pack.scenarios) {
        if (scenario.name == wanted) return Chosen{&scenario.outcome, "scenario " + scenario.name};
        known.push_back(scenario.name);
    }
    Refused refused;
    refused.status = 422;
    refused.code = "unknown_scenario";
    refused.message = "no scenario '" + base::to_valid_utf8(wanted) + "' in pack " + pack.name +
                      "@" + pack.version;
    const std::string near = base::nearest(wanted, known);
    if (!near.empty()) {
        refused.hint = "did you mean '" + near + "'?";
    } else if (known.empty()) {
        refused.hint = "the pack has no scenarios";
    } else {
        std::sort(known.begin(), known.end());
        if (known.size() > 10) known.resize(10);
        refused.hint = "known: " + base::join(known, ", ");
    }
    return refused;
}

std::variant<std::monostate, Chosen, base::Error> magic_of(const Turn& turn,
                                                           const Request& request) {
    const pack::Pack& pack = turn.eyes.pack();
    for (const pack::Magic& magic : pack.magic) {
        const auto& only = magic.limited_to;
        if (!only.empty() &&
            std::find(only.begin(), only.end(), request.operation_index) == only.end()) {
            continue;
        }
        const Value* given = at_path(request.input, magic.at);
        if (!given || !fits(magic, *given)) continue;
        if (magic.when) {
            const auto holds = turn.eyes.holds(*magic.when, env_of_call(turn, request));
            if (!holds) return holds.error();
            if (!*holds) continue;
        }
        return Chosen{&magic.outcome, "magic " + magic.at};
    }
    return std::monostate{};
}

}  // namespace understudy::world
