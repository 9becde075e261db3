// Parameters that are no fields: of operations, of moves, of world events, of every call.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

std::vector<Param> read_params(Loader& loader, const Node& node, Index resource,
                               const Place& /*place*/, std::string_view what) {
    std::vector<Param> params;
    for (const Entry& entry : loader.reader.entries(node, what)) {
        const std::string name = std::string(what) + "." + entry.key;
        Param param;
        param.name = entry.key;
        param.mark = entry.node.key_mark();
        param.spelled = spelled(entry.key, loader.pack.serve.names);
        if (!entry.node.is_null()) {
            const Map map(loader.reader, entry.node, name,
                          {"in", "schema", "required", "default", "ref", "found_by", "sets",
                           "param", "refuse"});
            if (const auto in = loader.reader.word(map.get("in"), name + ".in",
                                                   {"any", "path", "query", "body", "header"})) {
                param.in = static_cast<Param::In>(*in);
            }
            if (param.in == Param::In::Path) param.spelled = entry.key;
            param.schema = read_schema(loader, map.get("schema"), name);
            param.required =
                loader.reader.flag(map.get("required"), name + ".required").value_or(false);
            if (auto own = loader.reader.text(map.get("param"), name + ".param")) {
                param.spelled = std::move(*own);
            }
            if (const Node ref = map.get("ref")) param.ref = resource_named(loader, ref, "ref");
            for (const Node& each : loader.reader.list(map.get("found_by"))) {
                const auto path = loader.reader.text(each, "found_by");
                if (!path || param.ref == kNone) continue;
                const Index found = field_named(loader, each, param.ref, *path);
                if (found != kNone) param.found_by.push_back(found);
            }
            if (const Node sets = map.get("sets")) {
                const auto path = loader.reader.text(sets, name + ".sets");
                if (path && resource != kNone) {
                    param.sets = field_named(loader, sets, resource, *path);
                } else if (path) {
                    loader.reader.problem_at_key(
                        code::UnknownKey,
                        {{"what", name}, {"key", "\"sets\""}, {"help", "there is no object here"}},
                        sets);
                }
            }
        }
        params.push_back(std::move(param));
    }
    return params;
}

void finish_params(Loader& loader, std::vector<Param>& params, const Node& node, Index resource,
                   const Place& place, std::string_view what) {
    if (!node.is_map()) return;
    for (Param& param : params) {
        const Node written = node.member(param.name);
        if (!written) continue;
        const std::string name = std::string(what) + "." + param.name;
        if (const Node standard = written.member("default")) {
            param.standard = read_template(loader, standard, place, name + ".default");
        }
        param.refuse = read_refuse(loader, written.member("refuse"), place, name + ".refuse");
        if (param.sets == kNone || resource == kNone) continue;
        const Field& field = loader.pack.resources[resource].fields[param.sets];
        if (param.schema.written.is_null()) param.schema = field.schema;
        if (param.ref == kNone) {
            param.ref = field.ref;
            param.found_by = field.found_by;
        }
        if (field.from != From::Moves && field.from != From::Input) {
            loader.reader.problem(
                code::NotSettable,
                {{"field", field.path}, {"from", std::string(name_of(field.from))}},
                written.member("sets"));
        }
    }
}

}  // namespace understudy::pack
