// Any bytes can be looked through, and scrubbed: what is handed back holds no secret any more, and
// a second scrub changes nothing.
#include <cstddef>
#include <cstdint>

#include "base/assert.hpp"
#include "secret/policy_testing.hpp"
#include "secret/scrub.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace understudy::secret;
    static const auto policy = [] {
        auto made = policy_for_tests();
        made->bounds.unwrapped = std::size_t{1} << 20U;
        return made;
    }();
    const std::string text(reinterpret_cast<const char*>(data), size);
    Finder finder(policy, "salt");
    const Found found = finder.find({"a", text, Class::None});
    static_cast<void>(to_findings(found, {"a", text, Class::None}));
    Scrubber first(policy);
    const auto once = first.redact({{"a", text, Class::None}});
    if (!once) return 0;
    const std::string& clean = once->carriers()[0].bytes;
    Scrubber second(policy);
    const auto twice = second.redact({{"a", clean, Class::None}});
    ASSERT(twice.has_value(), "what was scrubbed can be scrubbed again");
    ASSERT(twice->carriers()[0].bytes == clean, "a second scrub changes nothing");
    return 0;
}
