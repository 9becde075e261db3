# What a pack models, for people, for programs and as diagrams.
$ understudy pack show parcel
parcel 0.1.0
  models   Parcel 2026-05-01, unconfirmed
  serves   api.parcel.test/, */

operations: 19 modelled, 0 shape only
  getEvent                    GET    /v1/events/{id}
  listEvents                  GET    /v1/events
  createWebhookEndpoint       POST   /v1/webhook_endpoints
  getWebhookEndpoint          GET    /v1/webhook_endpoints/{id}
  listWebhookEndpoints        GET    /v1/webhook_endpoints
  deleteWebhookEndpoint       DELETE /v1/webhook_endpoints/{id}
  createCharge                POST   /v1/charges
  getCharge                   GET    /v1/charges/{id}
  updateCharge                POST   /v1/charges/{id}
  listCharges                 GET    /v1/charges
  captureCharge               POST   /v1/charges/{id}/capture
  createCustomer              POST   /v1/customers
  getCustomer                 GET    /v1/customers/{id}
  updateCustomer              POST   /v1/customers/{id}
  deleteCustomer              DELETE /v1/customers/{id}
  listCustomers               GET    /v1/customers
  createRefund                POST   /v1/refunds
  getRefund                   GET    /v1/refunds/{id}
  listRefunds                 GET    /v1/refunds

events: spelled out 6
  id                          id evt_{base62:24}
  object                      moves
  type                        moves
  created                     moves
  request                     moves
  data                        moves

webhook_endpoints: spelled out 6
  id                          id we_{base62:16}
  object                      constant "webhook_endpoint"
  created                     clock
  url                         input, required
  events                      input
  secret                      id

charges: spelled out 18
  id                          id ch_{base62:24}
  object                      constant "charge"
  created                     clock
  amount                      input, required
  currency                    input
  source                      input, required, hidden
  capture                     input, hidden
  customer                    input, refers to customers
  description                 input
  metadata                    input
  card.brand                  derived = lookup("brands", self.source, "unknown")
  status                      lifecycle
  settled_at                  clock on settle
  failure_code                moves
  amount_refunded             aggregate over refunds
  amount_claimed              aggregate over refunds, hidden
  refunded                    derived = self.amount_refunded == self.amount
  risk_score                  exogenous
  lifecycle
    (start)                 --> authorized
    (start)                 --> pending
    authorized              --> pending                 capture.accepted
    authorized              --> failed                  capture.refused
    authorized              --> expired                 expire (after authorization)
    pending                 --> failed                  settle.failed (after settle)
    pending                 --> succeeded               settle.succeeded (after settle)
    succeeded               --> disputed                dispute (cardholder.disputes)

customers: spelled out 9
  id                          id cus_{base62:14}
  object                      constant "customer"
  created                     clock
  name                        input
  email                       input
  metadata                    input
  standing                    lifecycle
  total_spent                 aggregate over charges
  charge_count                aggregate over charges
  lifecycle
    (start)                 --> active
    active                  --> flagged                 flag

refunds: spelled out 8
  id                          id re_{base62:24}
  object                      constant "refund"
  created                     clock
  charge                      input, required, refers to charges
  amount                      input
  reason                      input
  currency                    derived = self.charge.currency
  status                      lifecycle
  lifecycle
    (start)                 --> pending
    pending                 --> succeeded               settle.succeeded (after refund_settle)
    pending                 --> failed                  settle.failed (after refund_settle)
$ understudy pack show parcel --format mermaid
%% charges
stateDiagram-v2
    [*] --> authorized
    [*] --> pending
    authorized --> pending: capture.accepted
    authorized --> failed: capture.refused
    authorized --> expired: expire (after authorization)
    pending --> failed: settle.failed (after settle)
    pending --> succeeded: settle.succeeded (after settle)
    succeeded --> disputed: dispute (cardholder.disputes)
%% customers
stateDiagram-v2
    [*] --> active
    active --> flagged: flag
%% refunds
stateDiagram-v2
    [*] --> pending
    pending --> succeeded: settle.succeeded (after refund_settle)
    pending --> failed: settle.failed (after refund_settle)
$ understudy pack show parcel --format json >parcel.json
$ head -n 8 parcel.json
{
  "name": "parcel",
  "version": "0.1.0",
  "models": {
    "vendor": "Parcel",
    "api": "2026-05-01",
    "captured": null,
    "confirmed": false
