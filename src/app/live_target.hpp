// A service over HTTP as the target of a pack's probes: the real one, or what stands in for it.
//
//     LiveTarget target({.url = "https://sandbox.example.test", .auth = pack.serve.auth, .key =
//     key}); plan::run(probe, target, options); target.answers.at("read").body
//
// It has no control API: time passes by waiting.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "json/value.hpp"
#include "pack/pack.hpp"
#include "plan/target.hpp"

namespace understudy::app {

// What a step got in the end.
struct KeptAnswer {
    std::string method, path;  // without the query
    int status = 0;
    std::optional<json::Value> body;  // nothing: it is no JSON
};
KeptAnswer kept_answer(const plan::Call& call, const http::Response& response);
using KeptAnswers = std::map<std::string, KeptAnswer>;  // by step

class LiveTarget final : public plan::Target {
public:
    struct Options {
        std::string url;  // without a slash at its end
        pack::Auth auth;
        std::string key = {};
    };

    explicit LiveTarget(Options options) : options_(std::move(options)) {}

    base::Result<http::Response> call(const plan::Call& call) override;
    base::Result<http::Response> control(const plan::Call& call) override;
    base::Result<void> log_in(const plan::Credential& credential) override;
    base::Result<void> pause(base::Duration duration) override;
    void begin_teardown() override { is_teardown_ = true; }

private:
    bool is_stopped() const;

    Options options_;
    bool is_teardown_ = false;
};

// Another target, and what its steps got.
class WitnessedTarget final : public plan::Target {
public:
    explicit WitnessedTarget(plan::Target& of) : of_(of) {}

    base::Result<http::Response> call(const plan::Call& call) override;
    base::Result<http::Response> control(const plan::Call& call) override {
        return of_.control(call);
    }
    base::Result<plan::CommandAnswer> run(const plan::CommandCall& call) override {
        return of_.run(call);
    }
    base::Result<void> log_in(const plan::Credential& credential) override {
        return of_.log_in(credential);
    }
    base::Result<void> pause(base::Duration duration) override { return of_.pause(duration); }
    void begin_teardown() override {
        if (before_teardown) before_teardown();
        of_.begin_teardown();
    }

    KeptAnswers answers;
    std::function<void()> before_teardown;  // what is caught must be caught while it is still sent

private:
    plan::Target& of_;
};

}  // namespace understudy::app
