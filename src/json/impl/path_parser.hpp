// The reader of JSONPath, by recursive descent along the grammar of RFC 9535, appendix A. Segments
// and strings are read in path_parse.cpp, filters in filter_parse.cpp.
//
// Filters, brackets and calls may nest kMaxNesting deep, which bounds the recursion here and in
// path_select.cpp. White space is allowed exactly where the standard has it: not before the query,
// not after it, not between a dot and its name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "json/impl/query.hpp"

namespace understudy::json {

struct FunctionSignature;  // filter_parse.cpp

class PathParser {
public:
    static constexpr int kMaxNesting = 50;

    explicit PathParser(std::string_view text) : text_(text) {}
    base::Result<Path::Query> run();

private:
    using Query = Path::Query;
    using Operand = Query::Operand;
    using Logical = Query::Logical;
    using Selector = Query::Selector;
    using Comparison = Query::Comparison;

    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool is_at_end() const { return at_ >= text_.size(); }
    bool take(std::string_view expected) {
        if (!text_.substr(at_).starts_with(expected)) return false;
        at_ += expected.size();
        return true;
    }
    void skip_space() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
    }
    std::string column(std::size_t at) const;  // in characters, from 1
    base::Failure expected(std::string_view what) const;
    base::Failure misuse(std::string_view problem, std::size_t at) const;
    base::Result<void> enter();

    base::Result<void> segments(Query& query);
    base::Result<Query::Segment> dotted(bool descendant);
    base::Result<Query::Segment> bracketed(bool descendant);
    base::Result<Selector> selector();
    base::Result<Selector> index_or_slice();
    base::Result<std::optional<std::int64_t>> optional_integer();
    base::Result<std::int64_t> integer();
    std::string shorthand_name();
    base::Result<std::string> string_literal();
    base::Result<void> string_escape(std::string& out, char quote);
    base::Result<char32_t> unicode_escape();
    base::Result<char32_t> four_hex_digits();

    base::Result<Logical> any_of();
    base::Result<Logical> all_of();
    base::Result<Logical> basic();
    base::Result<Logical> parenthesised();
    base::Result<Logical> test(bool negated);
    base::Result<Logical> as_test(Operand operand, std::size_t begin);
    std::optional<Comparison> comparison();
    base::Result<void> check_comparable(const Operand& operand, std::size_t begin) const;
    base::Result<Operand> operand();
    base::Result<Operand> number();
    base::Result<Operand> word();
    base::Result<Operand> call(std::string_view name, std::size_t begin);
    base::Result<void> check_argument(const FunctionSignature& signature, const Operand& argument,
                                      std::size_t begin) const;

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace understudy::json
