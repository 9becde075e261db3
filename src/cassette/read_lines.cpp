// JSON Lines: the head, then one line for the start, each piece and the end of an exchange.
// Exchanges may overlap; every line says which one it belongs to.
//
//     {"version":1,"service":"llm", ...}
//     {"start":"ping","kind":"stream","at":0, ...}
//     {"piece":"ping","at":812,"from":"stdout","text":"..."}
//     {"end":"ping","output":{"exit_code":0,"duration":3012, ...}}
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/impl/ids.hpp"
#include "json/lines.hpp"

namespace understudy::cassette {

using json::MapReader;
using json::Node;

namespace {

class LinesReader {
public:
    LinesReader(const ReadOptions& options, Loaded& loaded) : options_(options), loaded_(loaded) {}

    void read_first() {
        FileReader file(loaded_.document, options_);
        MapReader map(file.reader(), file.reader().root(), "the first line");
        file.read_version(map);
        file.read_head(map, loaded_.cassette);
        map.done();
        take(file);
    }
    void read_line(std::size_t number);
    void finish();

    std::vector<base::Error> problems_;

private:
    void take(FileReader& file) {
        for (base::Error& problem : file.reader().take_problems()) {
            if (problems_.size() < json::Reader::kMostProblems)
                problems_.push_back(std::move(problem));
        }
        for (std::string& body : file.take_bodies()) loaded_.bodies.push_back(std::move(body));
    }
    void start(FileReader& file, MapReader& map, const Node& id, std::size_t line);
    // Of a piece or an end: the exchange it belongs to, if that is open.
    std::optional<std::size_t> open_exchange(FileReader& file, const Node& id,
                                             const std::string& what);
    void problem_at(std::size_t line, std::string what, std::string why) {
        FileReader file(loaded_.lines[line], options_);
        file.reader().problem(file.reader().root(), std::move(what), std::move(why));
        take(file);
    }

    const ReadOptions& options_;
    Loaded& loaded_;
    Ids ids_;
    std::vector<bool> is_open_;     // by exchange: it has not ended yet
    std::vector<bool> knows_kind_;  // otherwise its lines are passed over: it was told already
};

void LinesReader::start(FileReader& file, MapReader& map, const Node& id, std::size_t line) {
    Exchange exchange;
    exchange.id = file.read_id(id, map.what("start"));
    const bool knows_kind = file.read_start(map, exchange);
    map.done();
    if (!id.value->is_string()) return;
    if (!ids_.add(exchange.id)) {
        return file.reader().problem(id, map.what("start"), "another exchange has this id");
    }
    if (loaded_.cassette.exchanges.size() >= kMaxExchanges) {
        return file.reader().problem(
            id, "the cassette",
            "must have at most " + std::to_string(kMaxExchanges) + " exchanges");
    }
    loaded_.cassette.exchanges.push_back(std::move(exchange));
    loaded_.places.push_back({line, {}, line});
    is_open_.push_back(true);
    knows_kind_.push_back(knows_kind);
}

std::optional<std::size_t> LinesReader::open_exchange(FileReader& file, const Node& id,
                                                      const std::string& what) {
    const auto text = file.reader().text(id, what);
    if (!text) return std::nullopt;
    const std::size_t* number = ids_.number_of(*text);
    if (number == nullptr || *number >= is_open_.size()) {
        file.reader().problem(id, what,
                              "no exchange with the id " + base::quoted(*text) + " has begun",
                              ids_.nearest(*text));
        return std::nullopt;
    }
    if (!is_open_[*number]) {
        file.reader().problem(id, what, "the exchange " + base::quoted(*text) + " has ended");
        return std::nullopt;
    }
    return *number;
}

void LinesReader::read_line(std::size_t number) {
    FileReader file(loaded_.lines[number], options_);
    MapReader map(file.reader(), file.reader().root(), "line " + std::to_string(number + 1));
    const Node start_id = map.get("start");
    const Node piece_id = map.get("piece");
    const Node end_id = map.get("end");
    const int given = (start_id ? 1 : 0) + (piece_id ? 1 : 0) + (end_id ? 1 : 0);
    if (given != 1) {
        if (map.is_map()) {
            file.reader().problem(map.node(), map.what(),
                                  "must have exactly one of `start`, `piece` and `end`");
        }
    } else if (start_id) {
        start(file, map, start_id, number);
    } else if (piece_id) {
        const auto at = open_exchange(file, piece_id, map.what("piece"));
        if (at && knows_kind_[*at]) {
            Exchange& exchange = loaded_.cassette.exchanges[*at];
            exchange.output.pieces.push_back(file.read_piece(map, exchange));
            loaded_.places[*at].pieces.push_back(number);
            map.done();
        }
    } else if (const auto at = open_exchange(file, end_id, map.what("end"))) {
        MapReader output(file.reader(), map.need("output"), map.what("output"));
        if (output.is_map() && knows_kind_[*at]) {
            file.read_output(output, loaded_.cassette.exchanges[*at], false);
            output.done();
        }
        loaded_.places[*at].end = number;
        is_open_[*at] = false;
        map.done();
    }
    take(file);
}

void LinesReader::finish() {
    if (is_open_.empty() && problems_.empty()) {
        problem_at(0, "the cassette", "must have at least one exchange");
    }
    for (std::size_t at = 0; at < is_open_.size(); ++at) {
        const Exchange& exchange = loaded_.cassette.exchanges[at];
        const std::size_t line = loaded_.places[at].start;
        if (is_open_[at]) {
            problem_at(line, "the exchange " + base::quoted(exchange.id),
                       "has no line that ends it");
        }
        if (!exchange.caused_by.empty() && !ids_.has(exchange.caused_by)) {
            problem_at(line, "`caused_by`",
                       "no exchange has the id " + base::quoted(exchange.caused_by));
        }
    }
}

}  // namespace

base::Result<std::vector<base::Error>> read_lines(base::Source source, const ReadOptions& options,
                                                  Loaded& loaded) {
    json::ParseOptions parsing;
    parsing.limits.bytes = kMaxCassetteBytes;
    parsing.refuse_repeated_keys = true;
    const std::string name = source.name;
    loaded.lines = TRY(json::parse_lines(std::move(source), parsing));
    if (loaded.lines.empty()) {
        return base::fail(code::BadCassette, {{"name", name}, {"count", "no line"}},
                          base::Mark{name, 0, 0, 0, {}, 0});
    }
    loaded.document = loaded.lines.front();
    TRY_VOID(check_version(loaded.document));
    LinesReader reader(options, loaded);
    reader.read_first();
    for (std::size_t line = 1; line < loaded.lines.size(); ++line) reader.read_line(line);
    reader.finish();
    return std::move(reader.problems_);
}

}  // namespace understudy::cassette
