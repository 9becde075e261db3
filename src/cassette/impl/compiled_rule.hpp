// A rule ready to run: its scope compiled, its recognizer made.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/regex.hpp"
#include "cassette/impl/normalizer.hpp"
#include "cassette/rules.hpp"
#include "json/path.hpp"

namespace understudy::cassette {

struct CompiledRule {
    std::size_t spec = 0;  // in Rules::specs()
    Scope at;
    Reach reach = Reach::Anywhere;
    std::optional<json::Path> path;
    std::optional<base::Regex> line;
    std::optional<base::Regex> group;
    const Normalizer* normalizer = nullptr;  // kept by `kept`
    std::shared_ptr<const Normalizer> kept;
    RecognizerPointer recognizer;
    bool keeps_equality = true;  // two values are two placeholders

    // Says nothing of path, column, line and group.
    bool applies_to(std::string_view exchange, std::string_view stream) const;
    bool applies_to_event(std::string_view kind) const {
        return at.event.empty() || at.event == kind;
    }
    bool is_for_inputs() const;
};

// The streams a scope can name.
inline constexpr std::string_view kStreams[] = {
    "stdout", "stderr",   "body",    "headers", "trailers",        "files",
    "frames", "frame-in", "request", "answer",  "stdin",           "args",
    "env",    "cwd",      "path",    "query",   "request-headers", "request-body"};
// What a call is found by. A rule applies to these only if it names them.
bool is_input_stream(std::string_view stream);

Reach reach_of(const Scope& scope);

}  // namespace understudy::cassette
