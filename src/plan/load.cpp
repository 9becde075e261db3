// The plan as a whole: its steps in the order they run, and the names each may use.
#include "plan/load.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/impl/reader.hpp"
#include "yaml/read.hpp"

namespace understudy::plan {

namespace {

constexpr std::array<std::string_view, 3> kEffects = {"read", "write", "destructive"};
constexpr std::array<std::string_view, 3> kStreams = {"jsonl", "sse", "lines"};

class PlanReader {
public:
    PlanReader(Reader& reader, Plan& plan) : reader_(reader), plan_(plan) {}

    void read(const Node& root) {
        MapReader map(reader_, root, "a plan");
        if (!map.is_map()) return;
        if (!read_version(map.need("version"))) return;
        read_head(reader_, map, plan_);
        plan_.setup = read_steps(map.get("setup"), Phase::Setup);
        const Node steps = map.need("steps");
        plan_.steps = read_steps(steps, Phase::Step);
        if (steps && steps.value->is_array() && steps.value->size() == 0) {
            reader_.wrong_kind(steps, "`steps`", "a list with at least one step");
        }
        read_variations(map.get("variations"));
        plan_.teardown = read_steps(map.get("teardown"), Phase::Teardown);
        map.done();
    }

private:
    // A file of another version is not judged by the rules of this one.
    bool read_version(const Node& node) {
        if (!node) return true;
        if (!node.value->is_number()) {
            reader_.wrong_kind(node, "version", "a whole number");
            return true;
        }
        if (node.value->to_int64() == 1) return true;
        reader_.problem(code::UnknownVersion, {{"version", std::string(node.value->number_text())}},
                        node);
        return false;
    }

    std::vector<Step> read_steps(const Node& node, Phase phase) {
        std::vector<Step> steps;
        if (!node) return steps;
        if (!node.value->is_array()) {
            const std::string key = phase == Phase::Step ? "steps" : std::string(name_of(phase));
            reader_.wrong_kind(node, "`" + key + "`", "a list");
            return steps;
        }
        for (std::size_t i = 0; i < node.value->size(); ++i) {
            if (count_++ == kMaxSteps) {
                reader_.problem(code::TooManySteps, {{"limit", std::to_string(kMaxSteps)}},
                                node.item(i));
            }
            if (count_ > kMaxSteps) break;
            steps.push_back(read_step(node.item(i), phase, i));
        }
        return steps;
    }

    Step read_step(const Node& node, Phase phase, std::size_t index) {
        Step step;
        step.phase = phase;
        step.mark = reader_.mark(node);
        const std::string number = std::to_string(index + 1);
        step.id = phase == Phase::Teardown ? "teardown-" + number : "";
        MapReader map(reader_, node, std::string(name_of(phase)) + " " + number);
        read_id(map, step, phase != Phase::Teardown);
        read_call(map, step);
        read_effect(map.get("effect"), map, step);
        step.timeout = reader_.duration(map.get("timeout"), "a timeout");
        read_record(map.get("record"), step);
        read_needs(map.get("needs"), step);
        if (step.command) read_stream(map.get("stream"), step);
        if (const Node wait = map.get("wait")) step.wait = read_wait(wait);
        const CallKind kind = kind_of(step);
        step.expect = read_expect(reader_, map.get("expect"), kind);
        step.captures = read_captures(reader_, map.get("capture"), kind);
        map.done();
        for (const Capture& capture : step.captures) reader_.declare(capture.name);
        return step;
    }

    static CallKind kind_of(const Step& step) {
        return step.command ? CallKind::Command : CallKind::Request;
    }

    // A name is a path below the folder of the service: nothing in it may lead elsewhere.
    void read_record(const Node& node, Step& step) {
        step.record = reader_.text(node, "record").value_or("");
        if (!node || !node.value->is_string()) return;
        bool good = step.record.find_first_of("@\\") == std::string::npos;
        for (const std::string_view part : base::split(step.record, '/')) {
            good = good && !part.empty() && part.front() != '.' && part != "bodies";
            for (const char c : part) good = good && static_cast<unsigned char>(c) > 0x20;
        }
        if (!good) {
            reader_.problem(code::BadName,
                            {{"text", base::quoted(step.record)},
                             {"what", "a cassette"},
                             {"help", "words with / between them, as in issue/close"}},
                            node);
        } else if (!records_.insert(step.record).second) {
            reader_.problem(code::RepeatedRecord, {{"name", base::quoted(step.record)}}, node);
        }
    }

