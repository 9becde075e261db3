// One call of a step: made, held against what is expected, and what it captures bound.
#pragma once

#include <cstdint>
#include <string_view>

#include "plan/impl/call.hpp"
#include "plan/impl/judge.hpp"
#include "plan/run.hpp"

namespace understudy::plan {

class Attempts {
public:
    Attempts(const Plan& plan, Target& target, const RunOptions& options)
        : plan_(plan), target_(target), options_(options) {}

    // The verdict and the findings of the report are those of this call alone.
    void make(const Step& step, const AnyCall& call, Names& names, StepReport& report);
    void bind(Names& names, std::string_view name, const json::Value& value);

    // Of the last call: it says something about the moment and nothing about the service.
    bool was_accident() const { return was_accident_; }
    std::uint64_t calls() const { return calls_; }  // of the service
    double cost() const { return cost_; }

private:
    void hold_against(const Step& step, Seen& seen, Names& names, StepReport& report);
    bool is_accident(Seen& seen) const;

    const Plan& plan_;
    Target& target_;
    const RunOptions& options_;
    std::uint64_t calls_ = 0;
    double cost_ = 0;
    bool was_accident_ = false;
};

}  // namespace understudy::plan
