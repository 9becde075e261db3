// Text to tokens. Every literal is decoded here, once; what is wrong with one is noted and reading
// goes on behind it.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "expr/impl/token.hpp"
#include "expr/impl/unescape.hpp"

namespace understudy::expr {

using base::Code;

namespace {

constexpr std::array<std::string_view, 17> kReserved = {
    "as",  "break", "const",   "continue",  "else",   "for", "function", "if",   "import",
    "let", "loop",  "package", "namespace", "return", "var", "void",     "while"};

constexpr std::array<std::string_view, 6> kTwoCharacterMarks = {"&&", "||", "==", "!=", "<=", ">="};
constexpr std::string_view kOneCharacterMarks = "()[]{}.,:?+-*/%!<>";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool starts_name(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool continues_name(char c) {
    return starts_name(c) || is_digit(c);
}
bool continues_quoted_name(char c) {
    return continues_name(c) || c == '.' || c == '-' || c == '/' || c == ' ';
}

class Lexer {
public:
    Lexer(const Tree& tree, std::vector<base::Error>& problems)
        : tree_(tree), text_(tree.text), problems_(problems) {}

    std::vector<Token> read() {
        while (skip_blanks(), at_ < text_.size()) read_one();
        Token end = start(TokenKind::End);
        end.begin = end.end = static_cast<std::uint32_t>(text_.size());
        tokens_.push_back(std::move(end));
        return std::move(tokens_);
    }

private:
    void skip_blanks() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
                ++at_;
            } else if (text_.substr(at_, 2) == "//") {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else {
                return;
            }
        }
    }

    void read_one() {
        const char c = text_[at_];
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return read_number();
        if (c == '"' || c == '\'') return read_string(0, false);
        if (c == '`') return read_quoted_name();
        if (starts_name(c)) return read_word();
        const std::string_view two = text_.substr(at_, 2);
        if (std::find(kTwoCharacterMarks.begin(), kTwoCharacterMarks.end(), two) !=
            kTwoCharacterMarks.end()) {
            return push(start(TokenKind::Mark), 2);
        }
        if (kOneCharacterMarks.find(c) != std::string_view::npos) {
            return push(start(TokenKind::Mark), 1);
        }
        refuse_character();
    }

    void refuse_character() {
        std::size_t end = at_;
        base::next_code_point(text_, end);
        const std::string_view character = text_.substr(at_, end - at_);
        std::string help;
        if (character == "=") help = "equality is written ==";
        if (character == "&") help = "\"and\" is written &&";
        if (character == "|") help = "\"or\" is written ||";
        note(Code::ExprCharacter, {{"character", base::quoted(character)}, {"help", help}}, at_,
             end);
        at_ = end;
    }

    void read_word() {
        // r"..." is raw, b"..." would be bytes; both letters may come in either order.
        std::size_t length = 0;
        bool raw = false;
        bool bytes = false;
        while (length < 2 && !raw_or_bytes_used(peek(length), raw, bytes)) ++length;
        const char next = peek(length);
        if (length > 0 && (next == '"' || next == '\'')) {
            const std::size_t begin = at_;
            read_string(length, raw);
            if (bytes) {
                note(Code::ExprUnsupported,
                     {{"what", "bytes"}, {"help", "write a text without the b before it"}}, begin,
                     at_);
            }
            return;
        }
        std::size_t end = at_;
        while (end < text_.size() && continues_name(text_[end])) ++end;
        push(start(TokenKind::Ident), end - at_);
    }

    // True if `c` is no prefix letter or was used already.
    static bool raw_or_bytes_used(char c, bool& raw, bool& bytes) {
        bool& flag = (c == 'r' || c == 'R') ? raw : bytes;
        if ((c != 'r' && c != 'R' && c != 'b' && c != 'B') || flag) return true;
        flag = true;
        return false;
    }

    void read_quoted_name() {
        std::size_t end = at_ + 1;
        while (end < text_.size() && continues_quoted_name(text_[end])) ++end;
        if (end >= text_.size() || text_[end] != '`' || end == at_ + 1) {
            note(Code::ExprUnterminated, {{"quote", "`"}}, at_, end);
            at_ = end;
            return;
        }
        Token token = start(TokenKind::Quoted);
        token.value = std::string(text_.substr(at_ + 1, end - at_ - 1));
        push(std::move(token), end + 1 - at_);
    }

    void read_number() {
        const std::size_t begin = at_;
        if (text_.substr(at_, 2) == "0x" && is_hex(peek(2))) return read_hex();
        std::size_t end = at_;
        while (end < text_.size() && is_digit(text_[end])) ++end;
        bool whole = true;
        if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
            whole = false;
            while (++end < text_.size() && is_digit(text_[end])) {
            }
        }
        if (const std::size_t exponent = exponent_length(end); exponent > 0) {
            whole = false;
            end += exponent;
        }
        Token token = start(whole ? TokenKind::Int : TokenKind::Double);
        const char* first = text_.data() + begin;
        const char* last = text_.data() + end;
        if (whole) {
            const auto read = std::from_chars(first, last, token.magnitude);
            check_int(read.ec, token.magnitude, begin, end);
        } else {
            token.real = read_double(begin, end);
        }
        push(std::move(token), end - begin);
        refuse_unsigned();
    }

