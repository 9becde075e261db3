// What the tests of this room share: problems as lines, and a target that answers from a script.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "json/write.hpp"
#include "plan/load.hpp"
#include "plan/run.hpp"

namespace understudy::plan::testing {

// `3:5 a plan needs `service` [plan.missing_key] hint`, one line per problem.
inline void put_line(std::string& out, const base::Error& error) {
    if (error.where.is_known()) {
        out += std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + " ";
    }
    out += base::message(error) + " [" + std::string(base::name_of(error.code)) + "]";
    if (const std::string hint = base::hint(error); !hint.empty()) out += " " + hint;
    out += "\n";
}

inline std::string problems_of(std::string_view text, const LoadOptions& options = {}) {
    auto plan = load(base::Source{"plan.yaml", std::string(text)}, options);
    if (plan) return "";
    std::string out;
    for (const base::Error& error : plan.error().because) put_line(out, error);
    if (out.empty()) put_line(out, plan.error());
    return out;
}

// Answers in order; what it was asked is kept as `POST /v1/charges {body}`.
class ScriptedTarget final : public Target {
public:
    struct Scripted {
        int status = 200;
        std::string body;
        http::Headers headers{{"Content-Type", "application/json"}};
        bool fails = false;
    };

    explicit ScriptedTarget(std::vector<Scripted> answers)
        : answers_(answers.begin(), answers.end()) {}

    base::Result<http::Response> call(const Call& call) override { return answer("", call); }
    base::Result<http::Response> control(const Call& call) override {
        return answer("control ", call);
    }

    std::vector<std::string> asked;
    std::vector<Call> calls;

private:
    base::Result<http::Response> answer(std::string_view plane, const Call& call) {
        std::string line(plane);
        if (call.auth == Auth::None) line += "no key ";
        if (call.auth == Auth::Wrong) line += "wrong key ";
        line += call.request.head.method + " ";
        line += call.url.empty() ? call.request.head.target : call.url;
        if (!call.request.body.empty()) line += " " + call.request.body;
        asked.push_back(std::move(line));
        calls.push_back(call);
        Scripted next;
        if (!answers_.empty()) {
            next = answers_.front();
            answers_.pop_front();
        }
        if (next.fails) return base::fail(base::Code::HttpBadUrl, {{"why", "no such host"}});
        http::Response response;
        response.head.status = next.status;
        response.head.headers = next.headers;
        response.pieces.push_back({next.body, {}});
        return response;
    }

    std::deque<Scripted> answers_;
};

// Answers commands in order; what it was asked is kept as `gh issue create <stdin`.
class ScriptedCommands final : public Target {
public:
    struct Scripted {
        CommandAnswer::End end = CommandAnswer::End::Exit;
        int number = 0;
        std::string output, errors;
    };

    explicit ScriptedCommands(std::vector<Scripted> answers)
        : answers_(answers.begin(), answers.end()) {}

    base::Result<http::Response> call(const Call&) override { return base::fail(no_such_call()); }
    base::Result<http::Response> control(const Call&) override {
        return base::fail(no_such_call());
    }
    base::Result<CommandAnswer> run(const CommandCall& call) override {
        std::string line = is_teardown ? "teardown " : "";
        for (const std::string& name : call.without) line += "without " + name + " ";
        for (const std::string& name : call.wrong) line += "wrong " + name + " ";
        for (const auto& [name, value] : call.environment) line += name + "=" + value + " ";
        line += base::join(call.words, " ");
        if (!call.folder.empty()) line += " in " + call.folder;
        if (call.input) line += " <" + *call.input;
        asked.push_back(line);
        Scripted next;
        if (!answers_.empty()) {
            next = answers_.front();
            answers_.pop_front();
        }
        CommandAnswer answer;
        answer.at = static_cast<std::int64_t>(asked.size()) * 100;
        answer.duration = 1500;
        answer.end = next.end;
        answer.number = next.number;
        if (next.end == CommandAnswer::End::NotStarted) answer.why = next.errors;
        if (!next.output.empty()) answer.pieces.push_back({1, false, next.output});
        if (!next.errors.empty()) answer.pieces.push_back({2, true, next.errors});
        return answer;
    }
    base::Result<void> log_in(const Credential& credential) override {
        if (has_login) return {};
        return base::fail(base::Code::HttpBadUrl, {{"why", credential.variable + " is not set"}});
    }
    base::Result<void> pause(base::Duration duration) override {
        asked.push_back("pause " + base::to_text(duration));
        return {};
    }
    void begin_teardown() override { is_teardown = true; }

    std::vector<std::string> asked;
    bool has_login = true;
    bool is_teardown = false;

private:
    static base::Error no_such_call() { return {base::Code::HttpBadUrl, {}, {}, {}}; }
    std::deque<Scripted> answers_;
};

// `create agreed 1` and the findings below it, indented.
inline std::string lines_of(const Report& report) {
    std::string out;
    for (const StepReport& step : report.steps) {
        out += step.id + " " + std::string(name_of(step.verdict)) + " " +
               std::to_string(step.tries) + "\n";
        for (const base::Error& finding : step.findings) {
            out += "  ";
            put_line(out, finding);
            for (const base::Error& cause : finding.because) {
                out += "    ";
                put_line(out, cause);
            }
        }
    }
    return out;
}

inline Plan loaded(std::string_view text) {
    auto plan = load(base::Source{"plan.yaml", std::string(text)}, {Effect::Write, {}});
    if (plan) return std::move(*plan);
    Plan broken;
    broken.name = base::render(plan.error());
    return broken;
}

}  // namespace understudy::plan::testing
