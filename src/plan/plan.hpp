// A plan: steps that make exchanges happen, and what is expected of them. The same plan runs
// against a world in this process or against any URL; it is data, and loading it runs nothing.
//
//     steps:
//       - id: create
//         request: { post: /v1/charges, form: { amount: 2000 } }
//         effect: write
//         capture: { charge: /id }
//         expect: { status: 201, body: { amount: 2000 } }
//       - id: read
//         request: { get: "/v1/charges/${charge}" }
//         effect: read
//         expect: { status: 2xx }
//
// `${name}` is a hole: a captured value, a variable, or `${run}`, the marker of this run. A text
// that is one hole and nothing else takes the value with its type. A step may also run a command:
//
//       - id: close
//         run: [gh, issue, close, "${issue}", --repo, "${target}"]
//         effect: write
//         record: issue/close
//         expect: { exit: 0 }
//
// docs/reference/plan-format.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/mark.hpp"
#include "base/regex.hpp"
#include "base/time.hpp"
#include "json/path.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"

namespace understudy::plan {

enum class Effect : std::uint8_t { Read, Write, Destructive };
std::string_view name_of(Effect effect);  // "read"

enum class Phase : std::uint8_t { Setup, Step, Variation, Teardown };
std::string_view name_of(Phase phase);  // "setup"

// A place in a JSON body: a JSON Pointer (`/data/0/id`) or a JSONPath (`$.data[*].id`).
struct Place {
    std::string text;
    std::variant<json::Pointer, json::Path> at;

    static base::Result<Place> parse(std::string_view text);
    // Nothing there: an empty list. A path may give several; a limit passed counts as nothing.
    std::vector<const json::Value*> select(const json::Value& root) const;
};

// Whether the target presents its credential: its own, none, or one that is not valid.
enum class Auth : std::uint8_t { Own, None, Wrong };

struct Request {
    enum class Body : std::uint8_t { None, Json, Form, Text };

    std::string method;
    std::string path;      // "/v1/charges/${charge}"; of a control call below /__admin__/
    bool is_url = false;   // `path` is an absolute URL
    bool control = false;  // a call of the control API, never of the service
    std::vector<std::pair<std::string, std::string>> headers;
    json::Value query = json::Value::object();
    Body body_kind = Body::None;
    json::Value body;
    Auth auth = Auth::Own;
    base::Mark mark;
};

// A command: its words, each with holes. There is no shell.
struct Command {
    std::vector<std::string> words;    // the program first
    std::optional<std::string> input;  // standard input; nothing: closed
    std::string folder;                // below the scratch folder; empty: the scratch folder itself
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<std::string> files;  // globs: what it changes below scratch and is kept
    base::Mark mark;
};

struct Capture {
    enum class From : std::uint8_t { Body, Header, Status, Stdout, Stderr, Exit };
    enum class Type : std::uint8_t { Any, String, Integer, Number, Boolean };

    std::string name;
    From from = From::Body;
    std::optional<Place> place;  // of a JSON body or output; nothing: all of it
    std::string header;
    std::optional<base::Regex> pattern;  // its first group, or the whole match
    Type type = Type::Any;
    base::Mark mark;
};
std::string_view name_of(Capture::From from);  // "stdout"
std::string_view name_of(Capture::Type type);  // "integer"

// A status that is not said is 2xx, an exit that is not said is 0: a step that expects nothing
// still expects to work.
struct Expect {
    struct Status {  // 404, or a class: 4xx has first 400 and last 499
        int first = 200;
        int last = 299;
        std::string text;
    };
    struct Header {
        std::string name;
        std::optional<std::string> value;  // exactly this
        std::optional<base::Regex> matches;
        bool absent = false;
        base::Mark mark;
    };
    struct At {
        Place place;
        std::optional<base::Regex> matches;
        base::Mark mark;
    };

    struct Exit {
        enum class Kind : std::uint8_t { Code, Nonzero, Signal, TimedOut };
        Kind kind = Kind::Code;
        int number = 0;    // code, or signal
        std::string text;  // "0", "nonzero", "signal 9", "timed_out"
    };
    struct Text {  // of one output of a command
        std::optional<std::uint64_t> lines;
        std::optional<std::string> text;  // all of it
        std::vector<base::Regex> matches;
        std::optional<json::Value> json;  // members it must have; others may be there
        std::optional<bool> empty;
        base::Mark mark;
    };

