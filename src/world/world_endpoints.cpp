// Endpoints that testers register: objects of the pack's own resource, so that the vendor's API and
// the control plane speak of the same ones.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "http/url.hpp"
#include "world/impl/engine.hpp"
#include "world/impl/signing.hpp"
#include "world/impl/strike.hpp"
#include "world/refused.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;
using Secret = pack::WebhookKind::Secret;

constexpr std::size_t kSecretBytes = 255;

std::string text_of(const Value& body, std::string_view name) {
    const Value* found = body.find(name);
    return found != nullptr && found->is_string() ? std::string(found->as_string()) : std::string();
}

std::optional<Refused> check_url(const std::string& text, const Definition& definition) {
    const auto url = http::parse_url(text);
    if (!url) {
        return refused(422, "invalid_url", base::message(url.error()), "/url",
                       "as in http://127.0.0.1:5055/hook");
    }
    if (url->scheme != "http" && url->scheme != "https") {
        return refused(422, "invalid_url", base::quoted(text) + " is neither http nor https",
                       "/url", "as in http://127.0.0.1:5055/hook");
    }
    if (!may_reach(text, definition.webhook_hosts)) {
        return refused(422, "endpoint_not_allowed",
                       "webhooks go to this machine only, not to " + base::quoted(url->host),
                       "/url", "start the server with --allow-webhook-host " + url->host);
    }
    return std::nullopt;
}

std::optional<Refused> check_secret(const pack::WebhookKind& kind, const std::string& secret) {
    switch (kind.secret) {
        case Secret::Derived:
            // Of a secret the length matters too: it is what signatures are made with.
            if (pack::could_make(kind.secret_form, secret) &&
                secret.size() == derived_secret(kind, "", "").size()) {
                return std::nullopt;
            }
            return refused(422, "invalid_secret", "the secret does not have the service's form",
                           "/secret", "it is written " + kind.secret_form.text);
        case Secret::Input:
            if (!secret.empty() && secret.size() <= kSecretBytes) return std::nullopt;
            return refused(422, "invalid_secret", "a secret has 1 to 255 characters", "/secret");
        case Secret::Credential:
            return refused(422, "invalid_secret", "the service signs with the world's key",
                           "/secret", "leave it out");
        case Secret::None: break;
    }
    return refused(422, "invalid_secret", "the service does not sign", "/secret", "leave it out");
}

// Every endpoint there is, with its kind.
template <class Visit>
void each_endpoint(const World::Engine& engine, const Visit& visit) {
    for (Index k = 0; k < engine.pack->webhooks.size(); ++k) {
        const pack::WebhookKind& kind = engine.pack->webhooks[k];
        if (kind.endpoint == kNone) continue;
        engine.state.each(kind.endpoint, [&](const ObjectPtr& object) { return visit(k, object); });
    }
}

// Looks at endpoints without changing anything.
class Look {
public:
    explicit Look(const World::Engine& engine)
        : engine_(engine),
          state_(engine.state),
          eyes_(*engine.pack, state_, engine.config, allowance_),
          turn_{state_, eyes_, engine.config, engine.definition.seed} {
        turn_.definition = &engine.definition;
    }

    std::string url(Index kind, const ObjectPtr& object) {
        const auto text = text_at(eyes_, engine_.pack->webhooks[kind].url, eyes_.env_of(object));
        return text ? *text : "";
    }
    std::string secret(Index kind, const ObjectPtr& object) {
        const auto text = secret_of(turn_, kind, object);
        return text ? *text : "";
    }
    std::string time_of(const ObjectPtr& object) {
        const auto note =
            state_.note(time_note(*engine_.pack, object->resource, key_of(object->id)));
        return note && note->is_string() ? std::string(note->as_string()) : "wall";
    }
    Value record(Index index, const ObjectPtr& object, bool in_full) {
        const pack::WebhookKind& kind = engine_.pack->webhooks[index];
        const expr::Env env = eyes_.env_of(object);
        Value subscribed = Value::array({Value("*")});
        if (kind.subscribe) {
            const auto list = eyes_.evaluate(*kind.subscribe, env);
            if (list && *list) subscribed = **list;
        }
        const auto active = kind.active ? eyes_.holds(*kind.active, env) : base::Result<bool>(true);
        const std::string whole = secret(index, object);
        constexpr std::size_t kShown = 8;
        const std::string shown = in_full ? whole : whole.substr(0, kShown) + "…";
        return Value::object({{"id", key_of(object->id)},
                              {"resource", engine_.pack->resources[object->resource].name},
                              {"url", url(index, object)},
                              {"subscribe", std::move(subscribed)},
                              {"active", active && *active},
                              {"signature_time", time_of(object)},
                              {"secret", whole.empty() ? Value() : Value(shown)}});
    }

private:
    const World::Engine& engine_;
    State state_;
    Allowance allowance_;
    Eyes eyes_;
    Turn turn_;
};

}  // namespace

