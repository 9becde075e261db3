// A pack from an API description as it is: every route answers by its shape.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/api.hpp"
#include "pack/impl/skeleton.hpp"
#include "pack/known.hpp"
#include "pack/load.hpp"

namespace understudy::pack {

namespace {

// "specs/Shop API.json" is called shop_api.
std::string name_from(std::string_view file) {
    const std::size_t slash = file.rfind('/');
    if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
    file = file.substr(0, file.rfind('.'));
    std::string name;
    for (const char c : base::to_lower_ascii(file)) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (is_plain) {
            name += c;
        } else if (!name.empty() && name.back() != '_') {
            name += '_';
        }
    }
    while (name.ends_with('_')) name.pop_back();
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name.insert(0, "api_");
    return name;
}

}  // namespace

Loaded load_description(const base::Source& source) {
    Loaded loaded;
    auto api = read_api(source, loaded.problems);
    if (!api) {
        loaded.problems.push_back({Level::Error, api.error()});
        return loaded;
    }
    const std::string name = name_from(source.name);
    Folder folder;
    folder.name = source.name;
    folder.files.push_back({"pack.yaml", skeleton(name, *api, "")});
    Loaded frame = load(folder);
    for (Problem& problem : frame.problems) loaded.problems.push_back(std::move(problem));
    if (!frame.pack) return loaded;

    Pack pack = *frame.pack;
    ShapeFile shape;
    shape.name = "api";
    shape.file = source.name;
    shape.document = api->root;
    pack.shapes.push_back(std::move(shape));
    attach_api(pack, *api, loaded.problems);
    static_cast<void>(pack.routes.build(pack));  // clashes were reported by attach_api
    auto shared = std::make_shared<Pack>(std::move(pack));
    prepare(*shared);
    loaded.pack = std::move(shared);
    return loaded;
}

}  // namespace understudy::pack
