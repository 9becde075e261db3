// Reduces a stream to what two runs can be compared by: its types in order, noise left out, repeats
// folded.
//
//     init a b a b a result    ->    init (a b)+ a result
#pragma once

#include <string>
#include <vector>

#include "grammar/grammar.hpp"
#include "grammar/judge.hpp"

namespace understudy::grammar {

struct TraceStep {
    std::vector<std::string> types;  // more than one: the whole group repeats
    bool repeats = false;            // came more than once in a row; how often never counts
    friend bool operator==(const TraceStep&, const TraceStep&) = default;
};

// Folds runs of one type, then pairs and triples that follow one another.
std::vector<TraceStep> fold(const std::vector<std::string>& types);
std::string to_text(const std::vector<TraceStep>& trace);

// Types of the records, those of `any` constraints left out, folded.
std::vector<TraceStep> trace_of(const Grammar& grammar, const std::vector<Record>& records);

}  // namespace understudy::grammar
