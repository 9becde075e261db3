// Takes the recordings out of a run: from each recorded step back to the calls whose captures it
// uses, and to those that it says it needs.
#include "plan/recording.hpp"

#include <algorithm>
#include <set>

#include "plan/impl/call.hpp"
#include "plan/impl/holes.hpp"

namespace understudy::plan {

namespace {

using Bindings = std::vector<std::pair<std::string, json::Value>>;

// A text with some of its holes replaced by what a variation puts there.
std::string with_bound(std::string_view text, const Bindings& with) {
    std::string out;
    std::size_t at = 0;
    while (at < text.size()) {
        if (text.substr(at, 3) == "$${") {
            out += "$${";
            at += 3;
            continue;
        }
        const std::size_t end =
            text.substr(at, 2) == "${" ? text.find('}', at) : std::string_view::npos;
        if (end == std::string_view::npos) {
            out += text[at++];
            continue;
        }
        const std::string_view name = text.substr(at + 2, end - at - 2);
        const auto bound = std::find_if(with.begin(), with.end(),
                                        [&](const auto& each) { return each.first == name; });
        out += bound == with.end() ? std::string(text.substr(at, end + 1 - at))
                                   : as_text(bound->second);
        at = end + 1;
    }
    return out;
}

// What stands in the place of a hole: nothing a person writes into a plan.
constexpr char kBegin = '\x01';
constexpr char kEnd = '\x02';

void put_holes(std::set<std::string>& names, std::string_view text) {
    if (auto holes = holes_in(text)) names.insert(holes->begin(), holes->end());
}

void put_holes_of_value(std::set<std::string>& names, const json::Value& value) {
    if (value.is_string()) put_holes(names, value.as_string());
    if (value.is_array()) {
        for (const json::Value& item : value.items()) put_holes_of_value(names, item);
    }
    if (!value.is_object()) return;
    for (const json::Member& member : value.members()) {
        put_holes(names, member.key());
        put_holes_of_value(names, member.value);
    }
}

// What a variation binds otherwise stands in its place; that may have holes itself.
std::set<std::string> holes_of_request(const Step& step) {
    const Request& request = step.request;
    std::set<std::string> names;
    put_holes(names, request.path);
    put_holes_of_value(names, request.query);
    put_holes_of_value(names, request.body);
    for (const auto& [name, value] : request.headers) put_holes(names, value);
    for (const auto& [name, value] : step.with) names.erase(name);
    for (const auto& [name, value] : step.with) put_holes_of_value(names, value);
    return names;
}

std::optional<Call> marked_request(const Step& step) {
    Names marks;
    for (const std::string& name : holes_of_request(step)) {
        marks.bind(name, json::Value(kBegin + name + kEnd));
    }
    Names names = marks;
    for (const auto& [name, value] : step.with) {
        if (auto filled = fill(value, marks)) names.bind(name, std::move(*filled));
    }
    auto call = make_call(step, names, {});
    if (!call) return std::nullopt;
    return std::get<Call>(std::move(*call));
}

RecordedCall to_call(const Step& step, const StepReport& report) {
    RecordedCall call;
    call.step = &step;
    call.report = &report;
    if (!step.command) {
        call.request = marked_request(step);
        return call;
    }
    for (const std::string& word : step.command->words) {
        call.words.push_back(with_bound(word, step.with));
    }
    if (step.command->input) call.input = with_bound(*step.command->input, step.with);
    for (const auto& [name, value] : step.command->environment) {
        call.environment.emplace_back(name, with_bound(value, step.with));
    }
    return call;
}

std::set<std::string> holes_of(const RecordedCall& call) {
    std::set<std::string> names;
    if (!call.step->command) return holes_of_request(*call.step);
    for (const std::string& word : call.words) put_holes(names, word);
    if (call.input) put_holes(names, *call.input);
    for (const auto& [name, value] : call.environment) put_holes(names, value);
    return names;
}

bool captures(const Step& step, const std::string& name) {
    return std::any_of(step.captures.begin(), step.captures.end(),
                       [&](const Capture& capture) { return capture.name == name; });
}

class Collector {
public:
    Collector(const Plan& plan, const Report& report) : report_(report) {
        for (const std::vector<Step>* steps : {&plan.setup, &plan.steps, &plan.variations}) {
            for (const Step& step : *steps) {
                const StepReport* found = find_report(step.id);
                const bool is_call = step.command || !step.request.control;
                if (found != nullptr && is_call) ran_.push_back(to_call(step, *found));
            }
        }
    }

