// Verdicts as errors, as one line, as JSON. The sentences stand in the table of codes.
#include "grammar/summary.hpp"

#include "base/text.hpp"

namespace understudy::grammar {

using base::Code;
using json::Value;

namespace {

bool belongs_to_a_constraint(const Verdict& verdict) {
    return !verdict.constraint.empty();
}

Value witness_of(const Verdict& verdict) {
    Value list = Value::array();
    for (const Span& span : verdict.witness) {
        list.push_back(Value::array({std::uint64_t{span.first}, std::uint64_t{span.last}}));
    }
    return list;
}

void set_text(Value& object, std::string_view key, const std::string& text) {
    if (!text.empty()) object.set(key, Value(text));
}

Value to_json(const Verdict& verdict) {
    Value object = Value::object();
    object.set("code", base::name_of(verdict.code));
    object.set("severity", name_of(verdict.severity));
    if (belongs_to_a_constraint(verdict)) {
        object.set("constraint", verdict.constraint);
        object.set("kind", name_of(verdict.kind));
    }
    if (verdict.record != 0) object.set("record", std::uint64_t{verdict.record});
    if (verdict.at_end) object.set("at_end", true);
    set_text(object, "mark", base::to_text(verdict.mark));
    set_text(object, "type", verdict.type);
    set_text(object, "key", verdict.key);
    set_text(object, "state", verdict.state);
    if (!verdict.legal.empty()) {
        Value legal = Value::array();
        for (const std::string& type : verdict.legal) legal.push_back(type);
        object.set("legal", std::move(legal));
    }
    set_text(object, "expected", verdict.expected);
    set_text(object, "came", verdict.came);
    set_text(object, "nearest", verdict.nearest);
    object.set("witness", witness_of(verdict));
    if (!verdict.ends.empty()) {
        Value ends = Value::array();
        for (const End& end : verdict.ends) {
            Value one = Value::object();
            set_text(one, "role", end.role);
            if (end.record != 0) one.set("record", std::uint64_t{end.record});
            set_text(one, "field", end.field);
            set_text(one, "value", end.value);
            ends.push_back(std::move(one));
        }
        object.set("ends", std::move(ends));
    }
    if (verdict.folded != 0) object.set("folded", std::uint64_t{verdict.folded});
    return object;
}

}  // namespace

base::Result<Outcome> check(const Grammar& grammar, const Records& records, Options options,
                            Ending ending) {
    if (!options.mark_of) {
        options.mark_of = [&records](std::size_t record) { return records.mark_of(record); };
    }
    Judge judge = TRY(Judge::open(grammar, std::move(options)));
    for (const Record& record : records.records) TRY_VOID(judge.feed(record));
    return judge.finish(ending);
}

std::string to_text(const std::vector<Span>& witness) {
    if (witness.empty()) return "no record";
    bool one = witness.size() == 1 && witness.front().first == witness.front().last;
    std::string text = one ? "record " : "records ";
    for (std::size_t i = 0; i < witness.size(); ++i) {
        if (i != 0) text += ", ";
        text += std::to_string(witness[i].first);
        if (witness[i].last != witness[i].first) text += " to " + std::to_string(witness[i].last);
    }
    return text;
}

base::Error to_error(const Verdict& verdict) {
    base::Error error;
    error.code = verdict.code;
    error.where = verdict.mark;
    auto add = [&](std::string name, std::string text) {
        if (!text.empty()) error.args.push_back({std::move(name), std::move(text)});
    };
    add("severity", std::string(name_of(verdict.severity)));
    if (belongs_to_a_constraint(verdict)) {
        add("constraint", verdict.constraint);
        add("kind", std::string(name_of(verdict.kind)));
    }
    add("record", std::to_string(verdict.record));
    add("type", verdict.type);
    add("key", verdict.key.empty() ? "it" : verdict.key);
    add("state", verdict.state.empty() ? "start" : verdict.state);
    add("expected", verdict.expected);
    add("came", verdict.came);
    // A code that the grammar's author chose has a sentence that knows nothing of grammars.
    if (!base::name_of(verdict.code).starts_with("fixture.order.")) {
        add("why", "record " + std::to_string(verdict.record) + ": " + verdict.came +
                       "; expected " + verdict.expected);
    }
    add("witness", to_text(verdict.witness));
    if (verdict.folded != 0) add("folded", std::to_string(verdict.folded));
    add("nearest", verdict.nearest);
    return error;
}

std::string headline(const Grammar& grammar, const Outcome& outcome) {
    std::string line = grammar.name() + ": " + base::plural(outcome.records, "record") +
                       ", ending " + std::string(name_of(outcome.ending));
    if (!outcome.dialect.empty()) line += ", dialect " + outcome.dialect;
    line += ": ";
    std::size_t counts[4] = {};
    for (const Verdict& verdict : outcome.verdicts) {
        ++counts[static_cast<std::size_t>(verdict.severity)];
    }
    std::string found;
    for (std::size_t i = 4; i-- > 0;) {
        if (counts[i] == 0) continue;
        if (!found.empty()) found += ", ";
        found += std::to_string(counts[i]) + " " + std::string(name_of(static_cast<Severity>(i)));
    }
    line += found.empty() ? "no findings" : found;
    if (outcome.dropped != 0) line += ", " + std::to_string(outcome.dropped) + " more not kept";
    if (!outcome.unjudged.empty()) {
        line += "; " + std::to_string(outcome.unjudged.size()) + " not judged";
    }
    if (outcome.pin_is_old) line += "; the grammar's pin is older than the stream";
    return line;
}

Value to_json(const Grammar& grammar, const Outcome& outcome) {
    Value object = Value::object();
    object.set("grammar", grammar.name());
    object.set("records", std::uint64_t{outcome.records});
    object.set("ending", name_of(outcome.ending));
    set_text(object, "dialect", outcome.dialect);
    object.set("pin_is_old", outcome.pin_is_old);
    Value verdicts = Value::array();
    for (const Verdict& verdict : outcome.verdicts) verdicts.push_back(to_json(verdict));
    object.set("verdicts", std::move(verdicts));
    object.set("dropped", std::uint64_t{outcome.dropped});
    Value unjudged = Value::array();
    for (const Unjudged& entry : outcome.unjudged) {
        unjudged.push_back(Value::object({{"constraint", entry.constraint},
                                          {"why", entry.why},
                                          {"times", std::uint64_t{entry.times}},
                                          {"record", std::uint64_t{entry.record}}}));
    }
    object.set("unjudged", std::move(unjudged));
    return object;
}

}  // namespace understudy::grammar
