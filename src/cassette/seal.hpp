// The only way to a file: an exchange is taken apart into carriers, the carriers are redacted, and
// it comes back sealed. Nothing that is not sealed can be written.
//
//     secret::Scrubber scrubber(policy);
//     Sealed sealed = TRY(seal(std::move(cassette), scrubber, identity));
//     Written written = write(sealed, Form::Auto);                        // write.hpp
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "cassette/model.hpp"
#include "secret/scrub.hpp"

namespace understudy::cassette {

// What of this machine must not stand in a recording. Each is replaced by a word of its own
// (`/home/user`, `user`, `host`); one that is empty, or shorter than three bytes, is not looked
// for.
struct Identity {
    std::string home, user, host;
};
// Names that say nothing of anybody (`root`, `runner`, `localhost`, `/root`) are left alone: they
// are words of many an output.
struct Masked {
    std::string text;
    std::size_t homes = 0, users = 0, hosts = 0;  // how often each was replaced
};
// The home folder anywhere, also with escaped or percent-encoded slashes; user and host as whole
// words. A call that is looked up among recordings is masked first, as they were.
Masked masked(std::string_view text, const Identity& identity);

class SealedExchange {
public:
    const Exchange& exchange() const { return exchange_; }

private:
    friend class Sealer;
    // `redacted` holds the carriers of `exchange`, in the order of taking apart.
    SealedExchange(const Exchange& exchange, const secret::Redacted& redacted);
    Exchange exchange_;
};

class Sealed {
public:
    // Everything but the exchanges, with the receipt filled in and the digest made.
    const Cassette& head() const { return head_; }
    const std::vector<SealedExchange>& exchanges() const { return exchanges_; }
    Cassette whole() const;  // a copy with its exchanges

private:
    friend class Sealer;
    Sealed() = default;
    Cassette head_;
    std::vector<SealedExchange> exchanges_;
};

// All exchanges of a cassette are one bundle: equal secrets get equal pseudonyms. What the receipt
// says already is kept and added to. What is computed from a body that was changed (its length, its
// digests in header fields) is computed anew. Sealing what is sealed changes nothing. Notes and
// variables are redacted too. The digest is made last. What a file could not hold, so that reading
// it back would fail, is refused: cassette.cannot_hold.
base::Result<Sealed> seal(Cassette cassette, secret::Scrubber& scrubber, const Identity& identity);

// Exchanges of several cassettes as one bundle: what one of them betrays is gone from all. Clean,
// but not for a file by themselves: however many there are, and whatever a file could not hold. An
// error about one of them has its place as its mark: exchanges[3].output.body.
struct CleanBundle {
    std::vector<Exchange> exchanges;
    std::vector<Redaction> redactions;
};
base::Result<CleanBundle> seal_bundle(std::vector<Exchange> exchanges, secret::Scrubber& scrubber,
                                      const Identity& identity);

}  // namespace understudy::cassette
