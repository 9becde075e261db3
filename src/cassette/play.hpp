// A cassette, played: its calls go to a fake one by one, in their order, and what the fake answers
// is kept beside what was recorded.
//
//     const Played played = play(cassette, player);
//     compare(played.expected, played.actual, rules, options);
//
// Set-up runs first, because it stands first; tear-down is not played. What a call captures is
// taken from the fake's own answer and flows into the inputs that follow, so an id that the fake
// invents is used as the real one was.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/model.hpp"

namespace understudy::cassette {

struct Answered {
    Output output;
    bool has_files = false;  // it says which files changed; else they are not compared
};

// What stands in for the service. Its errors are cassette.fake_*.
class Player {
public:
    virtual ~Player() = default;
    // What it will be played, before it is reset.
    virtual void begin(const Cassette& /*cassette*/) {}
    // A fresh fake, in the named start state (empty: none).
    virtual base::Result<void> reset(std::string_view given) = 0;
    // Variables are filled in; `vars` has their values, for a fake that wants them.
    virtual base::Result<Answered> play(const Exchange& call,
                                        const std::vector<Variable>& vars) = 0;
    // What the fake sends by itself in the place of this webhook. Nothing: it is not that kind of
    // fake. cassette.fake_sent_nothing
    virtual base::Result<std::optional<Exchange>> webhook(const Exchange& /*recorded*/) {
        return std::nullopt;
    }
};

struct Played {
    std::vector<Exchange> expected;  // as recorded: those that were answered
    std::vector<Exchange> actual;    // the same with the fake's outputs
    // Why it went no further, and at which exchange of the cassette.
    std::optional<base::Error> trouble;
    std::size_t trouble_at = 0;
    std::vector<std::string> not_played;  // ids of webhooks that this fake cannot send
};

Played play(const Cassette& cassette, Player& player);

// The call with its variables filled in.
Exchange filled(const Exchange& call, const std::vector<Variable>& vars);

// What a capture takes from an output. cassette.nothing_captured says why there is nothing.
base::Result<json::Value> captured(const plan::Capture& capture, const Output& output);

// Whether an output claims success and says nothing: exit 0 or 2xx, and no output but white space
// or an empty JSON container.
bool is_empty_success(const Output& output);

// A call of the service that no cassette can know, made from one that it has.
Exchange unknown_call(const Exchange& like);

// Whether the error means that nothing was observed (the fake could not be started, cannot play
// this kind of call), so that no verdict is possible.
bool is_unobserved(const base::Error& error);

}  // namespace understudy::cassette
