// The JSON reader proper: a push-down machine that is handed a run of bytes and takes every whole
// token of it.
//
//     text   {"amount": 10.5|0, ...          | = end of the piece
//     taken  {"amount":                       the number is not whole yet: its bytes come again, in
//     front of
//                                             the next piece, and scanning goes on where it stopped
//
// It knows offsets, not files: its owner turns a Fault into an Error with a mark.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "json/impl/builder.hpp"
#include "json/parse.hpp"

namespace understudy::json {

struct Fault {
    base::Code code{};
    std::vector<base::Arg> args;
    std::size_t begin = 0;  // offsets into the run of bytes it was found in
    std::size_t end = 0;
};

class Machine {
public:
    // `marks` may be null; else it gets a row for every value (whole texts only).
    Machine(const ParseOptions& options, Marks* marks) : options_(options), marks_(marks) {}

    // Takes what it can; false: a fault was found. `last`: nothing follows this run.
    bool run(std::string_view text, bool last);

    std::size_t taken() const { return taken_; }  // bytes of the last run that need not come again
    bool is_done() const { return expect_ == Expect::Done; }
    bool had_byte_order_mark() const { return had_byte_order_mark_; }
    const Fault& fault() const { return fault_; }
    Value take() { return builder_.take(); }

private:
    enum class Expect : std::uint8_t {
        Value,
        ItemOrEnd,
        KeyOrEnd,
        Key,
        Colon,
        CommaOrArrayEnd,
        CommaOrObjectEnd,
        Done,
    };
    enum class Step : std::uint8_t { Taken, Partial, Failed };

    struct Frame {
        std::size_t from = 0;  // builder position of the first item or key
        std::size_t row = 0;
        bool is_object = false;
    };

    Step step(const char*& at);
    Step take_value(const char*& at);
    Step take_string(const char*& at, bool is_key);
    Step take_number(const char*& at);
    Step take_literal(const char*& at);
    Step open(const char*& at, bool is_object);
    Step close(const char*& at);
    Step skip_byte_order_mark(const char*& at);

    bool begin_value(const char* at);
    void end_value(const char* begin, const char* end);
    bool check_members(const Frame& frame);
    bool check_repeated_keys(const Frame& frame, const char* at);
    bool refuse(base::Code code, std::vector<base::Arg> args, const char* begin, const char* end);
    bool refuse_limit(base::Code code, std::size_t limit, const char* at);
    bool refuse_unexpected(const char* at, std::string_view expected);
    bool refuse_end();
    Step partial_or_end(const char* at, std::string_view what);

    const ParseOptions& options_;
    Marks* marks_;
    Builder builder_;
    std::vector<Frame> frames_;
    std::string scratch_;  // decoded strings, reused
    Expect expect_ = Expect::Value;
    bool last_ = false;
    bool at_start_ = true;
    bool had_byte_order_mark_ = false;
    bool resumed_wide_ = false;
    bool resumed_escape_ = false;
    std::size_t resume_ = 0;  // bytes of the token at the front that are scanned already
    std::size_t values_ = 0;
    std::size_t taken_ = 0;
    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    Range key_{};
    Fault fault_;
};

}  // namespace understudy::json
