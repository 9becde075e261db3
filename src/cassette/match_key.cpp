// Keys of calls without rules, and wildcards: what a replayed call needs, and nothing that costs
// more to start.
#include <algorithm>

#include "cassette/impl/key_text.hpp"
#include "cassette/match.hpp"

namespace understudy::cassette {

void KeyText::add(std::string_view part) {
    text_ += std::to_string(part.size());
    text_ += ':';
    text_ += part;
}

void KeyText::add_number(std::size_t number) {
    add(std::to_string(number));
}

void KeyText::add_rest(const CommandInput& call, const Match& policy) {
    if (policy.stdin_body) add(call.stdin_body ? "stdin" : "no stdin");
    if (policy.cwd) add(call.cwd);
}

Pairs matched_env(const CommandInput& call, const Match& policy) {
    Pairs kept;
    for (const auto& [name, value] : call.env) {
        const bool counts =
            std::find(policy.env.begin(), policy.env.end(), name) != policy.env.end();
        if (counts) kept.emplace_back(name, value);
    }
    std::sort(kept.begin(), kept.end());
    return kept;
}

std::string key_text(const CommandInput& call, const Match& policy) {
    KeyText key;
    key.add("command");
    key.add(call.program);
    key.add_number(call.args.size());
    for (const std::string& arg : call.args) key.add(arg);
    const Pairs env = matched_env(call, policy);
    key.add_number(env.size());
    for (const auto& [name, value] : env) {
        key.add(name);
        key.add(value);
    }
    if (policy.stdin_body && call.stdin_body) key.add(call.stdin_body->bytes);
    key.add_rest(call, policy);
    return key.take();
}

bool fits_wildcard(std::string_view pattern, std::string_view text) {
    std::size_t at = 0, star = std::string_view::npos, resume = 0, i = 0;
    while (i < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            resume = i;
        } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == text[i])) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

bool fits_wildcards(std::span<const std::string> patterns, std::span<const std::string> args) {
    const bool is_open = !patterns.empty() && patterns.back() == "**";
    if (is_open) patterns = patterns.first(patterns.size() - 1);
    if (is_open ? args.size() < patterns.size() : args.size() != patterns.size()) return false;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        if (!fits_wildcard(patterns[i], args[i])) return false;
    }
    return true;
}

}  // namespace understudy::cassette
