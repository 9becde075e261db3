#include "app/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/code.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ > STDERR_FILENO) ::close(number_);
    }
    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    bool close() {
        const int number = std::exchange(number_, -1);
        return ::close(number) == 0;
    }

private:
    int number_;
};

base::Mark in_file(const std::string& name) {
    return {name, 0, 0, 0, {}, 0};
}

base::Failure cannot_read(const std::string& name, std::string_view why) {
    return base::fail(code::CannotRead, {{"file", base::quoted(name)}, {"why", std::string(why)}},
                      in_file(name));
}

base::Failure too_large(const std::string& name, std::size_t limit) {
    return base::fail(code::TooLarge,
                      {{"file", base::quoted(name)}, {"limit", base::with_thousands(limit)}},
                      in_file(name));
}

base::Failure cannot_write(const std::string& name) {
    return base::fail(code::CannotWrite,
                      {{"file", base::quoted(name)}, {"why", std::strerror(errno)}}, in_file(name));
}

// Reads to the end, asking for one byte more than allowed so that a longer text is noticed.
base::Result<std::string> read_all(const Descriptor& from, const std::string& name,
                                   std::size_t expected, std::size_t limit) {
    std::string text;
    std::size_t size = 0;
    text.resize(std::min(expected, limit) + 1);
    while (true) {
        if (size == text.size()) text.resize(std::min(text.size() * 2 + 65536, limit + 1));
        const ssize_t got = ::read(from.number(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cannot_read(name, std::strerror(errno));
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
        if (size > limit) return too_large(name, limit);
    }
    text.resize(size);
    return text;
}

bool write_all(const Descriptor& to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(to.number(), bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

}  // namespace

base::Result<base::Source> read_file(const std::string& path, std::size_t limit) {
    if (path == "-") {
        const std::string name = "<stdin>";
        std::string text = TRY(read_all(Descriptor(STDIN_FILENO), name, 0, limit));
        return base::Source{name, std::move(text)};
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) return cannot_read(path, std::strerror(errno));
    struct stat facts {};
    if (::fstat(file.number(), &facts) != 0) return cannot_read(path, std::strerror(errno));
    if (S_ISDIR(facts.st_mode)) return cannot_read(path, "it is a directory");
    const auto size = static_cast<std::size_t>(facts.st_size);
    if (size > limit) return too_large(path, limit);
    std::string text = TRY(read_all(file, path, size, limit));
    return base::Source{path, std::move(text)};
}

base::Result<void> write_file(const std::string& path, std::string_view bytes) {
    std::string temporary = path + ".XXXXXX";
    Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!file.is_open()) return cannot_write(path);
    const auto give_up = [&]() -> base::Result<void> {
        base::Failure failure = cannot_write(path);
        ::unlink(temporary.c_str());
        return failure;
    };
    // mkostemp makes private files; a file of ours is as readable as the user's mask allows.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(file.number(), 0666U & ~mask) != 0) return give_up();
    if (!write_all(file, bytes) || ::fsync(file.number()) != 0) return give_up();
    if (!file.close() || std::rename(temporary.c_str(), path.c_str()) != 0) return give_up();
    return {};
}

}  // namespace understudy::app
