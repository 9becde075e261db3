#include "cassette/model.hpp"

#include "base/text.hpp"
#include "cassette/impl/words.hpp"

namespace understudy::cassette {

std::string_view name_of(Kind kind) {
    return word_of(kKinds, kind);
}

std::string_view name_of(Origin origin) {
    return word_of(kOrigins, origin);
}

std::string_view name_of(From from) {
    return word_of(kFroms, from);
}

std::string_view name_of(Frame frame) {
    return word_of(kFrames, frame);
}

std::string_view name_of(Framing framing) {
    return word_of(kFramings, framing);
}

std::string_view name_of(StreamEnd end) {
    return word_of(kStreamEnds, end);
}

std::string_view name_of(Carrier carrier) {
    return word_of(kCarriers, carrier);
}

std::string bytes_of(const Output& output, From from) {
    std::string bytes;
    for (const Piece& piece : output.pieces) {
        if (piece.from == from) bytes += piece.bytes;
    }
    return bytes;
}

bool is_plain_text(std::string_view bytes) {
    if (!base::is_utf8(bytes)) return false;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const auto byte = static_cast<unsigned char>(bytes[at]);
        if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') return false;
        if (byte == 0x7F) return false;
        // U+0080 to U+009F, the second set of control characters, are C2 80 to C2 9F.
        if (byte == 0xC2 && static_cast<unsigned char>(bytes[at + 1]) < 0xA0) return false;
    }
    return true;
}

}  // namespace understudy::cassette
