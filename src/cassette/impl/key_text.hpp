// The key of a call while it is made: its parts, each behind its length.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cassette/model.hpp"

namespace understudy::cassette {

class KeyText {
public:
    void add(std::string_view part);
    void add_number(std::size_t number);
    // What stands at the end, rules or not: whether there was standard input, and the folder.
    void add_rest(const CommandInput& call, const Match& policy);
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

// The variables that the policy names, by name; one that is not set is not there.
Pairs matched_env(const CommandInput& call, const Match& policy);

}  // namespace understudy::cassette
