// One constraint at work. The judge owns one Checker for each constraint that is switched on and
// shows it every record; a checker keeps what it must remember and says what it finds.
//
// Checkers never see each other. What one needs from another (the state of a seq) stands on the
// Stage, which the judge keeps.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "grammar/impl/model.hpp"
#include "grammar/impl/taken.hpp"
#include "grammar/judge.hpp"

namespace understudy::grammar {

// Where each seq stands, which types have come, what the whole judge has spent.
struct Stage {
    struct Seq {
        std::uint32_t before = 0;
        std::uint32_t after = 0;
        bool moved = false;  // by the record in hand
        std::vector<bool> entered;
        const Walk* walk = nullptr;
    };
    const Model* model = nullptr;
    const Bundle* bundle = nullptr;
    std::vector<const Constraint*> noise;  // the `any` constraints that are on
    std::vector<Seq> seqs;                 // by index of the constraint; unused ones are empty
    std::vector<bool> seen_type;           // by TypeId, the record in hand not included
    std::size_t records = 0;
    std::size_t keys = 0;
    std::size_t joined_bytes = 0;

    bool is_reached_by(const Moment& moment, const Taken& record) const;  // by this very record
    bool was_reached(const Moment& moment) const;                         // by an earlier one
    // The records that show `begin` and then the moment, which `last` brought.
    std::vector<Span> witness_of(const Moment& moment, std::size_t begin, std::size_t last) const;
};

// Where a checker puts what it found.
class Findings {
public:
    explicit Findings(std::vector<Verdict>& verdicts) : verdicts_(verdicts) {}

    std::size_t add(Verdict verdict);  // its index, for folding
    void fold(std::size_t index);
    void not_judged(std::string why, std::size_t record);
    void hit_limit(std::string_view what, std::size_t limit);

    std::vector<Unjudged> unjudged;
    std::optional<base::Error> limit;
    const Constraint* constraint = nullptr;  // whose turn it is
    Severity severity = Severity::Breaking;  // as the dialect has it
    bool is_rehearsal = false;               // nothing found is kept: folding changes nothing
    std::size_t found = 0;                   // added or folded
    std::size_t dropped = 0;                 // past kMaxVerdicts

private:
    std::vector<Verdict>& verdicts_;
};

class Checker {
public:
    virtual ~Checker() = default;
    // First pass over the record: moves what others watch. Only seq does anything here.
    virtual void prepare(const Taken&, Stage&) {}
    virtual void take(const Taken& record, Stage& stage, Findings& findings) = 0;
    // The stream ends here. Must not change anything: the judge may go on.
    virtual void finish(Ending, const Stage&, Findings&) const {}
    virtual Legality legality(TypeId, const Stage&) const { return Legality::Yes; }
};

std::unique_ptr<Checker> make_checker(const Constraint& constraint, std::size_t index,
                                      Stage& stage);

// One for each kind with a memory; see the file of that name.
std::unique_ptr<Checker> make_seq(const Constraint&, std::size_t index, Stage&);
std::unique_ptr<Checker> make_per_key(const Constraint&);
std::unique_ptr<Checker> make_open_close(const Constraint&);
std::unique_ptr<Checker> make_once(const Constraint&);
std::unique_ptr<Checker> make_gapless(const Constraint&);
std::unique_ptr<Checker> make_monotone(const Constraint&);
std::unique_ptr<Checker> make_ref(const Constraint&);
std::unique_ptr<Checker> make_constant(const Constraint&);
std::unique_ptr<Checker> make_concat(const Constraint&);
std::unique_ptr<Checker> make_derived(const Constraint&);
std::unique_ptr<Checker> make_implies(const Constraint&);
std::unique_ptr<Checker> make_join(const Constraint&);

// Does any `any` constraint make this record invisible to order?
bool is_noise(const Taken& record, const Stage& stage);
Legality noise_legality(TypeId type, const Stage& stage);

// The types an automaton takes in a state, in the order they are written, and the same in words
// with their guards.
std::vector<std::string> legal_types(const Automaton& automaton, std::uint32_t state,
                                     const Model& model);
std::string legal_words(const Automaton& automaton, std::uint32_t state, const Model& model);
std::string came_words(const Taken& record);

// The verdict of a record, filled as far as every kind fills it.
Verdict verdict_on(base::Code code, const Taken& record);
std::vector<Span> spans_of(std::vector<std::size_t> records);

// Does the constraint look at this record at all?
inline bool selects(const Constraint& constraint, const Taken& record) {
    return !constraint.select || constraint.select->takes(record);
}

// State by instance: one for the whole stream, or one for each value of a key; all forgotten where
// a new scope begins.
template <class T>
class Instances {
public:
    explicit Instances(const Scope& scope) : scope_(&scope) {}

    // True where a new scope begins; everything is forgotten then.
    bool begin_if_due(const Taken& record, Stage& stage) {
        if (!scope_->since || !scope_->since->takes(record)) return false;
        clear(stage);
        return true;
    }

    void clear(Stage& stage) {
        stage.keys -= states_.size();
        states_.clear();
    }

    // The instances a record belongs to; empty if it lacks the key.
    std::vector<std::string> names(const Taken& record) const {
        if (!scope_->by) return {std::string()};
        return keys_of(*scope_->by, record).keys;
    }

    template <class... Args>
    T& at(const std::string& name, Stage& stage, Findings& findings, const Args&... args) {
        auto [found, is_new] = states_.try_emplace(name, args...);
        if (is_new && ++stage.keys > kMaxKeys) findings.hit_limit("the number of keys", kMaxKeys);
        return found->second;
    }

    const T* find(const std::string& name) const {
        auto found = states_.find(name);
        return found == states_.end() ? nullptr : &found->second;
    }

    const std::unordered_map<std::string, T>& all() const { return states_; }
    std::unordered_map<std::string, T>& all() { return states_; }

private:
    const Scope* scope_;
    std::unordered_map<std::string, T> states_;
};

}  // namespace understudy::grammar
