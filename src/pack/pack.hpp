// A pack: the model of one service, loaded, checked and compiled. It is read-only and shared by all
// worlds that run it.
//
//     Folder folder{"packs/parcel", files};              // text with names; nothing is opened here
//     Loaded loaded = load(folder);                      // load.hpp
//     if (loaded.pack) world::World world(loaded.pack, ...);
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/time.hpp"
#include "pack/operation.hpp"
#include "pack/routes.hpp"

namespace understudy::pack {

struct Models {
    std::string vendor;
    std::string api;       // the version drift is measured against
    std::string captured;  // a date; empty: unconfirmed
};

struct ConfigEntry {
    std::string name;
    FieldSchema schema;
    json::Value standard;            // `default`
    std::optional<Pattern> pattern;  // else drawn when a world is made
};

struct Host {
    std::string host;  // "*": any
    std::string base;  // "/v1", "/2010-04-01/Accounts/{account_sid}"; "" for "/"
    std::vector<RouteSegment> segments;
};

struct AuthPlace {
    enum class Kind : std::uint8_t { Bearer, BasicUser, BasicPassword, Header, Query };
    Kind kind = Kind::Bearer;
    std::string name;    // of the header or query parameter
    std::string scheme;  // word before the key in the header; empty: none
};

struct Auth {
    std::vector<AuthPlace> places;       // empty: the service asks for no key
    std::vector<std::string> key_forms;  // "ghp_{key}", "{hex:32}"
    std::optional<ErrorUse> fails;
};

enum class Spelling : std::uint8_t { Same, Pascal, Camel };
enum class UnknownParam : std::uint8_t { Ignore, Keep, Refuse };

struct Serve {
    std::vector<Host> hosts;  // never empty; longest base first
    bool unix_socket = false;
    bool tls = false;
    Auth auth;
    std::vector<std::string> input;  // json, form, multipart, raw
    Spelling names = Spelling::Same;
    UnknownParam unknown = UnknownParam::Ignore;
    std::optional<ErrorUse> unknown_error;
    std::vector<Param> params;
    std::string expand;  // parameter; empty: nobody may ask
    std::uint32_t expand_depth = 4;
    std::optional<Expression> credential_id, source_id;
    std::vector<Guard> guards;
    std::string version_header, version_echo;
    bool refuse_unmodelled = false;
};

// One member of the error object: text with holes, or data as it stands.
struct ErrorMember {
    std::string name;
    std::optional<Pattern> text;
    json::Value data;
};

struct ErrorCode {
    std::string name;
    base::Mark mark;
    int status = 400;
    std::vector<ErrorMember> members;  // in order; `code` first where the pack does not place it
    std::vector<std::pair<std::string, Template>> headers;
    std::vector<Index> limited_to;  // `for`: operations; empty: any
};

struct Errors {
    Template envelope;  // names: error, issue, request
    std::vector<ErrorCode> codes;
    std::vector<std::pair<std::string, ErrorUse>> on;  // "auth", "required", "minimum", ...
    Missing missing;                                   // of `on`
    std::string collect_into;                          // empty: the first failure answers
    Template collect_each;                             // names: issue

    Index find(std::string_view code) const;               // kNone
    const ErrorUse* on_event(std::string_view key) const;  // nullptr
};

struct Idempotency {
    enum class Scope : std::uint8_t { Credential, Operation, Path };
    enum class Concurrent : std::uint8_t { Error, Wait, Replay };
    enum class Stores : std::uint8_t { Executed, Success, All };

    std::string header, field;  // one of them
    std::vector<std::string> methods;
    std::vector<Index> operations;  // empty: all
    std::vector<Scope> scope;
    Index lifetime = kNone;                                   // duration
    bool by_method = true, by_path = true, by_params = true;  // fingerprint
    ErrorUse mismatch;
    Concurrent concurrent = Concurrent::Error;
    std::optional<ErrorUse> concurrent_error;
    Stores stores = Stores::Executed;
    std::vector<int> replay_errors;  // status classes: 4, 5; empty: all
    std::vector<std::pair<std::string, Template>> replay_marker;
    std::size_t key_length = 0;  // 0: no limit
    std::optional<ErrorUse> key_error;
};

struct RateLimit {
    std::string name;
    std::uint64_t limit = 0;
    base::Duration per = {};
    bool by_credential = true;
    std::vector<int> free;
    std::vector<std::pair<std::string, Template>> headers;
    bool enforce = false;
};

struct Events {
    Index stored_as = kNone;  // resource
    std::vector<std::string> types;
    std::vector<std::string> never;
    Template payload;
};

struct WebhookKind {
    enum class Secret : std::uint8_t {
        None,
        Derived,     // from the world's key and the endpoint's URL
        Credential,  // the world's key, as the vendor's clients send it
        Input,       // what the caller gave
    };

