// The headers every answer gets, in one place and in one order: what the answer brought along,
// ETag, rate limits, version echo, the pack's rules, the operation's rules, replay marker, Date.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "json/write.hpp"
#include "pack/names.hpp"
#include "world/impl/answer.hpp"
#include "world/impl/memo.hpp"
#include "world/impl/rate.hpp"

namespace understudy::world {

namespace {

using base::Result;
using expr::Given;
using json::Value;
using pack::Name;
using pack::slot;

bool is_control(char c) {
    return (c >= 0 && c < 0x20 && c != '\t') || c == 0x7f;
}

// False: none of these eight bytes is a control character (as in json/write.cpp).
bool may_be_control(const char* eight) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighs = 0x8080808080808080;
    std::uint64_t word = 0;
    std::memcpy(&word, eight, sizeof word);
    const std::uint64_t deletes = word ^ (kOnes * 0x7f);
    return ((((word - kOnes * 0x20) & ~word) | ((deletes - kOnes) & ~deletes)) & kHighs) != 0;
}

// May it stand in a header as it is?
bool is_clean(std::string_view text) {
    while (text.size() >= 8 && !may_be_control(text.data())) text.remove_prefix(8);
    return std::none_of(text.begin(), text.end(), is_control);
}

using HeaderList = std::vector<std::pair<std::string, pack::Template>>;

Result<void> set_headers(const Eyes& eyes, const HeaderList& headers, const expr::Env& env,
                         http::Headers& out) {
    for (const auto& [name, value] : headers) {
        const auto built = TRY(eyes.build(value, env));
        if (!built) continue;
        if (built->is_string() && is_clean(built->as_string())) {
            out.set(name, built->as_string());
        } else if (const auto text = header_text(*built)) {
            out.set(name, *text);
        }
    }
    return {};
}

Result<void> apply_rules(const Eyes& eyes, const std::vector<pack::HeaderRule>& rules,
                         const expr::Env& env, http::Headers& out) {
    for (const pack::HeaderRule& rule : rules) {
        if (rule.when && !TRY(eyes.holds(*rule.when, env))) continue;
        for (const std::string& name : rule.drop) out.remove(name);
        TRY_VOID(set_headers(eyes, rule.set, env, out));
    }
    return {};
}

// `answer` of the header rules.
class SeenAnswer final : public expr::Object {
public:
    explicit SeenAnswer(const Answer& answer) : answer_(answer) {}
    Result<std::optional<Given>> member(std::string_view name) const override {
        if (name != "status") return std::nullopt;
        return Given::own(Value(answer_.status));
    }
    Result<Value> whole() const override { return Value::object({{"status", answer_.status}}); }

private:
    const Answer& answer_;
};

Value text_or_null(const std::string& text) {
    return text.empty() ? Value() : Value(text);
}

void drop_body(Answer& answer) {
    answer.body = std::make_shared<const std::string>();
    answer.headers.remove("Content-Type");
}

// Weak comparison (RFC 9110, 13.1.2): what stands before the quotes does not count.
std::string_view opaque(std::string_view tag) {
    return tag.starts_with("W/") ? tag.substr(2) : tag;
}

bool is_among(std::string_view tag, std::string_view if_none_match) {
    for (const std::string_view word : http::words_of(if_none_match)) {
        if (word == "*" || opaque(word) == opaque(tag)) return true;
    }
    return false;
}

void add_etag(const pack::Pack& pack, const Call& call, Answer& answer) {
    const auto& methods = pack.etag_methods;
    const std::string& method = call.request.head.method;
    if (!pack.has_etag || answer.status != 200 || answer.headers.has("ETag")) return;
    if (!methods.empty() && std::find(methods.begin(), methods.end(), method) == methods.end()) {
        return;
    }
    const std::string digest = base::to_hex(base::sha256(*answer.body)).substr(0, 32);
    const std::string tag = (pack.weak_etag ? "W/\"" : "\"") + digest + "\"";
    answer.headers.set("ETag", tag);
    for (const std::string_view asked : call.request.head.headers.all("If-None-Match")) {
        if (!is_among(tag, asked)) continue;
        answer.status = 304;
        drop_body(answer);
        return;
    }
}

}  // namespace

