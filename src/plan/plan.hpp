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
// that is one hole and nothing else takes the value with its type. docs/reference/plans.md.
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

struct Capture {
    enum class From : std::uint8_t { Body, Header, Status };
    enum class Type : std::uint8_t { Any, String, Integer, Number, Boolean };

    std::string name;
    From from = From::Body;
    std::optional<Place> place;  // of a JSON body; nothing: the whole body
    std::string header;
    std::optional<base::Regex> pattern;  // its first group, or the whole match
    Type type = Type::Any;
    base::Mark mark;
};

// A status that is not said is 2xx: a step that expects nothing still expects to work.
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

    std::vector<Status> status;  // any of them; empty: 2xx
    base::Mark status_mark;
    std::vector<Header> headers;
    std::optional<json::Value> body;     // members it must have; others may be there
    std::optional<json::Value> exactly;  // the whole body
    std::optional<std::string> text;     // the whole body, as text
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
    std::vector<Capture> captures;
    Expect expect;
    std::optional<Wait> wait;
    std::optional<base::Duration> timeout;
    std::string record;  // name of a cassette; used when recording
    // Of a variation: names bound otherwise for this one call.
    std::vector<std::pair<std::string, json::Value>> with;
    base::Mark mark;
};

struct Budget {
    base::Duration step{60, 0};  // time of one step
    std::optional<base::Duration> time;
    std::optional<std::uint64_t> calls;  // of the service; control calls are free
};

struct Plan {
    std::string name;  // of the file
    std::string service;
    std::string target;  // with holes
    std::vector<Step> setup, steps, variations, teardown;
    std::uint32_t repeat = 1;
    Budget budget;
};

}  // namespace understudy::plan
