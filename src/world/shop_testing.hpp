// The pack that tests of the way in use: forms, brackets, references, tokens, children, expansion,
// idempotency, magic values, everything with an error of its own.
#pragma once

#include <string_view>

namespace understudy::world {

inline constexpr std::string_view kShopPack = R"yaml(
format: 1
pack: shop
version: 0.1.0
models: { vendor: Shop, api: "2024-12-18" }
durations: { idempotency_keys: 24h }
serve:
  hosts: [ { host: "*", base: /v1 } ]
  auth: { places: [ bearer ], fails: api_key_invalid }
  input: form
  unknown: parameter_unknown
  expand: { param: expand, depth: 4 }
  version: { header: Shop-Version, echo: Shop-Version }
  identify: { credential_id: input.customer }
idempotency: { header: Idempotency-Key, methods: [ POST ], scope: [ credential ], lifetime: idempotency_keys,
  fingerprint: [ method, path, params ], mismatch: idempotency_error, concurrent: { error: key_in_use },
  stores: executed, replay_marker: { Idempotent-Replayed: '"true"' }, limits: { length: 40, else: key_too_long } }
lists:
  page: { style: cursor, after: starting_after, before: ending_before, limit: limit, default: 10, max: 100, both: parameter_invalid }
  range: brackets
  envelope: { object: '"list"', url: request.path, has_more: page.more, data: page.items }
errors:
  envelope: { error: error }
  on:
    unreadable: { error: unreadable, status: 400 }
    media_type: { error: unreadable, status: 415 }
    auth: api_key_invalid
    no_route: { error: url_invalid, status: 404 }
    method: { error: url_invalid, status: 405, with: { allowed: issue.limit } }
    required: parameter_missing
    type: parameter_invalid
    enum: parameter_enum
    cursor: resource_missing
    expand: cannot_expand
    missing:
      path: { error: resource_missing, status: 404, with: { param: 'issue.verb == "get" ? "id" : issue.resource' } }
      body: resource_missing
  codes:
    unreadable:        { status: 400, message: "{issue.value}" }
    api_key_invalid:   { status: 401, type: invalid_request_error, message: "Invalid API Key provided: {issue.value}", code: "{absent}" }
    url_invalid:       { status: 404, message: "Unrecognized request URL ({request.path})" }
    resource_missing:  { status: 400, type: invalid_request_error, message: "No such {issue.resource}: '{issue.value}'", param: "{issue.param}" }
    parameter_missing: { status: 400, message: "Missing required param: {issue.param}.", param: "{issue.param}" }
    parameter_invalid: { status: 400, message: "Invalid {issue.param}: {issue.keyword} {issue.limit}", param: "{issue.param}" }
    parameter_enum:    { status: 400, message: "{issue.value} is not known", param: "{issue.param}", known: "{issue.limit}" }
    parameter_unknown: { status: 400, message: "Received unknown parameter: {issue.param}", param: "{issue.param}", place: "{issue.place}" }
    too_small:         { status: 400, message: "{issue.param} must be at least {issue.limit}", param: "{issue.param}", headers: { Retry-After: 7 } }
    cannot_expand:     { status: 400, message: "This property cannot be expanded ({issue.value}).", param: "{issue.param}" }
    idempotency_error: { status: 400, message: "Other parameters." }
    key_in_use:        { status: 409, message: "Still running." }
    key_too_long:      { status: 400, message: "At most {issue.limit} characters." }
    stolen:            { status: 402, message: Stolen. }
request_id: "req_{base62:14}"
headers:
  - { set: { Request-Id: request.id } }
  - { when: 'answer.status == 401', drop: [ Request-Id, Shop-Version ], set: { WWW-Authenticate: '"Basic"' } }
  - { when: 'request.key != null', set: { Idempotency-Key: request.key, Original-Request: request.original } }
etag: { kind: weak, methods: [ GET ] }
magic:
  - { at: source, value: tok_stolen, error: stolen }
  - { at: card.number, unless: [ "4242" ], when: 'input.currency == "eur"', error: stolen }
scenarios: { theft: { error: stolen } }
resources:
  customers:
    id: "cus_{base62:8}"
    tombstone: gone
    views: { gone: { keep: [ id ], add: { deleted: true } } }
    fields: { email: { from: input, nullable: true, schema: { type: string } }, metadata: { from: input, default: {}, merge: keys, unset: "", schema: { type: object, additionalProperties: { type: string, maxLength: 5 } } },
      balance: { from: input, default: 0 }, referrer: { from: input, ref: customers, nullable: true } }
    operations: { create: POST /customers, get: "GET /customers/{id}", delete: "DELETE /customers/{id}", update: { route: "POST /customers/{id}", writes: [ email, metadata, balance ] }, list: GET /customers }
  prices:
    id: "price_{base62:8}"
    minted_by: { price_small: { amount: 5 } }
    fields: { amount: { from: input, schema: { type: integer } } }
    operations: { create: POST /prices, get: "GET /prices/{id}" }
  subscriptions:
    id: "sub_{base62:8}"
    fields:
      customer: { from: input, required: true, ref: customers }
      trial_end: { from: input, as: epoch, nullable: true }
      items: { from: children, of: subscription_items, by: subscription, show: list, input: create }
    operations: { create: POST /subscriptions, get: "GET /subscriptions/{id}" }
  subscription_items:
    id: "si_{base62:8}"
    fields:
      subscription: { from: input, ref: subscriptions }
      price: { from: input, required: true, ref: prices }
      quantity: { from: input, default: 1, schema: { type: integer, minimum: 1 } }
    operations: { get: "GET /subscription_items/{id}" }
  charges:
    id: "ch_{base62:8}"
    find: { id: id, charge: id }
    fields:
      amount:   { from: input, required: true, schema: { type: integer, minimum: 50 }, refuse: { minimum: too_small } }
      currency: { from: input, default: '"usd"', schema: { enum: [ usd, eur ] } }
      capture:  { from: input, default: true, schema: { type: boolean } }
      tags:     { from: input, nullable: true, schema: { type: array, items: { type: integer } } }
      rate:     { from: input, nullable: true, schema: { type: number } }
      customer: { from: input, ref: customers, nullable: true }
      source:   { from: input, nullable: true }
      note:     { from: input, nullable: true, unset: "" }
      card.number: { from: input, nullable: true, schema: { type: string, maxLength: 8 } }
      card.expiry: { from: input, nullable: true, schema: { type: integer } }
      until:    { from: input, nullable: true, schema: { anyOf: [ { type: integer }, { enum: [ now ] } ] } }
      created:  { from: clock, as: epoch }
    operations:
      create: { route: POST /charges, params: { dry: { default: false }, level: { in: header, schema: { type: integer, maximum: 3 }, param: X-Level } } }
      get: "GET /charges/{id}"
      list: { route: GET /charges, filters: { customer: equal, created: range } }
  refunds:
    id: "re_{base62:8}"
    parent: charges
    fields: { charge: { from: input, ref: charges }, reason: { from: input, nullable: true } }
    operations: { create: "POST /charges/{charge}/refunds", get: "GET /charges/{charge}/refunds/{id}", list: "GET /charges/{charge}/refunds" }
)yaml";

}  // namespace understudy::world