    std::string name;
    base::Mark mark;
    Index endpoint = kNone;  // resource; kNone: serves callbacks
    // Of that resource: where the URL, event types and secret are put that a tester registers. No
    // field for event types: endpoints of this kind get everything.
    Index url_field = kNone, subscribe_field = kNone;
    Index secret_field = kNone;  // the same for Secret::Input, where it is a field
    std::optional<Expression> url, subscribe, active;
    Secret secret = Secret::None;
    Pattern secret_form;
    std::optional<Expression> secret_of;
    std::string encoding;
    std::vector<std::pair<std::string, Template>> headers;
    std::vector<std::pair<std::string, Template>> query;
    bool signs_time = false;   // a header or the query reads `ts`
    std::vector<int> success;  // statuses; below 10: a class of them
    base::Duration timeout = {};
    std::vector<base::Duration> retries;
    std::optional<MoveStep> last;
    base::Duration keep = {};
};

// How long it takes from an event to the first attempt to tell of it.
inline constexpr std::string_view kWebhookDelay = "webhook_delay";

// What a magic value or a scenario brings about.
struct Forced {
    std::optional<ErrorUse> error;
    std::vector<std::pair<MoveRef, Index>> arms;  // (move, kNone) of `resource` -> arm
    std::vector<Index> arm_resources;             // parallel to `arms`
    struct Exogenous {
        std::string operation, field;
        json::Value value;
    };
    std::vector<Exogenous> exogenous;
};

struct Magic {
    std::string at;                 // path of the input
    std::vector<Index> limited_to;  // operations; empty: all
    std::optional<json::Value> value;
    std::vector<json::Value> unless;
    std::optional<Expression> when;
    Forced outcome;
    base::Mark mark;
};

struct Scenario {
    std::string name;
    Forced outcome;
};

// Parameters that are accepted and have no effect, and why.
struct Ignored {
    std::vector<std::string> params;
    std::vector<Index> limited_to;  // operations; empty: all
    std::string why;
    base::Mark mark;
};

struct Coherence {
    std::string id;
    Index of = kNone;  // kNone: script
    Expression is;
    std::string says;
};

struct Assumption {
    std::string id, statement, modelled_version, basis, probe, verdict, checked_at;
    std::string by_hand;  // why no probe can check it
    std::vector<std::string> touches;
    base::Mark mark;
};

// One fact and where it is seen: "webhook", or a step of the probe, each with a place in its body.
struct ChannelFact {
    std::string name;
    std::vector<std::pair<std::string, std::string>> seen;
};
inline constexpr std::string_view kWebhookChannel = "webhook";

// A map of sources: facts that every channel must show alike.
struct ChannelMap {
    std::string id, statement, probe;
    // Which webhook is meant: a place in its body, and what it holds, with holes.
    std::vector<std::pair<std::string, json::Value>> webhook;
    std::vector<ChannelFact> facts;
    base::Mark mark;
};

struct NamedDuration {
    std::string name;
    base::Duration value = {};
    base::Mark mark;
};

struct Schedule {
    std::string name;
    std::vector<Index> steps;  // durations called `name.0`, `name.1`, ...
};

struct ShapeFile {
    std::string name, file, made_by;
    json::Value of;
    std::shared_ptr<const json::Value> document;
};

class Words;

struct Pack {
    std::string name, version;
    Models models;
    json::Value client;
    std::vector<ConfigEntry> config;
    std::vector<std::pair<std::string, json::Value>> tables;
    Serve serve;
    std::vector<ShapeFile> shapes;
    Rest rest;
    std::vector<NamedDuration> durations;
    std::vector<Schedule> schedules;
    std::optional<Idempotency> idempotency;
    Lists lists;
    Errors errors;
    std::optional<Pattern> request_id;
    std::vector<HeaderRule> headers;
    bool has_etag = false, weak_etag = false;
    std::vector<std::string> etag_methods;
    std::vector<RateLimit> rate_limits;
    std::optional<Events> events;
    std::vector<WebhookKind> webhooks;
    std::vector<Magic> magic;
    std::vector<Scenario> scenarios;
    std::vector<Ignored> ignores;
    std::vector<Coherence> coherence;
    std::vector<Assumption> assumptions;
    std::vector<ChannelMap> channels;
    std::vector<Resource> resources;
    std::vector<Operation> operations;      // modelled first, then those known from shapes alone
    std::vector<Description> descriptions;  // of the routes of all shapes
    Routes routes;
    std::shared_ptr<const Words> words;  // words.hpp; null: not worked out

    Index find_resource(std::string_view name) const;   // kNone
    Index find_operation(std::string_view name) const;  // by Operation::name; kNone
    Index find_duration(std::string_view name) const;   // kNone
    // The first kind with endpoints: where testers register theirs.
    Index endpoint_kind() const;  // kNone
    const json::Value* find_table(std::string_view name) const;
};

}  // namespace understudy::pack
