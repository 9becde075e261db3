// Writes a tree so that reading it gives the same tree again: parentheses where the grammar needs
// them and nowhere else.
#include "expr/impl/print.hpp"

#include <cmath>

#include "base/text.hpp"
#include "expr/impl/machine.hpp"
#include "expr/impl/token.hpp"
#include "expr/impl/unescape.hpp"

namespace understudy::expr {

namespace {

// How tightly an operator holds its operands; the parser's table read from the other side.
enum Strength { kLoosest, kConditional, kOr, kAnd, kRelation, kSum, kProduct, kPrefix, kTightest };

Strength strength_of(Op op) {
    switch (op) {
        case Op::Conditional: return kConditional;
        case Op::Or: return kOr;
        case Op::And: return kAnd;
        case Op::Equal:
        case Op::NotEqual:
        case Op::Less:
        case Op::LessEqual:
        case Op::Greater:
        case Op::GreaterEqual:
        case Op::In: return kRelation;
        case Op::Add:
        case Op::Subtract: return kSum;
        case Op::Multiply:
        case Op::Divide:
        case Op::Modulo: return kProduct;
        case Op::Not:
        case Op::Negate: return kPrefix;
        default: return kTightest;
    }
}

std::string_view name_of_fold(FoldKind kind, bool two) {
    switch (kind) {
        case FoldKind::All: return "all";
        case FoldKind::Exists: return "exists";
        case FoldKind::ExistsOne: return two ? "existsOne" : "exists_one";
        case FoldKind::Map:
        case FoldKind::MapIf: return two ? "transformList" : "map";
        case FoldKind::Filter: return "filter";
        case FoldKind::TransformMap:
        case FoldKind::TransformMapIf: return "transformMap";
        default: return "transformMapEntry";
    }
}

bool is_plain_name(std::string_view name) {
    if (name.empty() || name == "in" || name == "true" || name == "false" || name == "null") {
        return false;
    }
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool letter = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || c < '0' || c > '9')) return false;
    }
    return true;
}

class Printer {
public:
    explicit Printer(const Tree& tree) : tree_(tree) {}

    void put(const Node& node, Strength least) {
        const bool wrap = strength_of(node.op) < least;
        if (wrap) out_ += '(';
        put_bare(node);
        if (wrap) out_ += ')';
    }
    std::string take() { return std::move(out_); }

private:
    void put_bare(const Node& node) {
        switch (node.op) {
            case Op::Literal: return put_literal(tree_.literals[node.index]);
            case Op::Ident: out_ += tree_.texts[node.index]; return;
            case Op::Name: out_ += tree_.names[node.index]; return;
            case Op::Local: out_ += variables_[node.index]; return;
            case Op::Absent: out_ += "absent"; return;
            case Op::Select: return put_select(node);
            case Op::Has:
                out_ += "has(";
                put_select(node);
                out_ += ')';
                return;
            case Op::Index:
                put_operand(child(node, 0));
                out_ += '[';
                put(child(node, 1), kLoosest);
                out_ += ']';
                return;
            case Op::List:
                out_ += '[';
                put_list(node, 0);
                out_ += ']';
                return;
            case Op::Map: return put_map(node);
            case Op::Not:
            case Op::Negate: return put_prefix(node);
            case Op::And:
            case Op::Or: return put_chain(node);
            case Op::Conditional: return put_conditional(node);
            case Op::Call: return put_call(node, tree_.texts[node.index]);
            case Op::Host: return put_call(node, tree_.hosts[node.index].name);
            case Op::Fold: return put_fold(node);
            case Op::Bind: return put_bind(node);
            default: break;
        }
        const Strength own = strength_of(node.op);
        put(child(node, 0), own);
        out_ += ' ';
        out_ += symbol_of(node.op);
        out_ += ' ';
        put(child(node, 1), static_cast<Strength>(own + 1));
    }

    void put_literal(const Datum& datum) {
        switch (datum.kind) {
            case Kind::Bool: out_ += datum.boolean ? "true" : "false"; return;
            case Kind::Int: out_ += std::to_string(datum.integer); return;
            case Kind::Double: out_ += base::shortest(datum.real); return;
            case Kind::String: out_ += to_literal(datum.view()); return;
            default: out_ += "null";
        }
    }

