// Only the Scrubber makes a Redacted: bytes that nobody looked through cannot pass for clean ones.
// expect: private
#include "secret/scrub.hpp"

using namespace understudy;

#ifdef MENDED
base::Result<secret::Redacted> seal(secret::Scrubber& scrubber, std::vector<secret::Carrier> raw) {
    return scrubber.redact(std::move(raw));
}
#else
base::Result<secret::Redacted> seal(secret::Scrubber&, std::vector<secret::Carrier> raw) {
    return secret::Redacted(std::move(raw), {}, {});
}
#endif
