// The process itself.
#include "app/cli.hpp"
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "app/version.hpp"
#include "json/write.hpp"
#include "serve/control.hpp"
#include "serve/openapi.hpp"

namespace understudy::app {

namespace {

constexpr ControlRoute kHealth[] = {{"GET", "/health", {}, {.text = shown_health}, Whose::Nobody}};
constexpr Example kHealthExamples[] = {{"understudy health", "is the server there?"}};

constexpr Option kVersionOptions[] = {
    {"--openapi", "", "the OpenAPI document of the control API instead", "", ""}};
constexpr ControlRoute kVersionRoutes[] = {
    {"GET", "/openapi.json", {}, {}, Whose::Nobody, false, {"--openapi"}},
    {"GET", "/version", {}, {.text = shown_version}, Whose::Anybody},
};
constexpr Example kVersionExamples[] = {
    {"understudy version", "the server's where one is named, else this program's"},
    {"understudy version --openapi", "the control API for a program to read"},
};

constexpr ControlRoute kMetrics[] = {{"GET", "/metrics", {}, {}, Whose::Operator}};
constexpr Example kMetricsExamples[] = {{"understudy metrics", "as Prometheus reads them"}};

// Without a server: this program's own.
base::Result<ExitCode> run_version(const Arguments& arguments, Terminal& terminal) {
    if (arguments.has("--openapi")) {
        terminal.out(json::write(serve::control_document(kVersion)) + '\n');
    } else if (arguments.has("--json")) {
        terminal.out(json::write(json::Value::object({{"product", "understudy"},
                                                      {"version", kVersion},
                                                      {"contract", serve::kContract}})) +
                     '\n');
    } else {
        terminal.out(version_text() + '\n');
    }
    return ExitCode::Done;
}

constexpr Verb kVerbs[] = {
    {"health",
     "is the server there?",
     "Asks whether the server is there. Needs no key.",
     {},
     {},
     kHealthExamples,
     nullptr,
     kHealth},
    {"version",
     "which version is this?",
     "Shows the version, contract and packs of the server that is named by --url or the "
     "environment; without one, the version of this program.",
     {},
     kVersionOptions,
     kVersionExamples,
     run_version,
     kVersionRoutes},
    {"metrics",
     "counters of the process",
     "Prints the counters of the process, as text for "
     "Prometheus. Needs the operator's key.",
     {},
     {},
     kMetricsExamples,
     nullptr,
     kMetrics},
};

}  // namespace

std::span<const Verb> process_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
