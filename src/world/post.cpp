// Who is to be told of what has happened: endpoints that asked for the event, and objects that
// carry a URL of their own. Only noted here; what is noted is part of the change, and goes with it.
#include <algorithm>

#include "http/form.hpp"
#include "json/write.hpp"
#include "world/impl/doing.hpp"
#include "world/impl/signing.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;

namespace {

constexpr std::size_t kMostDeliveries = 10'000;

bool asks_for(const std::optional<json::Value>& subscribed, std::string_view event) {
    if (!subscribed || !subscribed->is_array()) return false;
    for (const json::Value& one : subscribed->items()) {
        if (one.is_string() && (one.as_string() == "*" || one.as_string() == event)) return true;
    }
    return false;
}

}  // namespace

void Doing::post(Delivery delivery) {
    delivery.cause = turn_.request != nullptr               ? "call"
                     : turn_.cause.starts_with("timer ")    ? "timer"
                     : turn_.cause.starts_with("delivery ") ? "delivery"
                                                            : "world_event";
    delivery.caused_by = turn_.bound_by;
    delivery.created = state_.now();
    const Index delay = pack_.find_duration(pack::kWebhookDelay);
    const base::Duration waits = delay == kNone ? base::Duration{} : eyes_.duration(delay);
    delivery.due = base::add(state_.now(), waits).value_or(base::kLastInstant);
    if (turn_.in_history) {
        delivery.state = Delivery::State::Suppressed;
        delivery.reason = "history";
    } else if (!may_reach(delivery.url, turn_.definition != nullptr
                                            ? turn_.definition->webhook_hosts
                                            : std::vector<std::string>())) {
        delivery.state = Delivery::State::Suppressed;
        delivery.reason = "host_not_allowed";
    }
    forget_old(state_, pack_,
               turn_.definition != nullptr ? turn_.definition->journal_entries : kMostDeliveries);
    state_.put_delivery(std::move(delivery));
}

base::Result<void> Doing::tell_endpoints(const Emitted& event) {
    std::shared_ptr<const std::string> body;
    for (Index k = 0; k < pack_.webhooks.size(); ++k) {
        const pack::WebhookKind& kind = pack_.webhooks[k];
        if (kind.endpoint == kNone || state_.count(kind.endpoint) == 0) continue;
        std::vector<ObjectPtr> endpoints;
        state_.each(kind.endpoint, [&](const ObjectPtr& endpoint) {
            endpoints.push_back(endpoint);
            return true;
        });
        for (const ObjectPtr& endpoint : endpoints) {
            const expr::Env env = eyes_.env_of(endpoint);
            if (kind.active && !TRY(eyes_.holds(*kind.active, env))) continue;
            if (kind.subscribe &&
                !asks_for(TRY(eyes_.evaluate(*kind.subscribe, env)), event.event)) {
                continue;
            }
            if (!body) body = std::make_shared<const std::string>(json::write(event.payload));
            Delivery delivery;
            delivery.kind = k;
            delivery.resource = kind.endpoint;
            delivery.key = key_of(endpoint->id);
            delivery.url = TRY(text_at(eyes_, kind.url, env));
            delivery.event_id = event.id;
            delivery.event_type = event.event;
            delivery.is_form = kind.encoding == "form";
            delivery.body = delivery.is_form ? std::make_shared<const std::string>(http::write_form(
                                                   event.payload, http::FormStyle::Repeated))
                                             : body;
            post(std::move(delivery));
        }
    }
    return {};
}

base::Result<void> Doing::tell_callback(const ObjectPtr& object, bool at_start) {
    const pack::Resource& kind = resource(object->resource);
    if (!kind.callback) return {};
    const pack::Callback& callback = *kind.callback;
    const bool listed = at_start ? callback.on_start
                                 : std::find(callback.on.begin(), callback.on.end(),
                                             object->state) != callback.on.end();
    if (!listed) return {};
    expr::Env env = eyes_.env_of(object);
    const std::string type =
        kind.singular + "." + (kind.lifecycle ? kind.lifecycle->states[object->state] : "created");
    env.set(pack::slot(pack::Name::Event),
            expr::Given::own(json::Value::object({{"id", nullptr}, {"type", type}})));
    const auto url = TRY(eyes_.evaluate(callback.url, env));
    if (!url || !url->is_string() || url->as_string().empty()) return {};
    const auto built = TRY(eyes_.build(callback.body, env));
    const json::Value body = built ? *built : json::Value::object();
    Delivery delivery;
    delivery.kind = callback.kind;
    delivery.resource = object->resource;
    delivery.key = key_of(object->id);
    delivery.is_callback = true;
    delivery.url = std::string(url->as_string());
    delivery.event_type = type;
    delivery.is_form = callback.encoding == "form";
    delivery.body = std::make_shared<const std::string>(
        delivery.is_form ? http::write_form(body, http::FormStyle::Repeated) : json::write(body));
    post(std::move(delivery));
    return {};
}

// Each new one looks at more than one old one: it cannot fall behind.
void forget_old(State& state, const pack::Pack& pack, std::size_t most) {
    constexpr int kLooked = 4;
    for (int i = 0; i < kLooked; ++i) {
        DeliveryPtr oldest;
        state.each_delivery(0, [&](const DeliveryPtr& one) {
            if (!one->is_open()) oldest = one;
            return !oldest;
        });
        if (!oldest) return;
        const base::Duration keep = pack.webhooks[oldest->kind].keep;
        const auto until = base::add(oldest->created, keep);
        const bool is_old = keep > base::Duration{} && until && *until < state.now();
        if (!is_old && state.delivery_count() < most) return;
        state.drop_delivery(oldest->number);
    }
}

void forget_endpoint(State& state, const pack::Pack& pack, const Object& endpoint) {
    const bool is_one = std::any_of(
        pack.webhooks.begin(), pack.webhooks.end(),
        [&](const pack::WebhookKind& kind) { return kind.endpoint == endpoint.resource; });
    if (!is_one) return;
    const std::string key = key_of(endpoint.id);
    const auto cancel = [&](const DeliveryPtr& one) {
        if (one->is_callback || one->resource != endpoint.resource || one->key != key) return;
        Delivery ended = *one;
        ended.state = Delivery::State::Cancelled;
        ended.reason = "endpoint_removed";
        state.put_delivery(std::move(ended));
    };
    for (const DeliveryPtr& one : state.waiting_deliveries()) cancel(one);
    for (const DeliveryPtr& one : state.deliveries_in(Delivery::State::Held)) cancel(one);
    state.set_note(secret_note(pack, endpoint), json::Value());
    state.set_note(time_note(pack, endpoint.resource, key), json::Value());
}

// A derived secret belongs to the endpoint from its first moment, whatever becomes of its URL.
base::Result<void> Doing::keep_secret(const ObjectPtr& endpoint) {
    for (Index k = 0; k < pack_.webhooks.size(); ++k) {
        const pack::WebhookKind& kind = pack_.webhooks[k];
        if (kind.endpoint != endpoint->resource ||
            kind.secret != pack::WebhookKind::Secret::Derived) {
            continue;
        }
        state_.set_note(secret_note(pack_, *endpoint), TRY(secret_of(turn_, k, endpoint)));
    }
    return {};
}

}  // namespace understudy::world
