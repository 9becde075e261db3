// Any grammar against any stream: neither may crash the judge, or make it use more than its limits.
// The input is a grammar as JSON, a line of three dashes, and records as JSON Lines.
#include <cstdint>
#include <string_view>

#include "grammar/derive.hpp"
#include "grammar/judge.hpp"
#include "grammar/records.hpp"
#include "grammar/summary.hpp"
#include "grammar/trace.hpp"
#include "json/parse.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view input(reinterpret_cast<const char*>(data), size);
    std::size_t cut = input.find("\n---\n");
    if (cut == std::string_view::npos) return 0;
    auto document = json::parse_document({"grammar", std::string(input.substr(0, cut))});
    if (!document) return 0;
    auto grammar = grammar::load(*document);
    auto records = grammar::read_records({"records", std::string(input.substr(cut + 5))});
    if (!grammar || !records) return 0;
    auto judge = grammar::Judge::open(*grammar);
    if (!judge) return 0;
    for (const grammar::Record& record : records->records) {
        static_cast<void>(judge->next());
        if (!judge->feed(record)) return 0;
        for (const auto& derivation : grammar::derivations(*grammar)) {
            static_cast<void>(grammar::compute(*grammar, derivation, record));
        }
    }
    for (auto ending :
         {grammar::Ending::Complete, grammar::Ending::Failed, grammar::Ending::Interrupted}) {
        grammar::Outcome outcome = judge->finish(ending);
        static_cast<void>(grammar::to_json(*grammar, outcome));
        for (const auto& verdict : outcome.verdicts) {
            static_cast<void>(base::render(grammar::to_error(verdict)));
        }
    }
    static_cast<void>(grammar::trace_of(*grammar, records->records));
    return 0;
}
