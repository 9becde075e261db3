// Holds an answer against what a step expects, and takes what it captures.
#pragma once

#include <vector>

#include "base/error.hpp"
#include "http/message.hpp"
#include "plan/impl/holes.hpp"
#include "plan/run.hpp"

namespace understudy::plan {

// An answer whose body is read once, when first somebody asks.
class Seen {
public:
    explicit Seen(const http::Response& response) : response_(response) {}

    const http::Response& response() const { return response_; }
    const std::string& text();
    const base::Result<json::Value>& value();

private:
    const http::Response& response_;
    std::optional<std::string> text_;
    std::optional<base::Result<json::Value>> value_;
};

struct Judgement {
    std::vector<base::Error> differences;
    std::vector<base::Error> unknown;  // what could not be judged
};

Judgement judge(const Expect& expect, Seen& seen, const Names& names, Shapes* shapes);

// code::NothingCaptured says why not.
base::Result<json::Value> take(const Capture& capture, Seen& seen);

}  // namespace understudy::plan
