// The receipt of a scrub: what was replaced where, under which rules, without any secret. It proves
// later that a file is the one that was scrubbed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/secret_ground.hpp"
#include "base/time.hpp"
#include "json/value.hpp"
#include "secret/scrub.hpp"

namespace understudy::app {

struct ScrubbedFile {
    std::string shown;  // its name, without a secret that stands in it
    std::string source_digest;
    std::string output_digest;
    bool is_changed = false;
};

// What a scrub did to its files.
struct ScrubDone {
    std::vector<ScrubbedFile> files;
    secret::Counts counts;
    RenewedFields renewed;
    std::size_t usage = 0;
};

// Keyed, so that nobody can try guesses against it.
std::string source_digest(std::string_view salt, std::string_view bytes);
std::string output_digest(std::string_view bytes);

json::Value make_receipt(std::string_view scenario, const Ground& ground, const ScrubDone& done,
                         base::Instant now);

}  // namespace understudy::app
