#include "app/call_sealer.hpp"

#include "app/cassette_files.hpp"

namespace understudy::app {

std::optional<cassette::HttpInput> CallSealer::sealed(const cassette::HttpInput& call) {
    const std::lock_guard lock(mutex_);
    if (!is_ready_) {
        is_ready_ = true;
        auto policy = sealing_policy();
        if (policy) policy_ = *std::move(policy);
        identity_ = identity_of_machine();
    }
    if (!policy_) return std::nullopt;
    cassette::Cassette one;
    one.service = "call";
    one.name = "call";
    one.origin = cassette::Origin::Authored;  // of no file: only its input is used
    cassette::Exchange exchange;
    exchange.id = "call";
    exchange.kind = cassette::Kind::Http;
    exchange.input = call;
    exchange.output.answer = cassette::Answer{200, {}, {}};
    one.exchanges.push_back(std::move(exchange));
    secret::Scrubber scrubber(policy_);
    auto sealed = cassette::seal(std::move(one), scrubber, identity_);
    if (!sealed || sealed->exchanges().size() != 1) return std::nullopt;
    const cassette::HttpInput* input = sealed->exchanges().front().exchange().http();
    if (input == nullptr) return std::nullopt;
    return *input;
}

}  // namespace understudy::app