    std::vector<Status> status;  // any of them; empty: 2xx
    base::Mark status_mark;
    std::vector<Exit> exit;  // any of them; empty: 0
    base::Mark exit_mark;
    std::optional<Text> standard_output, standard_error;
    std::vector<Header> headers;
    std::optional<json::Value> body;     // members it must have; others may be there
    std::optional<json::Value> exactly;  // the whole body
    std::optional<std::string> text;     // the whole body, as text
    // Of a command these look at its standard output, as JSON.
    std::vector<At> exists, absent, matches;
    std::string format;  // json, text, empty; "": not said
    std::optional<json::Value> schema;
    base::Mark mark, body_mark, exactly_mark, text_mark, format_mark, schema_mark;
};

// Repeats the request until the expectations hold. Between two tries the target lets `every` pass:
// a frozen world is advanced, a real service is waited for.
struct Wait {
    std::uint32_t tries = 10;
    base::Duration every{1, 0};
};

struct Step {
    std::string id;
    Phase phase = Phase::Step;
    Effect effect = Effect::Write;
    Request request;
    std::optional<Command> command;  // else `request` is the call
    std::vector<Capture> captures;
    Expect expect;
    std::optional<Wait> wait;
    std::optional<base::Duration> timeout;
    std::string record;              // name of a cassette; used when recording
    std::string stream;              // what it prints are events: jsonl, sse, lines; "": one answer
    std::vector<std::string> needs;  // steps whose exchanges its cassette takes along
    // Of a variation: names bound otherwise for this one call.
    std::vector<std::pair<std::string, json::Value>> with;
    // Of a variation: credentials it does not present, or presents with a value that is not valid.
    std::vector<std::string> without, wrong;
    base::Mark mark;
};

struct Money {
    double amount = 0;
    std::string currency;  // of the service's own figures; USD
};

struct Budget {
    base::Duration step{60, 0};  // time of one step
    std::optional<base::Duration> time;
    std::optional<std::uint64_t> calls;  // of the service; control calls are free
    std::optional<Money> money;
    std::optional<Capture> cost_from;  // where an answer tells what it cost
};

// A login: where it comes from, how it reaches the service (exactly one of a variable, a file and a
// header), and a cheap read that must succeed.
struct Credential {
    std::string name;
    std::string variable;   // the environment variable that hands it to the tool
    std::string from;       // the variable it is taken from, if that has another name
    std::string file;       // below the home folder: copied to the same place of the private one
    std::string header;     // of requests; it comes from the variable `from`
    std::string text = {};  // what the header says: "Bearer ${login}"
    Step probe;
    base::Mark mark;
};

// One version of the tool: its cassettes are variants of this label.
struct Version {
    std::string label;
    std::vector<std::string> path;    // folders that come first on PATH
    std::vector<std::string> prefix;  // words that come before each command
    base::Mark mark;
};

// What is an accident and no answer: tried again, and unknown if it stays so. The statuses 429,
// 502, 503 and 504 are always taken for one.
struct Transient {
    std::vector<base::Regex> patterns;  // in the outputs of a command that failed, or in a body
    std::uint32_t tries = 3;
    base::Duration every{5, 0};
};

struct Plan {
    std::string name;  // of the file
    std::string service;
    std::string target;                    // with holes
    std::string url;                       // where requests go: with holes; empty: nowhere
    std::vector<std::string> environment;  // variables that `target` and `env` take from outside
    std::vector<std::pair<std::string, std::string>> variables;  // `env`: fixed for all commands
    std::vector<Credential> credentials;
    std::string fixture;      // folder, seen from the plan's own
    bool is_offline = false;  // `network: none`: commands have no network but a loopback
    std::vector<Step> setup, steps, variations, teardown;
    std::optional<std::uint32_t> repeat;
    Budget budget;
    Transient transient;
    std::vector<Version> versions;
    std::vector<std::string> version_from;  // a command that prints the tool's version

    bool is_paid() const { return budget.money && budget.money->amount > 0; }
    // How often it is recorded when there is something to learn.
    std::uint32_t recordings() const { return repeat.value_or(is_paid() ? 1 : 2); }
};

}  // namespace understudy::plan
