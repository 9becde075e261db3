// What waits for review in a project's folder: rules that were learned, and removals. Whatever
// bytes the files hold, reading ends, with a value or with a reason; what was read is written and
// read the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/pending_removal.hpp"
#include "app/pending_rules.hpp"
#include "base/assert.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (const auto rules = app::read_pending_rules({"log.yaml.rules.json", text})) {
        const std::string written = app::write_pending_rules(*rules);
        const auto again = app::read_pending_rules({"log.yaml.rules.json", written});
        ASSERT(again && *again == *rules, "rules that wait stay as they are");
    }
    if (const auto removal = app::read_removal({"log.yaml.removed.json", text})) {
        const std::string written = app::write_removal(*removal);
        const auto again = app::read_removal({"log.yaml.removed.json", written});
        ASSERT(again && *again == *removal, "a removal that waits stays as it is");
        (void)app::change_of(*removal);
    }
    return 0;
}
