// What a pack says about the pages of a list.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "pack/pack.hpp"

namespace understudy::verify {

// The operation's own, else the resource's, else the pack's.
inline const pack::Lists& lists_of(const pack::Pack& pack, const pack::Operation& operation) {
    if (operation.lists) return *operation.lists;
    const auto& of = pack.resources[operation.resource].lists;
    return of ? *of : pack.lists;
}

// Where an envelope shows one of these, as a pointer; empty: nowhere at its top.
inline std::string place_of(const pack::Template& envelope,
                            std::initializer_list<std::string_view> wanted) {
    for (const pack::TemplateMember& member : envelope.members) {
        if (!member.key.is_literal() || !member.value.expression) continue;
        for (const std::string_view each : wanted) {
            if (member.value.expression->text() == each) return "/" + member.key.text;
        }
    }
    return {};
}

}  // namespace understudy::verify
