// How the service is reached: hosts, keys, encodings, common parameters and guards.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

void read_hosts(Loader& loader, const Node& node) {
    Serve& serve = loader.pack.serve;
    for (const Node& each : loader.reader.list(node)) {
        const Map map(loader.reader, each, "serve.hosts", {"host", "base"});
        if (!map.is_map()) continue;
        Host host;
        host.host = base::to_lower_ascii(
            loader.reader.text(map.need("host", "a name, or \"*\" for any"), "host").value_or("*"));
        const Node base = map.get("base");
        const std::string path = loader.reader.text(base, "base").value_or("/");
        if (auto segments = read_segments(loader, base ? base : each, path)) {
            host.segments = std::move(*segments);
        }
        host.base = path == "/" ? "" : path;
        serve.hosts.push_back(std::move(host));
    }
    if (serve.hosts.empty()) serve.hosts.push_back({"*", "", {}});
    std::stable_sort(serve.hosts.begin(), serve.hosts.end(), [](const Host& a, const Host& b) {
        return a.segments.size() > b.segments.size();
    });
}

// Forms of the key: `{key}` is its secret part, the generators are derived from it.
void read_key_forms(Loader& loader, const Node& node) {
    for (const Node& each : loader.reader.list(node)) {
        const auto text = loader.reader.text(each, "serve.auth.key_forms");
        if (!text) continue;
        const std::string drawn = base::replace_all(*text, "{key}", "k");
        if (drawn != *text || pattern_of(loader, each, drawn, Place{}, Holes::Draw, "key_forms")) {
            loader.pack.serve.auth.key_forms.push_back(*text);
        }
    }
}

void read_places(Loader& loader, const Node& node) {
    constexpr std::string_view kPlaces[] = {"bearer", "basic_user", "basic_password"};
    for (const Node& each : loader.reader.list(node)) {
        AuthPlace place;
        if (!each.is_map()) {
            const auto word = loader.reader.word(each, "a place of the key", kPlaces);
            if (!word) continue;
            place.kind = static_cast<AuthPlace::Kind>(*word);
        } else {
            const Map map(loader.reader, each, "a place of the key", {"header", "scheme", "query"});
            place.scheme = loader.reader.text(map.get("scheme"), "scheme").value_or("");
            const bool header = map.has("header");
            place.kind = header ? AuthPlace::Kind::Header : AuthPlace::Kind::Query;
            place.name =
                loader.reader
                    .text(header ? map.get("header") : map.need("query", "or `header`"), "a name")
                    .value_or("");
        }
        loader.pack.serve.auth.places.push_back(std::move(place));
    }
}

void read_words(Loader& loader, const Map& map) {
    Reader& reader = loader.reader;
    Serve& serve = loader.pack.serve;
    for (const Node& each : reader.list(map.get("listeners"))) {
        if (const auto kind = reader.word(each, "serve.listeners", {"unix", "tls"})) {
            (*kind == 0 ? serve.unix_socket : serve.tls) = true;
        }
    }
    for (const Node& each : reader.list(map.get("input"))) {
        if (reader.word(each, "serve.input", {"json", "form", "multipart", "raw"})) {
            serve.input.emplace_back(each.value->as_string());
        }
    }
    if (serve.input.empty()) serve.input.emplace_back("json");
    if (const auto word =
            reader.word(map.get("names"), "serve.names", {"same", "pascal", "camel"})) {
        serve.names = static_cast<Spelling>(*word);
    }
    if (const auto word =
            reader.word(map.get("unmodelled"), "serve.unmodelled", {"shape", "refuse"})) {
        serve.refuse_unmodelled = *word == 1;
    }
    if (const Node expand = map.get("expand")) {
        const Map inner(reader, expand, "serve.expand", {"param", "depth"});
        serve.expand = reader.text(inner.need("param"), "serve.expand.param").value_or("");
        serve.expand_depth = static_cast<std::uint32_t>(
            reader.whole(inner.get("depth"), "serve.expand.depth", 1, 8).value_or(4));
    }
    if (const Node version = map.get("version")) {
        const Map inner(reader, version, "serve.version", {"header", "echo"});
        serve.version_header =
            reader.text(inner.need("header"), "serve.version.header").value_or("");
        serve.version_echo = reader.text(inner.get("echo"), "serve.version.echo").value_or("");
    }
}

}  // namespace

void declare_serve(Loader& loader) {
    const Map map(loader.reader, loader.root.member("serve"), "serve",
                  {"hosts", "listeners", "auth", "input", "names", "unknown", "params", "expand",
                   "identify", "guard", "version", "unmodelled"});
    read_hosts(loader, map.get("hosts"));
    read_words(loader, map);
    const Map auth(loader.reader, map.get("auth"), "serve.auth", {"places", "key_forms", "fails"});
    read_places(loader, auth.get("places"));
    read_key_forms(loader, auth.get("key_forms"));
    if (const Node unknown = map.get("unknown"); unknown.is_text()) {
        if (unknown.value->as_string() == "keep") loader.pack.serve.unknown = UnknownParam::Keep;
    }
    loader.pack.serve.params =
        read_params(loader, map.get("params"), kNone, Place{}, "serve.params");
}

void read_serve(Loader& loader) {
    const Node node = loader.root.member("serve");
    Serve& serve = loader.pack.serve;
    const Place place = call_place(loader);
    const Place plain = pack_place(loader);
    serve.auth.fails =
        read_error_use(loader, node.member("auth").member("fails"), plain, "serve.auth.fails");
    const Node unknown = node.member("unknown");
    const bool is_word = unknown.is_text() && (unknown.value->as_string() == "ignore" ||
                                               unknown.value->as_string() == "keep");
    if (unknown && !is_word) {
        serve.unknown = UnknownParam::Refuse;
        serve.unknown_error = read_error_use(loader, unknown, plain, "serve.unknown");
    }
    if (const Node identify = node.member("identify")) {
        const Map map(loader.reader, identify, "serve.identify", {"credential_id", "source_id"});
        serve.credential_id = read_expression(loader, map.get("credential_id"), place,
                                              "serve.identify.credential_id");
        serve.source_id =
            read_expression(loader, map.get("source_id"), place, "serve.identify.source_id");
    }
    serve.guards = read_guards(loader, node.member("guard"), place, "serve.guard");
    finish_params(loader, serve.params, node.member("params"), kNone, default_place(loader, kNone),
                  "serve.params");
}

}  // namespace understudy::pack
