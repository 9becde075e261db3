// Wire faults: trouble put into one answer on its way out, on purpose. Pure: a fault only says what
// the connection is to do, step by step; whoever owns the connection does it.
//
//     answer ──parts──► fault ──steps──► codec ──bytes──► transport
//
//     auto fault = TRY(make_fault(spec, context));     // {"kind": "truncate", "after_bytes": 10}
//     fault->pass(AnswerHead{head, 100}, steps);       // Head
//     fault->pass(AnswerPiece{bytes}, steps);          // Body (10 bytes), Close
//     fault->pass(AnswerEnd{}, steps);                 // nothing more
//
// The kinds and their parameters are in docs/reference/wire-faults.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "http/codec.hpp"
#include "json/value.hpp"

namespace understudy::http {

// What the connection does, in order. A step takes effect once the bytes of those before it have
// left; a Close or a reset must not overtake them.
enum class StepKind : std::uint8_t {
    Head,         // head, length: what is announced, which what follows need not keep to
    Body,         // bytes of the body
    End,          // trailers: the answer is whole
    Raw,          // bytes for the wire as they are, whatever the protocol
    Wait,         // wait: real time
    Hang,         // nothing more, on an open connection, until the client leaves
    Close,        // close the connection
    Reset,        // close it with a TCP reset
    ResetStream,  // code: HTTP/2 RST_STREAM; the connection lives on
    GoAway,       // code, last_stream: HTTP/2 GOAWAY; closed once its streams are done
};
std::string_view name_of(StepKind kind);  // "ResetStream"

enum class LastStream : std::uint8_t {
    This,    // this exchange is still answered
    Before,  // as far as the peer can tell this exchange was never looked at
};

struct Step {
    StepKind kind = StepKind::End;
    ResponseHead head;
    Length length;
    std::string bytes;
    Headers trailers;
    std::chrono::microseconds wait{0};
    std::uint32_t code = 0;
    LastStream last_stream = LastStream::This;
    friend bool operator==(const Step&, const Step&) = default;
};
using Steps = std::vector<Step>;

// An answer as it is handed to a fault: one head, pieces, one end. An end without a head asks what
// happens before there is an answer; an End step in return means that the call goes on, and its
// answer is passed to the same fault.
struct AnswerHead {
    ResponseHead head;
    Length length;  // of the body, where it is known
};
struct AnswerPiece {  // take the steps of one piece before passing the next; some 64 KiB is enough
    std::string_view bytes;
};
struct AnswerEnd {
    Headers trailers;
};
using Part = std::variant<AnswerHead, AnswerPiece, AnswerEnd>;

class WireFault {
public:
    virtual ~WireFault() = default;

    // Takes the next part of the answer and appends what the connection is to do about it. After a
    // step that ends the exchange nothing more is appended.
    virtual void pass(const Part& part, Steps& out) = 0;

    // What the trace should say: that this protocol has no such trouble and what was done instead,
    // or that the answer ended before the trouble came. Empty if all went as asked.
    std::string_view remark() const { return remark_; }

protected:
    std::string remark_;
};

struct FaultLimits {
    // What may be held back of an answer whose length must be known first, or of an event that is
    // to be cut in half.
    std::size_t held_bytes = std::size_t{16} * 1024 * 1024;
};

struct FaultContext {
    std::uint64_t seed = 0;  // the world's; what a fault draws depends on these three only
    std::string fault_id;
    std::uint64_t match = 0;  // how many calls this fault matched before
    Version version = Version::Http11;
    FaultLimits limits;
};

// `spec` is the `transport` member of a fault: {"kind": "reset", "at": "headers"}. Everything about
// it is checked here, so a default context serves to check a fault when it is armed.
base::Result<std::unique_ptr<WireFault>> make_fault(const json::Value& spec,
                                                    const FaultContext& context);

// Does this kind need an answer to damage? Then it implies `when: "after"` unless an error is
// given.
bool damages_answer(std::string_view kind);

std::span<const std::string_view> fault_kinds();
std::span<const std::string_view> fault_parameters(std::string_view kind);  // empty if unknown

}  // namespace understudy::http
