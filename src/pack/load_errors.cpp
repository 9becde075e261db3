// The error catalogue, what the engine's refusals become, and the ways other sections use errors.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

// What the engine refuses; `missing` is read apart.
constexpr std::string_view kRefused[] = {
    "unreadable", "media_type", "auth",   "no_route", "method", "unknown", "required",
    "missing",    "cursor",     "expand", "state",    "rate",   "invalid"};
constexpr std::string_view kKeywords[] = {"type",
                                          "enum",
                                          "const",
                                          "minimum",
                                          "maximum",
                                          "exclusiveMinimum",
                                          "exclusiveMaximum",
                                          "multipleOf",
                                          "minLength",
                                          "maxLength",
                                          "pattern",
                                          "format",
                                          "minItems",
                                          "maxItems",
                                          "uniqueItems",
                                          "contains",
                                          "minContains",
                                          "maxContains",
                                          "minProperties",
                                          "maxProperties",
                                          "dependentRequired",
                                          "additionalProperties",
                                          "unevaluatedProperties",
                                          "unevaluatedItems",
                                          "propertyNames",
                                          "items",
                                          "prefixItems",
                                          "anyOf",
                                          "oneOf",
                                          "allOf",
                                          "not",
                                          "if"};

std::vector<std::string> names_of_codes(const Loader& loader) {
    std::vector<std::string> names;
    for (const ErrorCode& each : loader.pack.errors.codes) names.push_back(each.name);
    return names;
}

bool is_in(std::span<const std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

Index code_named(Loader& loader, const Node& node) {
    const auto name = loader.reader.text(node, "an error");
    if (!name) return kNone;
    const Index found = loader.pack.errors.find(*name);
    if (found == kNone) {
        loader.reader.unknown_name(node, "error", *name, names_of_codes(loader),
                                   "errors are declared under errors.codes");
    }
    return found;
}

std::optional<int> read_status(Loader& loader, const Node& node) {
    const auto status = loader.reader.whole(node, "status", 100, 599);
    if (!status) return std::nullopt;
    return static_cast<int>(*status);
}

ErrorMember read_member(Loader& loader, const Entry& entry, const Place& place) {
    ErrorMember member;
    member.name = entry.key;
    if (entry.node.is_text()) {
        member.text = read_pattern(loader, entry.node, place, Holes::Evaluate, entry.key);
    } else {
        member.data = *entry.node.value;
    }
    return member;
}

void read_code(Loader& loader, ErrorCode& code, const Node& node) {
    const Place place = error_place(loader, pack_place(loader));
    bool has_code = false;
    for (const Entry& entry : loader.reader.entries(node, "the error " + code.name)) {
        if (entry.key == "status") {
            code.status = read_status(loader, entry.node).value_or(400);
        } else if (entry.key == "for") {
            for (const Node& each : loader.reader.list(entry.node)) {
                const auto name = loader.reader.text(each, "an operation");
                if (!name) continue;
                const Index found = operation_named(loader, each, *name);
                if (found != kNone) code.limited_to.push_back(found);
            }
        } else if (entry.key == "headers") {
            code.headers = read_members(loader, entry.node, place, "headers");
        } else {
            has_code = has_code || entry.key == "code";
            code.members.push_back(read_member(loader, entry, place));
        }
    }
    if (has_code) return;
    Pattern name;
    name.text = code.name;
    name.parts.push_back({code.name, std::nullopt});
    code.members.insert(code.members.begin(), ErrorMember{"code", std::move(name), {}});
}

void read_on(Loader& loader, const Node& node) {
    Errors& errors = loader.pack.errors;
    const Place place = pack_place(loader);
    for (const Entry& entry : loader.reader.entries(node, "errors.on")) {
        if (!is_in(kRefused, entry.key) && !is_in(kKeywords, entry.key)) {
            std::vector<std::string_view> known(std::begin(kRefused), std::end(kRefused));
            known.insert(known.end(), std::begin(kKeywords), std::end(kKeywords));
            loader.reader.problem_at_key(
                code::UnknownKey,
                {{"what", "errors.on"},
                 {"key", base::quoted(entry.key)},
                 {"help", "keys here: " + listed(kRefused) + ", and the keywords of JSON Schema"},
                 {"nearest", base::nearest(entry.key, known)}},
                entry.node);
            continue;
        }
        if (entry.key == "missing") {
            errors.missing = read_missing(loader, entry.node, place, "errors.on.missing");
            continue;
        }
        if (auto use = read_error_use(loader, entry.node, place, "errors.on." + entry.key)) {
            errors.on.emplace_back(entry.key, std::move(*use));
        }
    }
}

// A service must know how to say these.
void check_complete(Loader& loader, const Node& node) {
    const Node on = node.member("on");
    std::string lacking;
    for (const std::string_view key : {"auth", "no_route", "required", "type", "missing"}) {
        const bool asks = key != "auth" || !loader.pack.serve.auth.places.empty();
        if (!asks || on.member(key)) continue;
        if (!lacking.empty()) lacking += ", ";
        lacking += key;
    }
    if (lacking.empty()) return;
    const Node at = on ? on : node ? node : loader.root;
    loader.reader.problem_at_key(code::ErrorsIncomplete, {{"missing", lacking}}, at);
}

}  // namespace