    double read_double(std::size_t begin, std::size_t end) {
        const std::string_view digits = text_.substr(begin, end - begin);
        const std::string padded = (digits.front() == '.' ? "0" : "") + std::string(digits);
        const std::optional<double> real = base::parse_double(padded);
        if (real && std::isfinite(*real)) return *real;
        note(Code::ExprNumber, {{"number", std::string(digits)}, {"type", "a double"}}, begin, end);
        return 0;
    }

    void read_hex() {
        std::size_t end = at_ + 2;
        while (end < text_.size() && is_hex(text_[end])) ++end;
        Token token = start(TokenKind::Int);
        const auto read =
            std::from_chars(text_.data() + at_ + 2, text_.data() + end, token.magnitude, 16);
        check_int(read.ec, token.magnitude, at_, end);
        push(std::move(token), end - at_);
        refuse_unsigned();
    }

    // `e`, an optional sign and digits; 0 if there is no exponent.
    std::size_t exponent_length(std::size_t from) const {
        if (from >= text_.size() || (text_[from] != 'e' && text_[from] != 'E')) return 0;
        std::size_t end = from + 1;
        if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
        if (end >= text_.size() || !is_digit(text_[end])) return 0;
        while (end < text_.size() && is_digit(text_[end])) ++end;
        return end - from;
    }

    void check_int(std::errc problem, std::uint64_t& magnitude, std::size_t begin,
                   std::size_t end) {
        constexpr std::uint64_t kMost = std::uint64_t{1} << 63;  // only behind a minus sign
        if (problem == std::errc{} && magnitude <= kMost) return;
        magnitude = 0;
        note(Code::ExprNumber,
             {{"number", std::string(text_.substr(begin, end - begin))},
              {"type", "a 64-bit integer"}},
             begin, end);
    }

    void refuse_unsigned() {
        if (peek(0) != 'u' && peek(0) != 'U') return;
        note(Code::ExprUnsupported,
             {{"what", "unsigned integers"}, {"help", "write the number without the u"}}, at_,
             at_ + 1);
        ++at_;
    }

    void read_string(std::size_t prefix, bool raw) {
        const std::size_t begin = at_;
        const std::size_t open = at_ + prefix;
        const char quote = text_[open];
        const std::string three(3, quote);
        const bool triple = text_.substr(open, 3) == three;
        const std::size_t content = open + (triple ? 3 : 1);
        std::size_t end = content;
        while (end < text_.size()) {
            if (triple ? text_.substr(end, 3) == three : text_[end] == quote) break;
            if (!triple && (text_[end] == '\n' || text_[end] == '\r')) end = text_.size();
            if (end < text_.size() && text_[end] == '\\' && !raw) ++end;
            ++end;
        }
        if (end >= text_.size()) {
            note(Code::ExprUnterminated, {{"quote", triple ? three : std::string(1, quote)}}, begin,
                 content);
            at_ = text_.size();
            return;
        }
        Token token = start(TokenKind::String);
        token.value = decode(content, end, raw);
        push(std::move(token), end + (triple ? 3 : 1) - begin);
    }

    std::string decode(std::size_t begin, std::size_t end, bool raw) {
        const std::string_view content = text_.substr(begin, end - begin);
        if (raw) return std::string(content);
        Unescaped result = unescape(content);
        for (const auto& [from, length] : result.bad) {
            note(Code::ExprEscape, {{"escape", std::string(content.substr(from, length))}},
                 begin + from, begin + from + length);
        }
        return std::move(result.text);
    }

    char peek(std::size_t ahead) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    Token start(TokenKind kind) const {
        Token token;
        token.kind = kind;
        token.begin = static_cast<std::uint32_t>(at_);
        return token;
    }
    void push(Token token, std::size_t length) {
        token.end = token.begin + static_cast<std::uint32_t>(length);
        token.text = text_.substr(token.begin, length);
        at_ = token.end;
        tokens_.push_back(std::move(token));
    }
    void note(Code code, std::vector<base::Arg> args, std::size_t begin, std::size_t end) {
        problems_.push_back({code, std::move(args), place(tree_, begin, end), {}});
    }

    const Tree& tree_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
    std::vector<base::Error>& problems_;
};

}  // namespace

std::vector<Token> read_tokens(const Tree& tree, std::vector<base::Error>& problems) {
    return Lexer(tree, problems).read();
}

bool is_reserved(std::string_view word) {
    return std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end();
}

}  // namespace understudy::expr
