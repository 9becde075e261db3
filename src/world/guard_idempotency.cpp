// Idempotency keys: the same key with the same request gets the stored answer, with another request
// the pack's mismatch error. Records live as long as the pack's duration says, on the world's
// clock. Credentials enter keys and fingerprints as digests only.
#include <algorithm>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "json/write.hpp"
#include "world/impl/guard.hpp"
#include "world/impl/memo.hpp"

namespace understudy::world {

namespace {

using pack::Idempotency;

constexpr std::size_t kUsualKey = 48;             // bytes of a scope
constexpr std::size_t kUsualFingerprinted = 240;  // bytes of what a fingerprint is made of

// Tells texts apart; nobody has anything to gain from two that look alike.
std::string fingerprint(std::string_view text) {
    std::string out(32, '0');
    std::size_t at = 0;
    for (const std::uint64_t seed : {0U, 1U}) {
        std::uint64_t hash = base::fast_hash(text, seed);
        for (int i = 0; i < 16; ++i, hash >>= 4) out[at++] = "0123456789abcdef"[hash & 0xF];
    }
    return out;
}

// Scope and key, the parts told apart whatever they hold.
std::string record_key(const Turn& turn, const Idempotency& rules, const Request& request) {
    std::string out;
    out.reserve(kUsualKey + request.idempotency_key.size());
    for (const Idempotency::Scope scope : rules.scope) {
        switch (scope) {
            case Idempotency::Scope::Credential:
                out += "c:";
                out += turn.memo->digest_of(request.call->credential);
                break;
            case Idempotency::Scope::Operation:
                out += "o:";
                if (request.operation) out += request.operation->name;
                break;
            case Idempotency::Scope::Path:
                out += "p:";
                out += request.path;
                break;
        }
        out += '\n';
    }
    return out += request.idempotency_key;
}

std::string fingerprint_of(const Idempotency& rules, const Request& request) {
    std::string text;
    text.reserve(kUsualFingerprinted);
    if (rules.by_method) text += request.call->request.head.method;
    text += '\n';
    if (rules.by_path) text += request.path;
    text += '\n';
    if (rules.by_params) {
        text += json::write_canonical(request.query);
        text += '\n';
        text += json::write_canonical(request.body);
    }
    return fingerprint(text);
}

bool is_over(const Eyes& eyes, const Idempotency& rules, const Remembered& record) {
    if (rules.lifetime == pack::kNone) return false;
    const auto end = base::add(record.stored, eyes.duration(rules.lifetime));
    return end && eyes.state().now() >= *end;
}

Refusal refuse(const pack::ErrorUse& use, const Request& request, std::string keyword) {
    Refusal refusal;
    refusal.use = use;
    refusal.issue.keyword = std::move(keyword);
    refusal.issue.value = json::Value(request.idempotency_key);
    refusal.issue.place = "header";
    if (request.operation) refusal.issue.verb = request.operation->verb;
    return refusal;
}

bool is_kept(const Idempotency& rules, const Request& request, int status) {
    switch (rules.stores) {
        case Idempotency::Stores::Executed:
            if (!request.passed) return false;
            break;
        case Idempotency::Stores::Success: return status >= 200 && status < 300;
        case Idempotency::Stores::All: break;
    }
    if (status < 400 || rules.replay_errors.empty()) return true;
    const auto& classes = rules.replay_errors;
    return std::find(classes.begin(), classes.end(), status / 100) != classes.end();
}

}  // namespace

bool is_keyed(const pack::Pack& pack, const Request& request) {
    if (!pack.idempotency || !request.operation || request.idempotency_key.empty()) return false;
    const Idempotency& rules = *pack.idempotency;
    if (!request.operation->idempotent) return false;
    const auto& methods = rules.methods;
    const std::string& method = request.call->request.head.method;
    if (!methods.empty() && std::find(methods.begin(), methods.end(), method) == methods.end()) {
        return false;
    }
    const auto& operations = rules.operations;
    return operations.empty() || std::find(operations.begin(), operations.end(),
                                           request.operation_index) != operations.end();
}

std::variant<FirstUse, Replay, Refusal> idempotency_of(const Turn& turn, const Request& request) {
    const pack::Pack& pack = turn.eyes.pack();
    if (!is_keyed(pack, request)) return FirstUse{};
    if (request.is_first_use) return FirstUse{request.record_key, request.fingerprint};
    const Idempotency& rules = *pack.idempotency;
    if (rules.key_length != 0 &&
        base::count_code_points(request.idempotency_key) > rules.key_length) {
        Refusal refusal = refuse(rules.key_error.value_or(rules.mismatch), request, "maxLength");
        refusal.issue.limit = json::Value(static_cast<std::uint64_t>(rules.key_length));
        return refusal;
    }
    if (request.record_key.empty()) {
        request.record_key = record_key(turn, rules, request);
        request.fingerprint = fingerprint_of(rules, request);
    }
    auto record = turn.state.remembered(request.record_key);
    if (!record || is_over(turn.eyes, rules, *record)) {
        request.is_first_use = true;
        return FirstUse{request.record_key, request.fingerprint};
    }
    if (record->fingerprint != request.fingerprint) {
        return refuse(rules.mismatch, request, "idempotency");
    }
    if (record->running && rules.concurrent == Idempotency::Concurrent::Error) {
        return refuse(rules.concurrent_error.value_or(rules.mismatch), request, "concurrent");
    }
    return Replay{std::move(*record)};
}

Answer answer_again(const Remembered& record) {
    Answer answer;
    answer.status = record.status;
    answer.body = record.body ? record.body : std::make_shared<const std::string>();
    for (const auto& [name, value] : record.headers) answer.headers.add(name, value);
    return answer;
}

bool is_stored(const Turn& turn, const Request& request, int status) {
    const auto& rules = turn.eyes.pack().idempotency;
    return rules && is_kept(*rules, request, status);
}

void remember(Turn& turn, const Request& request, const FirstUse& first, const Answer& answer,
              std::uint64_t trace, bool held) {
    const pack::Pack& pack = turn.eyes.pack();
    if (first.key.empty() || !pack.idempotency) return;
    if (!is_kept(*pack.idempotency, request, answer.status)) {
        turn.state.forget(first.key);  // one whose lifetime is over must not come back
        return;
    }
    Remembered record;
    record.key = first.key;
    record.shown_key = request.idempotency_key;
    record.fingerprint = first.fingerprint;
    // A call that moves the clock far must not have its key forgotten on the way.
    record.stored = turn.clock.value_or(turn.state.now());
    record.status = answer.status;
    record.headers.reserve(answer.headers.size());
    for (const http::Field field : answer.headers) {
        record.headers.emplace_back(field.name, field.value);
    }
    record.body = answer.body;
    record.operation = request.operation ? request.operation->name : std::string();
    record.request_id = request.id;
    record.trace = trace;
    record.running = held;
    turn.state.remember(record);
}

}  // namespace understudy::world
