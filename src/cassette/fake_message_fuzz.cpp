// What a fake writes is foreign: whatever it is, reading ends with an answer or with a reason.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cassette/fake_message.hpp"

using namespace understudy;

// The first byte says what kind of call is answered.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    cassette::Exchange call;
    if (data[0] % 3 == 1) call.input = cassette::HttpInput{};
    if (data[0] % 3 == 2) call.kind = cassette::Kind::Stream;
    (void)cassette::read_answer({reinterpret_cast<const char*>(data + 1), size - 1}, 1, call);
    return 0;
}
