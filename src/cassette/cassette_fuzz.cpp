// A cassette is hostile input: whatever bytes it holds, reading it ends, with the model or with
// errors. What was read is written and read again without loss, in both forms, and rewriting it
// with itself gives its own bytes.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/assert.hpp"
#include "cassette/cassette_testing.hpp"
#include "cassette/migrate.hpp"

using namespace understudy;
using namespace understudy::cassette;

// The first byte says which form the rest is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
    const std::string name = data[0] % 2 == 0 ? "a.yaml" : "a.jsonl";
    BodiesInMemory bodies;
    (void)migrate({name, text}, &bodies);
    const auto loaded = read({name, text}, {.bodies = &bodies, .check_digest = false});
    if (!loaded) return 0;
    static secret::Scrubber scrubber(secret::policy_for_tests());
    const auto sealed = seal(loaded->cassette, scrubber, {"/home/alice", "alice", "alpha"});
    if (!sealed) return 0;  // a secret that cannot be replaced is told, not written
    for (const Form form : {Form::Yaml, Form::Lines}) {
        const auto again = read_written(write(*sealed, form));
        ASSERT(again.has_value(), "what is written can be read");
        ASSERT(digest_of(again->cassette) == sealed->head().content_digest, "nothing is lost");
    }
    const Written written = rewrite(*loaded, *sealed);
    // Its digest may be wrong, as that of the text it was made of.
    const auto after = read_written(written, {.check_digest = false});
    ASSERT(after.has_value(), "what is rewritten can be read");
    ASSERT(rewrite(*after, *sealed).text == written.text, "rewriting ends");
    return 0;
}