    void read_stream(const Node& node, Step& step) {
        if (auto word = reader_.word(node, "stream", kStreams)) step.stream = kStreams[*word];
    }

    void read_needs(const Node& node, Step& step) {
        for (const Node& item : reader_.list(node)) {
            const auto id = reader_.text(item, "needs");
            if (!id) continue;
            if (*id == step.id || std::find(ids_.begin(), ids_.end(), *id) == ids_.end()) {
                reader_.problem(code::NoSuchNeed,
                                {{"id", base::quoted(*id)}, {"nearest", base::nearest(*id, ids_)}},
                                item);
            }
            step.needs.push_back(*id);
        }
    }

    void read_id(MapReader& map, Step& step, bool needed) {
        const Node node = needed ? map.need("id") : map.get("id");
        if (auto id = reader_.text(node, "id")) step.id = *id;
        if (step.id.empty()) return;
        if (std::find(ids_.begin(), ids_.end(), step.id) != ids_.end()) {
            reader_.problem(code::RepeatedId, {{"id", base::quoted(step.id)}},
                            node ? node : map.node());
        }
        ids_.push_back(step.id);
    }

    void read_call(MapReader& map, Step& step) {
        const Node request = map.get("request");
        const Node control = map.get("control");
        const Node run = map.get("run");
        refuse_both(map, {"request", request}, {"control", control});
        refuse_both(map, {"run", run}, {"request", request});
        refuse_both(map, {"run", run}, {"control", control});
        if (request) {
            step.request = read_request(reader_, request);
        } else if (control) {
            step.request = read_control(reader_, control);
        } else if (run) {
            step.command = read_command(reader_, map, run);
        } else if (map.is_map()) {
            reader_.problem(code::MissingKey,
                            {{"what", map.what()}, {"key", "`run`, `request` or `control`"}},
                            map.node());
        }
    }

    void refuse_both(MapReader& map, std::pair<std::string_view, const Node&> first,
                     std::pair<std::string_view, const Node&> second) {
        if (!first.second || !second.second) return;
        reader_.problem_at_key(code::Exclusive,
                               {{"what", map.what()},
                                {"first", std::string(first.first)},
                                {"second", std::string(second.first)}},
                               second.second);
    }

    void read_effect(const Node& node, MapReader& map, Step& step) {
        if (auto word = reader_.word(node, "effect", kEffects)) {
            step.effect = static_cast<Effect>(*word);
        } else if (step.request.control) {
            step.effect = Effect::Read;  // the service is not called
        } else if (!node && reader_.options().effect) {
            step.effect = *reader_.options().effect;
        } else if (!node && map.is_map()) {
            reader_.problem(code::NoEffect, {{"what", map.what()}}, map.node());
        }
    }

    Wait read_wait(const Node& node) {
        MapReader map(reader_, node, "wait");
        Wait wait;
        if (auto tries = reader_.whole(map.get("tries"), "tries", 1, kMaxTries)) {
            wait.tries = static_cast<std::uint32_t>(*tries);
        }
        if (auto every = reader_.duration(map.get("every"), "every")) wait.every = *every;
        map.done();
        return wait;
    }

    void read_variations(const Node& node) {
        if (!node) return;
        if (!node.value->is_array()) return reader_.wrong_kind(node, "`variations`", "a list");
        for (std::size_t i = 0; i < node.value->size(); ++i) {
            if (++count_ > kMaxSteps) {
                return reader_.problem(code::TooManySteps, {{"limit", std::to_string(kMaxSteps)}},
                                       node.item(i));
            }
            read_variation(node.item(i), i);
        }
    }

