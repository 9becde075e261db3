// Reads the parts of a cassette, whichever form they stand in: an exchange of a YAML file, or the
// lines that begin, fill and end one. Problems are collected; nothing stops at the first.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/model.hpp"
#include "cassette/read.hpp"
#include "json/reader.hpp"

namespace understudy::cassette {

// One document of a file: all of a YAML file, or one line of JSON Lines.
class FileReader {
public:
    FileReader(const json::Document& document, const ReadOptions& options);

    json::Reader& reader() { return reader_; }

    void read_version(json::MapReader& map);
    // Everything but version and exchanges.
    void read_head(json::MapReader& map, Cassette& cassette);
    // The keys of an exchange but `id` and `output`. false: what kind it is cannot be told, and so
    // neither what its output should be.
    bool read_start(json::MapReader& map, Exchange& exchange);
    // The keys `at`, `from` and the bytes.
    Piece read_piece(json::MapReader& map, const Exchange& exchange);
    // The keys of an output; with_pieces: `pieces` and `body` among them.
    void read_output(json::MapReader& map, Exchange& exchange, bool with_pieces);

    std::string read_id(const json::Node& node, const std::string& what);

    std::vector<std::string> take_bodies() { return std::move(bodies_); }

private:
    // --- read_head.cpp
    void read_names(json::MapReader& map, Cassette& cassette);
    void read_origin(json::MapReader& map, Cassette& cassette);
    std::optional<PlanReference> read_plan(const json::Node& node, const std::string& what);
    std::vector<Redaction> read_redactions(const json::Node& node, const std::string& what);
    std::vector<Variable> read_vars(const json::Node& node, const std::string& what);
    Match read_match(const json::Node& node, const std::string& what);
    std::optional<Provenance> read_provenance(const json::Node& node, const std::string& what);

    // --- read_input.cpp
    CommandInput read_command(json::MapReader& map);
    HttpInput read_http(json::MapReader& map);
    WebhookInput read_webhook(json::MapReader& map);
    std::vector<plan::Capture> read_captures(const json::Node& node, const std::string& what);

    // --- read_output.cpp
    std::optional<Ended> read_ended(json::MapReader& map, bool is_needed);
    std::vector<Interim> read_interim(const json::Node& node, const std::string& what);
    void read_answer(json::MapReader& map, Exchange& exchange);
    std::vector<ChangedFile> read_files(const json::Node& node, const std::string& what);

    // --- read_bytes.cpp
    // A text as it is, white space and all, or {base64: ...} for what is no text.
    std::string bytes(const json::Node& node, std::string_view what);
    std::string plain(const json::Node& node, std::string_view what);
    Pairs pairs(const json::Node& node, std::string_view what);
    Pairs members(const json::Node& node, std::string_view what);
    // The keys `text`, `base64` and `file` with `size`; exactly one of the three.
    std::string content(json::MapReader& map);
    std::string outside(json::MapReader& map, const json::Node& file);
    std::optional<Body> body(const json::Node& node, const std::string& what);
    std::string digest(const json::Node& node, const std::string& what);
    std::string optional_text(json::MapReader& map, std::string_view key);
    std::string needed_text(json::MapReader& map, std::string_view key);

    json::Reader reader_;
    const ReadOptions& options_;
    std::vector<std::string> bodies_;
};

// Times of pieces and exchanges: up to a hundred years, so that sums never overflow.
inline constexpr std::int64_t kMostMilliseconds = 100LL * 366 * 24 * 60 * 60 * 1000;

// cassette.wrong_version: a file of another version is not taken apart by the rules of this one.
base::Result<void> check_version(const json::Document& document);

// read_lines.cpp. Adds to `loaded` and gives the problems of all lines.
base::Result<std::vector<base::Error>> read_lines(base::Source source, const ReadOptions& options,
                                                  Loaded& loaded);

}  // namespace understudy::cassette
