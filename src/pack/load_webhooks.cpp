// Webhook kinds: endpoints or callbacks, secrets, signatures, and how long a sender tries.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

using expr::Type;

constexpr std::size_t kMostRetries = 100;

Place sending_place(Loader& loader, const WebhookKind& kind) {
    Place place = pack_place(loader);
    const Type endpoint =
        kind.endpoint == kNone ? Type::any() : Type::object(*loader.resource_shapes[kind.endpoint]);
    place.with(Name::Self, endpoint);
    place.with(Name::Endpoint, endpoint);
    place.with(Name::Event, Type::object(*loader.event_shape));
    for (const Name name : {Name::Ts, Name::Body, Name::Url, Name::Secret}) {
        place.with(name, Type::string());
    }
    place.with(Name::Form, Type::any());
    return place;
}

base::Duration times(base::Duration duration, double factor) {
    const double seconds =
        (static_cast<double>(duration.seconds) + static_cast<double>(duration.nanoseconds) / 1e9) *
        factor;
    if (seconds > 1e9) return {1'000'000'000, 0};
    const auto whole = static_cast<std::int64_t>(seconds);
    const double rest = (seconds - static_cast<double>(whole)) * 1e9;
    return {whole, static_cast<std::int32_t>(rest)};
}

std::vector<base::Duration> read_retries(Loader& loader, const Node& node,
                                         const std::string& what) {
    std::vector<base::Duration> retries;
    if (!node) return retries;
    if (!node.is_map()) {
        for (const Node& each : loader.reader.list(node)) {
            if (const auto wait = loader.reader.duration(each, what)) retries.push_back(*wait);
        }
        return retries;
    }
    const Map map(loader.reader, node, what, {"first", "factor", "cap", "times"});
    const auto first = loader.reader.duration(map.need("first"), what + ".first");
    double factor = 2;
    if (const Node given = map.get("factor")) {
        if (given.value->is_number() && given.value->to_double() >= 1 &&
            given.value->to_double() <= 1'000) {
            factor = given.value->to_double();
        } else {
            loader.reader.wrong_kind(given, what + ".factor", "a number from 1 to 1000");
        }
    }
    const auto cap = loader.reader.duration(map.get("cap"), what + ".cap");
    const auto count = loader.reader.whole(map.need("times"), what + ".times", 0,
                                           static_cast<std::int64_t>(kMostRetries));
    if (!first || !count) return retries;
    base::Duration wait = *first;
    for (std::int64_t i = 0; i < *count; ++i) {
        retries.push_back(cap && *cap < wait ? *cap : wait);
        wait = times(wait, factor);
    }
    return retries;
}

void read_secret(Loader& loader, WebhookKind& kind, const Node& node, const Place& endpoint) {
    if (!node) return;
    const std::string what = "webhooks." + kind.name + ".secret";
    const Map map(loader.reader, node, what, {"kind", "form", "of"});
    if (const auto word =
            loader.reader.word(map.need("kind"), what, {"derived", "credential", "input"})) {
        kind.secret = static_cast<WebhookKind::Secret>(*word + 1);
    }
    if (const Node form = map.get("form")) {
        if (auto pattern = read_pattern(loader, form, Place{}, Holes::Draw, what + ".form")) {
            kind.secret_form = std::move(*pattern);
        }
    } else if (kind.secret == WebhookKind::Secret::Derived) {
        map.need("form", "as in \"whsec_{base62:32}\"");
    }
    kind.secret_of = read_expression(loader, map.get("of"), endpoint, what + ".of");
    if (kind.secret == WebhookKind::Secret::Input && !map.has("of")) {
        map.need("of", "an expression over `self`");
    }
}

// "2xx" or "204", or several of them.
std::vector<int> read_success(Loader& loader, const Node& node, const std::string& what) {
    std::vector<int> statuses;
    if (!node) return {2};
    for (const Node& each : loader.reader.list(node)) {
        const auto text = loader.reader.text_or_number(each, what);
        if (!text) continue;
        const auto number = base::parse_int64(*text);
        if (number && *number >= 100 && *number <= 599) {
            statuses.push_back(static_cast<int>(*number));
        } else if (text->size() == 3 && text->ends_with("xx") && text->front() >= '1' &&
                   text->front() <= '5') {
            statuses.push_back(text->front() - '0');
        } else {
            loader.reader.wrong_kind(each, what, "a status as in 204, or a class as in 2xx");
        }
    }
    return statuses;
}

bool reads_time(const Template& shape) {
    if (shape.expression) {
        for (const std::string& name : shape.expression->names_read()) {
            if (name == text_of(Name::Ts)) return true;
        }
    }
    return std::any_of(shape.members.begin(), shape.members.end(),
                       [](const TemplateMember& member) { return reads_time(member.value); }) ||
           std::any_of(shape.items.begin(), shape.items.end(), reads_time);
}

// The field that `self.config.url` names. Testers register endpoints by URL and event types, so it
// must be known where these go.
Index field_read_by(Loader& loader, const WebhookKind& kind,
                    const std::optional<Expression>& expression, const Node& node) {
    if (!expression || kind.endpoint == kNone) return kNone;
    const std::vector<Field>& fields = loader.pack.resources[kind.endpoint].fields;
    constexpr std::string_view kSelf = "self.";
    if (expression->text().starts_with(kSelf)) {
        const std::string_view path = std::string_view(expression->text()).substr(kSelf.size());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i].path == path && fields[i].from == From::Input) {
                return static_cast<Index>(i);
            }
        }
    }
    loader.reader.problem(code::NotAnInputField,
                          {{"kind", kind.name},
                           {"text", base::quoted(expression->text())},
                           {"resource", loader.pack.resources[kind.endpoint].name}},
                          node);
    return kNone;
}

