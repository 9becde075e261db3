// A cassette: one timeline of recorded exchanges, of all kinds, with where they came from.
//
//     for (const Exchange& exchange : cassette.exchanges) bytes_of(exchange.output, From::Stdout);
//
// Raw bytes are the truth; what can be parsed out of them is derived (parsed.hpp). Null, missing
// and empty are three different things: a stdin that was not there is no Body, one that was empty
// is a Body of no bytes. A digest is always "sha256:" and 64 digits. The file format is
// docs/reference/cassette-format.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/mark.hpp"
#include "cassette/rules.hpp"
#include "json/value.hpp"
#include "plan/plan.hpp"

namespace understudy::cassette {

inline constexpr int kVersion = 1;

enum class Kind : std::uint8_t { Command, Http, Stream, Webhook };
std::string_view name_of(Kind kind);  // "command"

// How a cassette came to be. Only what was recorded is evidence of what the service does.
enum class Origin : std::uint8_t { Recorded, Edited, Authored, Derived };
std::string_view name_of(Origin origin);

enum class From : std::uint8_t { Stdout, Stderr, Stdin, Body, FrameIn, FrameOut };
std::string_view name_of(From from);  // "stdout", "frame-in"

// What a frame of a WebSocket is.
enum class Frame : std::uint8_t { Text, Binary, Ping, Pong, Close };
std::string_view name_of(Frame frame);

using Pairs = std::vector<std::pair<std::string, std::string>>;  // in order, repeats kept

struct Piece {
    std::int64_t at = 0;  // milliseconds from the start of the exchange
    From from = From::Stdout;
    std::string bytes;
    Frame frame = Frame::Text;  // of a frame; Close: two bytes of its code, then its reason
    friend bool operator==(const Piece&, const Piece&) = default;
};

struct Body {
    std::string bytes;
    std::string media_type;  // of a body kept outside the file; may be empty
    friend bool operator==(const Body&, const Body&) = default;
};

struct CommandInput {
    std::string program;
    std::vector<std::string> args;  // may hold `${name}`; a literal `${` is written `$${`
    std::string cwd = "root";       // `scratch`, `root`, or a path below: `scratch/w`
    Pairs env;                      // the allow-listed subset
    std::optional<Body> stdin_body;
    bool tty = false;
    friend bool operator==(const CommandInput&, const CommandInput&) = default;
};

struct HttpInput {
    std::string method;
    std::string host;  // as the program named it: `api.example.test`, `localhost:8080`; or its role
    std::string path;  // as it was sent, without the query
    Pairs query;       // decoded
    Pairs headers;
    std::optional<Body> body;
    std::string protocol;         // "http/1.0", "http/1.1", "h2"
    std::string scheme = {};      // "http", "https"; empty: not known
    std::string query_text = {};  // as it was sent, where writing `query` gives other bytes
    Pairs trailers = {};
    friend bool operator==(const HttpInput&, const HttpInput&) = default;
};

struct WebhookInput {  // what the service sent
    std::string method;
    std::string path;
    Pairs headers;
    std::optional<Body> body;
    std::string scheme;  // of the signature; empty: none
    friend bool operator==(const WebhookInput&, const WebhookInput&) = default;
};

// The end of a command. Exactly one of them.
struct Ended {
    enum class How : std::uint8_t { Exit, Signal, TimedOut, NotStarted };
    How how = How::Exit;
    int number = 0;   // exit code, or signal
    std::string why;  // of NotStarted
    friend bool operator==(const Ended&, const Ended&) = default;
};

// A file below the scratch folder that a command made, changed or removed.
struct ChangedFile {
    std::string path;
    std::string digest;  // empty: removed
    std::uint64_t size = 0;
    friend bool operator==(const ChangedFile&, const ChangedFile&) = default;
};

struct Interim {  // an answer before the answer: 100, 103
    int status = 0;
    Pairs headers;
    friend bool operator==(const Interim&, const Interim&) = default;
};

// The head of an HTTP answer; its body is the pieces `body`.
struct Answer {
    int status = 0;
    Pairs headers;
    Pairs trailers;
    std::string reason = {};  // empty: the usual phrase, or none
    std::vector<Interim> interim = {};
    friend bool operator==(const Answer&, const Answer&) = default;
};

// Raw: bytes both ways, after an upgrade to something that is no WebSocket.
enum class Framing : std::uint8_t { Jsonl, Sse, Lines, Frames, Raw };
std::string_view name_of(Framing framing);
enum class StreamEnd : std::uint8_t { Complete, Cut, Stalled, Reset };
std::string_view name_of(StreamEnd end);
enum class Carrier : std::uint8_t { Command, Http, Websocket };
std::string_view name_of(Carrier carrier);

struct Output {
    std::vector<Piece> pieces;
    std::int64_t duration = 0;   // milliseconds
    std::optional<Ended> ended;  // of a command, also as a stream's carrier
    std::vector<ChangedFile> files;
    std::optional<Answer> answer;  // of http and webhook
    std::string error;             // http without an answer: connect, tls, reset, timeout
    std::optional<StreamEnd> end;  // of a stream; of http, where the answer broke off
    std::uint32_t attempts = 1;    // of a webhook
    friend bool operator==(const Output&, const Output&) = default;
};
// All bytes of one source, in order.
std::string bytes_of(const Output& output, From from);

// Valid UTF-8 without control characters other than tab, LF and CR: what a file may hold as text.
// Everything else is written in base64.
bool is_plain_text(std::string_view bytes);

struct Recorder {
    std::string name, version, commit;
    friend bool operator==(const Recorder&, const Recorder&) = default;
};
struct Tool {
    std::string name, version, path_digest, file_digest;
    friend bool operator==(const Tool&, const Tool&) = default;
};
struct Host {
    std::string os, release, arch;
    friend bool operator==(const Host&, const Host&) = default;
};
struct Provenance {
    std::string recorded_at;  // RFC 3339, UTC; empty: not known, of what is unverified
    Recorder recorder;
    std::optional<Tool> tool;
    std::optional<Host> host;
    json::Value pinned = json::Value::object();
    bool unverified = false;  // taken over from another format
    friend bool operator==(const Provenance&, const Provenance&) = default;
};

struct Exchange {
    std::string id;
    Kind kind = Kind::Command;
    std::int64_t at = 0;  // milliseconds from the start of the cassette
    plan::Phase phase = plan::Phase::Step;
    std::optional<plan::Effect> effect;
    std::vector<plan::Capture> captures;
    std::string caused_by;               // id of another exchange
    std::optional<Provenance> recorded;  // where it differs from the file's
    std::variant<CommandInput, HttpInput, WebhookInput> input;
    Carrier carrier = Carrier::Command;  // of a stream
    Framing framing = Framing::Lines;    // of a stream
    Output output;

