#include "cassette/read.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/impl/ids.hpp"
#include "yaml/read.hpp"

namespace understudy::cassette {

using json::MapReader;
using json::Node;

FileReader::FileReader(const json::Document& document, const ReadOptions& options)
    : reader_(document, code::Problem), options_(options) {}

base::Result<void> check_version(const json::Document& document) {
    const json::Value* version = document.root.find("version");
    if (version == nullptr || !version->is_number()) return {};  // told with all other problems
    if (version->to_int64() == kVersion) return {};
    return base::fail(
        code::WrongVersion,
        {{"version", std::string(version->number_text())}, {"file", document.source->name}},
        document.mark(json::Pointer({"version"})));
}

namespace {

void read_exchanges(FileReader& file, const Node& node, Cassette& cassette) {
    json::Reader& reader = file.reader();
    const std::vector<Node> list = reader.list(node, "`exchanges`");
    if (node && node.value->is_array() && (list.empty() || list.size() > kMaxExchanges)) {
        return reader.problem(node, "`exchanges`",
                              list.empty() ? "must have at least one"
                                           : "must have at most " + std::to_string(kMaxExchanges));
    }
    cassette.exchanges.reserve(list.size());
    Ids ids;
    for (const Node& each : list) {
        Exchange& exchange = cassette.exchanges.emplace_back();
        MapReader map(reader, each, "exchange " + std::to_string(cassette.exchanges.size()));
        const Node id = map.need("id");
        exchange.id = file.read_id(id, map.what("id"));
        if (id && !ids.add(exchange.id)) {
            reader.problem(id, map.what("id"), "another exchange has this id");
        }
        const bool knows_kind = file.read_start(map, exchange);
        const Node output = map.need("output");
        map.done();
        if (!output || !knows_kind) continue;
        MapReader inner(reader, output, map.what("output"));
        file.read_output(inner, exchange, true);
        inner.done();
    }
    for (std::size_t at = 0; at < cassette.exchanges.size(); ++at) {
        const std::string& cause = cassette.exchanges[at].caused_by;
        if (cause.empty() || ids.has(cause)) continue;
        reader.problem(list[at].member("caused_by"), "`caused_by`",
                       "no exchange has the id " + base::quoted(cause), ids.nearest(cause));
    }
}

base::Result<std::vector<base::Error>> read_yaml(base::Source source, const ReadOptions& options,
                                                 Loaded& loaded) {
    yaml::ReadOptions reading;
    reading.limits.bytes = kMaxCassetteBytes;
    loaded.document = TRY(yaml::read(std::move(source), reading));
    TRY_VOID(check_version(loaded.document));
    FileReader file(loaded.document, options);
    MapReader map(file.reader(), file.reader().root(), "the cassette");
    file.read_version(map);
    file.read_head(map, loaded.cassette);
    read_exchanges(file, map.need("exchanges"), loaded.cassette);
    map.done();
    loaded.bodies = file.take_bodies();
    return file.reader().take_problems();
}

}  // namespace

base::Mark Loaded::mark(const json::Pointer& place) const {
    const auto& tokens = place.tokens();
    const bool names_one = is_lines && tokens.size() > 1 && tokens[0] == "exchanges";
    const std::size_t number =
        names_one ? json::to_index(tokens[1]).value_or(places.size()) : places.size();
    if (number >= places.size()) return document.mark(place);
    const LinesOfExchange& at = places[number];
    const auto below = [&](std::size_t line, std::size_t from) {
        const std::vector<std::string> rest(
            tokens.begin() + static_cast<std::ptrdiff_t>(std::min(from, tokens.size())),
            tokens.end());
        return lines[line].mark(json::Pointer(rest));
    };
    if (tokens.size() < 3 || tokens[2] != "output") return below(at.start, 2);
    const auto piece =
        tokens.size() > 4 && tokens[3] == "pieces" ? json::to_index(tokens[4]) : std::nullopt;
    if (piece && *piece < at.pieces.size()) return below(at.pieces[*piece], 5);
    return below(at.end, 2);
}

base::Result<Loaded> read(base::Source source, const ReadOptions& options) {
    Loaded loaded;
    const std::string name = source.name;
    loaded.is_lines = name.ends_with(".jsonl");
    std::vector<base::Error> problems = loaded.is_lines
                                            ? TRY(read_lines(std::move(source), options, loaded))
                                            : TRY(read_yaml(std::move(source), options, loaded));
    if (!problems.empty()) {
        const std::string count = base::plural(problems.size(), "problem");
        return base::fail(code::BadCassette, {{"name", name}, {"count", count}},
                          base::Mark{name, 0, 0, 0, {}, 0}, std::move(problems));
    }
    std::sort(loaded.bodies.begin(), loaded.bodies.end());
    loaded.bodies.erase(std::unique(loaded.bodies.begin(), loaded.bodies.end()),
                        loaded.bodies.end());
    if (options.check_digest && digest_of(loaded.cassette) != loaded.cassette.content_digest) {
        return base::fail(code::DigestMismatch, {{"file", name}},
                          loaded.mark(json::Pointer({"content_digest"})));
    }
    return loaded;
}

}  // namespace understudy::cassette
