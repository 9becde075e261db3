// Compiling: read, resolve, check, weigh. All problems of one expression become one error.
#include "expr/program.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/impl/check.hpp"
#include "expr/impl/parser.hpp"
#include "expr/impl/print.hpp"
#include "expr/impl/tree.hpp"

namespace understudy::expr {

using base::Code;

namespace {

base::Error together(std::vector<base::Error> problems, const Tree& tree) {
    if (problems.size() == 1) return std::move(problems.front());
    base::Mark where = tree.where.is_known() ? tree.where : base::Mark{};
    if (!tree.where.is_known()) where.file = tree.where.file;
    return {Code::ExprProblems,
            {{"count", base::plural(problems.size(), "problem")}},
            std::move(where),
            std::move(problems)};
}

bool has_index(const Tree& tree, const Node& node) {
    if (node.op == Op::Index) return true;
    return (node.op == Op::Select || node.op == Op::Has) && has_index(tree, tree.child(node, 0));
}

// `self.items` of self.items[0].amount: what is certain before evaluation.
std::string written_path(const Tree& tree, const Node& node) {
    if (node.op == Op::Name) return tree.names[node.index];
    if (node.op == Op::Index) return written_path(tree, tree.child(node, 0));
    if (node.op != Op::Select && node.op != Op::Has) return {};
    const Node& base = tree.child(node, 0);
    std::string path = written_path(tree, base);
    if (path.empty() || has_index(tree, base)) return path;
    return path + "." + tree.texts[node.index];
}

}  // namespace

base::Result<Program> compile(std::string_view text, const Scope& scope, const Limits& limits,
                              const base::Mark& where, Checks checks) {
    auto tree = std::make_shared<Tree>();
    tree->text = text;
    tree->where = where;
    std::vector<base::Error> problems;
    parse(*tree, limits, problems);
    if (!problems.empty()) return base::fail(together(std::move(problems), *tree));

    const Types types = check(*tree, scope, checks, problems);
    if (!problems.empty()) return base::fail(together(std::move(problems), *tree));

    tree->type = types[tree->root].kind();
    tree->worst_cost = worst_cost(*tree, types, limits);
    if (tree->worst_cost > limits.cost) {
        return base::fail(Code::ExprCost,
                          {{"cost", base::with_thousands(tree->worst_cost)},
                           {"limit", base::with_thousands(limits.cost)}},
                          place(*tree, 0, tree->text.size()));
    }
    return Program(std::move(tree));
}

const std::string& Program::text() const {
    return tree_->text;
}

std::uint64_t Program::worst_cost() const {
    return tree_->worst_cost;
}

TypeKind Program::type() const {
    return tree_->type;
}

std::string Program::to_text() const {
    return print(*tree_, tree_->root);
}

std::vector<std::string> Program::names_read() const {
    std::vector<std::string> names;
    for (const Node& node : tree_->nodes) {
        if (node.op == Op::Name) names.push_back(tree_->names[node.index]);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::vector<std::string> Program::paths_read() const {
    std::vector<std::string> paths;
    for (const Node& node : tree_->nodes) {
        const bool outermost = (node.flags & kOutermost) != 0 || node.op == Op::Has;
        if (!outermost) continue;
        std::string path = written_path(*tree_, node);
        if (!path.empty()) paths.push_back(std::move(path));
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

}  // namespace understudy::expr