std::variant<Outcome, Refused> World::Engine::add_endpoint(const AddEndpoint& order) {
    const Index index = pack->endpoint_kind();
    if (index == kNone || pack->webhooks[index].url_field == kNone) {
        return refused(422, "no_endpoints",
                       "the pack " + pack->name + " sends no events to endpoints", {},
                       pack->webhooks.empty() ? "" : "its objects carry URLs of their own");
    }
    const pack::WebhookKind& kind = pack->webhooks[index];
    const std::string url = text_of(order.body, "url");
    if (auto no = check_url(url, definition)) return std::move(*no);
    const Value* listed = order.body.find("subscribe");
    const Value subscribe = listed != nullptr ? *listed : Value::array({Value("*")});
    for (std::size_t i = 0; i < subscribe.size(); ++i) {
        if (subscribe[i].is_string() && subscribe[i].as_string() == "*") continue;
        const std::string field = "/subscribe/" + std::to_string(i);
        const std::string type =
            subscribe[i].is_string() ? std::string(subscribe[i].as_string()) : "";
        if (auto no = check_event_type(*pack, type, field)) return std::move(*no);
    }
    const std::string given = text_of(order.body, "secret");
    if (order.body.has("secret")) {
        if (auto no = check_secret(kind, given)) return std::move(*no);
    }
    Ground ground(*this, "control", "control", 0);
    std::vector<Request::Given> values;
    values.push_back({kind.url_field, Value(url)});
    if (kind.subscribe_field != kNone) values.push_back({kind.subscribe_field, subscribe});
    if (kind.secret == Secret::Input && kind.secret_field != kNone) {
        const std::string drawn =
            base::to_hex(base::hmac(base::Digest::Sha256, definition.key, url)).substr(0, 40);
        values.push_back({kind.secret_field, Value(given.empty() ? drawn : given)});
    }
    auto made = make(ground.turn(), kind.endpoint, std::move(values));
    if (!std::holds_alternative<ObjectPtr>(made)) {
        ground.undo();
        state.settle();
        const auto* error = std::get_if<base::Error>(&made);
        const auto* refusal = std::get_if<Refusal>(&made);
        const std::string why = error != nullptr ? base::message(*error)
                                : refusal->use.code != kNone
                                    ? pack->errors.codes[refusal->use.code].name
                                    : "the pack refuses it";
        return refused(409, "endpoint_refused", "the endpoint could not be made: " + why);
    }
    const ObjectPtr endpoint = std::get<ObjectPtr>(made);
    if (kind.secret == Secret::Derived && !given.empty()) {
        state.set_note(secret_note(*pack, *endpoint), Value(given));
    }
    if (text_of(order.body, "signature_time") == "world") {
        state.set_note(time_note(*pack, endpoint->resource, key_of(endpoint->id)), Value("world"));
    }
    Outcome outcome;
    ground.commit(outcome);
    tell_since(outcome, 0, 0);
    outcome.result = Look(*this).record(index, endpoint, true);
    return outcome;
}

std::variant<Outcome, Refused> World::Engine::remove_endpoint(const RemoveEndpoint& order) {
    ObjectPtr found;
    std::vector<std::string> known;
    each_endpoint(*this, [&](Index, const ObjectPtr& object) {
        known.push_back(key_of(object->id));
        if (known.back() == order.id) found = object;
        return !found;
    });
    if (!found) {
        return refused(404, "unknown_endpoint", "there is no endpoint " + base::quoted(order.id),
                       {}, nearest_hint(order.id, known));
    }
    forget_endpoint(state, *pack, *found);
    state.cancel_all(found->resource, order.id);
    state.erase(found->resource, order.id);
    state.settle();
    Outcome outcome;
    outcome.result = Value::object({{"cleared", 1}});
    return outcome;
}

Outcome World::Engine::go_alone(const GoAlone& order) {
    // What has begun or is due now is the parent's to send; what waits for a later instant is
    // both's.
    cancel_in_flight();
    for (const DeliveryPtr& one : state.waiting_deliveries()) {
        if (one->due > state.now()) continue;
        Delivery left = *one;
        left.state = Delivery::State::Cancelled;
        left.reason = "sent_by_parent";
        state.put_delivery(std::move(left));
    }
    end_advances();
    if (!order.endpoints) {
        std::vector<std::string> ids;
        each_endpoint(*this, [&](Index, const ObjectPtr& object) {
            ids.push_back(key_of(object->id));
            return true;
        });
        for (const std::string& id : ids) static_cast<void>(remove_endpoint({id}));
    }
    return {};
}

void World::Engine::keep_secrets(Index resource, const std::vector<Value>& ids) {
    for (Index k = 0; k < pack->webhooks.size(); ++k) {
        if (pack->webhooks[k].endpoint != resource || pack->webhooks[k].secret != Secret::Derived) {
            continue;
        }
        const std::vector<pack::Field>& fields = pack->resources[resource].fields;
        for (const Value& id : ids) {
            const ObjectPtr endpoint = state.find(resource, key_of(id));
            if (!endpoint) continue;
            Value secret(Look(*this).secret(k, endpoint));
            for (std::size_t i = 0; i < fields.size(); ++i) {
                const auto index = static_cast<Index>(i);
                if (fields[i].secret_of == k && endpoint->has(index)) {
                    secret = endpoint->values[i];
                }
            }
            state.set_note(secret_note(*pack, *endpoint), std::move(secret));
        }
    }
}

std::vector<Value> World::endpoints() const {
    std::vector<Value> records;
    Look look(*engine_);
    each_endpoint(*engine_, [&](Index kind, const ObjectPtr& object) {
        records.push_back(look.record(kind, object, false));
        return true;
    });
    return records;
}

std::string World::endpoint_secret(std::string_view url) const {
    const Index index = engine_->pack->endpoint_kind();
    if (index == kNone) return {};
    Look look(*engine_);
    std::string known;
    each_endpoint(*engine_, [&](Index kind, const ObjectPtr& object) {
        if (look.url(kind, object) == url) known = look.secret(kind, object);
        return known.empty();
    });
    if (!known.empty()) return known;
    const pack::WebhookKind& kind = engine_->pack->webhooks[index];
    const Definition& definition = engine_->definition;
    switch (kind.secret) {
        case Secret::Derived: return derived_secret(kind, definition.key, url);
        case Secret::Credential: return definition.credential;
        case Secret::Input:
            return base::to_hex(base::hmac(base::Digest::Sha256, definition.key, url))
                .substr(0, 40);
        case Secret::None: break;
    }
    return {};
}

}  // namespace understudy::world
