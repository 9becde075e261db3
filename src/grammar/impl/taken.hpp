// The record in hand, with all a constraint may ask of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/evaluate.hpp"
#include "expr/program.hpp"
#include "grammar/impl/locator.hpp"
#include "grammar/impl/model.hpp"
#include "json/value.hpp"

namespace understudy::grammar {

// Guards that could not be evaluated: counted, so that a silent `false` is still seen.
struct GuardTrouble {
    std::size_t times = 0;
    std::size_t record = 0;
    std::string why;
};

struct Taken {
    std::size_t number = 0;
    TypeId type = kNoType;
    std::string_view type_name;
    const json::Value* value = nullptr;
    const json::Value* about = nullptr;
    const expr::Env* env = nullptr;
    GuardTrouble* trouble = nullptr;

    std::vector<Locator::Hit> find(const Locator& locator) const {
        return locator.find(*value, *about);
    }
    const json::Value* resolve(const Locator& locator,
                               const std::vector<std::string>& stars = {}) const {
        return locator.resolve(*value, *about, stars);
    }
};

// No guard holds always. A guard that cannot be evaluated does not hold: a record without the
// member it asks for is simply not meant.
bool holds(const std::optional<expr::Program>& guard, const Taken& record);

// An instance's name: JSON text of its key values; a long one is replaced by a digest, so that a
// key never costs more than a few hundred bytes.
std::string key_text(const std::vector<const json::Value*>& parts);

enum class KeyFound : std::uint8_t { NotAsked, Missing, Found };
struct Keys {
    KeyFound found = KeyFound::NotAsked;
    std::vector<std::string> keys;
};
Keys keys_of(const KeySpec& spec, const Taken& record);
// The key that goes with a hit of another locator: the same stars.
Keys key_beside(const KeySpec& spec, const Taken& record, const std::vector<std::string>& stars);

// A value as it is shown in a verdict: JSON, cut.
std::string shown(const json::Value& value);

}  // namespace understudy::grammar
