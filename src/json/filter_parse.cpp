// Reads the filters of a JSONPath query and checks that they are well-typed (RFC 9535, 2.4.3); see
// impl/path_parser.hpp.
#include <array>

#include "base/text.hpp"
#include "json/impl/path_parser.hpp"

namespace understudy::json {

using base::Code;
using base::Result;
using Function = Path::Query::Function;

struct FunctionSignature {
    std::string_view name;
    Function function;
    std::size_t arguments;
    bool takes_nodes;  // else values
    bool gives_value;  // else yes or no
};

namespace {

constexpr auto kFunctions = std::to_array<FunctionSignature>({
    {"length", Function::Length, 1, false, true},
    {"count", Function::Count, 1, true, true},
    {"match", Function::Match, 2, false, false},
    {"search", Function::Search, 2, false, false},
    {"value", Function::Value, 1, true, true},
});

const FunctionSignature& signature_of(Function function) {
    return kFunctions[static_cast<std::size_t>(function)];
}

}  // namespace

Result<Path::Query::Logical> PathParser::any_of() {
    TRY_VOID(enter());
    Logical result = TRY(all_of());
    skip_space();
    if (text_.substr(at_).starts_with("||")) {
        Logical group;
        group.kind = Logical::Kind::Or;
        group.parts.push_back(std::move(result));
        while (take("||")) {
            skip_space();
            group.parts.push_back(TRY(all_of()));
            skip_space();
        }
        result = std::move(group);
    }
    --depth_;
    return result;
}

Result<Path::Query::Logical> PathParser::all_of() {
    Logical result = TRY(basic());
    skip_space();
    if (!text_.substr(at_).starts_with("&&")) return result;
    Logical group;
    group.kind = Logical::Kind::And;
    group.parts.push_back(std::move(result));
    while (take("&&")) {
        skip_space();
        group.parts.push_back(TRY(basic()));
        skip_space();
    }
    return group;
}

Result<Path::Query::Logical> PathParser::basic() {
    if (peek() == '(') return parenthesised();
    if (!take("!")) return test(false);
    skip_space();
    Logical negation;
    negation.kind = Logical::Kind::Not;
    negation.parts.push_back(TRY(peek() == '(' ? parenthesised() : test(true)));
    return negation;
}

Result<Path::Query::Logical> PathParser::parenthesised() {
    take("(");
    skip_space();
    Logical inside = TRY(any_of());
    skip_space();
    if (!take(")")) return expected("\"&&\", \"||\" or \")\"");
    return inside;
}

// A comparison, or something that holds or not; what follows `!` is never a comparison.
Result<Path::Query::Logical> PathParser::test(bool negated) {
    const std::size_t begin = at_;
    Operand left = TRY(operand());
    const std::size_t after = at_;
    skip_space();
    const std::optional<Comparison> sign = negated ? std::nullopt : comparison();
    if (!sign) {
        if (left.kind != Operand::Kind::Literal) at_ = after;
        return as_test(std::move(left), begin);
    }
    TRY_VOID(check_comparable(left, begin));
    skip_space();
    const std::size_t right_begin = at_;
    Operand right = TRY(operand());
    TRY_VOID(check_comparable(right, right_begin));
    Logical result;
    result.kind = Logical::Kind::Compare;
    result.left = std::move(left);
    result.right = std::move(right);
    result.comparison = *sign;
    return result;
}

Result<Path::Query::Logical> PathParser::as_test(Operand operand, std::size_t begin) {
    if (operand.kind == Operand::Kind::Literal) return expected("a comparison");
    if (operand.kind == Operand::Kind::Call) {
        const FunctionSignature& signature = signature_of(operand.call->function);
        if (signature.gives_value) {
            return misuse("what " + std::string(signature.name) + "() gives must be compared",
                          begin);
        }
    }
    Logical result;
    result.kind = Logical::Kind::Holds;
    result.left = std::move(operand);
    return result;
}

std::optional<Path::Query::Comparison> PathParser::comparison() {
    if (take("==")) return Comparison::Equal;
    if (take("!=")) return Comparison::NotEqual;
    if (take("<=")) return Comparison::LessOrEqual;
    if (take(">=")) return Comparison::GreaterOrEqual;
    if (take("<")) return Comparison::Less;
    if (take(">")) return Comparison::Greater;
    return std::nullopt;
}

Result<void> PathParser::check_comparable(const Operand& operand, std::size_t begin) const {
    if (operand.kind == Operand::Kind::Query && !operand.query->is_singular()) {
        return misuse("a query that may find several values cannot be compared", begin);
    }
    if (operand.kind == Operand::Kind::Call) {
        const FunctionSignature& signature = signature_of(operand.call->function);
        if (!signature.gives_value) {
            return misuse("what " + std::string(signature.name) + "() says cannot be compared",
                          begin);
        }
    }
    return {};
}

// --- operands

Result<Path::Query::Operand> PathParser::operand() {
    const char c = peek();
    Operand result;
    if (c == '@' || c == '$') {
        result.kind = Operand::Kind::Query;
        result.query = std::make_unique<Query>();
        result.query->absolute = c == '$';
        ++at_;
        TRY_VOID(segments(*result.query));
        return result;
    }
    if (c == '\'' || c == '"') {
        result.literal = Value(TRY(string_literal()));
        return result;
    }
    if (c == '-' || is_digit(c)) return number();
    if (is_lower(c)) return word();
    return expected("a query, a literal or a function");
}

Result<Path::Query::Operand> PathParser::number() {
    const std::size_t begin = at_;
    const auto digits = [this]() -> Result<void> {
        if (!is_digit(peek())) return expected("a digit");
        while (is_digit(peek())) ++at_;
        return {};
    };
    take("-");
    if (!take("0")) TRY_VOID(digits());
    if (take(".")) TRY_VOID(digits());
    if (take("e") || take("E")) {
        if (!take("-")) take("+");
        TRY_VOID(digits());
    }
    Operand result;
    result.literal = Value::number(text_.substr(begin, at_ - begin));
    return result;
}

Result<Path::Query::Operand> PathParser::word() {
    const std::size_t begin = at_;
    while (is_lower(peek()) || is_digit(peek()) || peek() == '_') ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (peek() == '(') return call(name, begin);
    Operand result;
    if (name == "true" || name == "false") {
        result.literal = Value(name == "true");
    } else if (name != "null") {
        at_ = begin;
        return expected("a query, a literal or a function");
    }
    return result;
}

Result<Path::Query::Operand> PathParser::call(std::string_view name, std::size_t begin) {
    const FunctionSignature* signature = nullptr;
    std::array<std::string_view, kFunctions.size()> names;
    for (std::size_t i = 0; i < kFunctions.size(); ++i) {
        names[i] = kFunctions[i].name;
        if (names[i] == name) signature = &kFunctions[i];
    }
    if (signature == nullptr) {
        return fail(Code::JsonPathUnknownFunction, {{"query", base::quoted(text_)},
                                                    {"function", base::quoted(name)},
                                                    {"column", column(begin)},
                                                    {"nearest", base::nearest(name, names)}});
    }
    TRY_VOID(enter());
    Operand result;
    result.kind = Operand::Kind::Call;
    result.call = std::make_unique<Query::Call>();
    result.call->function = signature->function;
    take("(");
    skip_space();
    if (peek() != ')') {
        do {
            skip_space();
            const std::size_t argument_begin = at_;
            result.call->arguments.push_back(TRY(operand()));
            TRY_VOID(check_argument(*signature, result.call->arguments.back(), argument_begin));
            skip_space();
        } while (take(","));
    }
    if (!take(")")) return expected("\",\" or \")\"");
    if (result.call->arguments.size() != signature->arguments) {
        return misuse(std::string(name) + "() takes " +
                          base::plural(signature->arguments, "argument") + ", not " +
                          std::to_string(result.call->arguments.size()),
                      begin);
    }
    --depth_;
    return result;
}

Result<void> PathParser::check_argument(const FunctionSignature& signature, const Operand& argument,
                                        std::size_t begin) const {
    const std::string name = std::string(signature.name) + "()";
    if (signature.takes_nodes) {
        if (argument.kind == Operand::Kind::Query) return {};
        return misuse(name + " takes a query", begin);
    }
    const bool many = argument.kind == Operand::Kind::Query && !argument.query->is_singular();
    const bool no_value =
        argument.kind == Operand::Kind::Call && !signature_of(argument.call->function).gives_value;
    if (many || no_value) return misuse(name + " takes a single value", begin);
    return {};
}

}  // namespace understudy::json
