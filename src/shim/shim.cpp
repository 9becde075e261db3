#include "shim/shim.hpp"

#include <unistd.h>

#include "shim/code.hpp"
#include "shim/impl/call.hpp"
#include "shim/tool.hpp"

namespace understudy::shim {

namespace {

using cassette::Mode;

constexpr int kMisuse = 2;

int refuse(const Call& call, const base::Error& why, std::string outcome,
           const OpenSession& session) {
    complain(why);
    cassette::LoggedCall logged = call.logged(std::move(outcome));
    logged.shape.has_stdin = call.is_piped;
    session.log(logged);
    return static_cast<int>(session.index.settings().miss_exit);
}

int forbid(const Call& call, const OpenSession& session) {
    const base::Error why{
        code::Forbidden, {{"call", cassette::shape_of(call.input).text()}}, {}, {}};
    return refuse(call, why, "forbidden", session);
}

int be_quiet(const Call& call, const cassette::Quiet& quiet, const OpenSession& session) {
    write_all(STDOUT_FILENO, quiet.stdout_text);
    session.log(call.logged("quiet"));
    return quiet.exit_code;
}

// With a recording: replayed, or shadowed. Without: what the mode says.
base::Result<int> answer(const Call& call, const OpenSession& session, const Hooks& hooks) {
    Takings takings = TRY(Takings::open(session.folder + '/' + kStateName));
    const Mode mode = call.program.mode;
    if (mode == Mode::Record) return make_for_real(call, session, true, std::nullopt, takings);
    const Lookup found = TRY(look_up(call, session, takings, hooks));
    if (mode == Mode::Shadow) {
        const auto number =
            found.answer ? std::optional(found.answer->number) : std::optional<std::uint32_t>();
        return make_for_real(call, session, true, number, takings);
    }
    if (found.answer) return play_answer(call, *found.answer, session, takings);
    if (const cassette::Quiet* quiet = quiet_answer(call)) return be_quiet(call, *quiet, session);
    if (mode == Mode::RecordMissing && !found.refusal) {
        return make_for_real(call, session, true, std::nullopt, takings);
    }
    return refuse(call, miss_of(call, found, session), "missed", session);
}

}  // namespace

int run(const Borrowed& borrowed, std::span<char* const> words, const Hooks& hooks) {
    const auto session = OpenSession::open(borrowed);
    if (!session) {
        complain(session.error());
        return kMisuse;
    }
    const auto call = make_call(borrowed, words, session->index);
    if (!call) return refuse_unread(borrowed, call.error(), *session);
    if (call->program.mode == Mode::PassThrough) pass_through(*call, *session);
    if (call->program.mode == Mode::Forbid) return forbid(*call, *session);
    const auto code = answer(*call, *session, hooks);
    if (code) return *code;
    complain(code.error());
    return kMisuse;
}

}  // namespace understudy::shim
