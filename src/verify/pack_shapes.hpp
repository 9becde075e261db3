// What a pack says about the answer to one call, beside what its fake has just answered: the closed
// lists of values, the types of fields, and the vendor's own description where the pack has one.
//
//     const PackShapes shapes(pack);
//     for (const ShapeChange& change : shapes.drift(fake_answer, live_answer)) ...
#pragma once

#include <span>
#include <string>
#include <vector>

#include "json/value.hpp"
#include "pack/pack.hpp"
#include "verify/shape_drift.hpp"

namespace understudy::verify {

struct AnswerSeen {
    std::string method, path;  // of the call, without the query
    int status = 0;
    const json::Value* body = nullptr;  // nullptr: it is no JSON
};

class PackShapes {
public:
    explicit PackShapes(const pack::Pack& pack) : pack_(pack) {}

    std::vector<ShapeChange> drift(const AnswerSeen& fake, const AnswerSeen& live) const;
    // `fake`: answers to the same call, say all pages of a list; never empty. What one of them
    // shows may be shown.
    std::vector<ShapeChange> drift(std::span<const AnswerSeen> fake, const AnswerSeen& live) const;

private:
    const pack::Pack& pack_;
};

}  // namespace understudy::verify
