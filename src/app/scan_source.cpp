#include "app/scan_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;
// A smaller hole is read as the zeros it stands for: skipping it would cut the text.
constexpr std::uint64_t kLargeHole = std::uint64_t{1} << 20U;
constexpr std::string_view kGrew = "it grew while it was read";
constexpr std::string_view kNoFile = "it is no file any more";

class OpenFile {
public:
    // Without waiting for the other end of a pipe that has come to lie there.
    explicit OpenFile(const std::string& path)
        : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
        if (number_ < 0) {
            trouble_ = std::strerror(errno);
        } else if (::fstat(number_, &facts_) != 0) {
            trouble_ = std::strerror(errno);
        } else if (!S_ISREG(facts_.st_mode)) {
            trouble_ = kNoFile;
        }
    }
    ~OpenFile() {
        if (number_ >= 0) ::close(number_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    int number() const { return number_; }
    std::uint64_t size() const { return static_cast<std::uint64_t>(facts_.st_size); }
    const std::string& trouble() const { return trouble_; }

private:
    int number_;
    struct stat facts_ {};
    std::string trouble_;
};

// -1: errno says why.
ssize_t read_some(int file, char* into, std::size_t size) {
    while (true) {
        const ssize_t got = ::read(file, into, size);
        if (got >= 0 || errno != EINTR) return got;
    }
}

std::string read_to_end(int file, std::string& bytes, std::uint64_t expected, std::uint64_t limit) {
    std::size_t size = 0;
    bytes.resize(static_cast<std::size_t>(std::min(expected, limit)) + 1);
    while (true) {
        const ssize_t got = read_some(file, bytes.data() + size, bytes.size() - size);
        if (got < 0) return std::strerror(errno);
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
        if (size > limit) return std::string(kGrew);
        if (size == bytes.size()) {
            bytes.resize(
                static_cast<std::size_t>(std::min<std::uint64_t>(size * 2 + kPiece, limit + 1)));
        }
    }
    bytes.resize(size);
    return {};
}

// Where data begins at or behind `at`; the end if there is none. A file system without holes, and
// whatever else goes wrong here, means data.
std::uint64_t next_data(int file, std::uint64_t at, std::uint64_t end) {
    const off_t found = ::lseek(file, static_cast<off_t>(at), SEEK_DATA);
    if (found < 0) return errno == ENXIO ? end : at;
    return std::clamp(static_cast<std::uint64_t>(found), at, end);
}

std::uint64_t next_hole(int file, std::uint64_t at, std::uint64_t end) {
    const off_t found = ::lseek(file, static_cast<off_t>(at), SEEK_HOLE);
    if (found < 0) return end;
    return std::clamp(static_cast<std::uint64_t>(found), at, end);
}

// One run of data, to the next hole.
std::string feed_run(int file, std::uint64_t at, std::uint64_t end, std::string& piece,
                     WindowCutter& cutter) {
    while (at < end) {
        const std::size_t most =
            static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), end - at));
        const ssize_t got = ::pread(file, piece.data(), most, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::strerror(errno);
        if (got == 0) return "it became shorter while it was read";
        cutter.feed(std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
        at += static_cast<std::uint64_t>(got);
    }
    return {};
}

}  // namespace

std::string read_whole(const std::string& path, std::string& bytes) {
    const OpenFile file(path);
    if (!file.trouble().empty()) return file.trouble();
    return read_to_end(file.number(), bytes, file.size(), 2 * kWholeText);
}

std::string read_windows(const std::string& path, std::uint64_t size, WindowCutter& cutter) {
    const OpenFile file(path);
    if (!file.trouble().empty()) return file.trouble();
    std::string piece(kPiece, '\0');
    for (std::uint64_t at = 0; at < size;) {
        const std::uint64_t data = next_data(file.number(), at, size);
        if (data - at >= kLargeHole) {
            cutter.skip(data - at);
            at = data;
        }
        const std::uint64_t hole = next_hole(file.number(), data, size);
        const std::uint64_t end = hole > at ? hole : size;  // whatever happens, it goes on
        std::string trouble = feed_run(file.number(), at, end, piece, cutter);
        if (!trouble.empty()) {
            cutter.end();  // what was read is looked through
            return trouble;
        }
        at = end;
    }
    cutter.end();
    return {};
}

std::string read_input_windows(WindowCutter& cutter) {
    std::string piece(kPiece, '\0');
    while (true) {
        const ssize_t got = read_some(STDIN_FILENO, piece.data(), piece.size());
        if (got < 0) {
            std::string trouble = std::strerror(errno);
            cutter.end();
            return trouble;
        }
        if (got == 0) break;
        cutter.feed(std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
    }
    cutter.end();
    return {};
}

}  // namespace understudy::app
