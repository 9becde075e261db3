// What the service accepts and this model of it does nothing with. Said in the pack, it is a known
// limit; unsaid, it is what `pack lint` warns of.
#include "pack/impl/loader.hpp"

namespace understudy::pack {

void read_ignores(Loader& loader) {
    for (const Node& each : loader.reader.list(loader.root.member("ignores"))) {
        const Map map(loader.reader, each, "an entry of ignores", {"params", "of", "why"});
        if (!map.is_map()) continue;
        Ignored ignored;
        ignored.mark = each.mark();
        for (const Node& param : loader.reader.list(map.need("params", "names of parameters"))) {
            if (const auto name = loader.reader.text(param, "ignores.params")) {
                ignored.params.push_back(*name);
            }
        }
        for (const Node& operation : loader.reader.list(map.get("of"))) {
            const auto name = loader.reader.text(operation, "an operation");
            const Index found = name ? operation_named(loader, operation, *name) : kNone;
            if (found != kNone) ignored.limited_to.push_back(found);
        }
        ignored.why = loader.reader.text(map.need("why", "what is missing for them"), "ignores.why")
                          .value_or("");
        loader.pack.ignores.push_back(std::move(ignored));
    }
}

}  // namespace understudy::pack
