// What a call has become once it was read: the operation, the input as the pack types it, who asks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/value.hpp"
#include "pack/pack.hpp"
#include "world/command.hpp"
#include "world/impl/object.hpp"
#include "world/impl/refusal.hpp"
#include "world/impl/sent_headers.hpp"
#include "world/trace.hpp"

namespace understudy::world {

struct Request {
    const Call* call = nullptr;
    const pack::Operation* operation = nullptr;  // never null once it is routed
    pack::Index operation_index = pack::kNone;
    pack::Index route = 0;
    std::string id;    // request.id; drawn even if the pack has no pattern: req_<n>
    std::string path;  // without query, as it came
    json::Value captured = json::Value::object();  // path parameters
    json::Value query = json::Value::object();     // vendor spelling, untyped
    json::Value body = json::Value::object();      // vendor spelling; null: there was none
    // The decoded union, typed by the pack, in the vendor's spelling: body first, then path, then
    // query. What `input` is in expressions.
    json::Value input = json::Value::object();
    // The same before references were followed: what tests match on is what they sent.
    json::Value sent = json::Value::object();
    // By field: what was given for fields the operation writes. References are ids of objects that
    // exist (of a token: of the object it made), instants RFC 3339 texts. Of a field that creates
    // children the value is a list of objects, one per child, whose members are nested by the paths
    // of the child's fields. Fields of elements (`items.*.price`) are not here: they stand in the
    // list itself. In a map with `merge: keys` members that are to be removed still hold `unset`.
    struct Given {
        pack::Index field;
        json::Value value;
        bool unset = false;  // the pack's "remove this" value was sent
    };
    std::vector<Given> given;
    // Declared parameters by name, defaults filled in; what the path captured and no object takes.
    // One that was not sent and has no default is not there.
    json::Value params = json::Value::object();
    SentHeaders headers;
    json::Value credential_id, source_id;  // null: none
    std::string idempotency_key;           // empty: none
    bool is_keyed = false;  // the key counts: method and operation are among those the pack says
    // Under which the answer is stored, and what else must be the same; read from the call when the
    // guard first asks.
    mutable std::string record_key, fingerprint;
    mutable bool is_first_use = false;  // the guard has looked, and there is nothing under the key
    std::string version;                // asked for, else the modelled one
    std::vector<std::string> expand;
    ObjectPtr self;    // the object the path names, if any
    ObjectPtr parent;  // the one it lives under
    std::vector<Warning> warnings;
    bool passed = false;  // validation, lookup and guards are behind it (idempotency.stores)
};

}  // namespace understudy::world
