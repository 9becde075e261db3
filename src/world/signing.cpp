#include "world/impl/signing.hpp"

#include "base/hash.hpp"
#include "http/form.hpp"
#include "json/write.hpp"

namespace understudy::world {

using pack::kNone;
using pack::Name;
using pack::slot;
using Secret = pack::WebhookKind::Secret;

namespace {

constexpr std::int64_t kStale = 86'400;  // seconds: older than any verifier lets pass

// Another secret of the same form: whatever is signed with it must not verify.
std::string other_secret(const pack::WebhookKind& kind, const std::string& secret) {
    if (kind.secret == Secret::Derived) return derived_secret(kind, secret, "another one");
    std::string other = secret;
    if (other.empty()) return "A";
    other.back() = other.back() == 'A' ? 'B' : 'A';
    return other;
}

// One character before a closing quote, or at the end of a form, is another one: what is written
// stays well-formed.
std::string with_another_byte(std::string body) {
    const auto change = [](char c) { return c == '0' ? '1' : '0'; };
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    for (std::size_t i = body.size(); i > 1; --i) {
        const bool ends = i == body.size() || body[i] == '"';
        if (!ends || !is_plain(body[i - 1])) continue;
        body[i - 1] = change(body[i - 1]);
        return body;
    }
    return body + " ";
}

std::string as_text(const json::Value& value) {
    return value.is_string() ? std::string(value.as_string()) : std::string();
}

}  // namespace

std::string derived_secret(const pack::WebhookKind& kind, std::string_view key,
                           std::string_view url) {
    const std::string root = base::hmac(base::Digest::Sha256, key, url);
    std::uint64_t seed = 0;
    for (std::size_t i = 0; i < sizeof(seed); ++i) {
        seed = seed << 8U | static_cast<unsigned char>(root[i]);
    }
    std::uint64_t budget = Allowance{}.steps;
    const pack::Drawing drawing{seed, "$secret", kind.name, 0, {}};
    const auto drawn = pack::fill(kind.secret_form, expr::Env(pack::kNameCount), drawing, budget);
    return drawn && *drawn ? as_text(**drawn) : std::string();
}

std::string secret_note(const pack::Pack& pack, const Object& endpoint) {
    return "webhook_secret/" + pack.resources[endpoint.resource].name + "/" + key_of(endpoint.id);
}

std::string time_note(const pack::Pack& pack, pack::Index resource, std::string_view key) {
    return "webhook_time/" + pack.resources[resource].name + "/" + std::string(key);
}

base::Result<std::string> text_at(const Eyes& eyes, const std::optional<pack::Expression>& of,
                                  const expr::Env& env) {
    if (!of) return std::string();
    const auto value = TRY(eyes.evaluate(*of, env));
    return value ? as_text(*value) : std::string();
}

base::Result<std::string> secret_of(const Turn& turn, pack::Index index, const ObjectPtr& object) {
    const pack::Pack& pack = turn.eyes.pack();
    const pack::WebhookKind& kind = pack.webhooks[index];
    switch (kind.secret) {
        case Secret::None: return std::string();
        case Secret::Credential: return turn.definition ? turn.definition->credential : "";
        case Secret::Input: return text_at(turn.eyes, kind.secret_of, turn.eyes.env_of(object));
        case Secret::Derived: break;
    }
    if (const auto kept = turn.state.note(secret_note(pack, *object))) return as_text(*kept);
    const expr::Env env = turn.eyes.env_of(object);
    const auto& callback = pack.resources[object->resource].callback;
    std::string url;
    if (kind.endpoint == kNone && callback) {
        const auto given = TRY(turn.eyes.evaluate(callback->url, env));
        if (given) url = as_text(*given);
    } else {
        url = TRY(text_at(turn.eyes, kind.url, env));
    }
    return derived_secret(kind, turn.definition ? turn.definition->key : "", url);
}

base::Result<Outgoing> outgoing(const Turn& turn, const Delivery& delivery, base::Instant wall) {
    const pack::Pack& pack = turn.eyes.pack();
    const pack::WebhookKind& kind = pack.webhooks[delivery.kind];
    const ObjectPtr object = turn.state.find(delivery.resource, delivery.key);
    Outgoing out;
    out.delivery = delivery.number;
    out.attempt = static_cast<std::uint32_t>(delivery.attempts.size());
    out.timeout = kind.timeout;
    out.url = delivery.url;
    out.body = delivery.body;

    const auto noted = turn.state.note(time_note(pack, delivery.resource, delivery.key));
    base::Instant time = noted && as_text(*noted) == "world" ? turn.state.now() : wall;
    if (delivery.tamper == "timestamp") time.seconds -= kStale;
    // What happened is told of even if the object is gone; only what it held itself is gone too.
    std::string secret;
    if (object) {
        secret = TRY(secret_of(turn, delivery.kind, object));
    } else if (kind.secret == Secret::Credential) {
        secret = turn.definition->credential;
    } else if (kind.secret == Secret::Derived) {
        secret = derived_secret(kind, turn.definition->key, delivery.url);
    }
    if (delivery.tamper == "signature") secret = other_secret(kind, secret);

    expr::Env env = turn.eyes.env_of(object);
    const auto set = [&env](Name name, json::Value value) {
        env.set(slot(name), expr::Given::own(std::move(value)));
    };
    env.set(slot(Name::Endpoint), turn.eyes.see(delivery.is_callback ? nullptr : object));
    set(Name::Event,
        json::Value::object({{"id", delivery.event_id}, {"type", delivery.event_type}}));
    set(Name::Ts, json::Value(std::to_string(time.seconds)));
    set(Name::Body, json::Value(*delivery.body));
    set(Name::Url, json::Value(out.url));
    set(Name::Secret, json::Value(secret));
    json::Value form = json::Value::object();
    if (delivery.is_form) {
        auto read = http::read_form(*delivery.body, http::FormStyle::Repeated);
        if (read) form = std::move(*read);
    }
    set(Name::Form, std::move(form));

    if (!kind.query.empty()) {
        json::Value query = json::Value::object();
        for (const auto& [name, value] : kind.query) {
            if (auto built = TRY(turn.eyes.build(value, env))) query.set(name, std::move(*built));
        }
        const std::string text = http::write_form(query, http::FormStyle::Repeated);
        if (!text.empty()) {
            out.url += (out.url.find('?') == std::string::npos ? "?" : "&") + text;
            set(Name::Url, json::Value(out.url));
        }
    }
    out.headers.emplace_back("Content-Type", delivery.is_form ? "application/x-www-form-urlencoded"
                                                              : "application/json");
    for (const auto& [name, value] : kind.headers) {
        const auto built = TRY(turn.eyes.build(value, env));
        if (!built || built->is_null()) continue;
        out.headers.emplace_back(name, built->is_string() ? as_text(*built) : json::write(*built));
    }
    if (delivery.tamper == "body") {
        out.body = std::make_shared<const std::string>(with_another_byte(*delivery.body));
    }
    return out;
}

}  // namespace understudy::world
