// Findings and errors about files that may hold secrets, with every secret in their words replaced
// by `<secret>`: a type, a key or a name that is quoted may be one.
#pragma once

#include "base/error.hpp"
#include "report/finding.hpp"
#include "secret/find.hpp"

namespace understudy::app {

class Discreet {
public:
    explicit Discreet(secret::Finder finder) : finder_(std::move(finder)) {}

    std::string text(std::string_view words) { return secret::shown_name(finder_, words); }
    // Every text in it, names too.
    json::Value value(const json::Value& held);
    void cover(report::Finding& finding);
    // A line of a file that holds a secret is left out.
    base::Error cover(base::Error error);

private:
    secret::Finder finder_;
};

}  // namespace understudy::app
