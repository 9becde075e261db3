#include "cassette/cut_points.hpp"

#include <optional>

#include "base/text.hpp"
#include "cassette/impl/parsing.hpp"
#include "cassette/impl/stream_grammar.hpp"
#include "grammar/judge.hpp"
#include "http/sse.hpp"

namespace understudy::cassette {

namespace {

struct EventEnd {
    Event event;
    std::uint64_t at = 0;
};

bool is_event_stream(const Exchange& exchange) {
    if (exchange.kind == Kind::Stream) return exchange.framing == Framing::Sse;
    if (!exchange.output.answer) return false;
    for (const auto& [name, value] : exchange.output.answer->headers) {
        if (base::equal_ignoring_case(name, "content-type")) {
            return base::to_lower_ascii(value).starts_with("text/event-stream");
        }
    }
    return false;
}

std::vector<EventEnd> blocks_of(std::string_view body) {
    http::SseOptions options;
    options.all_blocks = true;
    options.line_bytes = options.block_bytes = body.size() + 1;
    http::SseReader reader(options);
    http::SseBlocks blocks;
    if (!reader.feed(body, blocks) || !reader.end(blocks)) return {};
    std::vector<EventEnd> all;
    std::uint64_t at = 0;
    for (const http::SseBlock& block : blocks) {
        at += block.raw.size();
        if (!block.is_whole) continue;
        for (Event& event : events_of_sse(block.raw)) all.push_back({std::move(event), at});
    }
    return all;
}

std::vector<EventEnd> lines_of(std::string_view body) {
    std::vector<EventEnd> all;
    std::uint64_t at = 0;
    for (const std::string& line : lines_with_ends(body)) {
        at += line.size();
        for (Event& event : events_of_lines(line)) all.push_back({std::move(event), at});
    }
    return all;
}

std::vector<EventEnd> events_in(const Exchange& exchange) {
    const std::string body = bytes_of(exchange.output, From::Body);
    return is_event_stream(exchange) ? blocks_of(body) : lines_of(body);
}

// Nothing: the recording does not fit this grammar.
std::optional<std::vector<std::uint64_t>> points_by(const grammar::Grammar& grammar,
                                                    const Exchange& exchange,
                                                    const std::vector<EventEnd>& events) {
    auto judge = grammar::Judge::open(grammar);
    if (!judge) return std::nullopt;
    std::vector<std::uint64_t> points;
    std::uint64_t before = 0;
    for (const EventEnd& ended : events) {
        if (judge->next().may_interrupt) points.push_back(before);
        if (ended.event.is_malformed || !judge->feed({ended.event.value, ended.event.about})) {
            return std::nullopt;
        }
        before = ended.at;
    }
    const auto worst = judge->finish(ending_of(exchange.output)).worst();
    if (worst && *worst >= grammar::Severity::Warning) return std::nullopt;
    return points;
}

}  // namespace

std::vector<std::uint64_t> event_ends(const Exchange& exchange) {
    std::vector<std::uint64_t> ends;
    for (const EventEnd& ended : events_in(exchange)) ends.push_back(ended.at);
    return ends;
}

std::vector<std::uint64_t> cut_points(const Exchange& exchange,
                                      std::span<const grammar::Grammar> grammars) {
    const std::vector<EventEnd> events = events_in(exchange);
    for (const grammar::Grammar& grammar : grammars) {
        if (auto points = points_by(grammar, exchange, events)) return *std::move(points);
    }
    std::vector<std::uint64_t> ends;
    for (const EventEnd& ended : events) ends.push_back(ended.at);
    if (!ends.empty()) ends.pop_back();
    return ends;
}

}  // namespace understudy::cassette
