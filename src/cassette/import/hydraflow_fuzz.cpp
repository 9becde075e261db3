// Files of another project are hostile input: whatever they hold, importing ends, with a cassette
// or with findings, and no byte of a stream is lost.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cassette/import/hydraflow.hpp"

using namespace understudy;
using namespace understudy::cassette;

// The first byte says what the rest is: a YAML cassette or a stream.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const bool is_stream = data[0] % 2 == 1;
    const base::Source source{is_stream ? "claude/a.jsonl" : "git/a.yaml",
                              std::string(reinterpret_cast<const char*>(data + 1), size - 1)};
    const ImportedFile file = hydraflow_importer().read({source}, nullptr);
    if (file.cassettes.empty() && file.findings.empty()) std::abort();
    for (const Imported& each : file.cassettes) {
        if (each.cassette.origin == Origin::Recorded) std::abort();
        const Output& output = each.cassette.exchanges.front().output;
        if (is_stream && bytes_of(output, From::Stdout) != source.text) std::abort();
    }
    return 0;
}
