// A call over HTTP as a recording of it would hold it: secrets replaced by pseudonyms, names of
// this machine by words. For finding the recording of a call that carries secrets, and for showing
// a call at all.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "cassette/model.hpp"
#include "cassette/seal.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

class CallSealer {
public:
    // Nothing: a secret in it could not be taken out. From any thread; the rules are read when they
    // are first needed.
    std::optional<cassette::HttpInput> sealed(const cassette::HttpInput& call);

private:
    std::mutex mutex_;
    bool is_ready_ = false;
    std::shared_ptr<const secret::Policy> policy_;  // null: it cannot be had
    cassette::Identity identity_;
};

}  // namespace understudy::app
