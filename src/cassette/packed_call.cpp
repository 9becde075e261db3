#include "cassette/packed_call.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kSmallestPair = 8 + 8;
constexpr std::size_t kSmallestPiece = 8 + 1 + 8;

}  // namespace

void pack(Packer& packer, const CommandInput& input) {
    packer.text(input.program);
    packer.texts(input.args);
    packer.text(input.cwd);
    packer.number(static_cast<std::uint32_t>(input.env.size()));
    for (const auto& [name, value] : input.env) {
        packer.text(name);
        packer.text(value);
    }
    packer.flag(input.stdin_body.has_value());
    packer.text(input.stdin_body ? input.stdin_body->bytes : std::string());
    packer.flag(input.tty);
}

CommandInput unpack_input(Unpacker& unpacker) {
    CommandInput input;
    input.program = unpacker.text();
    input.args = unpacker.texts();
    input.cwd = unpacker.text();
    input.env.resize(unpacker.count(kSmallestPair));
    for (auto& [name, value] : input.env) {
        name = unpacker.text();
        value = unpacker.text();
    }
    const bool has_stdin = unpacker.flag();
    std::string bytes = unpacker.text();
    if (has_stdin) input.stdin_body = Body{std::move(bytes), {}};
    input.tty = unpacker.flag();
    return input;
}

void pack(Packer& packer, const Output& output) {
    packer.number(output.duration);
    const Ended ended = output.ended.value_or(Ended{});
    packer.number(static_cast<std::uint8_t>(ended.how));
    packer.number(static_cast<std::int32_t>(ended.number));
    packer.text(ended.why);
    packer.number(static_cast<std::uint32_t>(output.pieces.size()));
    for (const Piece& piece : output.pieces) {
        packer.number(piece.at);
        packer.number(static_cast<std::uint8_t>(piece.from));
        packer.text(piece.bytes);
    }
}

std::optional<Output> unpack_output(Unpacker& unpacker) {
    Output output;
    output.duration = unpacker.number<std::int64_t>();
    Ended ended;
    const auto how = unpacker.number<std::uint8_t>();
    ended.number = unpacker.number<std::int32_t>();
    ended.why = unpacker.text();
    if (how > static_cast<std::uint8_t>(Ended::How::NotStarted)) return std::nullopt;
    ended.how = static_cast<Ended::How>(how);
    output.ended = std::move(ended);
    output.pieces.resize(unpacker.count(kSmallestPiece));
    for (Piece& piece : output.pieces) {
        piece.at = unpacker.number<std::int64_t>();
        const auto from = unpacker.number<std::uint8_t>();
        piece.bytes = unpacker.text();
        if (from > static_cast<std::uint8_t>(From::Stderr)) return std::nullopt;
        piece.from = static_cast<From>(from);
    }
    if (!unpacker.is_good()) return std::nullopt;
    return output;
}

}  // namespace understudy::cassette
