// `pack show` as text. See show.hpp.
#include "pack/show.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kFieldColumn = 28;

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size() + 1), ' ');
    return text;
}

std::string states_text(const Lifecycle& life, const std::vector<MoveRef>& moves) {
    std::string text;
    for (const MoveRef& each : moves) {
        if (each.move >= life.moves.size()) continue;
        const Move& move = life.moves[each.move];
        text += (text.empty() ? "" : ", ") + move.name;
        if (each.arm < move.arms.size()) text += "." + move.arms[each.arm].name;
    }
    return text;
}

// Where a field comes from, in a few words.
std::string source_of(const Pack& pack, const Resource* resource, const Field& field) {
    std::string text(name_of(field.from));
    const Lifecycle* life =
        resource != nullptr && resource->lifecycle ? &*resource->lifecycle : nullptr;
    switch (field.from) {
        case From::Input:
            if (field.required) text += ", required";
            break;
        case From::Clock:
            if (field.on_change) text += " on change";
            if (life != nullptr && !field.on.empty()) text += " on " + states_text(*life, field.on);
            break;
        case From::Id:
            if (field.pattern) text += " " + field.pattern->text;
            break;
        case From::Derived:
            if (field.is) text += " = " + field.is->text();
            break;
        case From::Aggregate:
            if (field.aggregate && field.aggregate->over < pack.resources.size()) {
                text += " over " + pack.resources[field.aggregate->over].name;
            }
            break;
        case From::Children:
            if (field.children && field.children->of < pack.resources.size()) {
                text += " of " + pack.resources[field.children->of].name;
            }
            break;
        case From::Constant:
            if (field.value.is_string()) {
                text = "constant " + base::quoted(field.value.as_string(), 60);
            } else {
                std::string value = json::write(field.value);
                if (value.size() > 60) value = value.substr(0, 57) + "...";
                text = "constant " + base::to_valid_utf8(value);
            }
            break;
        case From::Exogenous:
            if (life != nullptr && !field.binds.empty()) {
                text += " bound by " + states_text(*life, field.binds);
            }
            break;
        case From::Lifecycle:
        case From::Moves: break;
    }
    if (field.ref < pack.resources.size()) text += ", refers to " + pack.resources[field.ref].name;
    if (field.hidden) text += ", hidden";
    if (field.from_rest) text += ", by `rest`";
    return text;
}

void add_head(const Pack& pack, std::string& out) {
    out += pack.name + " " + pack.version + "\n";
    std::string models = pack.models.vendor;
    if (!pack.models.api.empty()) models += (models.empty() ? "" : " ") + pack.models.api;
    out += "  models   " + (models.empty() ? std::string("nothing named") : models) + ", " +
           (pack.models.captured.empty() ? "unconfirmed" : "captured " + pack.models.captured) +
           "\n";
    std::string hosts;
    for (const Host& host : pack.serve.hosts) {
        hosts += (hosts.empty() ? "" : ", ") + host.host + (host.base.empty() ? "/" : host.base);
    }
    out += "  serves   " + hosts + "\n";
    for (const ShapeFile& shape : pack.shapes) {
        out += "  shape    " + shape.name + " from " + shape.file + "\n";
    }
}

void add_operations(const Pack& pack, std::string& out) {
    std::size_t modelled = 0;
    std::size_t shape_only = 0;
    for (const Operation& operation : pack.operations) {
        (operation.does == Does::Shape ? shape_only : modelled) += 1;
    }
    out += "\noperations: " + std::to_string(modelled) + " modelled, " +
           std::to_string(shape_only) + " shape only\n";
    for (const bool is_shape : {false, true}) {
        for (const Operation& operation : pack.operations) {
            if ((operation.does == Does::Shape) != is_shape) continue;
            for (const Route& route : operation.routes) {
                out += "  " + padded(operation.name, kFieldColumn) + padded(route.method, 7) +
                       route.path + (is_shape ? "  (shape only)" : "") + "\n";
            }
        }
    }
}

void add_resource(const Pack& pack, const Resource& resource, std::string& out) {
    out += "\n" + resource.name + ": " + to_text(count_fields(resource)) + "\n";
    for (const Field& field : resource.fields) {
        out += "  " + padded(field.path, kFieldColumn) + source_of(pack, &resource, field) + "\n";
    }
    const std::string diagram = to_diagram(pack, resource);
    if (!diagram.empty()) out += "  lifecycle\n" + diagram;
}

