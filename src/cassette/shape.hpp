// What the answers to one call look like, learnt from its recordings: a JSON Schema and the sets of
// values, part by part, for use where a program parses them.
//
//     ShapeLearner learner;
//     for (const Cassette& cassette : cassettes) learner.add(cassette);
//     for (const CallAnswer& answer : learner.answers()) to_json(answer);
//
// Recordings are put together only if their argv is the same, `${name}` unfilled: another list of
// fields after `--json` is another call, so a narrow projection raises no alarm for what a wider
// one has.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/model.hpp"
#include "cassette/parsed.hpp"
#include "json/value.hpp"
#include "schema/shape.hpp"

namespace understudy::cassette {

inline constexpr std::size_t kMostCalls = 10'000;  // different ones that a learner keeps apart
inline constexpr std::size_t kMostSetValues = 20;  // of one place; more are no set
inline constexpr std::size_t kLeastSightings = 2;  // of a place, before its values are a set

struct PartShape {
    std::string part;                // stdout, body
    std::vector<std::string> forms;  // seen, sorted: json, lines
    schema::Shape shape;             // of JSON, of each event, of each row of a table
    bool has_shape = false;
    // By path with `*` for every index: "/items/*/state": ["OPEN", "CLOSED"].
    std::map<std::string, std::vector<json::Value>> values;
};

struct CallAnswer {
    json::Value call;  // {program, args} or {method, host, path}
    std::size_t recordings = 0;
    std::vector<json::Value> ends;  // each end once: {"exit_code": 0}
    std::vector<PartShape> parts;
};

class ShapeLearner {
public:
    ShapeLearner();
    ~ShapeLearner();

    // Every exchange of it. Returns false if there are more calls than kMostCalls; those beyond are
    // left out.
    bool add(const Cassette& cassette);
    const std::vector<CallAnswer>& answers() const { return answers_; }

    // The value sets of all of it, as CompareOptions::seen takes them.
    std::map<std::string, std::vector<json::Value>> seen() const;

private:
    struct Seen;  // values by place, while learning
    void take(const Exchange& exchange, std::size_t which);

    std::vector<CallAnswer> answers_;
    std::vector<Seen> seen_;  // of each answer
    std::map<std::string, std::size_t> by_call_;
};

// {"call": ..., "recordings": 3, "ends": [...], "parts": {"stdout": {"forms": ["json"],
//  "schema": {...}, "values": {...}}}}
json::Value to_json(const CallAnswer& answer);

}  // namespace understudy::cassette
