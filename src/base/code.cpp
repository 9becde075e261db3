// The tables behind code.hpp.
#include "base/code.hpp"

#include <array>
#include <cstddef>

namespace understudy::base {

namespace {

struct Entry {
    std::string_view name;
    std::string_view sentence;
    std::string_view hint;
};

constexpr Entry kEntries[] = {
#define CODE(id, name, sentence, hint) Entry{name, sentence, hint},
#include "base/codes/all.def"
#undef CODE
};

constexpr Code kCodes[] = {
#define CODE(id, name, sentence, hint) Code::id,
#include "base/codes/all.def"
#undef CODE
};

const Entry& entry(Code code) {
    return kEntries[static_cast<std::size_t>(code)];
}

}  // namespace

std::string_view name_of(Code code) {
    return entry(code).name;
}

std::string_view sentence_of(Code code) {
    return entry(code).sentence;
}

std::string_view hint_of(Code code) {
    return entry(code).hint;
}

std::span<const Code> all_codes() {
    return kCodes;
}

std::optional<Code> code_named(std::string_view name) {
    for (const Code code : kCodes) {
        if (entry(code).name == name) return code;
    }
    return std::nullopt;
}

}  // namespace understudy::base
