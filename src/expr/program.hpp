// Expressions as pack authors write them, checked once and evaluated often.
//
//     Scope scope;
//     scope.add("self", Type::object(charge));
//     Program guard = TRY(compile("self.amount > 100 && self.status == 'open'", scope, {}, mark));
//     guard.worst_cost();     // steps, known before the first evaluation
//
// Everything wrong with the text is reported at once: unknown names and fields (with the nearest
// known one), unknown functions, arguments whose type cannot fit, number literals out of range,
// patterns that are not RE2, and a worst-case cost past the limit. Evaluation is in evaluate.hpp,
// the language itself in docs/reference/expressions.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mark.hpp"
#include "base/result.hpp"
#include "expr/scope.hpp"
#include "expr/type.hpp"

namespace understudy::expr {

struct Limits {
    std::size_t bytes = 16'384;           // of the text
    std::size_t depth = 128;              // of nesting
    std::size_t nodes = 4'096;            // parts after parsing
    std::uint64_t cost = 100'000;         // worst case, in steps
    std::uint32_t assumed_items = 100;    // size of a list or map whose type does not say
    std::uint32_t assumed_bytes = 1'024;  // size of a string whose type does not say
};

enum class Checks : std::uint8_t {
    All,
    Late,  // leave names and types to the evaluation, as CEL does for unchecked expressions
};

struct Tree;  // impl/tree.hpp

class Program {
public:
    const std::string& text() const;
    std::uint64_t worst_cost() const;
    TypeKind type() const;  // of the result; Any if it is not known

    // The names of the scope that the expression reads, each once: `self`, `now`.
    std::vector<std::string> names_read() const;
    // What is read of them, as far as it is written: `self.status`, `self.items`.
    std::vector<std::string> paths_read() const;

    // The expression in its one canonical form, parentheses only where needed, macros written out.
    std::string to_text() const;

    const Tree& tree() const { return *tree_; }

private:
    friend base::Result<Program> compile(std::string_view, const Scope&, const Limits&,
                                         const base::Mark&, Checks);
    explicit Program(std::shared_ptr<const Tree> tree) : tree_(std::move(tree)) {}
    std::shared_ptr<const Tree> tree_;
};

// `where` is the place of the text in its file: marks then point into that file (exactly, when the
// text stands on one line there as it is; else at its start). Without it they point into the
// expression itself.
base::Result<Program> compile(std::string_view text, const Scope& scope, const Limits& limits = {},
                              const base::Mark& where = {}, Checks checks = Checks::All);

}  // namespace understudy::expr
