// A fault laid over a recorded output on its way to the caller: cut, stalled, or one event broken.
//
//     StreamFault fault = *stream_fault_named("cut:3");
//     Struck struck = laid_over(output, fault, exchange.framing);
//
// An event is a line of standard output that is not empty; of server-sent events, a block up to its
// blank line. Where the place of the fault lies behind the end of the output, nothing is changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cassette/model.hpp"

namespace understudy::cassette {

struct StreamFault {
    enum class Kind : std::uint8_t {
        Cut,        // so many events and half of the next; then it ends with 1
        Stall,      // so many events; then silence, until somebody ends it
        Malformed,  // of this event, counted from 1, only the first half comes
    };
    Kind kind = Kind::Cut;
    std::uint32_t events = 0;
    friend bool operator==(const StreamFault&, const StreamFault&) = default;
};

// "cut:3", "stall:0", "malformed:1". Nothing: it is none.
std::optional<StreamFault> stream_fault_named(std::string_view text);
std::string name_of(const StreamFault& fault);

struct Struck {
    Output output;
    bool is_struck = false;
    bool stalls = false;  // it does not end by itself
};
Struck laid_over(Output output, const StreamFault& fault, Framing framing);

}  // namespace understudy::cassette
