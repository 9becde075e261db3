// Whatever comes over the socket of a session, reading it ends; what is read is written the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shim/recorded_call.hpp"

using namespace understudy::shim;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto call = from_message(bytes);
    if (!call) return 0;
    const auto again = from_message(to_message(*call));
    if (!again || again->input != call->input || again->output != call->output) std::abort();
    return 0;
}
