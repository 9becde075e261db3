// Tokens to a Tree. Precedence climbing; macros become loops while they are read.
//
// A syntax error ends the parse (what follows would be guesses); everything the lexer found stands
// beside it. Depth and number of nodes are bounded, so neither this nor anything that walks the
// tree later can run out of stack.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "expr/impl/token.hpp"
#include "expr/impl/tree.hpp"
#include "expr/program.hpp"

namespace understudy::expr {

// Fills tree.nodes from tree.text. Without problems the tree is whole.
void parse(Tree& tree, const Limits& limits, std::vector<base::Error>& problems);

// How nodes are made; shared with macros.cpp.
class TreeBuilder {
public:
    TreeBuilder(Tree& tree, const Limits& limits, std::vector<base::Error>& problems)
        : tree_(tree), limits_(limits), problems_(problems) {}

    // Each gives the new node's index, or nullopt when a limit is reached (and reported).
    std::optional<std::uint32_t> add(Node node, const std::vector<std::uint32_t>& children);
    std::uint32_t text(std::string_view text);
    Node& node(std::uint32_t index) { return tree_.nodes[index]; }
    Tree& tree() { return tree_; }

    void problem(base::Code code, std::vector<base::Arg> args, std::size_t begin, std::size_t end);
    const Limits& limits() const { return limits_; }

private:
    Tree& tree_;
    const Limits& limits_;
    std::vector<base::Error>& problems_;
    std::vector<std::uint32_t> heights_;
};

// One call as it was written.
struct Written {
    std::string_view name;
    std::optional<std::uint32_t> receiver;
    std::vector<std::uint32_t> arguments;
    std::uint32_t begin = 0, end = 0, at = 0, at_end = 0;
};

enum class Expansion : std::uint8_t { NotAMacro, Done, Failed };

// Turns `has(x.y)`, `list.all(x, ...)`, `cel.bind(x, v, ...)` into their nodes.
Expansion expand_macro(TreeBuilder& builder, const Written& call, std::uint32_t& result);

}  // namespace understudy::expr
