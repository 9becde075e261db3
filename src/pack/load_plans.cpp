// What a pack says about itself: statements that should hold, and what it assumes of the vendor.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"
#include "plan/plan.hpp"
#include "yaml/read.hpp"

namespace understudy::pack {

namespace {

Place script_place(Loader& loader) {
    Place place = pack_place(loader);
    for (const Name name : {Name::Faults, Name::Pins, Name::Tapes, Name::Branches, Name::Seeds}) {
        place.with(name, expr::Type::list(expr::Type::any(), 100));
    }
    return place;
}

struct Probe {
    std::string name;                      // seen from `plans`; empty: there is none
    const base::Source* source = nullptr;  // nullptr: it is not in the pack
};

Probe read_probe(Loader& loader, const Node& node) {
    Probe probe;
    probe.name = loader.reader.text(node, "probe").value_or("");
    if (probe.name.empty()) return probe;
    probe.source = loader.folder.find("plans/" + probe.name);
    if (probe.source == nullptr) {
        loader.reader.problem(code::NoProbe, {{"file", base::quoted(probe.name)}}, node);
    }
    return probe;
}

// The names of its steps, as far as they can be read; running it says what else is wrong with it.
std::vector<std::string> steps_of(const base::Source& probe) {
    std::vector<std::string> names;
    const auto read = yaml::read(probe);
    if (!read || !read->root.is_object()) return names;
    for (const std::string_view part : {"setup", "steps", "variations"}) {
        const json::Value* steps = read->root.find(part);
        if (steps == nullptr || !steps->is_array()) continue;
        for (const json::Value& step : steps->items()) {
            const json::Value* id = step.is_object() ? step.find("id") : nullptr;
            if (id != nullptr && id->is_string()) names.emplace_back(id->as_string());
        }
    }
    return names;
}

bool is_place(Loader& loader, const Node& marked, std::string_view text) {
    const auto place = plan::Place::parse(text);
    if (!place) {
        loader.reader.problem(code::BadChannel,
                              {{"why", base::quoted(text) + " is no JSON Pointer and no JSONPath"}},
                              marked);
    }
    return place.has_value();
}

ChannelFact read_fact(Loader& loader, const Entry& entry, const ChannelMap& map,
                      const std::vector<std::string>& steps) {
    ChannelFact fact;
    fact.name = entry.key;
    for (const Entry& each : loader.reader.entries(entry.node, "a fact")) {
        const auto place = loader.reader.text(each.node, each.key);
        if (!place || !is_place(loader, each.node, *place)) continue;
        const bool is_webhook = each.key == kWebhookChannel;
        if (is_webhook && map.webhook.empty()) {
            loader.reader.problem(code::BadChannel,
                                  {{"why", "`webhook` does not say which webhook is meant"}},
                                  each.node);
        }
        if (!is_webhook && std::find(steps.begin(), steps.end(), each.key) == steps.end()) {
            loader.reader.unknown_name(each.node, "step of the probe", each.key, steps);
        }
        fact.seen.emplace_back(each.key, *place);
    }
    if (fact.seen.size() < 2) {
        loader.reader.problem(
            code::BadChannel,
            {{"why", "the fact " + base::quoted(fact.name) + " is seen in one place only"}},
            entry.node);
    }
    return fact;
}

void read_channel(Loader& loader, const Node& node) {
    const Map map(loader.reader, node, "a map of channels",
                  {"id", "statement", "probe", "webhook", "facts"});
    if (!map.is_map()) return;
    ChannelMap made;
    made.mark = node.mark();
    made.id = loader.reader.text(map.need("id"), "id").value_or("");
    made.statement = loader.reader.text(map.need("statement"), "statement").value_or("");
    const Probe probe = read_probe(loader, map.need("probe"));
    made.probe = probe.name;
    for (const Entry& each : loader.reader.entries(map.get("webhook"), "webhook")) {
        if (!is_place(loader, each.node, each.key)) continue;
        made.webhook.emplace_back(each.key, *each.node.value);
    }
    const std::vector<std::string> steps =
        probe.source == nullptr ? std::vector<std::string>() : steps_of(*probe.source);
    for (const Entry& each : loader.reader.entries(map.need("facts"), "facts")) {
        if (probe.source != nullptr) made.facts.push_back(read_fact(loader, each, made, steps));
    }
    loader.pack.channels.push_back(std::move(made));
}

void read_assumption(Loader& loader, const Node& node) {
    const Map map(loader.reader, node, "an assumption",
                  {"id", "statement", "modelled_version", "basis", "touches", "probe", "by_hand",
                   "verdict", "checked_at"});
    if (!map.is_map()) return;
    Reader& reader = loader.reader;
    Assumption made;
    made.mark = node.mark();
    made.id = reader.text(map.need("id"), "id").value_or("");
    made.statement = reader.text(map.need("statement"), "statement").value_or("");
    made.modelled_version =
        reader.text_or_number(map.get("modelled_version"), "modelled_version").value_or("");
    constexpr std::string_view kBases[] = {"captured", "documented", "assumed"};
    if (const auto basis = reader.word(map.need("basis"), "basis", kBases)) {
        made.basis = std::string(kBases[*basis]);
    }
    made.touches = reader.texts(map.get("touches"), "touches");
    made.probe = read_probe(loader, map.get("probe")).name;
    made.by_hand = reader.text(map.get("by_hand"), "by_hand").value_or("");
    if (!made.probe.empty() && !made.by_hand.empty()) {
        reader.problem(code::WatchedTwice, {{"id", base::quoted(made.id)}}, map.get("by_hand"));
    }
    constexpr std::string_view kVerdicts[] = {"agreed", "differed", "unknown"};
    if (const auto verdict = reader.word(map.get("verdict"), "verdict", kVerdicts)) {
        made.verdict = std::string(kVerdicts[*verdict]);
    } else {
        made.verdict = "unknown";
    }
    made.checked_at = reader.text(map.get("checked_at"), "checked_at").value_or("");
    const bool repeated =
        std::any_of(loader.pack.assumptions.begin(), loader.pack.assumptions.end(),
                    [&](const Assumption& other) { return other.id == made.id; });
    if (repeated) {
        reader.problem(code::Repeated,
                       {{"what", "the assumption"}, {"name", base::quoted(made.id)}}, node);
    }
    loader.pack.assumptions.push_back(std::move(made));
}

}  // namespace

void read_coherence(Loader& loader) {
    for (const Node& each : loader.reader.list(loader.root.member("coherence"))) {
        const Map map(loader.reader, each, "coherence", {"id", "of", "is", "says"});
        if (!map.is_map()) continue;
        const auto id = loader.reader.text(map.need("id"), "coherence.id");
        const Node of = map.need("of", "a resource, or `script`");
        Index resource = kNone;
        const bool is_script = of.is_text() && of.value->as_string() == "script";
        if (of && !is_script) resource = resource_named(loader, of, "coherence.of");
        const auto says = loader.reader.text(map.need("says"), "coherence.says");
        if (!of || (!is_script && resource == kNone)) continue;
        Place place = script_place(loader);
        if (!is_script) {
            place = derived_place(loader, resource);
            place.is_pure = false;
            place.with(Name::Now, expr::Type::timestamp());
        }
        auto is = read_condition(loader, map.need("is"), place, "coherence.is");
        if (!is || !id || !says) continue;
        loader.pack.coherence.push_back({*id, resource, std::move(*is), *says});
    }
}

void read_assumptions(Loader& loader) {
    for (const auto& file : loader.files) {
        if (file->path != "plans/assumptions.yaml") continue;
        Node node{file.get(), &file->document.root, 0};
        if (node.is_map()) {
            const Map map(loader.reader, node, file->path, {"assumptions", "channels"});
            for (const Node& each : loader.reader.list(map.get("channels"))) {
                read_channel(loader, each);
            }
            node = map.get("assumptions");
        }
        if (node.is_null()) continue;
        for (const Node& each : loader.reader.list(node)) read_assumption(loader, each);
    }
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        for (std::size_t f = 0; f < loader.pack.resources[i].fields.size(); ++f) {
            const Field& field = loader.pack.resources[i].fields[f];
            if (field.differs.empty()) continue;
            const bool known =
                std::any_of(loader.pack.assumptions.begin(), loader.pack.assumptions.end(),
                            [&](const Assumption& each) { return each.id == field.differs; });
            if (known) continue;
            std::vector<std::string> ids;
            for (const Assumption& each : loader.pack.assumptions) ids.push_back(each.id);
            loader.reader.problem(
                code::NoAssumption,
                {{"id", field.differs}, {"nearest", base::nearest(field.differs, ids)}},
                loader.written[i].fields[f].member("differs"));
        }
    }
}

}  // namespace understudy::pack
