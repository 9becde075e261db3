#include "app/stream_proof.hpp"

#include "app/code.hpp"
#include "app/lint_ground.hpp"
#include "base/text.hpp"
#include "grammar/summary.hpp"
#include "http/sse.hpp"
#include "json/parse.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

// A sentinel such as [DONE] is a text to a grammar.
json::Value value_of(std::string_view data) {
    auto value = json::parse(data);
    return value ? std::move(*value) : json::Value(base::to_valid_utf8(data));
}

base::Result<std::vector<grammar::Record>> records_of(std::string_view framing,
                                                      std::string_view body) {
    std::vector<grammar::Record> records;
    if (framing == "jsonl") {
        for (const std::string_view line : base::split_lines(body)) {
            if (!base::trim(line).empty()) records.push_back({value_of(line), {}});
        }
        return records;
    }
    http::SseReader reader;
    http::SseBlocks blocks;
    TRY_VOID(reader.feed(body, blocks));
    TRY_VOID(reader.end(blocks));
    for (const http::SseBlock& block : blocks) {
        json::Value about = json::Value::object({{"has_event", !block.event.empty()}});
        if (!block.event.empty()) about.set("event", base::to_valid_utf8(block.event));
        records.push_back({value_of(block.data), std::move(about)});
    }
    return records;
}

}  // namespace

StreamProof::StreamProof(WorldTarget& world, const pack::Pack& pack, const pack::Folder& folder)
    : world_(world), pack_(pack), folder_(folder) {
    shelf_.add(shipped_families(), "", "built in");
}

base::Result<http::Response> StreamProof::call(const plan::Call& call) {
    http::Response response = TRY(world_.call(call));
    const std::string_view type = response.head.headers.get("Content-Type");
    const bool is_stream =
        type.starts_with("text/event-stream") || type.starts_with("application/jsonl");
    if (!is_stream || response.head.status >= 400) return response;
    const std::string name =
        world_.operation_of(response.head.headers.get("X-Mock-Resolution-Trace"));
    for (const pack::Operation& operation : pack_.operations) {
        if (operation.name != name || !operation.stream || operation.stream->grammar.empty()) {
            continue;
        }
        if (auto judged = judge(operation, response.body(), call.step); !judged) {
            base::Error error = std::move(judged).error();
            if (error.where.file.empty()) error.where = operation.mark;
            problems_.push_back({call.step, std::move(error)});
        }
    }
    return response;
}

base::Result<http::Response> StreamProof::control(const plan::Call& call) {
    return world_.control(call);
}

base::Result<void> StreamProof::judge(const pack::Operation& operation, std::string_view body,
                                      const std::string& step) {
    const std::string& name = operation.stream->grammar;
    grammar::Judge judge = TRY(grammar::Judge::open(*TRY(grammar_named(name))));
    for (const grammar::Record& record : TRY(records_of(operation.stream->framing, body))) {
        TRY_VOID(judge.feed(record));
    }
    for (const grammar::Verdict& verdict : judge.finish(grammar::Ending::Complete).verdicts) {
        if (verdict.severity < grammar::Severity::Warning) continue;
        problems_.push_back({step,
                             {code::StreamIllegal,
                              {{"operation", operation.name},
                               {"grammar", name},
                               {"why", base::message(grammar::to_error(verdict))}},
                              operation.mark,
                              {}}});
    }
    return {};
}

base::Result<const grammar::Grammar*> StreamProof::grammar_named(const std::string& name) {
    const auto known = grammars_.find(name);
    if (known != grammars_.end()) return &known->second;
    const auto take = [&](const base::Source& source) -> base::Result<const grammar::Grammar*> {
        grammar::Grammar made = TRY(grammar::load(TRY(yaml::read(source))));
        return &grammars_.emplace(name, std::move(made)).first->second;
    };
    for (const base::Source& file : folder_.files) {
        if (file.name == "grammars/" + name + ".yaml") return take(file);
    }
    const fixture::Shelf::Entry* entry = shelf_.grammar(name);
    if (entry == nullptr) {
        std::vector<std::string> names;
        for (const fixture::Shelf::Entry& each : shelf_.grammars()) names.push_back(each.id);
        return base::fail(code::UnknownGrammar,
                          {{"name", base::quoted(name)}, {"known", base::join(names, ", ")}});
    }
    return take(*TRY(entry->tree->read(entry->folder)));
}

}  // namespace understudy::app
