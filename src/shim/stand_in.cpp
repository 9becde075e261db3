#include "shim/stand_in.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cassette/match.hpp"
#include "shim/code.hpp"
#include "shim/impl/call.hpp"

namespace understudy::shim {

namespace {

constexpr int kMisuse = 2;

// Modes that answer from recordings; ways that compare neither standard input, which could not be
// handed on once it is read, nor anything under rules.
bool is_plain(const cassette::IndexedProgram& program) {
    using cassette::Mode;
    if (program.mode != Mode::Replay && program.mode != Mode::RecordMissing) return false;
    return std::none_of(program.ways.begin(), program.ways.end(), [](const cassette::Way& way) {
        return way.policy.stdin_body || !way.rules.empty();
    });
}

std::vector<std::uint32_t> candidates(const Call& call, const cassette::Index& index) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t way = 0; way < call.program.ways.size(); ++way) {
        const cassette::Match& policy = call.program.ways[way].policy;
        const auto key = [&](const cassette::CommandInput& each) {
            return cassette::key_text(each, policy);
        };
        const auto found = candidates_by(key, call.input, call.number, way, index);
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

// Returns if it is not for us. Nothing that has to be done once is done before that is known.
base::Result<void> answer(const Borrowed& borrowed, std::span<char* const> words) {
    const OpenSession session = TRY(OpenSession::open(borrowed));
    std::uint32_t number = 0;
    const auto program = session.index.find_program(borrowed.name, number);
    if (program && !is_plain(*program)) return {};
    const auto made = make_call(borrowed, words, session.index);
    if (!made) ::_exit(refuse_unread(borrowed, made.error(), session));
    const Call& call = *made;
    const std::vector<std::uint32_t> numbers = candidates(call, session.index);
    const bool is_at_hand = std::all_of(numbers.begin(), numbers.end(), [&](std::uint32_t each) {
        return session.index.output(each).has_value();
    });
    if (!is_at_hand) return {};
    Takings takings = TRY(Takings::open(session.folder + '/' + kStateName));
    const Taking taking = take_one(numbers, session.index, takings);
    if (!taking.answer) return {};
    const auto file = open_cassette(*taking.answer, session);
    if (!file) ::_exit(refuse_answer(call, file.error(), session));
    play_output(call, *taking.answer, *session.index.output(taking.answer->number), session,
                takings);
}

}  // namespace

int stand_in(const Borrowed& borrowed, std::span<char* const> words) {
    (void)answer(borrowed, words);  // what is wrong, the whole program says
    const std::string whole = borrowed.session + '/' + kWholeFolder + '/' + borrowed.name;
    ::execv(whole.c_str(), words.data());
    complain({code::NoSession,
              {{"program", '"' + borrowed.name + '"'}, {"why", std::strerror(errno)}},
              {},
              {}});
    return kMisuse;
}

}  // namespace understudy::shim
