// Whoever keeps bytes asks for a Redacted; raw carriers are no such thing.
// expect: invalid initialization
#include "secret/scrub.hpp"

using namespace understudy;

void keep(const secret::Redacted& clean);

void record(secret::Scrubber& scrubber, std::vector<secret::Carrier> raw) {
#ifdef MENDED
    if (const auto clean = scrubber.redact(std::move(raw))) keep(*clean);
#else
    static_cast<void>(scrubber);
    keep({std::move(raw)});
#endif
}
