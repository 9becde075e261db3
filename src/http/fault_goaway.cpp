// `goaway`: HTTP/2 says that the connection takes no more calls. The call at hand is answered, or
// left unprocessed so that the client may safely repeat it. HTTP/1.1 has only `Connection: close`.
#include <array>

#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"
#include "http/impl/h2_codes.hpp"

namespace understudy::http {

namespace {

class GoAway : public WireFault {
public:
    GoAway(std::uint32_t code, LastStream last) : code_(code), last_(last) {}

    void pass(const Part& part, Steps& out) override {
        if (!has_begun_) {
            has_begun_ = true;
            Step& step = out.emplace_back();
            step.kind = StepKind::GoAway;
            step.code = code_;
            step.last_stream = last_;
        }
        if (last_ == LastStream::This) forward(part, out);
    }

private:
    std::uint32_t code_;
    LastStream last_;
    bool has_begun_ = false;
};

class LastAnswer : public WireFault {
public:
    LastAnswer() { remark_ = "HTTP/1.1 has no GOAWAY: the answer says Connection: close"; }

    void pass(const Part& part, Steps& out) override {
        forward(part, out);
        if (std::holds_alternative<AnswerHead>(part)) {
            out.back().head.headers.set("Connection", "close");
        }
    }
};

constexpr std::array<std::string_view, 2> kLast = {"this", "before"};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    const std::uint32_t code = TRY(parameters.h2_code("error_code")).value_or(kH2NoError);
    const std::size_t last = TRY(parameters.word("last_stream", kLast)).value_or(0);
    if (context.version != Version::Http2) return std::make_unique<LastAnswer>();
    return std::make_unique<GoAway>(code, last == 0 ? LastStream::This : LastStream::Before);
}

constexpr std::array<std::string_view, 2> kParameters = {"error_code", "last_stream"};

}  // namespace

const FaultKind kGoAwayFault = {"goaway", kParameters, false, make};

}  // namespace understudy::http
