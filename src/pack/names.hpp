// The names an expression of a pack may use. Which of them are in scope depends on the place
// (docs/reference/pack-format.md, "Expressions"); the slot of a name is the same at every place, so
// that whoever evaluates sets values by slot and never searches.
//
//     Env env(kNameCount + move.locals);
//     env.set(slot(Name::Self), Given::object(charge));
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "expr/scope.hpp"

namespace understudy::pack {

enum class Name : std::uint8_t {
    Config,
    Input,
    Params,
    Headers,
    Self,
    Old,
    Parent,
    Now,
    Arm,
    It,
    Data,
    Result,
    Error,
    Issue,
    Request,
    Answer,
    Page,
    Plural,
    Event,
    Endpoint,
    Ts,
    Body,
    Url,
    Form,
    Secret,
    Rate,
    Reply,
    Faults,
    Pins,
    Tapes,
    Branches,
    Seeds,
};
inline constexpr std::size_t kNameCount = 32;  // `as` names take the slots from here on

constexpr expr::Slot slot(Name name) {
    return static_cast<expr::Slot>(name);
}
std::string_view text_of(Name name);  // "self"

}  // namespace understudy::pack