    void read_variation(const Node& node, std::size_t index) {
        const std::string number = std::to_string(index + 1);
        MapReader map(reader_, node, "variation " + number);
        const Node of = map.need("of");
        const auto id = reader_.text(of, "of");
        const Step* varied = id ? find_step(*id) : nullptr;
        if (id && varied == nullptr) {
            reader_.problem(code::UnknownStep,
                            {{"id", base::quoted(*id)}, {"nearest", base::nearest(*id, ids_)}}, of);
        }
        Step step = varied != nullptr ? *varied : Step{};
        step.phase = Phase::Variation;
        step.mark = reader_.mark(node);
        step.id = "variation-" + number;
        step.captures.clear();
        step.wait.reset();
        read_id(map, step, false);
        read_record(map.get("record"), step);
        if (const Node needs = map.get("needs")) {
            step.needs.clear();
            read_needs(needs, step);
        }
        if (step.command) {
            vary_command(reader_, map, *step.command);
        } else if (auto auth = read_auth(reader_, map.get("auth"))) {
            step.request.auth = *auth;
        }
        if (const Node effect = map.get("effect")) read_effect(effect, map, step);
        read_logins(map, step);
        if (const Node with = map.get("with")) {
            if (!with.value->is_object()) {
                reader_.wrong_kind(with, "with", "a map");
            } else {
                reader_.check_holes(with);
                for (const json::Member& member : with.value->members()) {
                    check_declared(Node{&member.value, with.at / member.key()}, member.key());
                    step.with.emplace_back(member.key(), member.value);
                }
            }
        }
        step.expect = read_expect(reader_, map.need("expect"), kind_of(step));
        map.done();
        plan_.variations.push_back(std::move(step));
    }

    // Where a target has one key, a request without any of the plan's logins is sent without it.
    void read_logins(MapReader& map, Step& step) {
        step.without = read_credential_names(map.get("without"), "without");
        step.wrong = read_credential_names(map.get("wrong"), "wrong");
        if (step.command) return;
        if (!step.without.empty()) step.request.auth = Auth::None;
        if (!step.wrong.empty()) step.request.auth = Auth::Wrong;
    }

    std::vector<std::string> read_credential_names(const Node& node, std::string_view what) {
        std::vector<std::string> known;
        for (const Credential& each : plan_.credentials) known.push_back(each.name);
        std::vector<std::string> names;
        for (const Node& item : reader_.list(node)) {
            auto name = reader_.text(item, what);
            if (!name) continue;
            if (std::find(known.begin(), known.end(), *name) == known.end()) {
                reader_.problem(
                    code::UnknownCredential,
                    {{"name", base::quoted(*name)}, {"nearest", base::nearest(*name, known)}},
                    item);
            }
            names.push_back(std::move(*name));
        }
        return names;
    }

    // `with` binds a name for one call; a name the call cannot use would change nothing.
    void check_declared(const Node& node, std::string_view name) {
        const std::string hole = "${" + std::string(name) + "}";
        const json::Value text{hole};
        reader_.check_holes(Node{&text, node.at});
    }

    const Step* find_step(std::string_view id) const {
        for (const std::vector<Step>* steps : {&plan_.steps, &plan_.setup}) {
            for (const Step& step : *steps) {
                if (step.id == id) return &step;
            }
        }
        return nullptr;
    }

    Reader& reader_;
    Plan& plan_;
    std::vector<std::string> ids_;
    std::set<std::string> records_;
    std::size_t count_ = 0;
};

}  // namespace

base::Result<Plan> load(base::Source source, const LoadOptions& options) {
    Plan plan;
    plan.name = source.name;
    yaml::ReadOptions reading;
    reading.limits.bytes = kMaxPlanBytes;
    reading.limits.depth = 64;
    reading.limits.nodes = kMaxPlanNodes;
    reading.limits.alias_nodes = kMaxPlanNodes;
    reading.limits.alias_bytes = kMaxPlanBytes;
    const json::Document document = TRY(yaml::read(std::move(source), reading));

    Reader reader(document, options);
    reader.declare("run");
    for (const std::string& name : options.variables) reader.declare(name);
    PlanReader(reader, plan).read(Node{&document.root, {}});
    if (!reader.has_problems()) return plan;
    std::vector<base::Error> problems = reader.take_problems();
    std::string count = base::plural(problems.size(), "problem");
    base::Mark where;
    where.file = plan.name;
    return base::fail(code::Problems, {{"count", std::move(count)}, {"plan", plan.name}}, where,
                      std::move(problems));
}

}  // namespace understudy::plan
