// Notes may come from a file somebody else made: what cannot be read is as good as not there.
#include "world/impl/clock_settings.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kMode = "clock/mode";
constexpr std::string_view kStart = "clock/t0";

std::string note_of(const pack::NamedDuration& duration) {
    return "duration/" + duration.name;
}

std::string text_in(const State& state, std::string_view note) {
    const auto value = state.note(note);
    return value && value->is_string() ? std::string(value->as_string()) : std::string();
}

}  // namespace

std::string_view name_of(ClockMode mode) {
    return mode == ClockMode::Frozen ? "frozen" : "ticking";
}

base::Duration duration_in(const State& state, const pack::Pack& pack, pack::Index duration) {
    const pack::NamedDuration& named = pack.durations[duration];
    const auto set = base::parse_duration(text_in(state, note_of(named)));
    return set && *set >= base::Duration{} ? *set : named.value;
}

void set_duration(State& state, const pack::Pack& pack, pack::Index duration,
                  base::Duration value) {
    const pack::NamedDuration& named = pack.durations[duration];
    state.set_note(note_of(named), value == named.value ? json::Value() : base::to_text(value));
}

ClockMode mode_in(const State& state, ClockMode usual) {
    const std::string set = text_in(state, kMode);
    for (const ClockMode mode : {ClockMode::Frozen, ClockMode::Ticking}) {
        if (set == name_of(mode)) return mode;
    }
    return usual;
}

void set_mode(State& state, ClockMode usual, ClockMode mode) {
    state.set_note(kMode, mode == usual ? json::Value() : json::Value(name_of(mode)));
}

base::Instant start_in(const State& state, base::Instant usual) {
    return base::parse_rfc3339(text_in(state, kStart)).value_or(usual);
}

void set_start(State& state, base::Instant usual, base::Instant start) {
    state.set_note(kStart, start == usual ? json::Value() : json::Value(base::to_rfc3339(start)));
}

}  // namespace understudy::world
