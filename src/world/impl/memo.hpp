// What would be worked out again with every call and comes to the same: the text of the clock and
// the digest of the key that was used last. Nothing of it belongs to the state of a world.
#pragma once

#include <string>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/time.hpp"

namespace understudy::world {

class Memo {
public:
    Memo() = default;
    // A copy of a world starts without.
    Memo(const Memo&) {}
    Memo& operator=(const Memo&) = delete;

    // As the header Date has it.
    const std::string& date(base::Instant now) {
        if (date_.empty() || now != now_) {
            now_ = now;
            date_ = base::to_rfc1123(now);
        }
        return date_;
    }
    // Stands for the credential where it is kept: the credential itself is a secret.
    const std::string& digest_of(const std::string& credential) {
        if (digest_.empty() || credential != credential_) {
            credential_ = credential;
            digest_ = base::to_hex(base::sha256(credential)).substr(0, 32);
        }
        return digest_;
    }

private:
    base::Instant now_;
    std::string date_;
    std::string credential_, digest_;
};

}  // namespace understudy::world
