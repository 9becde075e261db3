// The files that refresh and review read from a project: the key `refresh` of understudy.yaml, what
// is remembered from run to run, what was rejected, and a driver's answer. Whatever bytes they
// hold, reading ends, with a value or with reasons; what was read is written and read the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/assert.hpp"
#include "verify/refresh_settings.hpp"
#include "verify/refresh_state.hpp"
#include "verify/refresh_words.hpp"
#include "verify/rejections.hpp"
#include "yaml/read.hpp"

using namespace understudy;

namespace {

void read_settings(const std::string& text) {
    const auto document = yaml::read({"understudy.yaml", text});
    if (!document) return;
    if (const auto settings = verify::read_refresh_settings(*document)) {
        (void)settings->of("git");
        (void)verify::is_auto_accepted(*settings, {});
    }
}

void read_state(const std::string& text) {
    const auto state = verify::read_state({"state.json", text});
    if (!state) return;
    const std::string written = verify::write_state(*state);
    const auto again = verify::read_state({"state.json", written});
    ASSERT(again && verify::write_state(*again) == written, "what is remembered stays as it is");
}

void read_rejections(const std::string& text) {
    const auto rejections = verify::read_rejections({"rejections.json", text});
    if (!rejections) return;
    const std::string written = verify::write_rejections(*rejections);
    const auto again = verify::read_rejections({"rejections.json", written});
    ASSERT(again && verify::write_rejections(*again) == written, "a rejection stays as it is");
}

}  // namespace

// The first byte says what the rest is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
    switch (data[0] % 4) {
        case 0: read_settings(text); break;
        case 1: read_state(text); break;
        case 2: read_rejections(text); break;
        default: (void)verify::read_reference(text); break;
    }
    return 0;
}
