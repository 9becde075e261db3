// A session: a private folder with stand-ins, and a command that runs with them first on its PATH.
//
//     Session session = TRY(Session::make(index, stand_in));
//     SessionEnd end = TRY(session.run({"pytest", "-q"}));
//     for (RecordedCall& call : end.recorded) ...
//
// The folder is removed with its owner.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/call_shape.hpp"
#include "cassette/model.hpp"
#include "shim/recorded_call.hpp"

namespace understudy::shim {

struct SessionEnd {
    cassette::Ended child;
    std::vector<RecordedCall> recorded;       // by the time at which they began
    std::vector<cassette::LoggedCall> calls;  // in the order in which they ended
    std::vector<std::uint32_t> unused;        // numbers in the index
    std::size_t unfinished = 0;               // calls that were still being recorded
};

class Session {
public:
    // `index` as write_index made it, with the programs to stand in for. `stand_in` are the bytes
    // of the small program for calls that are replayed; where there are none, or nothing can be
    // started from the session's folder, this program stands in itself. session.no_folder
    static base::Result<Session> make(std::string_view index, std::string_view stand_in = {});
    ~Session();
    Session(Session&& other) noexcept;
    Session& operator=(Session&&) = delete;

    const std::string& folder() const { return folder_; }

    // Until it ends and what it recorded has been handed over. Changes PATH of this process
    // meanwhile.
    // session.cannot_start, session.no_collector
    base::Result<SessionEnd> run(const std::vector<std::string>& command);

private:
    explicit Session(std::string folder) : folder_(std::move(folder)) {}
    base::Result<void> fill(std::string_view index, std::string_view stand_in);
    base::Result<void> read_back(SessionEnd& end) const;

    std::string folder_;
};

}  // namespace understudy::shim
