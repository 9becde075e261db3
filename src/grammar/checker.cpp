// What all checkers share: the stage they watch, and the making of verdicts.
#include "grammar/impl/checker.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::grammar {

namespace {

constexpr std::size_t kTypesInWords = 12;

std::string quoted_type(std::string_view type) {
    return type.empty() ? std::string("a record without a type") : std::string(type);
}

}  // namespace

bool Stage::is_reached_by(const Moment& moment, const Taken& record) const {
    if (!moment.is_state) {
        return std::find(moment.types.begin(), moment.types.end(), record.type) !=
               moment.types.end();
    }
    const Seq& seq = seqs[moment.seq];
    return seq.moved && seq.after == moment.state && seq.before != moment.state;
}

bool Stage::was_reached(const Moment& moment) const {
    if (moment.is_state) {
        const Seq& seq = seqs[moment.seq];
        return moment.state < seq.entered.size() && seq.entered[moment.state];
    }
    return std::any_of(moment.types.begin(), moment.types.end(),
                       [&](TypeId type) { return seen_type[type]; });
}

// The shortest way to a state serves as witness only if it leads through the record in question:
// one more record on the way could lead elsewhere. Then the whole beginning of the stream is shown.
std::vector<Span> Stage::witness_of(const Moment& moment, std::size_t begin,
                                    std::size_t last) const {
    if (!moment.is_state) return spans_of({begin, last});
    std::vector<std::size_t> way = seqs[moment.seq].walk->records_with(last);
    if (std::find(way.begin(), way.end(), begin) == way.end()) return {{1, last}};
    return spans_of(std::move(way));
}

std::size_t Findings::add(Verdict verdict) {
    ++found;
    if (verdicts_.size() >= kMaxVerdicts) {
        ++dropped;
        return kMaxVerdicts;  // no index of a verdict: folding into it changes nothing
    }
    verdict.constraint = constraint->id;
    verdict.kind = constraint->kind;
    verdict.severity = severity;
    if (constraint->code) verdict.code = *constraint->code;
    verdicts_.push_back(std::move(verdict));
    return verdicts_.size() - 1;
}

void Findings::fold(std::size_t index) {
    ++found;
    if (!is_rehearsal && index < verdicts_.size()) ++verdicts_[index].folded;
}

void Findings::not_judged(std::string why, std::size_t record) {
    for (Unjudged& entry : unjudged) {
        if (entry.constraint != constraint->id || entry.why != why) continue;
        ++entry.times;
        return;
    }
    unjudged.push_back({constraint->id, std::move(why), 1, record});
}

void Findings::hit_limit(std::string_view what, std::size_t most) {
    if (limit) return;
    limit = base::Error{base::Code::GrammarLimit,
                        {{"what", std::string(what)}, {"limit", base::with_thousands(most)}},
                        {},
                        {}};
}

std::unique_ptr<Checker> make_checker(const Constraint& constraint, std::size_t index,
                                      Stage& stage) {
    switch (constraint.kind) {
        case Kind::Seq: return make_seq(constraint, index, stage);
        case Kind::Any: return nullptr;  // it finds nothing; the stage knows it
        case Kind::PerKey: return make_per_key(constraint);
        case Kind::OpenClose: return make_open_close(constraint);
        case Kind::Once: return make_once(constraint);
        case Kind::Gapless: return make_gapless(constraint);
        case Kind::Monotone: return make_monotone(constraint);
        case Kind::Ref: return make_ref(constraint);
        case Kind::Constant: return make_constant(constraint);
        case Kind::Concat: return make_concat(constraint);
        case Kind::Derived: return make_derived(constraint);
        case Kind::Implies: return make_implies(constraint);
        case Kind::Join: return make_join(constraint);
    }
    return nullptr;
}

bool is_noise(const Taken& record, const Stage& stage) {
    return std::any_of(stage.noise.begin(), stage.noise.end(), [&](const Constraint* any) {
        const auto& rule = std::get<AnyRule>(any->rule);
        return rule.types.takes(record) && selects(*any, record) &&
               (!rule.after || stage.was_reached(*rule.after));
    });
}

Legality noise_legality(TypeId type, const Stage& stage) {
    Legality best = Legality::No;
    for (const Constraint* any : stage.noise) {
        const auto& rule = std::get<AnyRule>(any->rule);
        if (!rule.types.names(type)) continue;
        if (any->select && !any->select->names(type)) continue;
        if (rule.after && !stage.was_reached(*rule.after)) continue;
        bool guarded = rule.types.when || (any->select && any->select->when);
        best = std::max(best, guarded ? Legality::Maybe : Legality::Yes);
    }
    return best;
}

std::vector<std::string> legal_types(const Automaton& automaton, std::uint32_t state,
                                     const Model& model) {
    const AutomatonState& here = automaton.states[state];
    std::vector<std::string> types;
    for (TypeId type : here.order) types.push_back(model.types[type]);
    if (here.otherwise.empty()) return types;
    for (TypeId type = 0; type < model.types.size(); ++type) {
        if (!here.on.contains(type)) types.push_back(model.types[type]);
    }
    return types;
}

std::string legal_words(const Automaton& automaton, std::uint32_t state, const Model& model) {
    const AutomatonState& here = automaton.states[state];
    std::vector<std::string> words;
    for (TypeId type : here.order) {
        std::string word = model.types[type];
        const std::vector<Edge>& edges = here.on.at(type);
        bool guarded = std::all_of(edges.begin(), edges.end(),
                                   [](const Edge& edge) { return edge.when.has_value(); });
        if (guarded) word += " when " + edges.front().when->text();
        words.push_back(std::move(word));
    }
    if (!here.otherwise.empty()) words.emplace_back("any known type");
    if (words.empty()) return "nothing more";
    if (words.size() > kTypesInWords) {
        std::size_t more = words.size() - kTypesInWords;
        words.resize(kTypesInWords);
        words.push_back("or one of " + std::to_string(more) + " more");
    }
    return base::join(words, ", ");
}

std::string came_words(const Taken& record) {
    return quoted_type(record.type_name);
}

Verdict verdict_on(base::Code code, const Taken& record) {
    Verdict verdict;
    verdict.code = code;
    verdict.record = record.number;
    verdict.type = record.type_name;
    verdict.came = came_words(record);
    return verdict;
}

std::vector<Span> spans_of(std::vector<std::size_t> records) {
    std::sort(records.begin(), records.end());
    std::vector<Span> spans;
    for (std::size_t record : records) {
        if (!spans.empty() && record <= spans.back().last + 1) {
            spans.back().last = record;
        } else {
            spans.push_back({record, record});
        }
    }
    return spans;
}

}  // namespace understudy::grammar
