#include "cassette/impl/stream_grammar.hpp"

#include <algorithm>

#include "grammar/judge.hpp"
#include "yaml/read.hpp"

namespace understudy::cassette {

namespace {

using grammar::Grammar;
using json::Value;

bool is_whole(std::string_view text) {
    return text.find("constraints") != std::string_view::npos;
}

bool knows(const Grammar& grammar, std::string_view type) {
    return std::find(grammar.types().begin(), grammar.types().end(), type) != grammar.types().end();
}

// `{"type": "system", "subtype": "init"}` is an `init` to a grammar that says so.
std::string kind_for(const Grammar& grammar, const Event& event) {
    const Value* subtype = event.value.find("subtype");
    if (subtype != nullptr && subtype->is_string() && knows(grammar, subtype->as_string())) {
        return std::string(subtype->as_string());
    }
    if (event.kind.empty() && event.value.is_string()) return std::string(event.value.as_string());
    return event.kind;
}

grammar::Record record_of(const Grammar& grammar, const Event& event, bool is_short) {
    if (is_short) return {Value::object({{"type", kind_for(grammar, event)}}), {}};
    return {event.value, event.about};
}

std::string words_of(const grammar::Verdict& verdict) {
    if (!verdict.expected.empty()) return verdict.expected;
    std::string text;
    for (const std::string& type : verdict.legal) text += (text.empty() ? "" : " or ") + type;
    return text;
}

}  // namespace

base::Result<Grammar> stream_grammar(std::string_view text) {
    if (!is_whole(text)) return grammar::load_short_form(text, "grammar of the stream");
    return grammar::load(TRY(yaml::read({"grammar of the stream", std::string(text)})));
}

grammar::Ending ending_of(const Output& output) {
    if (output.end && *output.end != StreamEnd::Complete) return grammar::Ending::Interrupted;
    if (!output.ended) return grammar::Ending::Complete;
    if (output.ended->how != Ended::How::Exit) return grammar::Ending::Interrupted;
    return output.ended->number == 0 ? grammar::Ending::Complete : grammar::Ending::Failed;
}

std::vector<std::string> kinds_in(std::string_view text, const std::vector<Event>& events) {
    std::vector<std::string> kinds;
    kinds.reserve(events.size());
    const bool is_short = !text.empty() && !is_whole(text);
    const auto grammar =
        is_short ? stream_grammar(text) : base::Result<Grammar>(base::fail(base::Error{}));
    for (const Event& event : events) {
        kinds.push_back(grammar && !event.is_malformed ? kind_for(*grammar, event) : event.kind);
    }
    return kinds;
}

base::Result<std::vector<GrammarBreak>> breaks_of(std::string_view text,
                                                  const std::vector<Event>& events,
                                                  grammar::Ending ending) {
    const Grammar grammar = TRY(stream_grammar(text));
    grammar::Judge judge = TRY(grammar::Judge::open(grammar));
    std::vector<std::size_t> fed;  // record: event
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (events[i].is_malformed) continue;
        fed.push_back(i);
        TRY_VOID(judge.feed(record_of(grammar, events[i], !is_whole(text))));
    }
    std::vector<GrammarBreak> breaks;
    for (const grammar::Verdict& verdict : judge.finish(ending).verdicts) {
        if (verdict.severity < grammar::Severity::Warning) continue;
        const bool is_event =
            verdict.record >= 1 && verdict.record <= fed.size() && !verdict.at_end;
        breaks.push_back({is_event ? fed[verdict.record - 1] : events.size(), words_of(verdict)});
    }
    return breaks;
}

}  // namespace understudy::cassette
