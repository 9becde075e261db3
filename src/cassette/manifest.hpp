// What a project says about its services: the keys `services`, `cassettes`, `normalizers`, `rules`,
// `coverage`, `pending`, `miss_exit` and `most_replaced` of understudy.yaml.
//
//     Manifest manifest = TRY(read_manifest(document));
//     const Service* git = manifest.of_program("git");
//
// There is no list of services in code: what the manifest names exists, and where there is no
// manifest the service is the program's name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "cassette/compare.hpp"
#include "cassette/model.hpp"
#include "cassette/rules.hpp"
#include "json/document.hpp"

namespace understudy::cassette {

// The six modes of a session.
enum class Mode : std::uint8_t { Record, Replay, PassThrough, RecordMissing, Forbid, Shadow };
std::string_view name_of(Mode mode);  // "record-missing"
// Also VCR's words: none, all, new, spy, once (which needs to know whether the file is there).
std::optional<Mode> mode_named(std::string_view word, bool has_recordings);

// What stands in for the service in `check`.
struct Fake {
    enum class How : std::uint8_t { None, Pack, Command, Protocol };
    How how = How::None;
    std::string pack;                  // name of a shipped pack, or its folder
    Pairs env;                         // Pack: variables that lead a tool to it, with ${url},
                                       // ${host} and ${key}; empty: no tool can be led there
    std::vector<std::string> command;  // Command: the recorded argv is put after it, without the
                                       // program. Protocol: started once, speaks JSON lines
    base::Duration limit{10, 0};       // of one answer
    base::Mark mark;
};

// A call that may be answered without a recording, and why.
struct Quiet {
    std::vector<std::string> args;  // globs, one an argument; "**" at the end: any more
    std::string program, stdout_text, reason;
    int exit_code = 0;
};

struct Untested {
    std::string operation, reason;
};
struct Strategy {
    std::string name, document;
};

// Where the real service is, for what a pack asks of it (`verify --behaviour` and the like).
struct Live {
    std::string url;  // may hold `${VARIABLE}` of the environment; empty: not said
    std::string key;  // the variable of the environment that holds its key; empty: none
};

// How serious a class of difference is for one service, at some place or everywhere.
struct SeverityRule {
    Drift drift = Drift::ValueChanged;
    std::string at;  // the difference's place begins with it: `stdout/author`; empty: anywhere
    report::Severity severity = report::Severity::Warning;
};

struct Service {
    std::string name;
    std::vector<std::string> programs;  // its own name, if nothing is said
    std::vector<std::string> hosts;     // whose calls belong to it: globs
    std::string cassettes;              // folder below the root of the project
    std::vector<std::string> env;       // variables that are kept: globs
    std::vector<std::string> version;   // arguments that make a program print its version
    Fake fake;
    std::string plans;                 // folder
    std::vector<std::string> sandbox;  // targets that may be written to: globs
    Live live;
    bool is_live_only = false;  // lane: live
    std::vector<Untested> untested;
    std::optional<Strategy> strategy;
    std::vector<Quiet> quiet;
    Match match;
    std::optional<base::Duration> expires;  // recordings in use that are older are to be renewed
    bool allows_terminal = false;           // a terminal as standard input is handed on
    std::vector<RuleSpec> rules;            // shared by all its cassettes; they come first
    CompareOptions comparing;
    std::vector<SeverityRule> severities;
    std::vector<std::string> serves;  // of a partial fake: call shapes it serves (coverage)
    base::Mark mark;
};

struct Manifest {
    std::string cassettes = "cassettes";  // folder of folders, one a service
    std::string pending = ".understudy/pending";
    std::vector<Service> services;
    std::vector<RuleSpec> rules;  // of all services
    Normalizers normalizers = Normalizers::shipped();
    std::string ratchet;                            // coverage: {ratchet: FILE}
    std::string calls = ".understudy/calls.jsonl";  // coverage: {calls: FILE}: the log of calls
    int miss_exit = 97;
    double most_replaced = 0.5;  // share of an exchange that rules may replace (audit)

    const Service* find(std::string_view name) const;
    // The service a program belongs to; nullptr: none names it.
    const Service* of_program(std::string_view program) const;
    // The service a host belongs to, with its port or without it; nullptr: none names it.
    const Service* of_host(std::string_view host) const;
};

// The whole file: a key at the top that no part of this program knows is refused. `fixtures` and
// `refresh` are read elsewhere (fixture/project.hpp, verify/refresh_settings.hpp).
// cassette.bad_manifest lists all that is wrong.
base::Result<Manifest> read_manifest(const json::Document& document);

// May a service be called so? Its name is the name of a folder.
bool is_service(std::string_view name);

// The severity of a difference for a service: the last rule that fits, else that of its class.
report::Severity severity_for(const Service& service, const Difference& difference);

// Rules of a cassette: the project's, its service's, its own.
std::vector<RuleSpec> rules_for(const Manifest& manifest, const Cassette& cassette);

}  // namespace understudy::cassette
