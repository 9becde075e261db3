// What families say about the fixtures among scrubbed files: totals of usage that may not stay, and
// derived fields, so that a checksum of a journal holds after a scrub without a word in the policy.
#pragma once

#include <string>
#include <vector>

#include "app/derived_fields.hpp"

namespace understudy::app {

// A file of the bundle, as it is on disk and as it will be.
struct CleanFile {
    std::string path;
    std::string bytes;
    bool is_changed = false;
};

struct RenewedFixtures {
    RenewedFields fields;
    std::size_t usage = 0;  // numbers of usage that became placeholders
    std::string note;       // why fixtures were not looked at; empty: they were
};

// Changes the bytes of `files`. Files outside the project are no fixtures of it.
RenewedFixtures renew_fixtures(std::vector<CleanFile>& files);

}  // namespace understudy::app
