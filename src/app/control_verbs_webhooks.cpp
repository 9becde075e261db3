// Webhooks: who is told, and what was sent.
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"

namespace understudy::app {

namespace {

constexpr Positional kAddWhat[] = {{"URL", "where events are sent; - reads the body"},
                                   {"EVENT", "types of events (all of them)", true, true}};
constexpr Option kAddOptions[] = {
    {"--signature-time", "WHOSE", "whose clock signs: wall or world (wall)", "", ""},
    {"--secret", "SECRET", "what it is signed with (derived from key and URL)", "", ""},
};
constexpr Slot kAddSlots[] = {
    {"URL", "/url"},
    {"EVENT", "/subscribe", As::Words},
    {"--signature-time", "/signature_time"},
    {"--secret", "/secret"},
};
constexpr ControlRoute kAdd[] = {
    {"POST", "/webhooks/endpoints", kAddSlots, {.text = shown_record}}};
constexpr Example kAddExamples[] = {
    {"understudy endpoint add http://127.0.0.1:5055/hook", "all events go to the application"},
    {"understudy endpoint add http://sink.localhost/ charge.succeeded charge.failed",
     "two types of events, and nobody needs to listen"},
};

constexpr Column kEndpointColumns[] = {
    {"ENDPOINT", "id"},
    {"ACTIVE", "active"},
    {"URL", "url"},
    {"EVENTS", "subscribe"},
    {"SIGNED BY", "signature_time"},
};
constexpr ControlRoute kEndpoints[] = {
    {"GET", "/webhooks/endpoints", {}, {kEndpointColumns, "no endpoints"}, Whose::World, true}};
constexpr Example kEndpointsExamples[] = {
    {"understudy endpoint list", "also those made by the service's own API"}};

constexpr Positional kRemoveWhich[] = {{"ID", "an endpoint"}};
constexpr Slot kIdSlot[] = {{"ID", "{id}"}};
constexpr ControlRoute kRemove[] = {
    {"DELETE", "/webhooks/endpoints/{id}", kIdSlot, {.text = shown_cleared}}};
constexpr Example kRemoveExamples[] = {
    {"understudy endpoint remove we_1", "it is told of nothing any more"}};

constexpr Positional kSecretOf[] = {{"URL", "of the endpoint, whether it exists yet or not"}};
constexpr Slot kSecretSlots[] = {{"URL", "?url"}};
constexpr ControlRoute kSecret[] = {
    {"GET", "/webhooks/secret", kSecretSlots, {.text = shown_record}}};
constexpr Example kSecretExamples[] = {{"understudy endpoint secret http://127.0.0.1:5055/hook",
                                        "what the application verifies signatures with"}};

constexpr Option kListOptions[] = {
    {"--endpoint", "ID", "only those to this endpoint", "", ""},
    {"--event-type", "TYPE", "only those of this type of event", "", ""},
    {"--state", "STATE", "only those in this state", "", ""},
};
constexpr Slot kListSlots[] = {
    {"--endpoint", "?endpoint"}, {"--event-type", "?event_type"}, {"--state", "?state"}};
constexpr Column kDeliveryColumns[] = {
    {"DELIVERY", "id"}, {"STATE", "state"},        {"EVENT", "event_type"},
    {"TO", "url"},      {"CREATED", "created_at"}, {"NEXT ATTEMPT", "next_attempt_at"},
};
constexpr ControlRoute kList[] = {{"GET",
                                   "/webhooks/deliveries",
                                   kListSlots,
                                   {kDeliveryColumns, "no deliveries"},
                                   Whose::World,
                                   true}};
constexpr Example kListExamples[] = {
    {"understudy delivery list", "what was sent or is to be sent, oldest first"},
    {"understudy delivery list --state failed", "what never arrived"},
};

constexpr Positional kShowWhich[] = {{"ID", "a delivery (dlv_1)"}};
constexpr Option kShowOptions[] = {
    {"--include", "WHAT", "wall: the real time that each attempt took", "", ""}};
constexpr Slot kShowSlots[] = {{"ID", "{id}"}, {"--include", "?include"}};
constexpr ControlRoute kShow[] = {
    {"GET", "/webhooks/deliveries/{id}", kShowSlots, {.text = shown_delivery}}};
constexpr Example kShowExamples[] = {
    {"understudy delivery show dlv_1", "each attempt, with headers, body and answer"}};

constexpr ControlRoute kRedeliver[] = {
    {"POST", "/webhooks/deliveries/{id}/redeliver", kIdSlot, {.text = shown_delivery}}};
constexpr Example kRedeliverExamples[] = {
    {"understudy delivery redeliver dlv_1", "the same event once more"}};
constexpr ControlRoute kRelease[] = {
    {"POST", "/webhooks/deliveries/{id}/release", kIdSlot, {.text = shown_delivery}}};
constexpr Example kReleaseExamples[] = {
    {"understudy delivery release dlv_1", "what a fault holds back is sent after all"}};

constexpr Verb kVerbs[] = {
    {"endpoint add", "somebody is told of events",
     "Registers a URL for events, as the service's own API would, and shows the secret that "
     "signatures are made with. Webhooks go to this machine only, unless the server was started "
     "with --allow-webhook-host. The host sink.localhost takes everything and needs nobody to "
     "listen: http://sink.localhost/500 answers 500.",
     kAddWhat, kAddOptions, kAddExamples, nullptr, kAdd},
    {"endpoint list",
     "who is told of events",
     "Lists the endpoints, whoever made them, oldest first.",
     {},
     {},
     kEndpointsExamples,
     nullptr,
     kEndpoints},
    {"endpoint remove",
     "somebody is told no more",
     "Removes an endpoint. What waits to be sent to it is cancelled.",
     kRemoveWhich,
     {},
     kRemoveExamples,
     nullptr,
     kRemove},
    {"endpoint secret",
     "what signatures are made with",
     "Shows the secret of the endpoint with this URL, or the one it will have.",
     kSecretOf,
     {},
     kSecretExamples,
     nullptr,
     kSecret},
    {"delivery list",
     "what was sent",
     "Lists what was sent or is to be sent, oldest first.",
     {},
     kListOptions,
     kListExamples,
     nullptr,
     kList},
    {"delivery show", "one delivery with its attempts",
     "Shows a delivery: each attempt as it was sent, and what was answered.", kShowWhich,
     kShowOptions, kShowExamples, nullptr, kShow},
    {"delivery redeliver",
     "sends an event again",
     "Sends the same event to the same endpoint again: same id, same payload, fresh signature.",
     kShowWhich,
     {},
     kRedeliverExamples,
     nullptr,
     kRedeliver},
    {"delivery release",
     "sends what is held back",
     "Sends a delivery that a fault holds back.",
     kShowWhich,
     {},
     kReleaseExamples,
     nullptr,
     kRelease},
};

}  // namespace

std::span<const Verb> webhook_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
