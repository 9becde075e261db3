// Reads JSON (RFC 8259), strictly, whole or piece by piece. Nothing foreign can make it use more
// than its limits allow: each limit is checked before the memory it guards is spent, and the error
// names it.
//
//     Value v = TRY(parse(R"({"amount": 10.50})"));
//
//     Parser parser;                      // a request body, as it arrives
//     TRY_VOID(parser.feed(piece));
//     Value v = TRY(parser.finish());
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "json/document.hpp"
#include "json/value.hpp"

namespace understudy::json {

struct Limits {
    std::size_t bytes = std::size_t{256} << 20;        // of the whole text
    std::size_t depth = 512;                           // nesting
    std::size_t string_bytes = std::size_t{64} << 20;  // of one string or number
    std::size_t members = 1'000'000;                   // keys of one object
    std::size_t values = 20'000'000;                   // in the whole document
};

struct ParseOptions {
    Limits limits;
    bool refuse_repeated_keys =
        false;         // otherwise they are kept and seen through has_repeated_keys
    std::string name;  // of the text, for marks: a file name, "request body", ...
};

base::Result<Value> parse(std::string_view text, const ParseOptions& options = {});

// With a mark for every value. The source's name is the name in marks.
base::Result<Document> parse_document(base::Source source, const ParseOptions& options = {});

class Parser {
public:
    explicit Parser(ParseOptions options = {});
    Parser(Parser&&) noexcept;
    Parser& operator=(Parser&&) noexcept;
    ~Parser();

    base::Result<void> feed(std::string_view piece);  // after an error every call repeats it
    base::Result<Value> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace understudy::json
