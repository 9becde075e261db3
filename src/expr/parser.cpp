// Tokens to a tree by precedence climbing.
//
//     conditional   a ? b : c          lowest, right to left
//     ||            one node for the whole chain
//     &&            one node for the whole chain
//     == != < <= > >= in
//     + -
//     * / %
//     ! - (prefix)
//     . [] ()       highest
#include "expr/impl/parser.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace understudy::expr {

using base::Code;
using Index = std::optional<std::uint32_t>;

std::optional<std::uint32_t> TreeBuilder::add(Node node,
                                              const std::vector<std::uint32_t>& children) {
    if (tree_.nodes.size() >= limits_.nodes) {
        problem(Code::ExprTooMany, {{"limit", std::to_string(limits_.nodes)}}, node.begin,
                node.end);
        return std::nullopt;
    }
    std::uint32_t height = 1;
    for (const std::uint32_t child : children) height = std::max(height, heights_[child] + 1);
    if (height > limits_.depth) {
        problem(Code::ExprTooDeep, {{"limit", std::to_string(limits_.depth)}}, node.begin,
                node.end);
        return std::nullopt;
    }
    node.first = static_cast<std::uint32_t>(tree_.children.size());
    node.count = static_cast<std::uint32_t>(children.size());
    tree_.children.insert(tree_.children.end(), children.begin(), children.end());
    tree_.nodes.push_back(node);
    heights_.push_back(height);
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
}

std::uint32_t TreeBuilder::text(std::string_view text) {
    tree_.texts.emplace_back(text);
    return static_cast<std::uint32_t>(tree_.texts.size() - 1);
}

void TreeBuilder::problem(Code code, std::vector<base::Arg> args, std::size_t begin,
                          std::size_t end) {
    problems_.push_back({code, std::move(args), place(tree_, begin, end), {}});
}

namespace {

struct Binary {
    std::string_view mark;
    Op op;
    int strength;
};

constexpr int kOr = 1;
constexpr int kAnd = 2;
constexpr int kRelation = 3;

constexpr Binary kBinaries[] = {
    {"||", Op::Or, kOr},           {"&&", Op::And, kAnd},
    {"==", Op::Equal, kRelation},  {"!=", Op::NotEqual, kRelation},
    {"<", Op::Less, kRelation},    {"<=", Op::LessEqual, kRelation},
    {">", Op::Greater, kRelation}, {">=", Op::GreaterEqual, kRelation},
    {"in", Op::In, kRelation},     {"+", Op::Add, 4},
    {"-", Op::Subtract, 4},        {"*", Op::Multiply, 5},
    {"/", Op::Divide, 5},          {"%", Op::Modulo, 5},
};

const Binary* find_binary(const Token& token) {
    if (token.kind != TokenKind::Mark && token.kind != TokenKind::Ident) return nullptr;
    for (const Binary& binary : kBinaries) {
        if (binary.mark == token.text) return &binary;
    }
    return nullptr;
}

class Parser {
public:
    Parser(TreeBuilder& builder, std::vector<Token> tokens)
        : builder_(builder), tokens_(std::move(tokens)) {}

    void parse() {
        const Index root = conditional();
        if (!root) return;
        if (next().kind != TokenKind::End) {
            expected("an operator or the end");
            return;
        }
        builder_.tree().root = *root;
    }

private:
    // --- levels

    Index conditional() {
        const Deeper deeper(*this);
        if (!deeper) return std::nullopt;
        const Index condition = binary(kOr);
        if (!condition || !is("?")) return condition;
        const Token mark = take();
        const Index yes = binary(kOr);
        if (!yes || !want(":")) return std::nullopt;
        const Index no = conditional();
        if (!no) return std::nullopt;
        return operation(Op::Conditional, {*condition, *yes, *no}, mark);
    }

    Index binary(int least) {
        Index left = unary();
        while (left) {
            const Binary* found = find_binary(next());
            if (found == nullptr || found->strength < least) return left;
            if (found->op == Op::And || found->op == Op::Or) {
                left = chain(*left, *found);
                continue;
            }
            const Token mark = take();
            const Index right = binary(found->strength + 1);
            if (!right) return std::nullopt;
            left = operation(found->op, {*left, *right}, mark);
        }
        return std::nullopt;
    }

    // a && b && c as one node: no depth, and one place to decide.
    Index chain(std::uint32_t first, const Binary& found) {
        std::vector<std::uint32_t> operands{first};
        const Token mark = next();
        while (is(found.mark)) {
            take();
            const Index operand = binary(found.strength + 1);
            if (!operand) return std::nullopt;
            operands.push_back(*operand);
        }
        return operation(found.op, operands, mark);
    }

    Index unary() {
        const Deeper deeper(*this);
        if (!deeper) return std::nullopt;
        if (is("!")) return prefix(Op::Not);
        if (!is("-")) return member();
        const TokenKind behind = tokens_[at_ + 1].kind;
        if (behind == TokenKind::Int || behind == TokenKind::Double) return member();
        return prefix(Op::Negate);
    }

