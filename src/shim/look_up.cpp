// Which recording answers: the call as it stands first; then, since recordings are sealed, the call
// as it is when sealed, which costs more and is seldom needed.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/match.hpp"
#include "shim/code.hpp"
#include "shim/impl/call.hpp"

namespace understudy::shim {

namespace {

using cassette::CommandInput;

// All calls that may answer, of all ways of matching, in the order in which they do.
base::Result<std::vector<std::uint32_t>> candidates(const CommandInput& input, const Call& call,
                                                    const cassette::Index& index) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t way = 0; way < call.program.ways.size(); ++way) {
        const cassette::Way& its_way = call.program.ways[way];
        const cassette::Rules rules =
            TRY(cassette::rules_of(its_way, index.settings().normalizers));
        const auto key = [&](const CommandInput& each) {
            return cassette::key_text(each, its_way.policy, rules);
        };
        const auto found = candidates_by(key, input, call.number, way, index);
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

// Calls whose recordings had something redacted, compared one by one.
std::vector<std::uint32_t> redacted_candidates(const CommandInput& sealed, const Call& call,
                                               const cassette::Index& index) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < index.count_calls(); ++i) {
        const auto other = index.call(i);
        if (!other || !other->is_redacted || other->program != call.number) continue;
        if (other->way >= call.program.ways.size()) continue;
        const auto recorded = index.input(i);
        const cassette::Match& policy = call.program.ways[other->way].policy;
        const bool fits = recorded && cassette::fits_sealed(call.input, sealed, *recorded, policy);
        if (fits) all.push_back(i);
    }
    return all;
}

// The call as a recording of it would hold it. Nothing: the secret in it could not be taken out.
std::optional<CommandInput> sealed_input(const CommandInput& input, const Hooks& hooks) {
    if (!hooks.policy || !hooks.identity) return std::nullopt;
    auto policy = hooks.policy();
    if (!policy) return std::nullopt;
    cassette::Cassette one;
    one.service = input.program;
    one.name = "call";
    one.origin = cassette::Origin::Authored;  // of no file: only its input is used
    cassette::Exchange exchange;
    exchange.id = "call";
    exchange.input = input;
    exchange.output.ended = cassette::Ended{};
    one.exchanges.push_back(std::move(exchange));
    secret::Scrubber scrubber(*policy);
    auto sealed = cassette::seal(std::move(one), scrubber, hooks.identity());
    if (!sealed || sealed->exchanges().size() != 1) return std::nullopt;
    const CommandInput* command = sealed->exchanges().front().exchange().command();
    if (command == nullptr) return std::nullopt;
    return *command;
}

std::string shown_or_shape(const Call& call, const Lookup& lookup) {
    if (lookup.is_sealed) return shown_call(lookup.shown);
    return cassette::shape_of(call.input).text();
}

// Takes one of them, or says why it may not be taken now.
void take(Lookup& lookup, std::span<const std::uint32_t> numbers, const Call& call,
          const OpenSession& session, Takings& takings) {
    if (numbers.empty()) return;
    Taking taking = take_one(numbers, session.index, takings);
    lookup.answer = std::move(taking.answer);
    if (lookup.answer) return;
    if (taking.awaited) {
        const auto earlier = session.index.input(*taking.awaited);
        lookup.refusal = base::Error{
            code::TooEarly,
            {{"call", shown_or_shape(call, lookup)},
             {"before", earlier ? '`' + shown_call(*earlier) + '`' : std::string("another")}},
            {},
            {}};
        return;
    }
    lookup.refusal = base::Error{
        code::UsedUp,
        {{"call", shown_or_shape(call, lookup)}, {"count", base::plural(numbers.size(), "time")}},
        {},
        {}};
}

}  // namespace

base::Result<Lookup> look_up(const Call& call, const OpenSession& session, Takings& takings,
                             const Hooks& hooks) {
    Lookup lookup;
    std::vector<std::uint32_t> plain = TRY(candidates(call.input, call, session.index));
    take(lookup, plain, call, session, takings);
    if (lookup.answer) return lookup;
    const bool was_found = !plain.empty();
    if (auto sealed = sealed_input(call.input, hooks)) {
        lookup.shown = std::move(*sealed);
        lookup.is_sealed = true;
    }
    if (was_found) {  // said again, now with the call in words
        take(lookup, plain, call, session, takings);
        return lookup;
    }
    if (!lookup.is_sealed || lookup.shown == call.input) return lookup;
    std::vector<std::uint32_t> others = TRY(candidates(lookup.shown, call, session.index));
    if (others.empty()) others = redacted_candidates(lookup.shown, call, session.index);
    take(lookup, others, call, session, takings);
    return lookup;
}

}  // namespace understudy::shim
