// The process itself: health, version, packs, metrics, and the document of this surface.
#include "base/text.hpp"
#include "pack/show.hpp"
#include "serve/impl/control_call.hpp"

namespace understudy::serve {

namespace {

using json::Value;

Value to_value(std::size_t number) {
    return {static_cast<std::int64_t>(number)};
}

// `name{pack="parcel",status="200"} 12`. Names of packs hold nothing that needs an escape.
void put_metric(std::string& out, std::string_view name, std::string_view labels,
                std::uint64_t value) {
    out += name;
    if (!labels.empty()) out += '{' + std::string(labels) + '}';
    out += ' ' + std::to_string(value) + '\n';
}

void put_metric_head(std::string& out, std::string_view name, std::string_view kind,
                     std::string_view help) {
    out += "# HELP " + std::string(name) + ' ' + std::string(help) + '\n';
    out += "# TYPE " + std::string(name) + ' ' + std::string(kind) + '\n';
}

}  // namespace

ControlResult show_health(ControlCall& /*call*/) {
    return ControlDone{200, Value::object({{"status", "ok"}}), {}, {}};
}

ControlResult show_document(ControlCall& call) {
    return ControlDone{200, call.document, {}, {}};
}

ControlResult show_version(ControlCall& call) {
    Value packs = Value::array();
    for (const MountedPack& mounted : call.hub.packs()) {
        packs.push_back(
            Value::object({{"name", mounted.pack->name}, {"version", mounted.pack->version}}));
    }
    return ControlDone{200,
                       Value::object({{"product", "understudy"},
                                      {"version", call.options.version},
                                      {"contract", kContract},
                                      {"packs", packs}}),
                       {},
                       {}};
}

ControlResult list_packs(ControlCall& call) {
    Value data = Value::array();
    for (const MountedPack& mounted : call.hub.packs()) {
        const pack::Pack& pack = *mounted.pack;
        data.push_back(Value::object(
            {{"name", pack.name},
             {"version", pack.version},
             {"vendor", pack.models.vendor},
             {"modelled_version", pack.models.api},
             {"captured", pack.models.captured.empty() ? Value() : Value(pack.models.captured)},
             {"resources", to_value(pack.resources.size())},
             {"operations", to_value(pack.operations.size())}}));
    }
    return ControlDone{200, list_envelope(std::move(data), {}, 0), {}, {}};
}

ControlResult show_pack(ControlCall& call) {
    const std::string& name = call.parameters.front();
    const std::size_t pack = call.hub.find_pack(name);
    if (pack == kNoPack) {
        return refuse("unknown_pack", "there is no pack " + base::quoted(name), {},
                      nearest_hint(name, call.hub.pack_names()));
    }
    return ControlDone{200, pack::catalogue(*call.hub.packs()[pack].pack), {}, {}};
}

ControlResult show_metrics(ControlCall& call) {
    std::string out;
    const auto worlds = call.hub.worlds();
    put_metric_head(out, "understudy_worlds", "gauge", "Worlds alive.");
    for (std::size_t i = 0; i < call.hub.packs().size(); ++i) {
        std::uint64_t count = 0;
        for (const auto& world : worlds) count += world->identity.pack == i ? 1 : 0;
        put_metric(out, "understudy_worlds", "pack=\"" + call.hub.packs()[i].pack->name + '"',
                   count);
    }
    put_metric_head(out, "understudy_calls_total", "counter",
                    "Vendor calls answered, by pack and status.");
    const auto calls = call.hub.calls();
    const auto label = [&](std::size_t pack) {
        return "pack=\"" + call.hub.packs()[pack].pack->name + '"';
    };
    for (const auto& [pack, counts] : calls) {
        for (const auto& [status, count] : counts.by_status) {
            put_metric(out, "understudy_calls_total",
                       label(pack) + ",status=\"" + std::to_string(status) + '"', count);
        }
    }
    put_metric_head(out, "understudy_resolutions_total", "counter",
                    "Vendor calls, by pack and the step that resolved them.");
    for (const auto& [pack, counts] : calls) {
        for (std::size_t i = 0; i < counts.by_resolution.size(); ++i) {
            if (counts.by_resolution[i] == 0) continue;
            const std::string_view by = name_of(static_cast<world::ResolvedBy>(i));
            put_metric(out, "understudy_resolutions_total",
                       label(pack) + ",by=\"" + std::string(by) + '"', counts.by_resolution[i]);
        }
    }
    put_metric_head(out, "understudy_faults_fired_total", "counter",
                    "Vendor calls that a fault acted on, by pack.");
    for (const auto& [pack, counts] : calls) {
        put_metric(out, "understudy_faults_fired_total", label(pack), counts.struck);
    }
    put_metric_head(out, "understudy_delivery_attempts_total", "counter",
                    "Attempts to deliver a webhook, by pack and what came of them.");
    for (const auto& [pack, counts] : calls) {
        for (const auto& [outcome, count] : counts.attempts) {
            put_metric(out, "understudy_delivery_attempts_total",
                       label(pack) + ",outcome=\"" + outcome + '"', count);
        }
    }
    return ControlDone{200, {}, std::move(out), "text/plain; version=0.0.4; charset=utf-8"};
}

}  // namespace understudy::serve
