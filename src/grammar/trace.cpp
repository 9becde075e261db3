// Folding runs. Greedy from the left, short groups first: deterministic, and good enough to make
// two runs of the same program look the same.
#include "grammar/trace.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "grammar/impl/model.hpp"

namespace understudy::grammar {

namespace {

constexpr std::size_t kLongestGroup = 3;

std::vector<TraceStep> fold_groups(std::vector<TraceStep> steps, std::size_t size) {
    auto same = [&](std::size_t a, std::size_t b) {
        for (std::size_t i = 0; i < size; ++i) {
            if (b + i >= steps.size() || steps[a + i] != steps[b + i]) return false;
        }
        return true;
    };
    std::vector<TraceStep> folded;
    for (std::size_t at = 0; at < steps.size();) {
        std::size_t next = at + size;
        while (same(at, next)) next += size;
        if (next == at + size) {
            folded.push_back(steps[at++]);
            continue;
        }
        TraceStep group;
        group.repeats = true;
        for (std::size_t i = 0; i < size; ++i) {
            std::string text = to_text({steps[at + i]});
            group.types.push_back(size == 1 ? steps[at].types.front() : std::move(text));
        }
        folded.push_back(std::move(group));
        at = next;
    }
    return folded;
}

}  // namespace

std::vector<TraceStep> fold(const std::vector<std::string>& types) {
    std::vector<TraceStep> steps;
    for (const std::string& type : types) steps.push_back({{type}, false});
    for (std::size_t size = 1; size <= kLongestGroup; ++size) steps = fold_groups(steps, size);
    return steps;
}

std::string to_text(const std::vector<TraceStep>& trace) {
    std::string text;
    for (const TraceStep& step : trace) {
        if (!text.empty()) text += ' ';
        std::string inner = base::join(step.types, " ");
        text += step.types.size() > 1 ? "(" + inner + ")" : inner;
        if (step.repeats) text += '+';
    }
    return text;
}

std::vector<TraceStep> trace_of(const Grammar& grammar, const std::vector<Record>& records) {
    const Model& model = grammar.model();
    std::vector<std::string> types;
    for (const Record& record : records) {
        std::string type = grammar.type_of(record.value, record.about);
        TypeId id = model.id_of(type);
        bool noise = std::any_of(
            model.constraints.begin(), model.constraints.end(), [&](const Constraint& each) {
                return each.kind == Kind::Any && !std::get<AnyRule>(each.rule).types.when &&
                       std::get<AnyRule>(each.rule).types.names(id);
            });
        if (!noise) types.push_back(std::move(type));
    }
    return fold(types);
}

}  // namespace understudy::grammar
