#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"
#include "cassette/match.hpp"
#include "io/fd.hpp"
#include "shim/code.hpp"
#include "shim/impl/call.hpp"
#include "shim/impl/standard_input.hpp"
#include "shim/tool.hpp"

namespace understudy::shim {

namespace {

constexpr std::size_t kMostMatchedInput = std::size_t{64} << 20U;

// `root`, `root/sub`; outside of the project there is no name for it that another machine knows.
std::string folder_class(const std::string& root) {
    char* here = ::getcwd(nullptr, 0);  // of any length
    const std::string folder = here == nullptr ? "" : here;
    ::free(here);  // NOLINT(cppcoreguidelines-no-malloc): as getcwd wants it
    if (folder == root) return "root";
    const std::string above = root.ends_with('/') ? root : root + '/';
    if (folder.starts_with(above)) return "root/" + folder.substr(above.size());
    return "root";
}

bool is_kept(std::string_view name, const cassette::IndexedProgram& program) {
    const auto fits = [&](const std::string& glob) { return cassette::fits_wildcard(glob, name); };
    if (std::any_of(program.env.begin(), program.env.end(), fits)) return true;
    return std::any_of(program.ways.begin(), program.ways.end(), [&](const cassette::Way& way) {
        const auto& names = way.policy.env;
        return std::find(names.begin(), names.end(), name) != names.end();
    });
}

cassette::Pairs kept_environment(const cassette::IndexedProgram& program) {
    cassette::Pairs kept;
    for (char** each = ::environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view entry = *each;
        const std::size_t equals = entry.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view name = entry.substr(0, equals);
        if (is_kept(name, program)) kept.emplace_back(name, entry.substr(equals + 1));
    }
    std::sort(kept.begin(), kept.end());
    return kept;
}

bool is_looked_up(cassette::Mode mode) {
    using cassette::Mode;
    return mode == Mode::Replay || mode == Mode::RecordMissing || mode == Mode::Shadow;
}

}  // namespace

base::Result<OpenSession> OpenSession::open(const Borrowed& borrowed) {
    const auto failed = [&](const base::Error& error) {
        return base::fail(code::NoSession, {{"program", base::quoted(borrowed.name)},
                                            {"why", base::message(error)}});
    };
    auto bytes = MappedFile::open(borrowed.session + '/' + kIndexName, MappedFile::Access::Read);
    if (!bytes) return failed(bytes.error());
    auto index = cassette::Index::open(bytes->bytes());
    if (!index) return failed(index.error());
    return OpenSession{borrowed.session, std::move(*bytes), std::move(*index)};
}

// One write to a file that only grows: lines of parallel calls never mix.
void OpenSession::log(const cassette::LoggedCall& call) const {
    const io::Fd fd(::open((folder + '/' + kLogName).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (fd) write_all(fd.get(), cassette::log_line(call) + '\n');
}

cassette::LoggedCall Call::logged(std::string outcome) const {
    return {cassette::shape_of(input), std::move(outcome), {}, {}};
}

base::Result<Call> make_call(const Borrowed& borrowed, std::span<char* const> words,
                             const cassette::Index& index) {
    Call call;
    auto program = index.find_program(borrowed.name, call.number);
    if (!program) return base::fail(code::UnknownProgram, {{"program", borrowed.name}});
    call.program = std::move(*program);
    call.first_word = words.empty() ? borrowed.name : words.front();
    call.input.program = borrowed.name;
    for (std::size_t i = 1; i < words.size(); ++i) call.input.args.emplace_back(words[i]);
    call.input.cwd = folder_class(index.settings().root);
    call.input.env = kept_environment(call.program);
    call.input.tty = ::isatty(STDOUT_FILENO) == 1;
    const InputKind kind = kind_of_input();
    call.is_piped = kind == InputKind::Piped || kind == InputKind::File;
    const bool is_compared =
        is_looked_up(call.program.mode) &&
        std::any_of(call.program.ways.begin(), call.program.ways.end(),
                    [](const cassette::Way& way) { return way.policy.stdin_body; });
    if (!call.is_piped || !is_compared) return call;
    call.stdin_bytes = read_input(kMostMatchedInput);
    if (!call.stdin_bytes) {
        return base::fail(code::InputTooLarge,
                          {{"limit", base::with_thousands(kMostMatchedInput)}});
    }
    call.input.stdin_body = cassette::Body{*call.stdin_bytes, {}};
    return call;
}

int refuse_unread(const Borrowed& borrowed, const base::Error& why, const OpenSession& session) {
    constexpr int kMisuse = 2;
    complain(why);
    cassette::LoggedCall unread{{}, "missed", {}, {}};
    unread.shape.program = borrowed.name;
    session.log(unread);
    return kMisuse;
}

const cassette::Quiet* quiet_answer(const Call& call) {
    for (const cassette::Quiet& quiet : call.program.quiet) {
        if (cassette::fits_wildcards(quiet.args, call.input.args)) return &quiet;
    }
    return nullptr;
}

}  // namespace understudy::shim
