// Reads a cassette, strictly: every problem of the file at once, each with its mark.
//
//     Loaded loaded = TRY(read(std::move(source), {.bodies = &bodies}));
//     loaded.mark(json::Pointer({"exchanges", "0", "output"}));
//
// YAML and JSON Lines are the same model; the ending of the name (`.jsonl`) tells which it is.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/model.hpp"
#include "json/document.hpp"

namespace understudy::cassette {

// The folder `bodies` beside a cassette.
class Bodies {
public:
    virtual ~Bodies() = default;
    // By its digest in hexadecimal. Fails if it is not there or cannot be read.
    virtual base::Result<std::string> read(std::string_view digest) const = 0;
};

struct ReadOptions {
    const Bodies* bodies = nullptr;  // nullptr: a body kept outside is a problem
    // Where the file says other names than its place, it is refused. Empty: not checked.
    std::string service = {}, name = {};
    std::vector<std::string> services = {};  // known ones; empty: any
    bool check_digest = true;                // `cassette seal` does not
};

inline constexpr std::size_t kMaxCassetteBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMaxExchanges = 100'000;
inline constexpr std::size_t kInlineBytes = std::size_t{16} * 1024;    // above: a file of its own
inline constexpr std::size_t kMaxBodyBytes = std::size_t{256} << 20U;  // of one of those

// Of JSON Lines: which lines one exchange came from.
struct LinesOfExchange {
    std::size_t start = 0;
    std::vector<std::size_t> pieces;
    std::size_t end = 0;
};

struct Loaded {
    Cassette cassette;
    bool is_lines = false;                // JSON Lines
    json::Document document;              // of YAML: the file. Of JSON Lines: its first line
    std::vector<json::Document> lines;    // of JSON Lines: all of them
    std::vector<LinesOfExchange> places;  // of JSON Lines: one an exchange
    std::vector<std::string> bodies;      // digests of the bodies outside that it refers to

    // Of a place in the model: /exchanges/2/output/exit_code. Of JSON Lines: the line it came from.
    base::Mark mark(const json::Pointer& place) const;
};

// cassette.bad_file with all problems as reasons; cassette.wrong_version; cassette.digest_mismatch.
// What is no YAML or JSON keeps the reader's own code.
base::Result<Loaded> read(base::Source source, const ReadOptions& options);

}  // namespace understudy::cassette
