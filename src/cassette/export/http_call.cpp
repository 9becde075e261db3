#include "cassette/export/http_call.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/match.hpp"
#include "cassette/target.hpp"

namespace understudy::cassette {

namespace {

void fill(Pairs& pairs, const std::vector<Variable>& vars) {
    for (auto& [name, value] : pairs) value = filled(value, vars);
}

HttpInput call_of(const HttpInput& input, const std::vector<Variable>& vars) {
    HttpInput call = input;
    for (std::string* text : {&call.host, &call.path, &call.query_text})
        *text = filled(*text, vars);
    for (Pairs* pairs : {&call.query, &call.headers, &call.trailers}) fill(*pairs, vars);
    if (call.body) call.body->bytes = filled(call.body->bytes, vars);
    return call;
}

bool has_apart_repeats(const Pairs& pairs) {
    std::size_t together = 0;
    for (const auto& [name, values] : grouped(pairs)) together += values.size();
    std::size_t at = 0;
    for (const auto& [name, values] : grouped(pairs)) {
        for (const std::string& value : values) {
            if (pairs[at].first != name || pairs[at].second != value) return true;
            ++at;
        }
    }
    return at != together;
}

bool are_texts(const Pairs& pairs) {
    return std::all_of(pairs.begin(), pairs.end(), [](const auto& pair) {
        return base::is_utf8(pair.first) && base::is_utf8(pair.second);
    });
}

// Events have borders of their own; a format that keeps their bytes keeps them.
bool has_borders(const Exchange& exchange) {
    return exchange.kind == Kind::Http && exchange.output.pieces.size() > 1;
}

bool has_times(const Output& output) {
    return std::any_of(output.pieces.begin(), output.pieces.end(),
                       [&](const Piece& piece) { return piece.at != output.duration; });
}

}  // namespace

std::vector<std::pair<std::string, std::vector<std::string>>> grouped(const Pairs& pairs) {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (const auto& [name, value] : pairs) {
        const auto known = std::find_if(groups.begin(), groups.end(),
                                        [&](const auto& group) { return group.first == name; });
        if (known == groups.end()) {
            groups.emplace_back(name, std::vector<std::string>{value});
        } else {
            known->second.push_back(value);
        }
    }
    return groups;
}

HttpCalls::HttpCalls(const Sealed& sealed, Holds holds, Exported& into)
    : sealed_(sealed), head_(sealed.head()), holds_(holds), into_(into) {
    if (head_.provenance) start_ = base::parse_rfc3339(head_.provenance->recorded_at);
    tell_head();
}

void HttpCalls::tell(Carried carried, std::string what, std::string why) {
    into_.fidelity.add(carried, {std::move(what), std::move(why)});
}

void HttpCalls::tell_head() {
    constexpr std::string_view kNoPlace = "the format has no place for it";
    const auto remark = [&](bool is_there, std::string what) {
        if (is_there) tell(Carried::AsRemarks, std::move(what), std::string(kNoPlace));
    };
    remark(!head_.notes.empty(), "notes");
    remark(!head_.rules.empty(), "rules");
    remark(!(head_.match == Match{}), "match");
    remark(head_.order == Order::Strict, "order");
    remark(!head_.compare.is_null(), "compare");
    remark(head_.plan.has_value(), "plan");
    remark(!head_.given.empty(), "given");
    if (!head_.vars.empty()) {
        tell(Carried::Nearly, "variables", "calls hold the values of the recording");
    }
}

bool HttpCalls::is_left_out(const Exchange& exchange) {
    const auto leave_out = [&](std::string what) {
        into_.fidelity.end();
        tell(Carried::NotAtAll, std::move(what), "the format holds calls over HTTP");
        ++into_.left_out;
        return true;
    };
    if (exchange.command() != nullptr) return leave_out("commands");
    if (exchange.webhook() != nullptr) return leave_out("webhooks that were received");
    const bool is_raw = exchange.kind == Kind::Stream && exchange.framing == Framing::Raw;
    if (is_raw) return leave_out("an upgrade to something that is no WebSocket");
    if (exchange.carrier == Carrier::Websocket && exchange.kind == Kind::Stream &&
        !holds_.sockets) {
        return leave_out("messages of a WebSocket");
    }
    if (!exchange.output.answer && !holds_.errors) return leave_out("calls without an answer");
    return false;
}

void HttpCalls::tell_losses() {
    const Exchange& exchange = *call_.exchange;
    const Output& output = exchange.output;
    constexpr std::string_view kNoPlace = "the format has no place for it";
    const auto lost = [&](bool is_there, std::string what) {
        if (is_there) tell(Carried::NotAtAll, std::move(what), std::string(kNoPlace));
    };
    lost(!call_.input.trailers.empty() || (output.answer && !output.answer->trailers.empty()),
         "trailers");
    lost(output.answer && !output.answer->interim.empty(), "answers before the answer");
    lost(!holds_.protocol && !call_.input.protocol.empty(), "the version of HTTP");
    if (has_borders(exchange)) {
        tell(Carried::Nearly, "a body that came in pieces", "it is one text in the file");
    }
    const bool is_socket = exchange.carrier == Carrier::Websocket && exchange.kind == Kind::Stream;
    if (!is_socket && has_times(output)) {
        tell(Carried::Nearly, "the times of pieces", "the format has no place for them");
    }
    if (!holds_.durations && output.duration > 0) lost(true, "how long a call took");
    if (!holds_.times && exchange.at > 0) lost(true, "when a call was made");
    const bool is_cut = output.end && *output.end != StreamEnd::Complete;
    if (is_cut) tell(Carried::Nearly, "an answer that broke off", "it looks whole in the file");
    const bool is_apart = has_apart_repeats(call_.input.headers) ||
                          (output.answer && has_apart_repeats(output.answer->headers));
    if (!holds_.repeats && is_apart) {
        tell(Carried::Nearly, "header fields of one name apart from each other",
             "the format puts them together");
    }
    const bool is_text = are_texts(call_.input.headers) && base::is_utf8(url_of(call_.input)) &&
                         (!output.answer || are_texts(output.answer->headers));
    if (!is_text) {
        tell(Carried::Nearly, "an address or a header field that is no text",
             "bytes that are no UTF-8 are written as U+FFFD");
    }
    if (!call_.input.host.empty() && call_.input.scheme.empty()) {
        tell(Carried::Nearly, "an address whose scheme is not known", "https is written");
    }
}

const HttpCall* HttpCalls::next() {
    into_.fidelity.end();
    while (next_ < sealed_.exchanges().size()) {
        const Exchange& exchange = sealed_.exchanges()[next_++].exchange();
        if (is_left_out(exchange)) continue;
        into_.fidelity.begin();
        call_ = {&exchange, call_of(*exchange.http(), head_.vars),
                 bytes_of(exchange.output, From::Body)};
        tell_losses();
        if (!call_.input.host.empty() && call_.input.scheme.empty()) call_.input.scheme = "https";
        return &call_;
    }
    return nullptr;
}

base::Instant HttpCalls::time() const {
    constexpr std::int64_t kMilliseconds = 1'000;
    constexpr std::int64_t kNanoseconds = 1'000'000;
    const std::int64_t at = call_.exchange->at;
    const base::Instant start = start_.value_or(base::Instant{});
    return base::add(start, {at / kMilliseconds,
                             static_cast<std::int32_t>(at % kMilliseconds * kNanoseconds)})
        .value_or(start);
}

}  // namespace understudy::cassette