void read_policy(Loader& loader, WebhookKind& kind, const Node& node) {
    const std::string what = "webhooks." + kind.name + ".policy";
    const Map map(loader.reader, node, what, {"success", "timeout", "retries", "last", "keep"});
    if (!map.is_map()) return;
    kind.success = read_success(loader, map.get("success"), what + ".success");
    kind.timeout =
        loader.reader.duration(map.need("timeout"), what + ".timeout").value_or(base::Duration{});
    kind.retries =
        read_retries(loader, map.need("retries", "a list, perhaps empty"), what + ".retries");
    kind.keep = loader.reader.duration(map.get("keep"), what + ".keep").value_or(base::Duration{});
    if (const Node last = map.get("last")) {
        for (const Entry& entry : loader.reader.entries(last, what + ".last")) {
            kind.last = read_move_step(loader, entry, sending_place(loader, kind));
        }
    }
}

}  // namespace

Index webhook_named(Loader& loader, const Node& node) {
    const auto name = loader.reader.text(node, "kind");
    if (!name) return kNone;
    std::vector<std::string> known;
    for (std::size_t i = 0; i < loader.pack.webhooks.size(); ++i) {
        known.push_back(loader.pack.webhooks[i].name);
        if (known.back() == *name) return static_cast<Index>(i);
    }
    loader.reader.unknown_name(node, "webhook kind", *name, known);
    return kNone;
}

void declare_webhooks(Loader& loader) {
    for (const Entry& entry : loader.reader.entries(loader.root.member("webhooks"), "webhooks")) {
        WebhookKind kind;
        kind.name = entry.key;
        kind.mark = entry.node.key_mark();
        kind.encoding = "json";
        const Node encoding = entry.node.member("send").member("encoding");
        if (encoding.is_text()) kind.encoding = std::string(encoding.value->as_string());
        loader.pack.webhooks.push_back(std::move(kind));
    }
    // Every sender takes some time; none is what a pack need not say.
    if (!loader.pack.webhooks.empty() && loader.pack.find_duration(kWebhookDelay) == kNone) {
        loader.pack.durations.push_back({std::string(kWebhookDelay), {}, loader.root.mark()});
    }
}

void read_webhooks(Loader& loader) {
    std::size_t index = 0;
    for (const Entry& entry : loader.reader.entries(loader.root.member("webhooks"), "webhooks")) {
        WebhookKind& kind = loader.pack.webhooks[index++];
        const std::string what = "webhooks." + kind.name;
        const Map map(loader.reader, entry.node, what, {"endpoint", "secret", "send", "policy"});
        if (!map.is_map()) continue;
        Place place = pack_place(loader);
        place.with(Name::Self, Type::any());
        if (const Node endpoint = map.get("endpoint")) {
            const Map inner(loader.reader, endpoint, what + ".endpoint",
                            {"resource", "url", "subscribe", "active"});
            if (const Node resource = inner.need("resource")) {
                kind.endpoint = resource_named(loader, resource, what);
            }
            if (kind.endpoint != kNone) {
                place.with(Name::Self, Type::object(*loader.resource_shapes[kind.endpoint]));
            }
            kind.url = read_expression(loader, inner.need("url"), place, what + ".endpoint.url");
            kind.subscribe =
                read_expression(loader, inner.get("subscribe"), place, what + ".subscribe");
            kind.active = read_expression(loader, inner.get("active"), place, what + ".active");
            kind.url_field = field_read_by(loader, kind, kind.url, inner.get("url"));
            kind.subscribe_field =
                field_read_by(loader, kind, kind.subscribe, inner.get("subscribe"));
        }
        read_secret(loader, kind, map.get("secret"), place);
        if (kind.secret == WebhookKind::Secret::Input && kind.endpoint != kNone) {
            kind.secret_field =
                field_read_by(loader, kind, kind.secret_of, map.get("secret").member("of"));
        }
        if (const Node send = map.get("send")) {
            const Map inner(loader.reader, send, what + ".send", {"encoding", "headers", "query"});
            static_cast<void>(loader.reader.word(inner.get("encoding"), what + ".send.encoding",
                                                 {"json", "form"}));
            const Place sending = sending_place(loader, kind);
            kind.headers = read_members(loader, inner.get("headers"), sending, what + ".headers");
            kind.query = read_members(loader, inner.get("query"), sending, what + ".query");
            for (const auto* members : {&kind.headers, &kind.query}) {
                for (const auto& [name, value] : *members) kind.signs_time |= reads_time(value);
            }
        }
        if (const Node policy = map.get("policy")) {
            read_policy(loader, kind, policy);
        } else {
            loader.reader.problem_at_key(code::NoPolicy, {{"kind", kind.name}}, entry.node);
        }
    }
}

}  // namespace understudy::pack