// What is accepted and has no effect.
void add_ignored(const Pack& pack, std::string& out) {
    if (pack.ignores.empty()) return;
    std::size_t count = 0;
    for (const Ignored& entry : pack.ignores) count += entry.params.size();
    out += "\nignored: " + base::plural(count, "parameter") + "\n";
    for (const Ignored& entry : pack.ignores) {
        out += "  " + base::join(entry.params, ", ");
        for (std::size_t i = 0; i < entry.limited_to.size(); ++i) {
            out += (i == 0 ? " of " : ", ") + pack.operations[entry.limited_to[i]].name;
        }
        out += ": " + entry.why + "\n";
    }
}

struct Edge {
    State from = kNothing;
    State to = kNothing;
    std::string label;
};

std::string trigger_of(const Pack& pack, const Move& move) {
    if (move.after < pack.durations.size())
        return " (after " + pack.durations[move.after].name + ")";
    if (move.at) return " (at " + move.at->text() + ")";
    if (move.cause) return " (" + move.cause->event + ")";
    return "";
}

// Every way a move can lead, in the order of the file. What stays is drawn from a state to itself.
std::vector<Edge> edges_of(const Pack& pack, const Lifecycle& life) {
    std::vector<Edge> edges;
    for (const Move& move : life.moves) {
        const std::string trigger = trigger_of(pack, move);
        const auto add = [&](State from, const std::vector<Choice<State>>& to,
                             const std::string& label) {
            if (to.empty()) edges.push_back({from, from, label + trigger});
            for (const Choice<State>& each : to)
                edges.push_back({from, each.what, label + trigger});
        };
        for (std::size_t state = 0; state < move.from.size(); ++state) {
            if (!move.from[state]) continue;
            const auto from = static_cast<State>(state);
            if (move.arms.empty()) add(from, move.steps.to, move.name);
            for (const Arm& arm : move.arms) {
                add(from, arm.steps.to.empty() ? move.steps.to : arm.steps.to,
                    move.name + "." + arm.name);
            }
        }
    }
    return edges;
}

std::vector<State> starts_of(const Lifecycle& life) {
    std::vector<State> starts = life.start_states;
    for (const auto& start : life.start) {
        if (std::find(starts.begin(), starts.end(), start.what.state) == starts.end()) {
            starts.push_back(start.what.state);
        }
    }
    return starts;
}

}  // namespace

FieldCounts count_fields(const Resource& resource) {
    FieldCounts counts;
    for (const Field& field : resource.fields) {
        if (!field.from_rest) {
            ++counts.spelled_out;
        } else if (field.from == From::Input) {
            ++counts.echoed;
        } else if (field.value.is_null()) {
            ++counts.null;
        } else if (field.value.is_array() && field.value.size() == 0) {
            ++counts.empty;
        } else {
            ++counts.example;
        }
    }
    return counts;
}

std::string to_text(const FieldCounts& counts) {
    std::string text = "spelled out " + std::to_string(counts.spelled_out);
    for (const auto& [name, count] : {std::pair{"echoed", counts.echoed},
                                      {"null", counts.null},
                                      {"empty", counts.empty},
                                      {"example", counts.example}}) {
        if (count > 0) text += std::string(", ") + name + " " + std::to_string(count);
    }
    return text;
}

std::string show(const Pack& pack) {
    std::string out;
    add_head(pack, out);
    add_operations(pack, out);
    add_ignored(pack, out);
    for (const Resource& resource : pack.resources) add_resource(pack, resource, out);
    return out;
}

std::string to_diagram(const Pack& pack, const Resource& resource) {
    if (!resource.lifecycle) return {};
    const Lifecycle& life = *resource.lifecycle;
    std::string out;
    for (const State start : starts_of(life)) {
        out += "    " + padded("(start)", 24) + "--> " + life.states[start] + "\n";
    }
    for (const Edge& edge : edges_of(pack, life)) {
        out += "    " + padded(life.states[edge.from], 24) + "--> " +
               padded(life.states[edge.to], 24) + edge.label + "\n";
    }
    return out;
}

std::string to_mermaid(const Pack& pack, const Resource& resource) {
    if (!resource.lifecycle) return {};
    const Lifecycle& life = *resource.lifecycle;
    std::string out = "stateDiagram-v2\n";
    const auto name = [&](State state) {
        return state == kNothing ? std::string("[*]") : life.states[state];
    };
    for (const State start : starts_of(life)) out += "    [*] --> " + name(start) + "\n";
    for (const Edge& edge : edges_of(pack, life)) {
        out += "    " + name(edge.from) + " --> " + name(edge.to) + ": " + edge.label + "\n";
    }
    return out;
}

}  // namespace understudy::pack
