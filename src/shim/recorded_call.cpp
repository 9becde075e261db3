#include "shim/recorded_call.hpp"

#include "cassette/packed_call.hpp"

namespace understudy::shim {

namespace {

using cassette::Packer;
using cassette::Unpacker;

constexpr std::uint32_t kNoAnswer = UINT32_MAX;

}  // namespace

std::string to_message(const RecordedCall& call) {
    Packer packer;
    cassette::pack(packer, call.input);
    packer.number(call.at);
    packer.text(call.tool_path);
    packer.number(call.answer.value_or(kNoAnswer));
    cassette::pack(packer, call.output);
    return packer.take();
}

std::optional<RecordedCall> from_message(std::string_view bytes) {
    Unpacker unpacker(bytes);
    RecordedCall call;
    call.input = cassette::unpack_input(unpacker);
    call.at = unpacker.number<std::int64_t>();
    call.tool_path = unpacker.text();
    const auto answer = unpacker.number<std::uint32_t>();
    if (answer != kNoAnswer) call.answer = answer;
    auto output = cassette::unpack_output(unpacker);
    if (!output || !unpacker.is_done()) return std::nullopt;
    call.output = std::move(*output);
    return call;
}

}  // namespace understudy::shim
