// Two forms in which git prints, read as the bytes come: changes (`--raw -z`) and objects
// (`cat-file --batch`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "app/git_texts.hpp"

namespace understudy::app {

// `:100644 100644 OLD NEW M<NUL>path<NUL>`, one after another; of a merge with two parents
// `::MODE MODE MODE OLD OLD NEW MM<NUL>path<NUL>`. A commit's changes come behind
// `commit:HASH<NUL>`.
class RawChangeReader {
public:
    static constexpr std::string_view kCommit = "commit:";

    void feed(std::string_view bytes);
    // Files with content of their own: no links, no submodules; each blob once.
    std::vector<GitText> texts() && { return std::move(texts_); }

private:
    void take(std::string_view token);

    std::string token_;   // up to the next NUL
    std::string change_;  // the path of which comes next; empty: none
    std::string commit_;
    std::unordered_set<std::string> seen_;
    std::vector<GitText> texts_;
};

// `HASH blob SIZE<LF>bytes<LF>`, or `HASH missing<LF>`.
class BatchReader {
public:
    explicit BatchReader(GitTextReader& reader) : reader_(reader) {}

    void feed(std::string_view bytes);
    std::size_t count() const { return count_; }  // of texts that are complete

private:
    enum class State : std::uint8_t { Head, Bytes, LineFeed };

    void take_head();

    GitTextReader& reader_;
    State state_ = State::Head;
    std::string head_;
    std::uint64_t left_ = 0;  // of the bytes
    std::size_t count_ = 0;
};

}  // namespace understudy::app