    // What stands before a dot or bracket. 1.size() would read as a number, -1[0] as -(1[0]).
    void put_operand(const Node& node) {
        const bool number =
            node.op == Op::Literal && (tree_.literals[node.index].kind == Kind::Int ||
                                       tree_.literals[node.index].kind == Kind::Double);
        if (number) {
            out_ += '(';
            put(node, kLoosest);
            out_ += ')';
        } else {
            put(node, kTightest);
        }
    }

    void put_select(const Node& node) {
        put_operand(child(node, 0));
        out_ += '.';
        const std::string& field = tree_.texts[node.index];
        const bool plain = is_plain_name(field);
        out_ += plain ? field : "`" + field + "`";
    }

    void put_list(const Node& node, std::size_t from) {
        for (std::size_t i = from; i < node.count; ++i) {
            if (i > from) out_ += ", ";
            put(child(node, i), kLoosest);
        }
    }

    void put_map(const Node& node) {
        out_ += '{';
        for (std::size_t i = 0; i < node.count; ++i) {
            if (i > 0) out_ += i % 2 == 0 ? ", " : ": ";
            put(child(node, i), kLoosest);
        }
        out_ += '}';
    }

    // -(5) is not the literal -5.
    void put_prefix(const Node& node) {
        out_ += symbol_of(node.op);
        const Node& operand = child(node, 0);
        const bool literal = node.op == Op::Negate && starts_with_number(operand);
        if (literal) out_ += '(';
        put(operand, literal ? kLoosest : kPrefix);
        if (literal) out_ += ')';
    }

    bool starts_with_number(const Node& node) const {
        if (node.op != Op::Literal) return false;
        const Datum& datum = tree_.literals[node.index];
        return (datum.kind == Kind::Int && datum.integer >= 0) ||
               (datum.kind == Kind::Double && !std::signbit(datum.real));
    }

    void put_chain(const Node& node) {
        const auto inside = static_cast<Strength>(strength_of(node.op) + 1);
        for (std::size_t i = 0; i < node.count; ++i) {
            if (i > 0) out_ += node.op == Op::And ? " && " : " || ";
            put(child(node, i), inside);
        }
    }

    void put_conditional(const Node& node) {
        put(child(node, 0), kOr);
        out_ += " ? ";
        put(child(node, 1), kOr);
        out_ += " : ";
        put(child(node, 2), kConditional);
    }

    void put_call(const Node& node, std::string_view name) {
        const bool method = (node.flags & kReceiver) != 0;
        if (method) {
            put_operand(child(node, 0));
            out_ += '.';
        }
        out_ += name;
        out_ += '(';
        put_list(node, method ? 1 : 0);
        out_ += ')';
    }

    void put_fold(const Node& node) {
        const bool two = (node.flags & kTwoVariables) != 0;
        put_operand(child(node, 0));
        out_ += '.';
        out_ += name_of_fold(static_cast<FoldKind>(node.detail), two);
        out_ += '(';
        out_ += tree_.texts[node.variable] + ", ";
        if (two) out_ += tree_.texts[node.variable + 1] + ", ";
        const std::size_t before = variables_.size();
        variables_.push_back(tree_.texts[node.variable]);
        if (two) variables_.push_back(tree_.texts[node.variable + 1]);
        put_list(node, 1);
        variables_.resize(before);
        out_ += ')';
    }

    void put_bind(const Node& node) {
        const std::string& name = tree_.texts[node.variable];
        out_ += "cel.bind(" + name + ", ";
        put(child(node, 0), kLoosest);
        out_ += ", ";
        variables_.push_back(name);
        put(child(node, 1), kLoosest);
        variables_.pop_back();
        out_ += ')';
    }

    const Node& child(const Node& node, std::size_t i) const { return tree_.child(node, i); }

    const Tree& tree_;
    std::string out_;
    std::vector<std::string> variables_;
};

}  // namespace

std::string print(const Tree& tree, std::uint32_t node) {
    Printer printer(tree);
    printer.put(tree.nodes[node], kLoosest);
    return printer.take();
}

}  // namespace understudy::expr
