// Holds an answer against what a step expects, and takes what it captures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "http/message.hpp"
#include "plan/impl/holes.hpp"
#include "plan/run.hpp"

namespace understudy::plan {

// An answer whose body, or standard output, is read once, when first somebody asks.
class Seen {
public:
    explicit Seen(const http::Response& response) : response_(&response) {}
    explicit Seen(const CommandAnswer& command) : command_(&command) {}

    // One of both is there.
    const http::Response* response() const { return response_; }
    const CommandAnswer* command() const { return command_; }

    const std::string& text();
    const base::Result<json::Value>& value();
    std::string_view name() const { return command_ == nullptr ? "the body" : "standard output"; }

private:
    const http::Response* response_ = nullptr;
    const CommandAnswer* command_ = nullptr;
    std::optional<std::string> text_;
    std::optional<base::Result<json::Value>> value_;
};

struct Judgement {
    std::vector<base::Error> differences;
    std::vector<base::Error> unknown;  // what could not be judged

    static constexpr std::size_t kMostDifferences = 50;
    void differs(base::Code code, std::vector<base::Arg> args, const base::Mark& mark,
                 std::vector<base::Error> because = {});
    // A value of the plan with its holes filled; nothing, and a note, if one has no value.
    std::optional<json::Value> filled(const json::Value& value, const Names& names,
                                      const base::Mark& mark);
};

Judgement judge(const Step& step, Seen& seen, const Names& names, Shapes* shapes);

// judge_command.cpp: how it ended and what it printed.
void judge_command(const Step& step, const CommandAnswer& answer, const Names& names,
                   Judgement& judgement);

// judge_value.cpp. Members of objects may be more than was asked for, unless `exactly`; lists are
// compared element by element and in full. `root` names the whole.
struct ValueCheck {
    bool exactly = false;
    std::string_view root;
    const base::Mark& mark;
};
void judge_value(const json::Value& wanted, const json::Value& actual, const ValueCheck& check,
                 Judgement& judgement);
std::string shown(const json::Value& value);  // cut, as JSON

inline constexpr std::size_t kShownBytes = 160;

// take.cpp. code::NothingCaptured says why not.
base::Result<json::Value> take(const Capture& capture, Seen& seen);

}  // namespace understudy::plan