Result<std::optional<Given>> SeenFacts::member(std::string_view name) const {
    // Those that nearly every pack reads.
    if (name == "id" && facts_.request != nullptr) {
        return Given::own(text_or_null(facts_.request->id));
    }
    if (name == "direct") return Given::own(Value(facts_.direct));
    const Value all = to_json(facts_);
    const Value* found = all.find(name);
    return found == nullptr ? std::nullopt : std::optional(Given::own(*found));
}

Result<Value> SeenFacts::whole() const {
    return to_json(facts_);
}

std::optional<std::string> header_text(const Value& value) {
    if (value.is_null()) return std::nullopt;
    std::string text = value.is_string() ? std::string(value.as_string()) : json::write(value);
    std::erase_if(text, is_control);
    return text;
}

Value to_json(const Facts& facts) {
    Value out = Value::object();
    out.reserve(8);
    const Request* request = facts.request;
    out.append("id", request ? text_or_null(request->id) : Value());
    out.append("method",
               request && request->call ? Value(request->call->request.head.method) : Value());
    out.append("path", request ? text_or_null(request->path) : Value());
    out.append("version", request ? text_or_null(request->version) : Value());
    out.append("key", request ? text_or_null(request->idempotency_key) : Value());
    // A first call is its own original (docs of the vendors: Original-Request equals Request-Id).
    const bool is_first = !facts.replayed && request && request->is_keyed;
    out.append("original", is_first ? text_or_null(request->id) : text_or_null(facts.original));
    out.append("replayed", facts.replayed);
    out.append("direct", facts.direct);
    return out;
}

Result<void> finish(Turn& turn, Answer& answer, const Facts& facts) {
    const pack::Pack& pack = turn.eyes.pack();
    if (!answer.body) answer.body = std::make_shared<const std::string>();
    if (!http::allows_body(answer.status)) drop_body(answer);
    if (!answer.body->empty() && !answer.headers.has("Content-Type")) {
        answer.headers.add("Content-Type", "application/json");
    }
    const Request* request = facts.request;
    const Call* call = request ? request->call : nullptr;
    if (call) add_etag(pack, *call, answer);

    const SentHeaders no_headers;
    const SeenFacts request_seen(facts);
    const SeenAnswer answer_seen(answer);
    expr::Env env = turn.eyes.env();
    env.set(slot(Name::Request), Given::object(request_seen));
    env.set(slot(Name::Answer), Given::object(answer_seen));
    env.set(slot(Name::Headers), Given::late(request ? request->headers : no_headers));

    std::vector<Rate> rates;
    rates.reserve(pack.rate_limits.size());
    for (const pack::RateLimit& limit : pack.rate_limits) {
        if (!call) break;
        const auto& free = limit.free;
        const bool counts = std::find(free.begin(), free.end(), answer.status) == free.end();
        rates.push_back(counts ? count_call(turn.state, limit, *call)
                               : rate_now(turn.state, limit, *call));
        env.set(slot(Name::Rate), Given::object(rates.back()));
        TRY_VOID(set_headers(turn.eyes, limit.headers, env, answer.headers));
    }
    if (!rates.empty()) env.set(slot(Name::Rate), Given::object(rates.front()));

    if (!pack.serve.version_echo.empty() && request && !request->version.empty()) {
        answer.headers.set(pack.serve.version_echo, request->version);
    }
    TRY_VOID(apply_rules(turn.eyes, pack.headers, env, answer.headers));
    if (request && request->operation) {
        TRY_VOID(apply_rules(turn.eyes, request->operation->headers, env, answer.headers));
    }
    if (facts.replayed && pack.idempotency) {
        TRY_VOID(set_headers(turn.eyes, pack.idempotency->replay_marker, env, answer.headers));
    }
    answer.headers.set(
        "Date", turn.memo ? turn.memo->date(turn.state.now()) : base::to_rfc1123(turn.state.now()));
    return {};
}

}  // namespace understudy::world
