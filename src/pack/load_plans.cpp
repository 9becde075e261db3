// What a pack says about itself: statements that should hold, and what it assumes of the vendor.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

Place script_place(Loader& loader) {
    Place place = pack_place(loader);
    for (const Name name : {Name::Faults, Name::Pins, Name::Tapes, Name::Branches, Name::Seeds}) {
        place.with(name, expr::Type::list(expr::Type::any(), 100));
    }
    return place;
}

void read_assumption(Loader& loader, const Node& node) {
    const Map map(loader.reader, node, "an assumption",
                  {"id", "statement", "modelled_version", "basis", "touches", "probe", "verdict",
                   "checked_at"});
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
    made.probe = reader.text(map.get("probe"), "probe").value_or("");
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
            const Map map(loader.reader, node, file->path, {"assumptions"});
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
