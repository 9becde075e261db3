// What would be worked out again with every call and comes to the same: the text of the clock, the
// digest of the key that was used last, values that synth draws the same for everybody. Nothing of
// it belongs to the state of a world.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/time.hpp"
#include "json/value.hpp"

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
    // As objects keep it.
    const json::Value& instant(base::Instant now) {
        if (instant_.is_null() || now != instant_now_) {
            instant_now_ = now;
            instant_ = json::Value(base::to_rfc3339(now));
        }
        return instant_;
    }
    // Stands for the credential where it is kept: the credential itself is a secret.
    const std::string& digest_of(const std::string& credential) {
        if (digest_.empty() || credential != credential_) {
            credential_ = credential;
            digest_ = base::to_hex(base::sha256(credential)).substr(0, 32);
        }
        return digest_;
    }

    // What was drawn under this key by this schema; null: nothing yet.
    const json::Value* example(const std::string& key, const json::Value& schema,
                               std::uint64_t seed) const {
        const auto found = examples_.find(key);
        if (found == examples_.end()) return nullptr;
        const Example& kept = found->second;
        return kept.seed == seed && kept.schema == schema ? &kept.value : nullptr;
    }
    void keep_example(std::string key, const json::Value& schema, std::uint64_t seed,
                      const json::Value& value) {
        if (examples_.size() >= kMostExamples) examples_.clear();
        examples_.insert_or_assign(std::move(key), Example{schema, seed, value});
    }

private:
    struct Example {
        json::Value schema;
        std::uint64_t seed = 0;
        json::Value value;
    };
    static constexpr std::size_t kMostExamples = 1'000;

    std::unordered_map<std::string, Example> examples_;
    base::Instant now_, instant_now_;
    std::string date_;
    json::Value instant_;
    std::string credential_, digest_;
};

}  // namespace understudy::world
