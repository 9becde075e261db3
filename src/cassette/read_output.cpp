// What came out of an exchange: the pieces in their order, and how it ended.
#include <array>

#include "cassette/impl/file_reader.hpp"
#include "cassette/impl/words.hpp"

namespace understudy::cassette {

using json::MapReader;
using json::Node;

namespace {

constexpr std::int64_t kMostExitCode = 255;
constexpr std::int64_t kMostSignal = 64;
constexpr std::int64_t kLeastStatus = 100;
constexpr std::int64_t kMostStatus = 999;
constexpr std::int64_t kMostInterim = 199;
constexpr std::int64_t kMostAttempts = 1'000'000;
constexpr std::int64_t kMostFileBytes = std::int64_t{1} << 50;

// A command writes to its streams, an answer has a body; a stream is what its carrier is.
bool may_come_from(const Exchange& exchange, From from) {
    const bool is_command = exchange.kind == Kind::Command;
    if (exchange.kind == Kind::Stream) return true;
    return is_command == (from == From::Stdout || from == From::Stderr || from == From::Stdin) &&
           (is_command || from == From::Body);
}

bool has_command(const Exchange& exchange) {
    return exchange.kind == Kind::Command ||
           (exchange.kind == Kind::Stream && exchange.carrier == Carrier::Command);
}

}  // namespace

Piece FileReader::read_piece(MapReader& map, const Exchange& exchange) {
    Piece piece;
    piece.at = reader_.whole(map.need("at"), map.what("at"), 0, kMostMilliseconds).value_or(0);
    const Node from = map.need("from");
    if (const auto word = reader_.word(from, map.what("from"), kFroms)) {
        piece.from = static_cast<From>(*word);
        if (!may_come_from(exchange, piece.from)) {
            reader_.problem(from, map.what("from"),
                            "cannot be " + std::string(kFroms[*word]) + " in an exchange of kind " +
                                std::string(name_of(exchange.kind)));
        }
    }
    const Node frame = map.get("frame");
    if (const auto word = reader_.word(frame, map.what("frame"), kFrames)) {
        piece.frame = static_cast<Frame>(*word);
        if (piece.from != From::FrameIn && piece.from != From::FrameOut) {
            reader_.problem(frame, map.what("frame"), "goes with `frame-in` and `frame-out`");
        }
    }
    piece.bytes = content(map);
    return piece;
}

// Exactly one of four: a command that ended in two ways, or in none, says nothing.
std::optional<Ended> FileReader::read_ended(MapReader& map, bool is_needed) {
    const std::array<Node, 4> given{map.get("exit_code"), map.get("signal"), map.get("timed_out"),
                                    map.get("not_started")};
    std::optional<std::size_t> which;
    std::size_t count = 0;
    for (std::size_t at = 0; at < given.size(); ++at) {
        if (!given[at]) continue;
        which = at;
        ++count;
    }
    if (count > 1 || (count == 0 && is_needed && map.is_map())) {
        reader_.problem(map.node(), map.what(),
                        "must have exactly one of `exit_code`, `signal`, `timed_out` and "
                        "`not_started`");
    }
    if (count != 1) return std::nullopt;
    Ended ended;
    ended.how = static_cast<Ended::How>(*which);
    const Node& node = given[*which];
    std::optional<std::int64_t> number;
    switch (ended.how) {
        case Ended::How::Exit:
            number = reader_.whole(node, map.what("exit_code"), 0, kMostExitCode);
            break;
        case Ended::How::Signal:
            number = reader_.whole(node, map.what("signal"), 1, kMostSignal);
            break;
        case Ended::How::TimedOut:
            if (reader_.flag(node, map.what("timed_out")) == false) {
                reader_.problem(node, map.what("timed_out"), "must be true, or left out");
            }
            break;
        case Ended::How::NotStarted: ended.why = plain(node, map.what("not_started")); break;
    }
    ended.number = static_cast<int>(number.value_or(0));
    return ended;
}

std::vector<Interim> FileReader::read_interim(const Node& node, const std::string& what) {
    std::vector<Interim> found;
    for (const Node& each : reader_.list(node, what)) {
        MapReader map(reader_, each, "an entry of " + what);
        Interim interim;
        interim.status = static_cast<int>(
            reader_.whole(map.need("status"), map.what("status"), kLeastStatus, kMostInterim)
                .value_or(0));
        if (const Node headers = map.get("headers")) {
            interim.headers = pairs(headers, map.what("headers"));
        }
        map.done();
        found.push_back(std::move(interim));
    }
    return found;
}

void FileReader::read_answer(MapReader& map, Exchange& exchange) {
    Output& output = exchange.output;
    const Node status = map.get("status");
    const Node error = map.get("error");
    if (status) {
        output.answer.emplace();
        output.answer->status = static_cast<int>(
            reader_.whole(status, map.what("status"), kLeastStatus, kMostStatus).value_or(0));
    }
    if (const Node reason = map.get("reason")) {
        if (output.answer) {
            output.answer->reason = bytes(reason, map.what("reason"));
        } else {
            reader_.problem(reason, map.what("reason"), "goes with `status`");
        }
    }
    if (const Node interim = map.get("interim")) {
        auto found = read_interim(interim, map.what("interim"));
        if (output.answer) {
            output.answer->interim = std::move(found);
        } else {
            reader_.problem(interim, map.what("interim"), "goes with `status`");
        }
    }
    for (const bool is_head : {true, false}) {
        const std::string_view key = is_head ? "headers" : "trailers";
        const Node node = map.get(key);
        if (!node) continue;
        Pairs found = pairs(node, map.what(key));
        if (!output.answer) {
            reader_.problem(node, map.what(key), "goes with `status`");
            continue;
        }
        (is_head ? output.answer->headers : output.answer->trailers) = std::move(found);
    }
    if (const auto word = reader_.word(error, map.what("error"), kErrors)) {
        output.error = kErrors[*word];
    }
    const bool is_needed = exchange.kind != Kind::Stream;
    if ((status && error) || (is_needed && !status && !error && map.is_map())) {
        reader_.problem(map.node(), map.what(), "must have exactly one of `status` and `error`");
    }
}

std::vector<ChangedFile> FileReader::read_files(const Node& node, const std::string& what) {
    std::vector<ChangedFile> found;
    for (const Node& each : reader_.list(node, what)) {
        MapReader map(reader_, each, "an entry of " + what);
        ChangedFile file;
        const Node path = map.need("path");
        file.path = bytes(path, map.what("path"));
        if (path && file.path.empty()) {
            reader_.problem(path, map.what("path"), "must not be empty");
        }
        const Node removed = map.get("removed");
        const Node digest_node = map.get("digest");
        const Node size = map.get("size");
        const bool is_removed = reader_.flag(removed, map.what("removed")).value_or(false);
        if (map.is_map() && (is_removed == bool(digest_node) || bool(digest_node) != bool(size))) {
            reader_.problem(map.node(), map.what(),
                            "must have `digest` and `size`, or `removed: true`");
        }
        file.digest = digest(digest_node, map.what("digest"));
        file.size = static_cast<std::uint64_t>(
            reader_.whole(size, map.what("size"), 0, kMostFileBytes).value_or(0));
        map.done();
        found.push_back(std::move(file));
    }
    return found;
}

void FileReader::read_output(MapReader& map, Exchange& exchange, bool with_pieces) {
    Output& output = exchange.output;
    if (with_pieces) {
        std::size_t number = 0;
        const Node pieces = map.get("pieces");
        if (pieces && pieces.value->is_array()) output.pieces.reserve(pieces.value->size());
        for (const Node& node : reader_.list(pieces, map.what("pieces"))) {
            MapReader piece(reader_, node,
                            "piece " + std::to_string(++number) + " of " + map.what());
            output.pieces.push_back(read_piece(piece, exchange));
            piece.done();
        }
    }
    output.duration =
        reader_.whole(map.need("duration"), map.what("duration"), 0, kMostMilliseconds).value_or(0);
    if (exchange.kind == Kind::Stream) {
        const auto framing = reader_.word(map.need("framing"), map.what("framing"), kFramings);
        if (framing) exchange.framing = static_cast<Framing>(*framing);
    }
    if (exchange.kind == Kind::Stream || exchange.kind == Kind::Http) {
        const auto end = reader_.word(map.get("end"), map.what("end"), kStreamEnds);
        if (end) output.end = static_cast<StreamEnd>(*end);
    }
    if (has_command(exchange)) {
        output.ended = read_ended(map, exchange.kind == Kind::Command);
        output.files = read_files(map.get("files"), map.what("files"));
        return;
    }
    read_answer(map, exchange);
    if (const Node whole = with_pieces ? map.get("body") : Node{}) {
        // Written by hand, a body is one thing: a piece at the start.
        if (!output.pieces.empty()) {
            reader_.problem(whole, map.what("body"), "goes without `pieces`");
        }
        if (auto found = body(whole, map.what("body"))) {
            output.pieces.push_back({0, From::Body, std::move(found->bytes)});
        }
    }
    if (exchange.kind == Kind::Webhook) {
        const auto attempts =
            reader_.whole(map.get("attempts"), map.what("attempts"), 1, kMostAttempts);
        output.attempts = static_cast<std::uint32_t>(attempts.value_or(1));
    }
}

}  // namespace understudy::cassette
