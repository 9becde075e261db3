// Where rules apply.
#include <algorithm>

#include "cassette/impl/compiled_rule.hpp"
#include "secret/policy.hpp"

namespace understudy::cassette {

bool is_input_stream(std::string_view stream) {
    constexpr std::string_view kInputs[] = {
        "stdin", "args", "env", "cwd", "path", "query", "request-headers", "request-body"};
    return std::find(std::begin(kInputs), std::end(kInputs), stream) != std::end(kInputs);
}

Reach reach_of(const Scope& scope) {
    if (!scope.path.empty() || !scope.column.empty() || !scope.group.empty()) return Reach::Value;
    return scope.line.empty() ? Reach::Anywhere : Reach::Line;
}

bool CompiledRule::applies_to(std::string_view exchange, std::string_view stream) const {
    const auto names = [](const std::vector<std::string>& list, std::string_view name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    if (!names(at.streams, stream) && (!at.streams.empty() || is_input_stream(stream)))
        return false;
    return at.exchanges.empty() ||
           std::any_of(at.exchanges.begin(), at.exchanges.end(),
                       [&](const std::string& glob) { return secret::fits_glob(glob, exchange); });
}

bool CompiledRule::is_for_inputs() const {
    return std::any_of(at.streams.begin(), at.streams.end(),
                       [](const std::string& stream) { return is_input_stream(stream); });
}

}  // namespace understudy::cassette
