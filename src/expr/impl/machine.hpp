// One running evaluation: its budget, its memory, its error, and the walk over the tree.
//
// Values are Datums; whatever they point to lives until the machine goes. A failure is a Datum of
// kind Error while the machine keeps the first reason, so that && and || can put it aside when the
// other side decides. A spent budget cannot be put aside.
#pragma once

#include <array>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "expr/evaluate.hpp"
#include "expr/impl/datum.hpp"
#include "expr/impl/overload.hpp"
#include "expr/impl/tree.hpp"

namespace understudy::expr {

class Machine {
public:
    Machine(const Tree& tree, const Env& env, Budget budget, Trace* trace)
        : tree_(tree), env_(env), budget_(budget.steps), left_(budget.steps), trace_(trace) {}

    Datum run() { return evaluate(tree_.root); }
    base::Error take_error();
    std::uint64_t spent() const { return budget_ - left_; }

    // --- for functions and operators

    // False, with the error set, when the budget does not reach.
    bool spend(std::uint64_t steps) {
        if (steps <= left_) [[likely]] {
            left_ -= steps;
            return true;
        }
        run_dry();
        return false;
    }
    bool spend_bytes(std::size_t bytes) { return spend(bytes / kBytesPerStep); }

    // The error at `node`'s caret.
    Datum fail(const Node& node, base::Code code, std::vector<base::Arg> args);
    Datum fail(base::Error error);
    // `function` does not take these kinds.
    Datum mismatch(const Node& node, std::string_view function, std::span<const Datum> arguments);

    Datum make_text(std::string text);  // its bytes must have been paid for
    Datum make_octets(std::string bytes);
    Datum make_decimal(base::Decimal decimal);
    std::span<Datum> make_items(std::size_t count);
    std::span<Entry> make_entries(std::size_t count);
    const json::Value& keep(json::Value value);

    Datum load(const Node& node, const json::Value& value);
    Datum load(const Node& node, const Given& given);  // `given` outlives the machine
    Datum load_own(const Node& node, Given given);

    Datum item(const Node& node, const Datum& list, std::size_t index);
    Entry entry(const Node& node, const Datum& map, std::size_t index);
    Datum whole(const Node& node, const Datum& object);  // an Object as a map
    // The member, or Absent if there is none.
    Datum find(const Node& node, const Datum& map, const Datum& key);
    Datum find_field(const Node& node, const Datum& map, std::string_view field);

    Datum equal(const Node& node, const Datum& a, const Datum& b, std::size_t depth = 0);

    std::optional<json::Value> to_json(const Node& node, const Datum& datum, std::size_t depth = 0);
    bool write(const Node& node, std::string& out, const Datum& datum, std::size_t depth = 0);

    const Tree& tree() const { return tree_; }
    const Node& root() const { return tree_.nodes[tree_.root]; }

private:
    Datum evaluate(std::uint32_t index);
    Datum evaluate_child(const Node& node, std::size_t i) {
        return evaluate(tree_.children[node.first + i]);
    }
    Datum evaluate_name(const Node& node);
    Datum evaluate_select(const Node& node);
    Datum evaluate_has(const Node& node);
    Datum evaluate_index(const Node& node);
    Datum evaluate_list(const Node& node);
    Datum evaluate_map(const Node& node);
    Datum evaluate_binary(const Node& node);
    Datum evaluate_logic(const Node& node);
    Datum evaluate_conditional(const Node& node);
    Datum evaluate_call(const Node& node);
    Datum evaluate_host(const Node& node);
    Datum evaluate_fold(const Node& node);
    Datum evaluate_bind(const Node& node);

    Datum follow(const Node& node, const Datum& id);
    Datum read_as(const Node& node, const Datum& datum);
    Datum in(const Node& node, const Datum& needle, const Datum& range);
    std::optional<json::Value> container_to_json(const Node& node, const Datum& datum,
                                                 std::size_t depth);
    Datum negate_datum(const Node& node, const Datum& operand);
    Datum index_list(const Node& node, const Datum& list, const Datum& key);
    Datum index_map(const Node& node, const Datum& map, const Datum& key);
    Datum missing_field(const Node& node, const Datum& base, std::string_view field);
    bool add_entry(const Node& node, std::span<Entry> entries, std::size_t& kept,
                   const Entry& added);

    Datum fold_condition(const Node& node, const Datum& range);
    Datum fold_list(const Node& node, const Datum& range);
    Datum fold_map(const Node& node, const Datum& range);
    bool bind_round(const Node& node, const Datum& range, std::size_t round);
    Datum condition(const Node& node, std::size_t child);

    void run_dry();
    void record_read(const Node& node, const Datum& datum);
    void record_branch(const Node& node, BranchKind kind, std::size_t taken, bool value);
    std::optional<std::string> path_of(const Node& node) const;
    void note_key(const Node& node, const Datum& key);
    void set_local_path(std::size_t local, std::string path);
    void trace_round(const Node& node, const Datum& range, std::size_t round);

    const Tree& tree_;
    const Env& env_;
    std::uint64_t budget_;
    std::uint64_t left_;
    Trace* trace_;
    bool dry_ = false;
    std::optional<base::Error> error_;

    std::array<Datum, kMaxLocals> locals_;

    std::forward_list<std::string> texts_;
    std::forward_list<json::Value> values_;
    std::forward_list<base::Decimal> decimals_;
    std::forward_list<Given> givens_;
    std::vector<std::unique_ptr<Datum[]>> items_;
    std::vector<std::unique_ptr<Entry[]>> entries_;

    // Only while tracing: where each local came from, and the keys of the indexes just evaluated.
    struct Paths {
        std::array<std::string, kMaxLocals> locals;
        std::vector<std::pair<const Node*, std::string>> keys;
    };
    std::unique_ptr<Paths> paths_;
};

// a + b and its like for all kinds but the commonest, which the walk does itself.
Datum apply(Machine& machine, const Node& node, const Datum& a, const Datum& b);
// < <= > >=
Datum compare(Machine& machine, const Node& node, const Datum& a, const Datum& b);

std::string_view symbol_of(Op op);  // "+", "&&", ...

}  // namespace understudy::expr
