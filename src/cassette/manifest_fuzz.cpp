// What a project says about its services, its list of tolerated gaps and a log of calls: whatever
// bytes they hold, reading them ends, with a value or with reasons.
#include <cstddef>
#include <cstdint>
#include <string>

#include "cassette/call_shape.hpp"
#include "cassette/manifest.hpp"
#include "cassette/ratchet.hpp"
#include "json/parse.hpp"
#include "yaml/read.hpp"

using namespace understudy;

// The first byte says what the rest is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
    if (data[0] % 3 == 2) {
        if (const auto line = json::parse(text)) (void)cassette::logged_call(*line);
        return 0;
    }
    const auto document = yaml::read({"understudy.yaml", text});
    if (!document) return 0;
    if (data[0] % 3 == 0) {
        if (const auto manifest = cassette::read_manifest(*document)) {
            (void)manifest->of_program("git");
        }
    } else if (const auto ratchet = cassette::read_ratchet(*document)) {
        (void)cassette::tolerate({"git push"}, *ratchet, nullptr, false, "2026-11-16");
    }
    return 0;
}
