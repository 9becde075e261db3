// `reset`: the connection is reset instead of an answer, after its head, or in its body. On HTTP/2
// only the stream is.
#include <array>

#include "http/impl/cut_off.hpp"
#include "http/impl/fault_kind.hpp"
#include "http/impl/h2_codes.hpp"

namespace understudy::http {

namespace {

constexpr std::array<std::string_view, 3> kPlaces = {"request", "headers", "body"};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    TRY_VOID(parameters.need("at"));
    const std::string_view at = kPlaces[*TRY(parameters.word("at", kPlaces))];
    const std::optional<std::uint64_t> bytes = TRY(parameters.count("after_bytes", 0));
    if (bytes && at != "body") {
        return parameters.exclusive("at: \"" + std::string(at) + "\"", "after_bytes");
    }
    const bool is_h2 = context.version == Version::Http2;
    const StepKind last = is_h2 ? StepKind::ResetStream : StepKind::Reset;
    const std::uint32_t code = is_h2 ? kH2InternalError : 0;
    if (at == "request") return make_cut_off(std::nullopt, last, code, {});
    // In the body means that some of it has arrived.
    const std::uint64_t count = at == "headers" ? 0 : bytes.value_or(1);
    return make_cut_off(Place{count, false}, last, code, {});
}

constexpr std::array<std::string_view, 2> kParameters = {"at", "after_bytes"};

}  // namespace

const FaultKind kResetFault = {"reset", kParameters, false, make};

}  // namespace understudy::http
