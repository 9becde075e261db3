// Trouble laid over replayed answers: the wire faults of http/fault.hpp, and some that know what a
// stream is.
//
//     auto fault = TRY(ReplayFault::read("stall,after_events=3,path=/v1/*"));
//     auto fault = TRY(ReplayFault::read(R"({"kind": "cut", "method": "POST"})"));
//
//     cut               a stream ends between two events: after `after_events`, else at a place
//                       that the grammar of the stream allows, drawn from the seed
//     stall             without a place: at such a place
//     malformed_event   without `at_event`: an event that is drawn
//
// Of a WebSocket they count the messages of the service; other kinds leave it alone.
//
// `path` (`*` stands for any text), `method`, `skip` and `count` say which answers.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "cassette/model.hpp"
#include "grammar/grammar.hpp"
#include "http/fault.hpp"
#include "json/value.hpp"

namespace understudy::serve {

// Trouble with the messages of a WebSocket.
struct MessageFault {
    enum class Kind : std::uint8_t { Cut, Stall, Malformed };
    Kind kind = Kind::Cut;
    std::uint64_t after = 0;  // so many messages of the service, which are sent as they were
};

class ReplayFault {
public:
    // http.fault_shape and the others of http/fault.hpp; replay.bad_fault.
    static base::Result<std::shared_ptr<ReplayFault>> read(std::string_view text);

    // What is drawn depends on the seed, the fault's number and how often it has struck.
    void set_seed(std::uint64_t seed, std::size_t number);
    // Grammars that streams are tried with, to find places where they may be cut.
    void set_grammars(std::shared_ptr<const std::vector<grammar::Grammar>> grammars);

    // The trouble of this answer; null: it is none of those that are meant.
    std::unique_ptr<http::WireFault> strike(const cassette::Exchange& exchange,
                                            http::Version version);

    std::optional<MessageFault> strike_messages(const cassette::Exchange& exchange);

private:
    // How many it has met before this one; nothing: it is none of those that are meant.
    std::optional<std::uint64_t> meet(const cassette::Exchange& exchange);
    explicit ReplayFault(json::Value transport) : transport_(std::move(transport)) {}
    json::Value placed(const cassette::Exchange& exchange, std::uint64_t match) const;

    json::Value transport_;  // as http::make_fault wants it; without a place, if it is to be drawn
    bool needs_cut_point_ = false;
    bool needs_event_ = false;
    std::string method_, path_;
    std::uint64_t skip_ = 0;
    std::optional<std::uint64_t> count_;
    std::uint64_t seed_ = 0;
    std::string id_;
    std::shared_ptr<const std::vector<grammar::Grammar>> grammars_;
    std::atomic<std::uint64_t> seen_{0};
};

}  // namespace understudy::serve
