// `empty`: the connection is closed without a byte.
#include "http/impl/fault_kind.hpp"
#include "http/impl/fault_steps.hpp"

namespace understudy::http {

namespace {

class Empty : public WireFault {
public:
    void pass(const Part&, Steps& out) override {
        if (is_over_) return;
        add_plain(out, StepKind::Close);
        is_over_ = true;
    }

private:
    bool is_over_ = false;
};

MadeFault make(const FaultParameters&, const FaultContext&) {
    return std::make_unique<Empty>();
}

}  // namespace

const FaultKind kEmptyFault = {"empty", {}, false, make};

}  // namespace understudy::http
