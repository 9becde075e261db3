// The programs of this machine as the target of a plan, run in a clean room, and a service over
// HTTP beside them.
//
//     CommandTarget target(room, plan.credentials, {});
//     const plan::Report report = plan::run(plan, target, options);
//
// Standard input is closed unless the step has some; at its limit a command is ended with all it
// started. Logins reach it only through the plan's credentials.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/clean_room.hpp"
#include "app/plan_request.hpp"
#include "plan/target.hpp"

namespace understudy::app {

// What stands for a login that is not valid.
inline constexpr std::string_view kWrongLogin = "wrong-login-of-a-plan";

class CommandTarget final : public plan::Target {
public:
    struct Options {
        std::vector<std::string> prefix = {};   // words before each command
        std::function<bool()> is_stopped = {};  // ends the command that runs, but no tear-down
        std::function<void(const plan::CommandCall&, const plan::CommandAnswer&)> on_ran = {};
        std::string url = {};     // where requests go
        bool is_offline = false;  // commands have no network but a loopback
    };
    static constexpr std::size_t kMostOutput = std::size_t{64} << 20U;

    CommandTarget(const CleanRoom& room, const std::vector<plan::Credential>& credentials,
                  Options options);

    base::Result<http::Response> call(const plan::Call& call) override;
    base::Result<http::Response> control(const plan::Call& call) override;
    base::Result<plan::CommandAnswer> run(const plan::CommandCall& call) override;
    base::Result<void> log_in(const plan::Credential& credential) override;
    base::Result<void> pause(base::Duration duration) override;
    void begin_teardown() override { is_teardown_ = true; }

    // The credentials that a variable hands over, by its name.
    Variables logins() const;
    // The requests that were answered, each step's last one.
    const TakenRequests& taken() const { return taken_; }

private:
    void put_logins(const plan::Call& call, http::Headers& headers) const;
    bool is_stopped() const;
    base::Result<void> put_logins(const plan::CommandCall& call, Variables& environment);
    std::vector<std::string> environment_for(const Variables& own) const;
    void put_offline(std::vector<std::string>& words, const std::string& folder) const;

    const CleanRoom& room_;
    const std::vector<plan::Credential>& credentials_;
    Options options_;
    std::map<std::string, std::string> values_;  // of the credentials, by name
    TakenRequests taken_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    bool is_teardown_ = false;
};

}  // namespace understudy::app
