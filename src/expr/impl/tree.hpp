// A parsed expression: nodes in one flat array, children by index, texts and literals in tables.
//
//     1 + self.amount        nodes: Literal(1)  Name(self)  Select(amount, 1)  Add(0, 2) <- root
//
// The parser writes it, the checker resolves names and functions in it, and from then on it never
// changes: any number of evaluations share it.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "base/mark.hpp"
#include "base/regex.hpp"
#include "expr/impl/datum.hpp"
#include "expr/scope.hpp"

namespace understudy::expr {

struct Overload;  // impl/overload.hpp

enum class Op : std::uint8_t {
    Literal,  // index: into literals
    Ident,    // index: into texts; gone after checking
    Name,     // index: slot
    Local,    // index: place among the locals
    Absent,
    Select,  // child; index: field, into texts
    Has,     // child; index: field, into texts
    Index,   // child, key
    List,    // items
    Map,     // key, value, key, value, ...
    Not,
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    And,          // two or more operands
    Or,           // two or more operands
    Conditional,  // condition, then, else
    Call,         // arguments (the receiver first); index: name, into texts
    Host,         // arguments; index: into hosts
    Fold,         // range, then one or two bodies; detail: FoldKind; index: the first variable
    Bind,         // value, body; index: the variable
};

enum class FoldKind : std::uint8_t {
    All,
    Exists,
    ExistsOne,
    Map,           // range, body
    MapIf,         // range, condition, body
    Filter,        // range, condition
    TransformMap,  // two variables: range, body
    TransformMapIf,
    TransformEntry,  // two variables: range, body that makes a map of one
    TransformEntryIf,
};

enum Flag : std::uint8_t {
    kReceiver = 1,       // Call: written as a method
    kOutermost = 2,      // of a path such as self.items[0].amount
    kTwoVariables = 4,   // Fold
    kFollow = 8,         // Select, Has: the child is a reference
    kMissingIsNull = 16  // Select: a declared member that was not sent
};

struct Node {
    Op op = Op::Literal;
    std::uint8_t detail = 0;
    std::uint8_t flags = 0;
    TypeKind read_as = TypeKind::Any;  // JSON text found here becomes a timestamp, ...
    std::uint32_t begin = 0;           // bytes of the text
    std::uint32_t end = 0;
    std::uint32_t at = 0;  // where a caret goes: the operator, the field, the function's name
    std::uint32_t at_end = 0;
    std::uint32_t first = 0;  // children[first, first + count)
    std::uint32_t count = 0;
    std::uint32_t index = 0;
    std::uint32_t variable = 0;  // Fold, Bind: the variable's name in texts (the second follows);
                                 // Select: name of the followed shape in texts
    std::uint32_t extra = 0;     // Call: first candidate; Fold: number of locals before it
    std::uint32_t extra_count = 0;  // Call: number of candidates
    std::uint32_t pattern = 0;      // Call of matches with a literal: 1 + index into patterns
};

inline constexpr std::size_t kMaxLocals = 32;

struct Tree {
    std::string text;
    base::Mark where;  // place of the text in its file
    std::vector<Node> nodes;
    std::vector<std::uint32_t> children;
    std::deque<std::string> texts;  // stable: literals point into it
    std::vector<Datum> literals;
    std::vector<const Overload*> candidates;
    std::vector<HostFunction> hosts;
    std::vector<std::string> names;  // of the slots
    std::deque<base::Regex> patterns;
    std::uint32_t root = 0;
    TypeKind type = TypeKind::Any;
    std::uint64_t worst_cost = 0;

    std::span<const std::uint32_t> children_of(const Node& node) const {
        return {children.data() + node.first, node.count};
    }
    const Node& child(const Node& node, std::size_t i) const {
        return nodes[children[node.first + i]];
    }
};

// The mark of bytes [begin, end) of the text, in the file where possible.
base::Mark place(const Tree& tree, std::size_t begin, std::size_t end);

// Are the two trees the same, places aside?
bool same_tree(const Tree& a, std::uint32_t node_a, const Tree& b, std::uint32_t node_b);

}  // namespace understudy::expr
