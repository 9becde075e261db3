#include "cassette/code.hpp"
#include "cassette/impl/comparing_reader.hpp"

namespace understudy::cassette {

using json::MapReader;
using json::Node;
using json::Reader;

namespace {

constexpr std::string_view kInterleavings[] = {"free", "exact"};

// From recorded output to the shape of a fake that returns objects.
View read_view(Reader& reader, const Node& node, const std::string& what) {
    View view;
    if (!node) return view;
    MapReader map(reader, node, what);
    view.select = reader.texts(map.get("select"), map.what("select"));
    for (const auto& [path, each] : reader.members(map.get("rename"), map.what("rename"))) {
        if (auto name = reader.text(each, map.what("rename"))) {
            view.rename.emplace_back(path, std::move(*name));
        }
    }
    map.done();
    return view;
}

}  // namespace

CompareOptions read_comparing(Reader& reader, const Node& node, const std::string& what,
                              CompareOptions options) {
    MapReader map(reader, node, what);
    options.exact = reader.flag(map.get("exact"), map.what("exact")).value_or(options.exact);
    options.headers =
        reader.flag(map.get("headers"), map.what("headers")).value_or(options.headers);
    if (const auto word =
            reader.word(map.get("interleaving"), map.what("interleaving"), kInterleavings)) {
        options.interleaving = *word == 1U;
    }
    for (std::string& path : reader.texts(map.get("unordered"), map.what("unordered"))) {
        options.unordered.push_back(std::move(path));
    }
    if (const Node view = map.get("view")) {
        options.view = read_view(reader, view, map.what("view"));
    }
    if (auto grammar = reader.text(map.get("grammar"), map.what("grammar"))) {
        options.grammar = std::move(*grammar);
    }
    map.done();
    return options;
}

CompareOptions comparing_for(const Cassette& cassette, CompareOptions options) {
    if (cassette.compare.is_null()) return options;
    json::Document document;  // it was read without a problem, so no mark is asked for
    document.source = std::make_shared<const base::Source>();
    document.root = cassette.compare;
    Reader reader(document, code::Problem);
    return read_comparing(reader, reader.root(), "`compare`", std::move(options));
}

}  // namespace understudy::cassette
