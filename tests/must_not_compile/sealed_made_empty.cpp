// A Sealed comes from seal() alone, so that one which exists has been looked through.
// expect: private
#include "cassette/seal.hpp"

using namespace understudy;

#ifdef MENDED
base::Result<cassette::Sealed> make(cassette::Cassette raw, secret::Scrubber& scrubber) {
    return cassette::seal(std::move(raw), scrubber, {});
}
#else
cassette::Sealed make() {
    return cassette::Sealed();
}
#endif