void declare_errors(Loader& loader) {
    const Map map(loader.reader, loader.root.member("errors"), "errors",
                  {"envelope", "on", "codes", "collect"});
    for (const Entry& entry : loader.reader.entries(map.get("codes"), "errors.codes")) {
        ErrorCode code;
        code.name = entry.key;
        code.mark = entry.node.key_mark();
        loader.pack.errors.codes.push_back(std::move(code));
    }
}

void read_errors(Loader& loader) {
    const Node node = loader.root.member("errors");
    Errors& errors = loader.pack.errors;
    const Place place = error_place(loader, pack_place(loader));
    if (const Node envelope = node.member("envelope")) {
        errors.envelope = read_template(loader, envelope, place, "errors.envelope");
    } else {
        // Without a word about it the error object itself is the body.
        errors.envelope = computed("error", place);
    }
    std::size_t index = 0;
    for (const Entry& entry : loader.reader.entries(node.member("codes"), "errors.codes")) {
        read_code(loader, errors.codes[index++], entry.node);
    }
    read_on(loader, node.member("on"));
    if (const Node collect = node.member("collect")) {
        const Map map(loader.reader, collect, "errors.collect", {"into", "each"});
        errors.collect_into =
            loader.reader.text(map.need("into"), "errors.collect.into").value_or("");
        errors.collect_each = read_template(loader, map.need("each"), place, "errors.collect.each");
    }
    check_complete(loader, node);
}

std::optional<ErrorUse> read_error_use(Loader& loader, const Node& node, const Place& inner,
                                       std::string_view what) {
    if (!node) return std::nullopt;
    ErrorUse use;
    use.with.kind = Template::Kind::Object;
    if (!node.is_map()) {
        use.code = code_named(loader, node);
    } else {
        const Map map(loader.reader, node, std::string(what), {"error", "status", "with"});
        use.code = code_named(loader, map.need("error", "the code of an error"));
        use.status = read_status(loader, map.get("status"));
        use.with = read_object(loader, map.get("with"), error_place(loader, inner), what);
    }
    if (use.code == kNone) return std::nullopt;
    return use;
}

std::vector<Guard> read_guards(Loader& loader, const Node& node, const Place& place,
                               std::string_view what) {
    std::vector<Guard> guards;
    for (const Node& each : loader.reader.list(node)) {
        const Map map(loader.reader, each, std::string(what), {"is", "else"});
        if (!map.is_map()) continue;
        auto is = read_condition(loader, map.need("is", "what must be true"), place,
                                 std::string(what) + ".is");
        auto otherwise = read_error_use(loader, map.need("else", "the error if it is not"), place,
                                        std::string(what) + ".else");
        if (is && otherwise) guards.push_back({std::move(*is), std::move(*otherwise)});
    }
    return guards;
}

Missing read_missing(Loader& loader, const Node& node, const Place& place, std::string_view what) {
    Missing missing;
    if (!node) return missing;
    if (node.is_map() && !node.member("error")) {
        const Map map(loader.reader, node, std::string(what), {"path", "body"});
        missing.path = read_error_use(loader, map.get("path"), place, what);
        missing.body = read_error_use(loader, map.get("body"), place, what);
    } else {
        missing.path = read_error_use(loader, node, place, what);
        missing.body = missing.path;
    }
    return missing;
}

std::vector<std::pair<std::string, ErrorUse>> read_refuse(Loader& loader, const Node& node,
                                                          const Place& place,
                                                          std::string_view what) {
    std::vector<std::pair<std::string, ErrorUse>> refuse;
    for (const Entry& entry : loader.reader.entries(node, what)) {
        if (!is_in(kKeywords, entry.key) && entry.key != "required") {
            loader.reader.problem_at_key(code::UnknownKey,
                                         {{"what", std::string(what)},
                                          {"key", base::quoted(entry.key)},
                                          {"help", "keys here are keywords of JSON Schema"},
                                          {"nearest", base::nearest(entry.key, kKeywords)}},
                                         entry.node);
            continue;
        }
        if (auto use = read_error_use(loader, entry.node, place, what)) {
            refuse.emplace_back(entry.key, std::move(*use));
        }
    }
    return refuse;
}

}  // namespace understudy::pack
