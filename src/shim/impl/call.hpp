// One call of a program in a session: what is known of it, and what its session says about it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cassette/call_shape.hpp"
#include "cassette/index.hpp"
#include "io/fd.hpp"
#include "shim/impl/mapped_file.hpp"
#include "shim/impl/takings.hpp"
#include "shim/place.hpp"
#include "shim/shim.hpp"

namespace understudy::shim {

// The session's files, open.
struct OpenSession {
    std::string folder;
    MappedFile bytes;
    cassette::Index index;

    static base::Result<OpenSession> open(const Borrowed& borrowed);  // shim.no_session
    void log(const cassette::LoggedCall& call) const;
};

struct Call {
    cassette::IndexedProgram program;
    std::uint32_t number = 0;  // of the program
    cassette::CommandInput input;
    std::string first_word;                  // as the caller wrote it: `gh`, or a path
    bool is_piped = false;                   // there is something at standard input
    std::optional<std::string> stdin_bytes;  // where matching needed them

    cassette::LoggedCall logged(std::string outcome) const;
};

// From the words, the environment, the folder and, if any way of matching needs it, standard input.
// shim.unknown_program, shim.input_too_large
base::Result<Call> make_call(const Borrowed& borrowed, std::span<char* const> words,
                             const cassette::Index& index);

// A call that cannot even be read: says so, and notes it. Returns the exit code.
int refuse_unread(const Borrowed& borrowed, const base::Error& why, const OpenSession& session);

// The recorded call that answers this one.
struct Answer {
    std::uint32_t number = 0;
    cassette::IndexedCall call;
};

// Makes the key of a call for one way of comparing.
using KeyMaker = std::function<std::string(const cassette::CommandInput&)>;
// The recorded calls that may answer this one, of one way, in the order in which they do.
std::vector<std::uint32_t> candidates_by(const KeyMaker& key, const cassette::CommandInput& input,
                                         std::uint32_t program, std::uint32_t way,
                                         const cassette::Index& index);

// Takes one of them, if it may be taken now.
struct Taking {
    std::optional<Answer> answer;
    std::optional<std::uint32_t> awaited;  // a strict session: this one must have ended before
};
Taking take_one(std::span<const std::uint32_t> numbers, const cassette::Index& index,
                Takings& takings);

// What was found. Without an answer: why there is none.
struct Lookup {
    std::optional<Answer> answer;
    std::optional<base::Error> refusal;  // session.used_up, session.too_early
    cassette::CommandInput shown;        // the call as it may be shown: sealed
    bool is_sealed = false;              // false: it must not be shown
};
base::Result<Lookup> look_up(const Call& call, const OpenSession& session, Takings& takings,
                             const Hooks& hooks);

// The quiet answer of the manifest for this call; nullptr: there is none.
const cassette::Quiet* quiet_answer(const Call& call);

// What a miss says: the call, the three nearest recordings, and what differed.
base::Error miss_of(const Call& call, const Lookup& lookup, const OpenSession& session);
// `gh pr list --limit 5`, as a shell would want it, without anything a terminal would act on.
std::string shown_call(const cassette::CommandInput& input);

// Makes the call for real; what it did goes to the session if `is_kept`. Ends as the tool did.
int make_for_real(const Call& call, const OpenSession& session, bool is_kept,
                  std::optional<std::uint32_t> answer, Takings& takings);
[[noreturn]] void pass_through(const Call& call, const OpenSession& session);

// Plays the recorded answer. Ends as the tool did; returns if it cannot.
int play_answer(const Call& call, const Answer& answer, const OpenSession& session,
                Takings& takings);
// The same with the output at hand.
[[noreturn]] void play_output(const Call& call, const Answer& answer,
                              const cassette::Output& output, const OpenSession& session,
                              Takings& takings);
// Says that it cannot be given. Returns the exit code.
int refuse_answer(const Call& call, const base::Error& why, const OpenSession& session);

// The cassette of an answer, open. What was checked when the session began is not checked again,
// but it must still be that file. shim.cannot_answer
struct AnswerFile {
    io::Fd fd;
    std::string path;  // whole
    std::size_t size = 0;
};
base::Result<AnswerFile> open_cassette(const Answer& answer, const OpenSession& session);
base::Failure cannot_answer(const Answer& answer, std::string why, const OpenSession& session);

void complain(const base::Error& error);  // on standard error

}  // namespace understudy::shim
