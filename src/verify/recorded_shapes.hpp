// The shapes of all that was recorded of a service, call by call and end by end, and what a live
// answer has that they do not.
//
//     RecordedShapes shapes;
//     for (const Cassette& cassette : cassettes) shapes.add(cassette);
//     for (const PartChange& change : shapes.against(live_exchange)) ...
//
// A refusal is held against refusals of the same call, a page against its pages.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cassette/model.hpp"
#include "cassette/shape.hpp"
#include "verify/shape_drift.hpp"

namespace understudy::verify {

struct PartChange {
    std::string part;  // stdout, body
    ShapeChange change;
};

class RecordedShapes {
public:
    void add(const cassette::Cassette& cassette);
    // Empty, too, for a call that nobody recorded with this end.
    std::vector<PartChange> against(const cassette::Exchange& live) const;
    // The value sets of all calls, for comparing values.
    const std::map<std::string, std::vector<json::Value>>& seen() const { return seen_; }

private:
    std::map<std::string, cassette::ShapeLearner> learners_;  // by call and end
    std::map<std::string, std::vector<json::Value>> seen_;
};

}  // namespace understudy::verify