    Index prefix(Op op) {
        const Token mark = take();
        const Index operand = unary();
        if (!operand) return std::nullopt;
        Node node = node_at(op, mark);
        node.end = builder_.node(*operand).end;
        return builder_.add(node, {*operand});
    }

    Index member() {
        Index base = primary();
        while (base) {
            if (is(".")) {
                base = dotted(*base);
            } else if (is("[")) {
                base = indexed(*base);
            } else {
                return base;
            }
        }
        return std::nullopt;
    }

    Index dotted(std::uint32_t base) {
        take();
        const Token field = next();
        if (field.kind != TokenKind::Ident && field.kind != TokenKind::Quoted) {
            return expected("a field or function name");
        }
        take();
        if (is("(") && field.kind == TokenKind::Ident) return call(field, base);
        Node node = node_at(Op::Select, field);
        node.begin = builder_.node(base).begin;
        node.index = builder_.text(field.kind == TokenKind::Quoted ? std::string_view(field.value)
                                                                   : field.text);
        return builder_.add(node, {base});
    }

    Index indexed(std::uint32_t base) {
        const Token open = take();
        const Index key = conditional();
        if (!key) return std::nullopt;
        const Token close = next();
        if (!want("]")) return std::nullopt;
        Node node = node_at(Op::Index, open);
        node.begin = builder_.node(base).begin;
        node.at_end = node.end = close.end;
        return builder_.add(node, {base, *key});
    }

    Index primary() {
        const Token token = next();
        switch (token.kind) {
            case TokenKind::Int:
            case TokenKind::Double:
            case TokenKind::String: return literal(take(), false);
            case TokenKind::Ident: return word();
            case TokenKind::Quoted:
            case TokenKind::End: return expected("a value");
            case TokenKind::Mark: break;
        }
        if (is("-")) {
            take();
            return literal(take(), true);
        }
        if (is("(")) return parenthesis();
        if (is("[")) return list();
        if (is("{")) return map();
        if (is(".")) {  // .name: the same as name, there being no namespaces
            take();
            if (next().kind == TokenKind::Ident) return word();
            return expected("a name");
        }
        return expected("a value");
    }

    Index parenthesis() {
        const Token open = take();
        const Index inner = conditional();
        if (!inner) return std::nullopt;
        const Token close = next();
        if (!want(")")) return std::nullopt;
        builder_.node(*inner).begin = open.begin;
        builder_.node(*inner).end = close.end;
        return inner;
    }

    Index list() {
        const Token open = take();
        std::vector<std::uint32_t> items;
        const Index close = comma_list("]", items);
        if (!close) return std::nullopt;
        Node node = node_at(Op::List, open);
        node.end = *close;
        return builder_.add(node, items);
    }

    Index map() {
        const Token open = take();
        std::vector<std::uint32_t> parts;
        while (!is("}")) {
            const Index key = conditional();
            if (!key || !want(":")) return std::nullopt;
            const Index value = conditional();
            if (!value) return std::nullopt;
            parts.push_back(*key);
            parts.push_back(*value);
            if (!is(",")) break;
            take();
        }
        Node node = node_at(Op::Map, open);
        node.end = next().end;
        if (!want("}")) return std::nullopt;
        return builder_.add(node, parts);
    }

    Index word() {
        const Token token = take();
        if (token.text == "true" || token.text == "false" || token.text == "null") {
            return constant(token);
        }
        if (token.text == "in") return expected_instead("a value", token);
        if (is("(")) return call(token, std::nullopt);
        if (is_reserved(token.text)) {
            builder_.problem(Code::ExprReserved, {{"word", std::string(token.text)}}, token.begin,
                             token.end);
            return std::nullopt;
        }
        if (is("{")) {
            builder_.problem(Code::ExprUnsupported,
                             {{"what", "messages"}, {"help", "write a map: {\"name\": value}"}},
                             token.begin, token.end);
            return std::nullopt;
        }
        Node node = node_at(token.text == "absent" ? Op::Absent : Op::Ident, token);
        if (node.op == Op::Ident) node.index = builder_.text(token.text);
        return builder_.add(node, {});
    }

    Index call(const Token& name, Index receiver) {
        take();
        Written written;
        written.name = name.text;
        written.receiver = receiver;
        written.begin = receiver ? builder_.node(*receiver).begin : name.begin;
        written.at = name.begin;
        written.at_end = name.end;
        const Index close = comma_list(")", written.arguments);
        if (!close) return std::nullopt;
        written.end = *close;

        std::uint32_t expanded = 0;
        const Expansion expansion = expand_macro(builder_, written, expanded);
        if (expansion == Expansion::Failed) return std::nullopt;
        if (expansion == Expansion::Done) return expanded;

        Node node = node_at(Op::Call, name);
        node.begin = written.begin;
        node.end = written.end;
        node.index = builder_.text(name.text);
        std::vector<std::uint32_t> children;
        children.reserve(written.arguments.size() + 1);
        if (receiver) {
            node.flags |= kReceiver;
            children.push_back(*receiver);
        }
        for (const std::uint32_t argument : written.arguments) children.push_back(argument);
        return builder_.add(node, children);
    }

