// The spellings. One table per word list; nothing else in the room spells them.
#include "grammar/kinds.hpp"

#include <array>

namespace understudy::grammar {

namespace {

constexpr std::array<std::string_view, 14> kKinds = {
    "seq", "any",      "per-key", "open/close", "once",    "gapless", "monotone",
    "ref", "constant", "concat",  "derived",    "implies", "join",    "terminal"};
constexpr std::array<std::string_view, 4> kSeverities = {"info", "warning", "drift", "breaking"};
constexpr std::array<std::string_view, 3> kEndings = {"complete", "failed", "interrupted"};

template <class Word, std::size_t N>
std::optional<Word> find(const std::array<std::string_view, N>& words, std::string_view name) {
    for (std::size_t i = 0; i < N; ++i) {
        if (words[i] == name) return static_cast<Word>(i);
    }
    return std::nullopt;
}

}  // namespace

std::string_view name_of(Kind kind) {
    return kKinds[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Severity severity) {
    return kSeverities[static_cast<std::size_t>(severity)];
}

std::string_view name_of(Ending ending) {
    return kEndings[static_cast<std::size_t>(ending)];
}

std::optional<Kind> kind_named(std::string_view name) {
    if (name == "terminal") return Kind::Once;
    return find<Kind>(kKinds, name);
}

std::optional<Severity> severity_named(std::string_view name) {
    return find<Severity>(kSeverities, name);
}

std::optional<Ending> ending_named(std::string_view name) {
    return find<Ending>(kEndings, name);
}

std::span<const std::string_view> all_kind_names() {
    return kKinds;
}

}  // namespace understudy::grammar
