// The records of the control plane as JSON Schemas: components/schemas of its OpenAPI document.
// Bodies are checked against them before a route sees them; tests check every answer.
#include "serve/impl/control_call.hpp"

namespace understudy::serve {

const std::string_view kCoreSchemas = R"json({
  "Error": {
    "type": "object", "required": ["error"], "additionalProperties": false,
    "properties": {"error": {
      "type": "object", "required": ["code", "message"], "additionalProperties": false,
      "properties": {
        "code": {"type": "string", "pattern": "^[a-z_]+$", "description": "stable; tests may rely on it"},
        "message": {"type": "string", "description": "one sentence for people"},
        "field": {"type": "string", "description": "JSON Pointer into the body"},
        "hint": {"type": "string", "description": "what to do"},
        "docs": {"type": "string", "description": "anchor in the documentation"}}}}
  },
  "Health": {
    "type": "object", "required": ["status"], "additionalProperties": false,
    "properties": {"status": {"const": "ok"}}
  },
  "Document": {
    "type": "object", "required": ["openapi", "info", "paths", "components"],
    "properties": {"openapi": {"const": "3.1.0"}, "paths": {"type": "object"}}
  },
  "Version": {
    "type": "object", "required": ["product", "version", "contract", "packs"], "additionalProperties": false,
    "properties": {
      "product": {"const": "understudy"},
      "version": {"type": "string"},
      "contract": {"type": "integer"},
      "packs": {"type": "array", "items": {
        "type": "object", "required": ["name", "version"], "additionalProperties": false,
        "properties": {"name": {"type": "string"}, "version": {"type": "string"}}}}}
  },
  "PackSummary": {
    "type": "object", "required": ["name", "version", "vendor", "modelled_version", "captured", "resources", "operations"],
    "additionalProperties": false,
    "properties": {
      "name": {"type": "string"},
      "version": {"type": "string"},
      "vendor": {"type": "string"},
      "modelled_version": {"type": "string"},
      "captured": {"type": ["string", "null"], "description": "null: unconfirmed"},
      "resources": {"type": "integer"},
      "operations": {"type": "integer"}}
  },
  "Pack": {
    "type": "object", "required": ["name", "version", "resources", "operations"],
    "properties": {
      "name": {"type": "string"},
      "version": {"type": "string"},
      "operations": {"type": "array", "items": {
        "type": "object", "required": ["name", "resource", "verb", "method", "path", "example"],
        "properties": {
          "name": {"type": "string"}, "resource": {"type": ["string", "null"]}, "verb": {"type": "string"},
          "method": {"type": "string"}, "path": {"type": "string"},
          "example": {"description": "an input that works in a fresh world"}}}}}
  },
  "WorldOrder": {
    "type": "object", "required": ["pack"], "additionalProperties": false,
    "properties": {
      "pack": {"type": "string"},
      "id": {"type": "string"},
      "key": {"type": "string", "description": "at least 16 printable characters; made up if it is left out"},
      "config": {"type": "object"},
      "t0": {"type": "string", "description": "an instant, or `now` for a ticking world"},
      "rng_seed": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615},
      "clock": {"enum": ["frozen", "ticking"]},
      "pacing": {"enum": ["real", "virtual"]},
      "seed": {"type": "object", "description": "what it holds when it begins: docs/reference/seed-file.md"},
      "port": {"type": "integer", "minimum": 0, "maximum": 65535, "description": "a listener of its own; 0: any free port"},
      "socket": {"type": "string", "minLength": 1, "description": "a Unix socket of its own"},
      "host": {"type": "string", "minLength": 1},
      "accept_keys": {"enum": ["own", "any"]},
      "coherence": {"enum": ["off", "warn"]},
      "ttl": {"type": "string", "description": "a duration; without a call for that long the world is dropped"}}
  },
  "ForkOrder": {
    "type": "object", "additionalProperties": false,
    "properties": {
      "key": {"type": "string"}, "ttl": {"type": "string"},
      "endpoints": {"enum": ["keep", "drop"], "description": "do webhook endpoints come along?"}}
  },
  "World": {
    "type": "object", "additionalProperties": false,
    "required": ["id", "key", "key_forms", "packs", "config", "t0", "now", "clock", "pacing", "rng_seed",
                 "accept_keys", "coherence", "counts"],
    "properties": {
      "id": {"type": "string"},
      "key": {"type": "string", "description": "in full only when the world is created"},
      "key_forms": {"type": "array", "items": {"type": "string"}},
      "packs": {"type": "array", "items": {
        "type": "object", "required": ["name", "version", "modelled_version", "url"], "additionalProperties": false,
        "properties": {"name": {"type": "string"}, "version": {"type": "string"},
                       "modelled_version": {"type": "string"}, "url": {"type": "string"}}}},
      "config": {"type": "object"},
      "t0": {"type": "string", "format": "date-time"},
      "now": {"type": "string", "format": "date-time"},
      "clock": {"enum": ["frozen", "ticking"]},
      "pacing": {"enum": ["real", "virtual"]},
      "rng_seed": {"type": "integer"},
      "port": {"type": "integer"},
      "socket": {"type": "string"},
      "host": {"type": "string"},
      "accept_keys": {"enum": ["own", "any"]},
      "coherence": {"enum": ["off", "warn"]},
      "parent": {"type": "string"},
      "ttl": {"type": "string"},
      "counts": {"type": "object", "additionalProperties": {"type": "integer"}}}
  },
  "Cleared": {
    "type": "object", "required": ["cleared"], "additionalProperties": false,
    "properties": {"cleared": {"type": "integer", "minimum": 0}}
  },
  "Reset": {
    "type": "object", "additionalProperties": false,
    "properties": {"t0": {"type": "string", "description": "start this run at another instant"}}
  },
  "Now": {
    "type": "object", "required": ["now"],
    "properties": {"now": {"type": "string", "format": "date-time"}}
  },
  "State": {
    "type": "object", "required": ["now"],
    "properties": {
      "now": {"type": "string", "format": "date-time"},
      "resources": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "object"}}},
      "data": {"type": "array", "items": {"type": "object"}, "description": "with ?resource="},
      "next": {"type": ["string", "null"]},
      "evicted": {"type": "integer"}},
    "anyOf": [{"required": ["resources"]}, {"required": ["data", "next", "evicted"]}]
  },
  "Trigger": {
    "type": "object", "required": ["event"], "additionalProperties": false,
    "properties": {"event": {"type": "string"}, "data": {"type": "object"}}
  },
  "Triggered": {
    "type": "object", "required": ["now", "transitions", "emitted", "trace"],
    "properties": {"now": {"type": "string", "format": "date-time"}, "transitions": {"type": "array"},
                   "emitted": {"type": "array"}, "trace": {"type": "string"}}
  },
  "Trace": {
    "type": "object", "required": ["id", "world", "seq", "at", "request", "resolved_by", "status", "steps", "fields"],
    "properties": {
      "id": {"type": "string"}, "world": {"type": "string"}, "seq": {"type": "integer"},
      "at": {"type": "string", "format": "date-time"}, "request": {"type": ["object", "null"]},
      "resolved_by": {"enum": ["fault", "stub", "idempotent_replay", "scenario", "magic", "stateful", "auth", "no_route"]},
      "status": {"type": "integer"}, "steps": {"type": "array"},
      "fields": {"type": "array", "items": {
        "type": "object", "required": ["path", "class", "source", "value", "pin"],
        "properties": {
          "path": {"type": "string"}, "class": {"enum": ["faithful", "exogenous"]},
          "source": {"enum": ["input", "derived", "clock", "id", "state", "aggregate", "constant", "pinned", "tape", "synth"]}}}}}
  },
  "Request": {
    "type": "object", "required": ["id", "status", "resolved_by"],
    "properties": {"id": {"type": "string"}, "status": {"type": "integer"}, "resolved_by": {"type": "string"}}
  },
  "Idempotency": {"type": "object"}
})json";

}  // namespace understudy::serve