    // Values up to the closing mark; gives the place behind it. A last comma is allowed.
    Index comma_list(std::string_view close, std::vector<std::uint32_t>& items) {
        while (!is(close)) {
            const Index item = conditional();
            if (!item) return std::nullopt;
            items.push_back(*item);
            if (!is(",")) break;
            take();
            if (close == ")" && is(close)) return expected("an argument");
        }
        const std::uint32_t end = next().end;
        if (!want(close)) return std::nullopt;
        return end;
    }

    Index literal(const Token& token, bool negative) {
        Datum datum = Datum::null();
        if (token.kind == TokenKind::String) {
            datum =
                Datum::from(std::string_view(builder_.tree().texts[builder_.text(token.value)]));
        } else if (token.kind == TokenKind::Double) {
            datum = Datum::from(negative ? -token.real : token.real);
        } else {
            constexpr std::uint64_t kMost = std::uint64_t{1} << 63;
            if (token.magnitude == kMost && !negative) {
                builder_.problem(
                    Code::ExprNumber,
                    {{"number", std::string(token.text)}, {"type", "a 64-bit integer"}},
                    token.begin, token.end);
            }
            datum = Datum::from(
                static_cast<std::int64_t>(negative ? 0 - token.magnitude : token.magnitude));
        }
        Node node = node_at(Op::Literal, token);
        if (negative) node.begin = node.at = tokens_[at_ - 2].begin;
        return literal_node(node, datum);
    }

    Index constant(const Token& token) {
        const Datum datum =
            token.text == "null" ? Datum::null() : Datum::from(token.text == "true");
        return literal_node(node_at(Op::Literal, token), datum);
    }

    Index literal_node(Node node, Datum datum) {
        node.index = static_cast<std::uint32_t>(builder_.tree().literals.size());
        builder_.tree().literals.push_back(datum);
        return builder_.add(node, {});
    }

    Index operation(Op op, const std::vector<std::uint32_t>& operands, const Token& mark) {
        Node node = node_at(op, mark);
        node.begin = builder_.node(operands.front()).begin;
        node.end = builder_.node(operands.back()).end;
        return builder_.add(node, operands);
    }

    // --- tokens

    const Token& next() const { return tokens_[at_]; }
    Token take() {
        const Token token = tokens_[at_];
        if (at_ + 1 < tokens_.size()) ++at_;
        return token;
    }
    bool is(std::string_view mark) const {
        const Token& token = tokens_[at_];
        return token.text == mark && (token.kind == TokenKind::Mark);
    }
    bool want(std::string_view mark) {
        if (is(mark)) {
            take();
            return true;
        }
        expected("`" + std::string(mark) + "`");
        return false;
    }
    Index expected(std::string_view what) { return expected_instead(what, next()); }
    Index expected_instead(std::string_view what, const Token& token) {
        const bool end = token.kind == TokenKind::End;
        std::string help;
        if (token.text == "and") help = "\"and\" is written &&";
        if (token.text == "or") help = "\"or\" is written ||";
        if (token.text == "not") help = "\"not\" is written !";
        builder_.problem(Code::ExprSyntax,
                         {{"expected", std::string(what)},
                          {"found", end ? "the end" : "`" + std::string(token.text) + "`"},
                          {"help", help}},
                         token.begin, token.end);
        return std::nullopt;
    }
    static Node node_at(Op op, const Token& token) {
        Node node;
        node.op = op;
        node.begin = node.at = token.begin;
        node.end = node.at_end = token.end;
        return node;
    }

    // Counts recursion; the limit is reported once.
    class Deeper {
    public:
        explicit Deeper(Parser& parser) : parser_(parser) {
            within_ = ++parser_.depth_ <= 2 * parser_.builder_.limits().depth;
            if (within_) return;
            const Token& token = parser_.next();
            parser_.builder_.problem(Code::ExprTooDeep,
                                     {{"limit", std::to_string(parser_.builder_.limits().depth)}},
                                     token.begin, token.end);
        }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        ~Deeper() { --parser_.depth_; }
        explicit operator bool() const { return within_; }

    private:
        Parser& parser_;
        bool within_;
    };

    TreeBuilder& builder_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace

void parse(Tree& tree, const Limits& limits, std::vector<base::Error>& problems) {
    if (tree.text.size() > limits.bytes) {
        problems.push_back(
            {Code::ExprTooLong,
             {{"bytes", std::to_string(tree.text.size())}, {"limit", std::to_string(limits.bytes)}},
             tree.where,
             {}});
        return;
    }
    if (!base::is_utf8(tree.text)) {
        problems.push_back({Code::ExprNotUtf8, {}, tree.where, {}});
        return;
    }
    std::vector<Token> tokens = read_tokens(tree, problems);
    const bool words_are_good = problems.empty();
    TreeBuilder builder(tree, limits, problems);
    Parser(builder, std::move(tokens)).parse();
    // Behind a bad word the grammar's complaints are mostly echoes of it.
    if (!words_are_good) {
        const auto echo = [](const base::Error& e) { return e.code == Code::ExprSyntax; };
        std::erase_if(problems, echo);
    }
}

}  // namespace understudy::expr
