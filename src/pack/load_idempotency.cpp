// Idempotency keys: where they are, what they cover, and what a reuse gets.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

// Status classes: 4xx, 5xx.
std::vector<int> read_classes(Loader& loader, const Node& node) {
    std::vector<int> classes;
    for (const Node& each : loader.reader.list(node)) {
        if (const auto word =
                loader.reader.word(each, "idempotency.replay_errors", {"3xx", "4xx", "5xx"})) {
            classes.push_back(static_cast<int>(*word) + 3);
        }
    }
    return classes;
}

void read_concurrent(Loader& loader, Idempotency& made, const Node& node) {
    if (!node) return;
    if (node.is_map()) {
        made.concurrent = Idempotency::Concurrent::Error;
        made.concurrent_error =
            read_error_use(loader, node, pack_place(loader), "idempotency.concurrent");
        return;
    }
    if (const auto word = loader.reader.word(node, "idempotency.concurrent", {"wait", "replay"})) {
        made.concurrent =
            *word == 0 ? Idempotency::Concurrent::Wait : Idempotency::Concurrent::Replay;
    }
}

}  // namespace

void read_idempotency(Loader& loader) {
    const Node node = loader.root.member("idempotency");
    if (!node) return;
    Reader& reader = loader.reader;
    const Map map(reader, node, "idempotency",
                  {"header", "field", "methods", "operations", "scope", "lifetime", "fingerprint",
                   "mismatch", "concurrent", "stores", "replay_errors", "replay_marker", "limits"});
    if (!map.is_map()) return;
    Idempotency made;
    const Place place = pack_place(loader);
    made.header = reader.text(map.get("header"), "idempotency.header").value_or("");
    made.field = reader.text(map.get("field"), "idempotency.field").value_or("");
    if (!map.has("header") && !map.has("field")) map.need("header", "or `field`");
    made.methods = reader.texts(map.get("methods"), "idempotency.methods");
    for (const Node& each : reader.list(map.get("operations"))) {
        const auto name = reader.text(each, "idempotency.operations");
        if (!name) continue;
        const Index found = operation_named(loader, each, *name);
        if (found != kNone) made.operations.push_back(found);
    }
    for (const Node& each : reader.list(map.get("scope"))) {
        if (const auto word =
                reader.word(each, "idempotency.scope", {"credential", "operation", "path"})) {
            made.scope.push_back(static_cast<Idempotency::Scope>(*word));
        }
    }
    if (const Node lifetime = map.need("lifetime", "a duration")) {
        made.lifetime = duration_named(loader, lifetime, "idempotency.lifetime");
    }
    if (const Node fingerprint = map.get("fingerprint")) {
        made.by_method = made.by_path = made.by_params = false;
        for (const Node& each : reader.list(fingerprint)) {
            const auto word =
                reader.word(each, "idempotency.fingerprint", {"method", "path", "params"});
            if (!word) continue;
            (*word == 0 ? made.by_method : *word == 1 ? made.by_path : made.by_params) = true;
        }
    }
    auto mismatch = read_error_use(loader, map.need("mismatch", "the error for a reused key"),
                                   place, "idempotency.mismatch");
    read_concurrent(loader, made, map.get("concurrent"));
    if (const auto word =
            reader.word(map.get("stores"), "idempotency.stores", {"executed", "success", "all"})) {
        made.stores = static_cast<Idempotency::Stores>(*word);
    }
    made.replay_errors = read_classes(loader, map.get("replay_errors"));
    made.replay_marker = read_members(loader, map.get("replay_marker"), header_place(loader),
                                      "idempotency.replay_marker");
    if (const Node limits = map.get("limits")) {
        const Map inner(reader, limits, "idempotency.limits", {"length", "else"});
        made.key_length = static_cast<std::size_t>(
            reader.whole(inner.need("length"), "idempotency.limits.length", 1, 100'000)
                .value_or(0));
        made.key_error =
            read_error_use(loader, inner.need("else"), place, "idempotency.limits.else");
    }
    if (!mismatch) return;
    made.mismatch = std::move(*mismatch);
    loader.pack.idempotency = std::move(made);
}

}  // namespace understudy::pack