    const CommandInput* command() const { return std::get_if<CommandInput>(&input); }
    const HttpInput* http() const { return std::get_if<HttpInput>(&input); }
    const WebhookInput* webhook() const { return std::get_if<WebhookInput>(&input); }
};

struct Variable {
    std::string name;
    plan::Capture::Type type = plan::Capture::Type::String;
    json::Value value;  // at recording
};

struct PlanReference {
    bool is_self = false;  // one call that only reads: its own input is the plan
    std::string file, digest;
    std::vector<std::string> steps;
};

struct Source {  // of an edited or derived cassette
    std::string digest, by, why;
};

struct Redaction {
    std::string rule, at;
    std::uint64_t count = 0;
};

struct Variant {
    std::string label, version;
};

enum class Order : std::uint8_t { Free, Strict };
enum class WhenUsedUp : std::uint8_t { Fail, RepeatLast };

// What beside program and argv has to be the same for a recording to answer.
struct Match {
    bool stdin_body = false;
    bool cwd = false;
    std::vector<std::string> env;
    std::vector<std::string> headers;  // http
    std::vector<std::string> body;     // http: places of a JSON or form body; "*": all of it
    WhenUsedUp used_up = WhenUsedUp::Fail;
    friend bool operator==(const Match&, const Match&) = default;
};

struct Cassette {
    std::string service, name;
    std::optional<Variant> variant;
    Origin origin = Origin::Recorded;
    std::optional<Source> source;
    std::optional<Provenance> provenance;  // unless authored
    std::vector<Redaction> redactions;
    std::string content_digest;  // as the file says it: "sha256:..."
    std::string notes;
    std::optional<PlanReference> plan;
    std::string given;
    std::vector<Variable> vars;
    Match match;
    Order order = Order::Free;
    std::vector<RuleSpec> rules;
    json::Value compare;  // how it is compared, as it is written; null: as its service says
    std::vector<Exchange> exchanges;

    bool is_re_recordable() const { return plan.has_value(); }
};

// SHA-256 over the length-prefixed canonical form of what the digest covers (3.2 of the format):
// "sha256:" and 64 digits. `cassette.content_digest` itself, notes, rules, match and order are not
// part of it.
std::string digest_of(const Cassette& cassette);

// "sha256:" and 64 digits, of any bytes: of a body, of a file, of a path.
std::string digest_text(std::string_view bytes);
bool is_digest_text(std::string_view text);

}  // namespace understudy::cassette
