// Finds the output that is the answer: in the index, or in the one cassette that holds it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cassette/read.hpp"
#include "shim/impl/call.hpp"

namespace understudy::shim {

namespace {

base::Failure system_failed(std::string_view call) {
    return base::fail(base::Code::IoSystem,
                      {{"call", std::string(call)}, {"why", std::strerror(errno)}});
}

base::Result<std::string> read_whole(const io::Fd& fd, std::size_t size) {
    std::string text(size, '\0');
    std::size_t have = 0;
    while (have < size) {
        const ssize_t got = ::read(fd.get(), text.data() + have, size - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_failed("read");
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    text.resize(have);
    return text;
}

class FolderOfBodies final : public cassette::Bodies {
public:
    explicit FolderOfBodies(std::string folder) : folder_(std::move(folder)) {}
    base::Result<std::string> read(std::string_view digest) const override {
        const std::string path = folder_ + '/' + std::string(digest);
        const io::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
        struct stat facts {};
        if (!fd || ::fstat(fd.get(), &facts) != 0) return system_failed("open");
        return read_whole(fd, static_cast<std::size_t>(facts.st_size));
    }

private:
    std::string folder_;
};

base::Result<cassette::Output> read_answer(const Answer& answer, const OpenSession& session) {
    const AnswerFile file = TRY(open_cassette(answer, session));
    if (auto output = session.index.output(answer.number)) return std::move(*output);
    std::string text = TRY(read_whole(file.fd, file.size));
    const FolderOfBodies bodies(file.path.substr(0, file.path.rfind('/')) + "/bodies");
    cassette::ReadOptions options;
    options.bodies = &bodies;
    options.check_digest = false;
    const auto named = session.index.file(answer.call.file);
    auto loaded = cassette::read({named ? named->path : file.path, std::move(text)}, options);
    if (!loaded) return cannot_answer(answer, base::message(loaded.error()), session);
    auto& exchanges = loaded->cassette.exchanges;
    if (answer.call.exchange >= exchanges.size()) {
        return cannot_answer(answer, "the exchange is not there", session);
    }
    return std::move(exchanges[answer.call.exchange].output);
}

}  // namespace

int play_answer(const Call& call, const Answer& answer, const OpenSession& session,
                Takings& takings) {
    const auto output = read_answer(answer, session);
    if (!output) return refuse_answer(call, output.error(), session);
    play_output(call, answer, *output, session, takings);
}

}  // namespace understudy::shim
