#include "cassette/stream_fault.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.hpp"

namespace understudy::cassette {

namespace {

constexpr std::array<std::string_view, 3> kKinds = {"cut", "stall", "malformed"};
constexpr std::int64_t kMostEvents = 1'000'000;

// An event in the bytes of standard output.
struct Event {
    std::size_t begin = 0;
    std::size_t text_end = 0;  // without what ends it
    std::size_t end = 0;
};

std::vector<Event> lines_of(std::string_view bytes) {
    std::vector<Event> events;
    for (std::size_t begin = 0; begin < bytes.size();) {
        const std::size_t feed = bytes.find('\n', begin);
        const std::size_t end = feed == std::string_view::npos ? bytes.size() : feed + 1;
        std::size_t text_end = std::min(feed, bytes.size());
        if (text_end > begin && bytes[text_end - 1] == '\r') --text_end;
        if (text_end > begin) events.push_back({begin, text_end, end});
        begin = end;
    }
    return events;
}

// Lines up to the next blank one.
std::vector<Event> blocks_of(std::string_view bytes) {
    std::vector<Event> events;
    for (const Event& line : lines_of(bytes)) {
        const bool is_next = !events.empty() && events.back().end == line.begin;
        if (is_next) {
            events.back().text_end = line.text_end;
            events.back().end = line.end;
        } else {
            events.push_back(line);
        }
    }
    // The blank line belongs to its event.
    for (Event& event : events) {
        const std::string_view rest = bytes.substr(event.end);
        event.end += rest.starts_with("\r\n") ? 2U : rest.starts_with('\n') ? 1U : 0U;
    }
    return events;
}

// Half of an event, no character cut in two; never all of it.
std::size_t half_of(std::string_view bytes, const Event& event) {
    std::size_t end = event.begin + (event.text_end - event.begin) / 2;
    const auto is_inside = [&](std::size_t at) {
        return (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80U;
    };
    while (end > event.begin && is_inside(end)) --end;
    return end;
}

// Everything behind a place in standard output, and what came later on the other stream, is gone.
void keep_up_to(Output& output, std::size_t place) {
    std::size_t left = place;
    std::size_t kept = 0;
    bool is_cut = false;
    for (Piece& piece : output.pieces) {
        const bool is_ours = piece.from == From::Stdout;
        if (is_cut || (is_ours && left == 0)) break;
        ++kept;
        if (!is_ours) continue;
        is_cut = piece.bytes.size() > left;
        piece.bytes.resize(std::min(piece.bytes.size(), left));
        left -= piece.bytes.size();
    }
    output.pieces.resize(kept);
    output.duration = output.pieces.empty() ? 0 : output.pieces.back().at;
}

void leave_out(Output& output, std::size_t begin, std::size_t end) {
    std::size_t before = 0;
    for (Piece& piece : output.pieces) {
        if (piece.from != From::Stdout) continue;
        const std::size_t size = piece.bytes.size();
        const std::size_t from = std::clamp(begin, before, before + size) - before;
        const std::size_t to = std::clamp(end, before, before + size) - before;
        piece.bytes.erase(from, to - from);
        before += size;
    }
}

}  // namespace

std::optional<StreamFault> stream_fault_named(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto kind = std::find(kKinds.begin(), kKinds.end(), text.substr(0, colon));
    const auto events = base::parse_int64(text.substr(colon + 1));
    if (kind == kKinds.end() || !events) return std::nullopt;
    StreamFault fault;
    fault.kind = static_cast<StreamFault::Kind>(kind - kKinds.begin());
    const std::int64_t least = fault.kind == StreamFault::Kind::Malformed ? 1 : 0;
    if (*events < least || *events > kMostEvents) return std::nullopt;
    fault.events = static_cast<std::uint32_t>(*events);
    return fault;
}

std::string name_of(const StreamFault& fault) {
    return std::string(kKinds[static_cast<std::size_t>(fault.kind)]) + ':' +
           std::to_string(fault.events);
}

Struck laid_over(Output output, const StreamFault& fault, Framing framing) {
    using How = StreamFault::Kind;
    const std::string bytes = bytes_of(output, From::Stdout);
    const std::vector<Event> events = framing == Framing::Sse ? blocks_of(bytes) : lines_of(bytes);
    const std::size_t count = fault.events;
    const bool is_there = fault.kind == How::Cut ? count < events.size() : count <= events.size();
    Struck struck{std::move(output), is_there, false};
    if (!is_there) return struck;
    switch (fault.kind) {
        case How::Cut:
            keep_up_to(struck.output, half_of(bytes, events[count]));
            struck.output.ended = Ended{Ended::How::Exit, 1, {}};
            break;
        case How::Stall:
            keep_up_to(struck.output, count == 0 ? 0 : events[count - 1].end);
            struck.output.ended = Ended{Ended::How::TimedOut, 0, {}};
            struck.stalls = true;
            break;
        case How::Malformed: {
            const Event& event = events[count - 1];
            leave_out(struck.output, half_of(bytes, event), event.text_end);
            break;
        }
    }
    return struck;
}

}  // namespace understudy::cassette
