// Recordings that are too old to be believed, found when they are used: one that nobody asks for
// grows old without harm.
//
//     Expiry expiry(project, limit, {.in_ci = true, .records = false});
//     expiry.may_use(taken)      from any thread
//     return expiry.say(terminal)
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "app/exit_code.hpp"
#include "app/project_file.hpp"
#include "app/terminal.hpp"
#include "base/time.hpp"
#include "serve/replayer.hpp"

namespace understudy::app {

struct ExpiryWay {
    bool in_ci = false;    // an expired recording fails the session
    bool records = false;  // an expired recording is recorded anew, outside of CI
};

class Expiry {
public:
    // `limit`: over what services say; nothing: as they say.
    Expiry(const cassette::Manifest& manifest, std::optional<base::Duration> limit,
           base::Instant now, ExpiryWay way)
        : manifest_(manifest), limit_(limit), now_(now), way_(way) {}

    // False: it is to be recorded anew. Whoever is expired is remembered.
    bool may_use(const serve::Replayer::Taken& taken);
    // Findings on standard error. Differed, if one of them fails the session.
    ExitCode say(Terminal& terminal) const;

private:
    std::optional<base::Duration> limit_of(const cassette::Cassette& cassette) const;

    struct Expired {
        std::string file, exchange, recorded_at, limit;
        auto operator<=>(const Expired&) const = default;
    };
    const cassette::Manifest& manifest_;
    std::optional<base::Duration> limit_;
    base::Instant now_;
    ExpiryWay way_;
    std::mutex mutex_;
    std::set<Expired> expired_;
};

}  // namespace understudy::app
