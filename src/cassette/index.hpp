// The index of a session: which recording answers which call. `with` writes it once; every call
// maps it, computes a key, finds it by halving, and opens the one cassette that it names.
//
//     Index index = TRY(Index::open(bytes));
//     const auto program = index.find_program("gh");
//     for (const Way& way : program->ways) index.answers(index_key(key_text(call, way...)));
//
// The file is private to one session and one version of this program. It is read as if it were
// foreign all the same: every place is checked before it is looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/manifest.hpp"
#include "cassette/match.hpp"
#include "cassette/model.hpp"
#include "cassette/stream_fault.hpp"

namespace understudy::cassette {

struct IndexSettings {
    std::string cassettes;   // the folder of cassettes, whole path
    std::string named;       // the same as it may be shown: as `with` was called
    std::string root;        // of the project, whole path: where `root` is for `cwd`
    std::int64_t began = 0;  // nanoseconds of the steady clock: what `at` counts from
    std::uint32_t miss_exit = 97;
    // How the recorded times are kept: thousandths of them. 0: all at once.
    std::uint32_t pace = 0;
    std::string normalizers;  // of the project, as JSON; empty: none, or nobody needs them
};

// How calls of a program are compared with recordings.
struct Way {
    Match policy;
    std::string rules;  // a JSON list of those that apply to inputs; empty: none
    friend bool operator==(const Way&, const Way&) = default;
};

struct IndexedProgram {
    std::string name, service;
    Mode mode = Mode::Replay;
    bool allows_terminal = false;
    std::vector<std::string> env;  // variables that are kept: globs
    std::vector<Way> ways;         // in the order of trying
    std::vector<Quiet> quiet;
    std::optional<StreamFault> fault;  // laid over every answer
};

struct IndexedFile {
    std::string path;  // below the folder of cassettes
    std::uint64_t size = 0;
    std::int64_t changed = 0;  // nanoseconds since 1970, by the file system
};

// One recorded call and where its answer lies.
struct IndexedCall {
    std::uint32_t program = 0, way = 0, file = 0, exchange = 0;
    std::int64_t at = 0, duration = 0;
    bool is_strict = false;        // it must not come before those that had ended when it began
    bool repeats_last = false;     // used up, it answers again
    bool is_redacted = false;      // what was sealed is not what was called
    bool is_awaited = true;        // nobody having called it is worth a word
    bool is_sse = false;           // what it printed are server-sent events
    CommandInput input;            // variables filled
    std::optional<Output> output;  // a short one; a long one is read from its cassette
};

struct IndexContents {
    IndexSettings settings;
    std::vector<IndexedProgram> programs;
    std::vector<IndexedFile> files;
    std::vector<IndexedCall> calls;  // in the order in which equal ones answer
};

inline constexpr std::size_t kMaxIndexedCalls = 1'000'000;

// What an index holds of answers: as much of one as a cassette holds in itself, and so much of all.
inline constexpr std::size_t kMostIndexedOutput = std::size_t{16} * 1024;
inline constexpr std::size_t kMostIndexedOutputs = std::size_t{16} << 20U;

// The rules of a way, ready to use.
base::Result<Rules> rules_of(const Way& way, std::string_view normalizers);

// cassette.too_many_calls, and what rules_of says.
base::Result<std::string> write_index(const IndexContents& contents);

// 16 bytes. Whoever needs to be sure compares the texts: two of them may have one key, if somebody
// takes pains over it.
struct IndexKey {
    std::uint64_t high = 0, low = 0;
    friend auto operator<=>(const IndexKey&, const IndexKey&) = default;
};
IndexKey index_key(std::uint32_t program, std::uint32_t way, std::string_view key_text);

class Index {
public:
    // Keeps `bytes`, which must stay where they are. cassette.bad_index: they are no index of this
    // version.
    static base::Result<Index> open(std::string_view bytes);

    const IndexSettings& settings() const { return settings_; }
    std::size_t count_programs() const { return programs_.count; }
    std::optional<IndexedProgram> program(std::size_t number) const;
    std::optional<IndexedProgram> find_program(std::string_view name, std::uint32_t& number) const;

    // Numbers of the calls with this key, in the order in which they answer.
    std::vector<std::uint32_t> answers(IndexKey key) const;

    std::size_t count_calls() const { return calls_.count; }
    // Without its input and output.
    std::optional<IndexedCall> call(std::size_t number) const;
    std::optional<CommandInput> input(std::size_t number) const;
    // What its caller sees, where the index holds it (packed_call.hpp).
    std::optional<Output> output(std::size_t number) const;
    std::optional<IndexedFile> file(std::size_t number) const;

private:
    struct Section {
        std::uint64_t begin = 0;
        std::uint64_t count = 0;
    };

    base::Result<void> read_head();
    std::string_view record(const Section& section, std::size_t size, std::size_t number) const;
    // The place that stands so many bytes behind the begin of a call's record; 0: none.
    std::uint64_t place_in_call(std::size_t number, std::size_t before) const;
    std::string_view text_at(std::uint64_t begin) const;  // from there on

    std::string_view bytes_;
    IndexSettings settings_;
    Section programs_, files_, keys_, calls_, lists_;
};

}  // namespace understudy::cassette
