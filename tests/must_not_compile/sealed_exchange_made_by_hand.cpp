// Only seal() makes a SealedExchange: what nobody redacted cannot pass for a sealed one.
// expect: private
#include "cassette/seal.hpp"

using namespace understudy;

#ifdef MENDED
base::Result<cassette::Sealed> kept(cassette::Cassette raw, secret::Scrubber& scrubber) {
    return cassette::seal(std::move(raw), scrubber, {});
}
#else
cassette::SealedExchange kept(cassette::Exchange raw, const secret::Redacted& clean) {
    return cassette::SealedExchange(std::move(raw), clean);
}
#endif
