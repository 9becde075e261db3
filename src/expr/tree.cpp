// Places of a tree's parts in the file the expression was written in, and comparison of trees.
#include "expr/impl/tree.hpp"

#include <cstring>

#include "base/text.hpp"

namespace understudy::expr {

namespace {

bool same_literal(const Datum& a, const Datum& b) {
    if (a.kind != b.kind) return false;
    switch (a.kind) {
        case Kind::Bool: return a.boolean == b.boolean;
        case Kind::Int: return a.integer == b.integer;
        case Kind::Double: return std::memcmp(&a.real, &b.real, sizeof a.real) == 0;
        case Kind::String: return a.view() == b.view();
        default: return true;
    }
}

bool has_text(Op op) {
    return op == Op::Ident || op == Op::Select || op == Op::Has || op == Op::Call;
}

bool has_variable(Op op) {
    return op == Op::Fold || op == Op::Bind;
}

}  // namespace

base::Mark place(const Tree& tree, std::size_t begin, std::size_t end) {
    const base::Mark& where = tree.where;
    if (!where.is_known()) return base::mark_in(where.file, tree.text, begin, end);

    // A YAML scalar's mark starts at its quote, so the text is looked for from there on. Where it
    // was folded or escaped it is not found, and the start of the scalar is the best place there
    // is.
    std::size_t from = 0;
    for (std::uint32_t column = where.excerpt_column;
         column < where.column && from < where.excerpt.size(); ++column) {
        base::next_code_point(where.excerpt, from);
    }
    const std::size_t found =
        tree.text.empty() ? std::string::npos : where.excerpt.find(tree.text, from);
    if (found == std::string::npos) return where;

    base::Mark mark = where;
    const std::string_view line = where.excerpt;
    const std::string_view text = tree.text;
    begin = std::min(begin, text.size());
    end = std::min(std::max(begin, end), text.size());
    mark.column = where.excerpt_column +
                  static_cast<std::uint32_t>(base::count_code_points(line.substr(0, found)) +
                                             base::count_code_points(text.substr(0, begin)));
    mark.length =
        static_cast<std::uint32_t>(base::count_code_points(text.substr(begin, end - begin)));
    return mark;
}

bool same_tree(const Tree& a, std::uint32_t node_a, const Tree& b, std::uint32_t node_b) {
    const Node& x = a.nodes[node_a];
    const Node& y = b.nodes[node_b];
    if (x.op != y.op || x.detail != y.detail || x.count != y.count) return false;
    if ((x.flags & (kReceiver | kTwoVariables)) != (y.flags & (kReceiver | kTwoVariables))) {
        return false;
    }
    if (x.op == Op::Literal && !same_literal(a.literals[x.index], b.literals[y.index]))
        return false;
    if (has_text(x.op) && a.texts[x.index] != b.texts[y.index]) return false;
    if (has_variable(x.op)) {
        if (a.texts[x.variable] != b.texts[y.variable]) return false;
        if ((x.flags & kTwoVariables) != 0 && a.texts[x.variable + 1] != b.texts[y.variable + 1]) {
            return false;
        }
    }
    for (std::size_t i = 0; i < x.count; ++i) {
        if (!same_tree(a, a.children[x.first + i], b, b.children[y.first + i])) return false;
    }
    return true;
}

}  // namespace understudy::expr