    std::vector<Recording> all() const {
        std::vector<Recording> recordings;
        for (std::size_t i = 0; i < ran_.size(); ++i) {
            if (!ran_[i].step->record.empty()) recordings.push_back(recording(i));
        }
        return recordings;
    }

private:
    const StepReport* find_report(std::string_view id) const {
        for (const StepReport& step : report_.steps) {
            if (step.id == id && step.phase != Phase::Teardown) return &step;
        }
        return nullptr;
    }

    Recording recording(std::size_t index) const {
        std::set<std::size_t> taken = {index};
        std::vector<std::size_t> waiting = {index};
        std::set<std::string> names;
        while (!waiting.empty()) {
            const std::size_t at = waiting.back();
            waiting.pop_back();
            const std::set<std::string> used = holes_of(ran_[at]);
            names.insert(used.begin(), used.end());
            for (std::size_t before = at; before-- > 0;) {
                if (is_needed(ran_[before], ran_[at], used, before, at) &&
                    taken.insert(before).second) {
                    waiting.push_back(before);
                }
            }
        }
        Recording recording;
        recording.name = ran_[index].step->record;
        for (const std::size_t at : taken) {
            recording.calls.push_back(ran_[at]);
            for (const Capture& capture : ran_[at].step->captures) names.insert(capture.name);
        }
        for (const std::string& name : names) put_name(recording, name);
        return recording;
    }

    // What another variation did is nobody's ground.
    bool is_needed(const RecordedCall& call, const RecordedCall& by,
                   const std::set<std::string>& used, std::size_t at, std::size_t end) const {
        if (call.step->phase == Phase::Variation) return false;
        const auto& needs = by.step->needs;
        if (std::find(needs.begin(), needs.end(), call.step->id) != needs.end()) return true;
        // Of several steps that capture a name, the last one before the call gave it.
        return std::any_of(used.begin(), used.end(), [&](const std::string& name) {
            if (!captures(*call.step, name)) return false;
            for (std::size_t later = at + 1; later < end; ++later) {
                if (captures(*ran_[later].step, name)) return false;
            }
            return true;
        });
    }

    void put_name(Recording& recording, const std::string& name) const {
        for (auto call = recording.calls.rbegin(); call != recording.calls.rend(); ++call) {
            for (const auto& [captured, value] : call->report->captured) {
                if (captured != name) continue;
                recording.names.emplace_back(name, value);
                return;
            }
        }
        for (const auto& [bound, value] : report_.names) {
            if (bound != name) continue;
            recording.names.emplace_back(name, value);
            return;
        }
    }

    const Report& report_;
    std::vector<RecordedCall> ran_;
};

}  // namespace

bool Recording::agreed() const {
    return std::all_of(calls.begin(), calls.end(), [](const RecordedCall& call) {
        return call.report->verdict == Verdict::Agreed && call.is_answered();
    });
}

std::string with_holes(std::string_view marked, const std::vector<std::string>& texts) {
    // As it stands in a text, in a path or form, and in JSON.
    constexpr std::pair<std::string_view, std::string_view> kForms[] = {
        {"\x01", "\x02"}, {"%01", "%02"}, {"\\u0001", "\\u0002"}};
    std::string text(marked);
    for (const auto& [begin, end] : kForms) {
        for (std::size_t at = text.find(begin); at != std::string::npos;
             at = text.find(begin, at)) {
            const std::size_t close = text.find(end, at);
            if (close == std::string::npos) break;
            const std::string name = text.substr(at + begin.size(), close - at - begin.size());
            std::size_t from = at, to = close + end.size();
            const bool is_value = from > 0 && text[from - 1] == '"' && to < text.size() &&
                                  text[to] == '"' && begin.starts_with('\\');
            const bool is_text = std::find(texts.begin(), texts.end(), name) != texts.end();
            if (is_value && !is_text) {
                --from;
                ++to;
            }
            const std::string hole = "${" + name + "}";
            text.replace(from, to - from, hole);
            at = from + hole.size();
        }
    }
    return text;
}

std::vector<Recording> recordings_of(const Plan& plan, const Report& report) {
    return Collector(plan, report).all();
}

}  // namespace understudy::plan
