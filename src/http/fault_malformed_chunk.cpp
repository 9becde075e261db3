// `malformed_chunk`: a chunked answer of which one chunk has a size line that is no number. Each
// piece of the answer is a chunk; an answer of fewer chunks has its last, empty one spoilt. HTTP/2
// has no chunks: there the stream is reset; HTTP/1.0 has none either: there the connection closes.
#include <array>

#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"
#include "http/impl/h2_codes.hpp"

namespace understudy::http {

namespace {

class MalformedChunk : public WireFault {
public:
    MalformedChunk(std::uint64_t at, Version version) : left_(at), version_(version) {
        if (version == Version::Http2) {
            remark_ = "HTTP/2 has no chunks: the stream was reset";
        } else if (version == Version::Http10) {
            remark_ = "HTTP/1.0 has no chunks: the connection was closed";
        }
    }

    void pass(const Part& part, Steps& out) override {
        if (is_over_) return;
        if (const auto* head = std::get_if<AnswerHead>(&part)) return begin(*head, out);
        const auto* piece = std::get_if<AnswerPiece>(&part);
        if (piece != nullptr && (piece->bytes.empty() || --left_ != 0)) {
            return add_body(out, piece->bytes);
        }
        spoil(piece == nullptr ? std::string_view() : piece->bytes, out);
        is_over_ = true;
    }

private:
    void begin(const AnswerHead& head, Steps& out) const {
        if (version_ != Version::Http11) return add_head(out, head.head, head.length);
        ResponseHead chunked = head.head;
        chunked.headers.remove("Content-Length");
        chunked.headers.set("Transfer-Encoding", "chunked");
        add_head(out, std::move(chunked), std::nullopt);
    }

    void spoil(std::string_view bytes, Steps& out) const {
        if (version_ == Version::Http2) return add_reset_stream(out, kH2ProtocolError);
        if (version_ == Version::Http11) {
            std::string chunk = "not-a-size\r\n";
            chunk += bytes;
            chunk += "\r\n";
            add_raw(out, std::move(chunk));
        }
        add_plain(out, StepKind::Close);
    }

    std::uint64_t left_;  // chunks up to and with the bad one
    Version version_;
    bool is_over_ = false;
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    TRY_VOID(parameters.need("at_chunk"));
    const std::uint64_t at = *TRY(parameters.count("at_chunk", 1));
    return std::make_unique<MalformedChunk>(at, context.version);
}

constexpr std::array<std::string_view, 1> kParameters = {"at_chunk"};

}  // namespace

const FaultKind kMalformedChunkFault = {"malformed_chunk", kParameters, true, make};

}  // namespace understudy::http
