// What a vendor's description promises about an answer: the third witness beside the recording and
// the fake.
//
//     const SpecWitness spec = TRY(SpecWitness::load("openapi.yaml"));
//     spec.judge(cassette)          // agreed: every answer it describes fits
//
// Where nobody names one, a pack that was made from the vendor's description has it in its shapes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "cassette/manifest.hpp"
#include "cassette/model.hpp"
#include "pack/pack.hpp"
#include "report/finding.hpp"

namespace understudy::app {

class SpecWitness {
public:
    SpecWitness() = default;
    explicit SpecWitness(std::shared_ptr<const pack::Pack> pack) : pack_(std::move(pack)) {}

    // From a file (OpenAPI, Swagger), as `--spec` names it.
    static base::Result<SpecWitness> load(const std::string& file);

    // The description inside the pack that stands for the service. A pack without one, or one that
    // does not load (whoever asks the fake is told so), is no witness.
    static SpecWitness of_pack(const cassette::Service& service, std::string_view pack_dir);

    bool is_there() const { return pack_ != nullptr; }
    // Unknown: it describes none of the answers.
    report::Verdict judge(const cassette::Cassette& cassette) const;

private:
    std::shared_ptr<const pack::Pack> pack_;
};

}  // namespace understudy::app
