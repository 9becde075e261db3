// The texts that git holds: what is staged, and what the commits of a range added. Asked of the git
// program, so that what it says is what git means.
//
//     std::vector<GitText> texts = TRY(staged_texts(paths));
//     TRY_VOID(read_git_texts(texts, reader));       // one git process, as the bytes come
//
// Nothing is fetched from anywhere and nothing is written.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace understudy::app {

struct GitText {
    std::string object;  // of the blob, in full
    std::string path;    // from the top of the repository
    std::string commit;  // that added it, in full; empty: staged
};

// Paths narrow both; none: everything. app.git_missing, app.git_refused.
base::Result<std::vector<GitText>> staged_texts(std::span<const std::string> paths);

// Each blob once, with the oldest of the commits that added it. A merge adds what differs from all
// its parents. `range` is whatever git log takes for one: main..HEAD, HEAD, a tag, --all.
base::Result<std::vector<GitText>> added_texts(const std::string& range,
                                               std::span<const std::string> paths);

// The files of a folder that git keeps or would take: tracked, or neither tracked nor ignored.
// Named from that folder.
base::Result<std::vector<std::string>> work_files(const std::string& folder);

class GitTextReader {
public:
    virtual void on_text(std::size_t index, std::uint64_t size) = 0;  // its bytes follow
    virtual void on_bytes(std::string_view bytes) = 0;
    virtual void on_text_end() = 0;
    virtual void on_missing(std::size_t index) = 0;  // the repository has not got it

protected:
    ~GitTextReader() = default;
};

// The contents of all of them in that order. The reader may take its time: git waits.
base::Result<void> read_git_texts(std::span<const GitText> texts, GitTextReader& reader);

}  // namespace understudy::app
