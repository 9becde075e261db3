// What an evaluation read and which way it went: the per-field resolution trace, as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/value.hpp"

namespace understudy::expr {

struct Read {
    std::string name;  // of the root: `self`
    std::string path;  // with the root: `self.items[0].amount`
    json::Value value;
    bool found = true;  // false: not there (the value is null)
};

enum class BranchKind : std::uint8_t { Conditional, And, Or };

struct Branch {
    BranchKind kind{};
    std::uint32_t begin = 0;  // bytes [begin, end) of the expression's text
    std::uint32_t end = 0;
    // Conditional: 0 for what stands before the colon, 1 for what stands after it. And, Or: the
    // operand that decided, from 0; the number of operands if all were needed.
    std::uint32_t taken = 0;
    bool value = false;  // of the condition, or of the whole && or ||
};

struct Trace {
    std::vector<Read> reads;
    std::vector<Branch> branches;
    std::uint64_t steps = 0;  // spent
};

}  // namespace understudy::expr
