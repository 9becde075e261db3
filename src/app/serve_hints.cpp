#include "app/serve_hints.hpp"

#include "base/text.hpp"
#include "http/form.hpp"
#include "json/write.hpp"
#include "pack/show.hpp"

namespace understudy::app {

namespace {

std::string in_quotes(std::string_view text) {
    return '\'' + base::replace_all(text, "'", "'\\''") + '\'';
}

// The prefix of the pack's paths, parameters filled from the world's config; nothing if one of them
// has no value there.
std::optional<std::string> prefix_of(const Served& served) {
    for (const pack::Host& host : served.pack->serve.hosts) {
        std::string base = host.base;
        bool filled = true;
        while (base.find('{') != std::string::npos && filled) {
            const std::size_t open = base.find('{');
            const std::size_t close = base.find('}', open);
            const json::Value* value = served.config.find(base.substr(open + 1, close - open - 1));
            filled = close != std::string::npos && value != nullptr && value->is_string();
            if (filled) base.replace(open, close - open + 1, value->as_string());
        }
        if (filled) return base == "/" ? std::string() : base;
    }
    return std::nullopt;
}

// How curl presents the key. A key in the query is part of the URL instead.
std::string credential_of(const Served& served) {
    if (served.pack->serve.auth.places.empty()) return {};
    const pack::AuthPlace& place = served.pack->serve.auth.places.front();
    using Kind = pack::AuthPlace::Kind;
    switch (place.kind) {
        case Kind::Bearer: return " -H 'Authorization: Bearer " + served.key + '\'';
        case Kind::BasicUser: return " -u " + served.key + ':';
        case Kind::BasicPassword: return " -u any:" + served.key;
        case Kind::Header:
            return " -H " +
                   in_quotes(place.name + ": " + (place.scheme.empty() ? "" : place.scheme + ' ') +
                             served.key);
        case Kind::Query: break;
    }
    return {};
}

std::string body_of(const pack::Pack& pack, const pack::Operation& operation) {
    const auto& input = operation.input.empty() ? pack.serve.input : operation.input;
    const json::Value example = pack::example_input(pack, operation);
    if (example.size() == 0) return {};
    if (!input.empty() && input.front() == "form") {
        return " -d " + in_quotes(http::write_form(example, http::FormStyle::Brackets));
    }
    return " -H 'Content-Type: application/json' -d " + in_quotes(json::write(example));
}

std::string curl_line(const Served& served, const std::string& prefix,
                      const pack::Operation& operation) {
    const pack::Route& route = operation.routes.front();
    std::string url = served.url + prefix + route.path;
    const auto& places = served.pack->serve.auth.places;
    if (!places.empty() && places.front().kind == pack::AuthPlace::Kind::Query) {
        url += '?' + places.front().name + '=' + served.key;
    }
    const std::string body = route.method == "GET" ? "" : body_of(*served.pack, operation);
    const bool implied = route.method == (body.empty() ? "GET" : "POST");
    return "curl" + (implied ? "" : " -X " + route.method) + ' ' +
           (url.find_first_of("?&{}") == std::string::npos ? url : in_quotes(url)) +
           credential_of(served) + body;
}

bool needs_no_object(const pack::Operation& operation) {
    return !operation.routes.empty() &&
           operation.routes.front().path.find('{') == std::string::npos;
}

bool is_endpoint(const pack::Pack& pack, pack::Index resource) {
    for (const pack::WebhookKind& kind : pack.webhooks) {
        if (kind.endpoint != pack::kNone && kind.endpoint == resource) return true;
    }
    return false;
}

// Something to make and something to look at, if the pack has it.
std::vector<const pack::Operation*> to_try(const pack::Pack& pack) {
    std::vector<const pack::Operation*> chosen;
    for (const bool read : {false, true}) {
        for (const pack::Operation& operation : pack.operations) {
            if (!needs_no_object(operation) || (operation.routes.front().method == "GET") != read) {
                continue;
            }
            if (!read && operation.does != pack::Does::Create) continue;
            // Nobody begins with where webhooks go.
            if (is_endpoint(pack, operation.resource)) continue;
            chosen.push_back(&operation);
            break;
        }
    }
    return chosen;
}

std::string proxied_host(const pack::Pack& pack) {
    for (const pack::Host& host : pack.serve.hosts) {
        if (host.host != "*") return host.host;
    }
    return {};
}

}  // namespace

std::string hints_for(const Served& served) {
    const pack::Pack& pack = *served.pack;
    std::string text = pack.name + '@' + pack.version;
    if (!pack.models.vendor.empty()) {
        text += ", a stand-in for " + pack.models.vendor;
        if (!pack.models.api.empty()) text += ' ' + pack.models.api;
    }
    text += '\n';
    const auto prefix = prefix_of(served);
    if (prefix) {
        for (const pack::Operation* operation : to_try(pack)) {
            text += "  try:     " + curl_line(served, *prefix, *operation) + '\n';
        }
        text += "  clients: base URL " + served.url + *prefix + '\n';
    }
    if (!served.socket.empty()) text += "  socket:  " + served.socket + '\n';
    if (const std::string host = proxied_host(pack); !host.empty()) {
        text += "  proxy:   for clients that insist on " + host + ": HTTPS_PROXY=" + served.url +
                " HTTP_PROXY=" + served.url;
        if (!served.certificate.empty()) text += " SSL_CERT_FILE=" + served.certificate;
        text += '\n';
    }
    text += "  control: " + served.url +
            "/__admin__/ with the same key (docs/reference/control-api.md), or by command:\n" +
            "           export UNDERSTUDY_URL=" + served.url + " UNDERSTUDY_KEY=" + served.key +
            "; understudy trace last\n";
    return text;
}

}  // namespace understudy::app
