// `rst_stream`: HTTP/2 gives up this one exchange. HTTP/1.1 can only reset the whole connection.
#include <array>

#include "http/impl/cut_off.hpp"
#include "http/impl/fault_kind.hpp"
#include "http/impl/h2_codes.hpp"

namespace understudy::http {

namespace {

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    const std::uint32_t code = TRY(parameters.h2_code("error_code")).value_or(kH2InternalError);
    const std::optional<std::uint64_t> bytes = TRY(parameters.count("after_bytes", 0));
    std::optional<Place> place;
    if (bytes) place = Place{*bytes, false};
    if (context.version == Version::Http2) {
        return make_cut_off(place, StepKind::ResetStream, code, {});
    }
    return make_cut_off(place, StepKind::Reset, 0,
                        "HTTP/1.1 has no RST_STREAM: the connection was reset");
}

constexpr std::array<std::string_view, 2> kParameters = {"error_code", "after_bytes"};

}  // namespace

const FaultKind kRstStreamFault = {"rst_stream", kParameters, false, make};

}  // namespace understudy::http
