// Identity, what is modelled, configuration, tables, durations and schedules.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

constexpr std::string_view kTopKeys[] = {
    "format", "pack",       "version", "models",    "client",      "config",      "tables",
    "serve",  "shapes",     "rest",    "durations", "schedules",   "idempotency", "lists",
    "errors", "request_id", "headers", "etag",      "rate_limits", "events",      "webhooks",
    "magic",  "scenarios",  "ignores", "coherence", "resources",   "graphql"};

void bad_name(Loader& loader, const Node& node, std::string_view what, std::string_view name) {
    loader.reader.problem_at_key(
        code::BadName,
        {{"name", base::quoted(name)},
         {"what", std::string(what)},
         {"why", "a name is letters, digits and underscores, a letter first"}},
        node);
}

// Service names may have dashes: understudy-demo.
bool is_pack_name(std::string_view text) {
    if (text.empty() || text.size() > 64) return false;
    for (const char c : text) {
        const bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!good) return false;
    }
    return true;
}

void read_identity(Loader& loader, const Map& top) {
    Reader& reader = loader.reader;
    static_cast<void>(top.need("format", "write `format: 1`"));
    if (const Node name = top.need("pack", "the name of the service")) {
        loader.pack.name = reader.text(name, "pack").value_or("");
        if (name.is_text() && !is_pack_name(loader.pack.name)) {
            reader.problem(code::BadName,
                           {{"name", base::quoted(loader.pack.name)},
                            {"what", "a pack"},
                            {"why", "small letters, digits, dashes and underscores"}},
                           name);
        }
    }
    loader.pack.version = reader.text_or_number(top.get("version"), "version").value_or("");
    if (const Node graphql = top.get("graphql")) {
        reader.problem_at_key(code::NotSupported, {{"what", "graphql"}}, graphql);
    }
}

void read_config(Loader& loader, const Node& node) {
    for (const Entry& entry : loader.reader.entries(node, "config")) {
        if (!is_name(entry.key)) bad_name(loader, entry.node, "a config value", entry.key);
        const std::string what = "config." + entry.key;
        const Map map(loader.reader, entry.node, what, {"schema", "default", "pattern"});
        ConfigEntry made;
        made.name = entry.key;
        made.schema = read_schema(loader, map.get("schema"), what);
        if (const Node standard = map.get("default")) made.standard = *standard.value;
        made.pattern =
            read_pattern(loader, map.get("pattern"), Place{}, Holes::Draw, what + ".pattern");
        loader.pack.config.push_back(std::move(made));
    }
}

void read_durations(Loader& loader, const Map& top) {
    for (const Entry& entry : loader.reader.entries(top.get("durations"), "durations")) {
        if (!is_name(entry.key)) bad_name(loader, entry.node, "a duration", entry.key);
        const auto value = loader.reader.duration(entry.node, "durations." + entry.key);
        loader.pack.durations.push_back(
            {entry.key, value.value_or(base::Duration{}), entry.node.key_mark()});
    }
    for (const Entry& entry : loader.reader.entries(top.get("schedules"), "schedules")) {
        if (!is_name(entry.key)) bad_name(loader, entry.node, "a schedule", entry.key);
        Schedule schedule;
        schedule.name = entry.key;
        for (const Node& step : loader.reader.list(entry.node)) {
            const auto value = loader.reader.duration(step, "schedules." + entry.key);
            std::string name = entry.key + "." + std::to_string(schedule.steps.size());
            schedule.steps.push_back(static_cast<Index>(loader.pack.durations.size()));
            loader.pack.durations.push_back(
                {std::move(name), value.value_or(base::Duration{}), step.mark()});
        }
        loader.pack.schedules.push_back(std::move(schedule));
    }
}

// Recordings of that day: a file under cassettes/ whose name or text speaks of it.
bool has_recording(const Folder& folder, std::string_view date) {
    for (const base::Source& file : folder.files) {
        if (!std::string_view(file.name).starts_with("cassettes/")) continue;
        if (file.name.find(date) != std::string::npos) return true;
        if (file.text.find(date) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

bool has_known_format(Loader& loader) {
    const Node format = loader.root.member("format");
    if (!format) return true;  // reported as missing with everything else
    if (format.value->is_number() && format.value->to_int64() == 1) return true;
    const std::string found = format.value->is_number() ? std::string(format.value->number_text())
                                                        : a_kind(*format.value);
    loader.reader.problem(code::UnknownFormat, {{"format", found}}, format);
    return false;
}

void declare_pack(Loader& loader) {
    const Map top(loader.reader, loader.root, "a pack", kTopKeys);
    if (!top.is_map()) return;
    read_identity(loader, top);
    if (const Node client = top.get("client")) {
        for (const Entry& entry : loader.reader.entries(client, "client")) {
            const Map language(loader.reader, entry.node, "client." + entry.key,
                               {"module", "with", "make"});
        }
        loader.pack.client = *client.value;
    }
    read_config(loader, top.get("config"));
    for (const Entry& entry : loader.reader.entries(top.get("tables"), "tables")) {
        if (!is_name(entry.key)) bad_name(loader, entry.node, "a table", entry.key);
        if (!entry.node.is_map()) {
            loader.reader.wrong_kind(entry.node, "tables." + entry.key, "a map");
        }
        loader.pack.tables.emplace_back(entry.key, *entry.node.value);
    }
    read_durations(loader, top);
    loader.pack.rest = read_rest(loader, top.get("rest"), "rest");
}

void read_models(Loader& loader) {
    const Node node = loader.root.member("models");
    if (!node) return;
    const Map map(loader.reader, node, "models", {"vendor", "api", "captured"});
    Models& models = loader.pack.models;
    models.vendor = loader.reader.text(map.get("vendor"), "models.vendor").value_or("");
    models.api = loader.reader.text_or_number(map.get("api"), "models.api").value_or("");
    const Node captured = map.get("captured");
    models.captured = loader.reader.text(captured, "models.captured").value_or("");
    if (!models.captured.empty() && !has_recording(loader.folder, models.captured)) {
        loader.reader.problem(code::CapturedWithoutEvidence, {{"date", models.captured}}, captured);
    }
}

}  // namespace understudy::pack
