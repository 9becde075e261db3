// Recordings of other tools are hostile input: whatever they hold, importing ends, with cassettes
// that can be written or with findings, and nothing counts as recorded.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cassette/impl/writable.hpp"
#include "cassette/import/importer.hpp"

using namespace understudy;
using namespace understudy::cassette;

namespace {

class NoBodies final : public ForeignBodies {
public:
    base::Result<std::string> read(const std::string&, std::string_view name) const override {
        const bool leads_out = name.find("..") != name.npos || name.starts_with('/');
        if (leads_out) std::abort();
        return std::string("body");
    }
};

}  // namespace

// The first byte chooses the format.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto all = importers();
    const Importer& importer = *all[data[0] % all.size()];
    const NoBodies bodies;
    ImportResult result = import_all(
        importer,
        {{{"a/b.json", std::string(reinterpret_cast<const char*>(data + 1), size - 1)}, "b.json"}},
        {.bodies = &bodies});
    if (result.cassettes.empty() && result.findings.empty()) std::abort();
    for (Imported& each : result.cassettes) {
        if (each.cassette.origin == Origin::Recorded) std::abort();
        if (each.cassette.source) each.cassette.source->digest = digest_text("");
        if (each.cassette.exchanges.front().command() != nullptr) continue;
        if (!check_writable(each.cassette)) std::abort();
    }
    return 0;
}
