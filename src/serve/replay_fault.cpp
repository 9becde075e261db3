#include "serve/replay_fault.hpp"

#include <algorithm>

#include "base/seed.hpp"
#include "base/text.hpp"
#include "cassette/cut_points.hpp"
#include "cassette/match.hpp"
#include "json/parse.hpp"
#include "serve/code.hpp"

namespace understudy::serve {

namespace {

using json::Value;

base::Failure bad(std::string why) {
    return base::fail(code::ReplayBadFault, {{"why", std::move(why)}});
}

// `stall,after_events=3,for=5s`: what reads as JSON is JSON, everything else a text.
base::Result<Value> from_words(std::string_view text) {
    Value spec = Value::object();
    for (const std::string_view word : base::split(text, ',')) {
        const std::size_t equals = word.find('=');
        const std::string_view name = base::trim(word.substr(0, equals));
        if (spec.size() == 0) {
            if (equals != std::string_view::npos || name.empty()) {
                return bad("it begins with the kind: stall,after_events=3; not " +
                           base::quoted(word));
            }
            spec.set("kind", name);
            continue;
        }
        if (equals == std::string_view::npos || name.empty()) {
            return bad(base::quoted(word) + " is no NAME=VALUE");
        }
        const std::string_view value = word.substr(equals + 1);
        auto parsed = json::parse(value);
        spec.set(name, parsed ? *std::move(parsed) : Value(base::to_valid_utf8(value)));
    }
    return spec;
}

base::Result<std::string> take_text(Value& spec, std::string_view name) {
    const Value* value = spec.find(name);
    if (value == nullptr) return std::string();
    if (!value->is_string()) return bad('`' + std::string(name) + "` is a text");
    std::string text(value->as_string());
    spec.erase(name);
    return text;
}

base::Result<std::optional<std::uint64_t>> take_count(Value& spec, std::string_view name) {
    const Value* value = spec.find(name);
    if (value == nullptr) return std::optional<std::uint64_t>();
    const auto number = value->is_number() ? value->to_int64() : std::nullopt;
    if (!number || *number < 0) return bad('`' + std::string(name) + "` is a number from 0 on");
    spec.erase(name);
    return std::optional<std::uint64_t>(static_cast<std::uint64_t>(*number));
}

bool is_message_of_service(const cassette::Piece& piece) {
    return piece.from == cassette::From::FrameOut &&
           (piece.frame == cassette::Frame::Text || piece.frame == cassette::Frame::Binary);
}

bool is_kind(const Value& spec, std::string_view kind) {
    const Value* said = spec.find("kind");
    return said != nullptr && said->is_string() && said->as_string() == kind;
}

}  // namespace

base::Result<std::shared_ptr<ReplayFault>> ReplayFault::read(std::string_view text) {
    const bool is_json = base::trim(text).starts_with('{');
    Value spec = is_json ? TRY(json::parse(text)) : TRY(from_words(text));
    const std::string method = TRY(take_text(spec, "method"));
    const std::string path = TRY(take_text(spec, "path"));
    const auto skip = TRY(take_count(spec, "skip"));
    const auto count = TRY(take_count(spec, "count"));
    const bool has_place = spec.has("after_events") || spec.has("after_bytes");
    bool needs_cut_point = false;
    if (is_kind(spec, "cut")) {
        spec.set("kind", "stream_cut");
        if (!spec.has("clean")) spec.set("clean", true);
        needs_cut_point = !has_place;
    } else if (is_kind(spec, "stall")) {
        needs_cut_point = !has_place;
    }
    const bool needs_event = is_kind(spec, "malformed_event") && !spec.has("at_event");
    // Everything about it is checked now, with a place in it if there is none yet.
    Value checked = spec;
    if (needs_cut_point) checked.set("after_bytes", 0);
    if (needs_event) checked.set("at_event", 1);
    TRY(http::make_fault(checked, {}));
    std::shared_ptr<ReplayFault> fault(new ReplayFault(std::move(spec)));
    fault->needs_cut_point_ = needs_cut_point;
    fault->needs_event_ = needs_event;
    fault->method_ = method;
    fault->path_ = path;
    fault->skip_ = skip.value_or(0);
    fault->count_ = count;
    return fault;
}

void ReplayFault::set_seed(std::uint64_t seed, std::size_t number) {
    seed_ = seed;
    id_ = "fault-" + std::to_string(number);
}

void ReplayFault::set_grammars(std::shared_ptr<const std::vector<grammar::Grammar>> grammars) {
    grammars_ = std::move(grammars);
}

// The transport with its place drawn. Null: the answer has no such place.
Value ReplayFault::placed(const cassette::Exchange& exchange, std::uint64_t match) const {
    Value spec = transport_;
    base::Stream drawn(seed_, {"replay", id_}, match);
    if (needs_cut_point_) {
        const std::vector<std::uint64_t> points =
            cassette::cut_points(exchange, grammars_ ? std::span<const grammar::Grammar>(*grammars_)
                                                     : std::span<const grammar::Grammar>());
        if (points.empty()) return {};
        spec.set("after_bytes", points[drawn.below(points.size())]);
    }
    if (needs_event_) {
        const std::size_t events = cassette::event_ends(exchange).size();
        if (events == 0) return {};
        spec.set("at_event", drawn.below(events) + 1);
    }
    return spec;
}

std::optional<std::uint64_t> ReplayFault::meet(const cassette::Exchange& exchange) {
    const cassette::HttpInput& call = *exchange.http();
    const bool is_meant = (method_.empty() || base::equal_ignoring_case(method_, call.method)) &&
                          (path_.empty() || cassette::fits_wildcard(path_, call.path));
    if (!is_meant) return std::nullopt;
    const std::uint64_t match = seen_.fetch_add(1);
    if (match < skip_ || (count_ && match - skip_ >= *count_)) return std::nullopt;
    return match;
}

std::unique_ptr<http::WireFault> ReplayFault::strike(const cassette::Exchange& exchange,
                                                     http::Version version) {
    const auto match = meet(exchange);
    if (!match) return nullptr;
    const Value spec = placed(exchange, *match);
    if (spec.is_null()) return nullptr;
    http::FaultContext context;
    context.seed = seed_;
    context.fault_id = id_;
    context.match = *match;
    context.version = version;
    auto fault = http::make_fault(spec, context);
    return fault ? std::move(*fault) : nullptr;
}

std::optional<MessageFault> ReplayFault::strike_messages(const cassette::Exchange& exchange) {
    const bool is_malformed = is_kind(transport_, "malformed_event");
    const bool is_cut = is_kind(transport_, "stream_cut");
    if (!is_malformed && !is_cut && !is_kind(transport_, "stall")) return std::nullopt;
    const auto match = meet(exchange);
    if (!match) return std::nullopt;
    const auto messages = static_cast<std::uint64_t>(std::count_if(
        exchange.output.pieces.begin(), exchange.output.pieces.end(), is_message_of_service));
    MessageFault fault;
    fault.kind = is_malformed ? MessageFault::Kind::Malformed
                 : is_cut     ? MessageFault::Kind::Cut
                              : MessageFault::Kind::Stall;
    if (needs_cut_point_ || needs_event_) {
        if (messages == 0) return std::nullopt;
        fault.after = base::Stream(seed_, {"replay", id_}, *match).below(messages);
        return fault;
    }
    const Value* said = transport_.find(is_malformed ? "at_event" : "after_events");
    const auto number = said == nullptr ? std::nullopt : said->to_int64();
    if (!number) return std::nullopt;
    fault.after = static_cast<std::uint64_t>(*number) - (is_malformed ? 1 : 0);
    return fault;
}

}  // namespace understudy::serve
