// What the steps of a run leave for cassettes: each step with `record` and the calls before it that
// it rests on.
//
//     for (const Recording& recording : recordings_of(plan, report)) recording.calls ...
//
// Inputs keep their holes, so that the recording can be run again; what a variation binds otherwise
// stands in its input as it was.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan.hpp"
#include "plan/run.hpp"

namespace understudy::plan {

struct RecordedCall {
    const Step* step = nullptr;
    const StepReport* report = nullptr;
    // Of a command, with holes.
    std::vector<std::string> words = {};
    std::optional<std::string> input = {};
    std::vector<std::pair<std::string, std::string>> environment = {};
    // Of a request: with a mark in the place of each hole, so that it can be taken apart as what it
    // is (a path, a query, a form) before `with_holes` brings them back.
    std::optional<Call> request = {};

    bool is_answered() const {
        return step->command ? report->answer.has_value() : report->status != 0 && request;
    }
};

// A part of such a request. In a JSON text a hole that is a whole value stands without quotes,
// unless it is a text: `{"issue": ${issue}, "title": "${title}"}`.
std::string with_holes(std::string_view marked, const std::vector<std::string>& texts);

struct Recording {
    std::string name;
    std::vector<RecordedCall> calls;  // in the order they ran; the step that records is the last
    std::vector<std::pair<std::string, json::Value>> names;  // that its calls use or capture

    // Whether all of it went as the plan expects.
    bool agreed() const;
};

// Of the calls that were made, in the order of the plan. Both arguments must outlive it.
std::vector<Recording> recordings_of(const Plan& plan, const Report& report);

}  // namespace understudy::plan
