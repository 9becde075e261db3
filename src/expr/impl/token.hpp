// The words of the language. The lexer reports every bad word and goes on, so that one look shows
// all of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "expr/impl/tree.hpp"

namespace understudy::expr {

enum class TokenKind : std::uint8_t {
    End,
    Ident,
    Quoted,  // `content-type`: a field name in back quotes
    Int,
    Double,
    String,
    Mark,  // punctuation and operators; `text` says which
};

struct Token {
    TokenKind kind = TokenKind::End;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string_view text;        // as written
    std::string value;            // of a string, escapes undone
    std::uint64_t magnitude = 0;  // of an int: up to 2^63, so that -2^63 can be written
    double real = 0;
};

// Reads `tree.text`. The list always ends with End.
std::vector<Token> read_tokens(const Tree& tree, std::vector<base::Error>& problems);

bool is_reserved(std::string_view word);  // may not be a name: `if`, `return`, ...

}  // namespace understudy::expr
