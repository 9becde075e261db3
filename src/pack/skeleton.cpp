// See impl/skeleton.hpp. Every text that comes from the document is written as a JSON string, which
// YAML reads as it is.
#include "pack/impl/skeleton.hpp"

#include <algorithm>

#include "json/write.hpp"

namespace understudy::pack {

namespace {

constexpr std::string_view kErrors = R"(
# How it says no. Replace this catalogue by the service's own.
errors:
  envelope: { error: error }
  on:
    unreadable: body_unreadable
    media_type: media_type_unsupported
    auth: unauthorized
    no_route: not_found
    method: method_not_allowed
    unknown: parameter_invalid
    required: parameter_missing
    type: parameter_invalid
    missing: { path: not_found, body: parameter_invalid }
  codes:
    unauthorized:           { status: 401, message: A valid key is needed., param: "{issue.param}" }
    not_found:              { status: 404, message: There is nothing at this address., param: "{issue.param}" }
    method_not_allowed:     { status: 405, message: This address does not know that method., param: "{issue.param}" }
    body_unreadable:        { status: 400, message: The body could not be read., param: "{issue.param}" }
    media_type_unsupported: { status: 415, message: This kind of body is not taken here., param: "{issue.param}" }
    parameter_missing:      { status: 400, message: "{issue.param} is missing.", param: "{issue.param}" }
    parameter_invalid:      { status: 400, message: "{issue.param} is not valid.", param: "{issue.param}" }
)";

std::string quoted(std::string_view text) {
    return json::write(json::Value(text));
}

std::string place_text(const AuthPlace& place) {
    switch (place.kind) {
        case AuthPlace::Kind::Bearer: return "bearer";
        case AuthPlace::Kind::BasicUser: return "basic_user";
        case AuthPlace::Kind::BasicPassword: return "basic_password";
        case AuthPlace::Kind::Header: return "{ header: " + quoted(place.name) + " }";
        case AuthPlace::Kind::Query: return "{ query: " + quoted(place.name) + " }";
    }
    return {};
}

std::string host_text(std::string_view host, std::string_view base) {
    return "{ host: " + quoted(host) + ", base: " + quoted(base.empty() ? "/" : base) + " }";
}

}  // namespace

std::string skeleton(std::string_view name, const Api& api, std::string_view shapes) {
    std::string out = "format: 1\npack: " + std::string(name) + "\nversion: 0.1.0\n";
    out += "models: { vendor: " + quoted(api.title.empty() ? name : api.title) +
           ", api: " + quoted(api.version.empty() ? "unknown" : api.version) + " }\n\n";

    out += "serve:\n  hosts: [ ";
    std::vector<std::string> bases;
    for (const ApiServer& server : api.servers) {
        if (!server.host.empty()) out += host_text(server.host, server.base) + ", ";
        if (std::find(bases.begin(), bases.end(), server.base) == bases.end()) {
            bases.push_back(server.base);
        }
    }
    for (std::size_t i = 0; i < bases.size(); ++i) {
        out += (i == 0 ? "" : ", ") + host_text("*", bases[i]);
    }
    out += " ]\n";
    if (!api.places.empty()) {
        out += "  auth: { places: [ ";
        for (std::size_t i = 0; i < api.places.size(); ++i) {
            out += (i == 0 ? "" : ", ") + place_text(api.places[i]);
        }
        out += " ], fails: unauthorized }\n";
    }
    std::string inputs;
    for (const char* input : {"json", "form", "multipart", "raw"}) {
        const bool is_taken = std::any_of(
            api.operations.begin(), api.operations.end(), [&](const Description& operation) {
                return std::find(operation.input.begin(), operation.input.end(), input) !=
                       operation.input.end();
            });
        if (is_taken) inputs += (inputs.empty() ? "" : ", ") + std::string(input);
    }
    out += "  input: [ " + (inputs.empty() ? "json" : inputs) + " ]\n";
    if (!shapes.empty()) out += "\n" + std::string(shapes);
    out += kErrors;
    return out;
}

}  // namespace understudy::pack
