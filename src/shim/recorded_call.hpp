// A call as it came, on its way from a shim to the session that will keep it: by a socket, in
// memory, never by a file, since nothing of it is sealed yet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cassette/model.hpp"

namespace understudy::shim {

struct RecordedCall {
    cassette::CommandInput input;  // not sealed, `${` as it came
    cassette::Output output;
    std::int64_t at = 0;                  // milliseconds from the start of the session
    std::string tool_path;                // of what ran; empty: nothing did
    std::optional<std::uint32_t> answer;  // in a shadow session: the recorded call it was taken for
};

std::string to_message(const RecordedCall& call);
// Nothing: it is no message.
std::optional<RecordedCall> from_message(std::string_view bytes);

}  // namespace understudy::shim
