// Recordings of calls over HTTP, all in memory, to be taken as answers one by one.
//
//     auto replayer = TRY(Replayer::make(std::move(recordings), {}));
//     if (const auto taken = replayer->take(call, by_proxy)) ...   // play taken->exchange
//     else tell(replayer->miss(call, by_proxy));
//     replayer->end(taken->number);                                // it has been answered
//
// A call is found by one look into a table, whether there are ten recordings or ten thousand. Equal
// calls get successive answers, and no two of them the same, however many threads ask at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/result.hpp"
#include "cassette/http_match.hpp"
#include "cassette/model.hpp"

namespace understudy::serve {

// A cassette that was read, and how its calls are matched.
struct Recording {
    std::string file;  // as it may be shown
    cassette::Cassette cassette;
    cassette::Match policy;
    cassette::Rules rules;          // that say something of calls
    cassette::Rules message_rules;  // of messages of a WebSocket: all of them
};

struct ReplayerOptions {
    std::optional<cassette::Order> order;                   // nothing: what each cassette says
    std::vector<std::pair<std::string, std::string>> vars;  // other values for variables
    // The call as a recording of it would hold it: without secrets. Nothing: that cannot be done,
    // and the call is not shown. Asked for only when a call has no recording as it stands, from
    // several threads at once.
    std::function<std::optional<cassette::HttpInput>(const cassette::HttpInput&)> sealed;
};

class Replayer {
public:
    // cassette.bad_match
    static base::Result<std::unique_ptr<Replayer>> make(std::vector<Recording> recordings,
                                                        ReplayerOptions options);
    ~Replayer();
    Replayer(const Replayer&) = delete;
    Replayer& operator=(const Replayer&) = delete;

    struct Taken {
        std::uint32_t number = 0;  // of the recorded call, from 0
        const cassette::Exchange* exchange = nullptr;
        const Recording* recording = nullptr;
    };
    // The next answer to this call; nothing: there is none, or not now. With `with_host` only
    // recordings of that host answer, and those that name none; without, all do, unless some
    // recording is of just that host. Of the headers only those of headers_looked_at() are needed.
    std::optional<Taken> take(const cassette::HttpInput& call, bool with_host);
    // The answer has left, or nobody waits for it any more: in a strict session the next may come.
    // False: it had ended before.
    bool end(std::uint32_t number);

    struct Near {
        std::string file, exchange;  // the exchange's id
        std::string call;
        std::vector<std::string> differences;
    };
    struct Miss {
        base::Error error;  // replay.no_recording, replay.used_up, replay.too_early
        std::string call;   // without secrets
        std::vector<Near> nearest;
    };
    // Why take() had nothing, in words that hold no secret. The call counts as unmatched.
    Miss miss(const cassette::HttpInput& call, bool with_host);
    // Of a WebSocket: what keeps a message that came apart from the recorded one, without secrets.
    // Nothing: it is the same.
    std::optional<std::string> difference_of(const Taken& taken, const cassette::Piece& recorded,
                                             std::string_view came, bool is_text) const;
    // Counts what went wrong in another way: a message that was not the recorded one.
    void note_unmatched(const std::string& call);

    // Header fields that matching looks at, in lower case.
    const std::vector<std::string>& headers_looked_at() const;
    const std::vector<Recording>& recordings() const;  // with their variables filled in
    std::size_t count() const;                         // recorded calls
    Taken at(std::uint32_t number) const;

    struct Unmatched {
        std::string call;
        std::size_t times = 0;
    };
    std::vector<Unmatched> unmatched() const;  // by call
    // Calls that nobody made. Set-up and tear-down need not be made.
    std::vector<std::uint32_t> unused() const;
    bool is_strict(std::uint32_t number) const;

private:
    struct State;
    explicit Replayer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace understudy::serve
