// What somebody gives mountebank who wants of it what the pack parcel does with POST /v1/charges: the key, the form or JSON,
// each parameter checked, references, magic values, the idempotency key with its fingerprint, an id, derived fields, the
// event, headers. mountebank has no timers, webhooks, traces and clock, so what is answered here is all that is done.
(config) => {
    const state = config.state, request = config.request, sent = request.headers;
    if (!state.charges) Object.assign(state, { customers: {}, charges: {}, events: {}, keys: {} });
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const draw = (prefix, length) => {
        let id = prefix;
        for (let i = 0; i < length; i += 1) id += digits[Math.floor(Math.random() * 62)];
        return id;
    };
    const requestId = draw("req_", 14);
    const headers = { "Content-Type": "application/json", "Connection": "keep-alive", "Parcel-Version": sent["Parcel-Version"] || "2026-05-01",
                      "Request-Id": requestId, "Parcel-Account": "acct_kjEe4WZQEIwJYuUN" };
    const fail = (status, code, type, message, param) => ({ statusCode: status, headers, body: JSON.stringify({ error: { code, type, message, param } }) });
    const wrong = (param) => fail(400, "parameter_invalid", "invalid_request", "Invalid " + param, param);
    if (sent["Authorization"] !== "Bearer {KEY}") return fail(401, "api_key_invalid", "authentication_error", "No such API key");

    let input;
    const kind = sent["Content-Type"] || "";
    if (kind.startsWith("application/json")) {
        try { input = JSON.parse(request.body); } catch (error) { return fail(400, "body_unreadable", "invalid_request", "The body could not be read."); }
    } else if (kind.startsWith("application/x-www-form-urlencoded")) {
        input = {};
        for (const [name, value] of new URLSearchParams(request.body)) {
            const part = /^([^[]+)\[([^\]]+)\]$/.exec(name);
            if (part) (input[part[1]] = input[part[1]] || {})[part[2]] = value;
            else if (name === "amount") input.amount = /^-?[0-9]+$/.test(value) ? Number(value) : value;
            else if (name === "capture") input.capture = value === "true" ? true : value === "false" ? false : value;
            else input[name] = value;
        }
    } else return fail(415, "media_type_unsupported", "invalid_request", "Send JSON or a form.");

    const key = sent["Idempotency-Key"];
    const fingerprint = request.method + " " + request.path + " " + JSON.stringify(Object.keys(input).sort().map((name) => [name, input[name]]));
    if (key !== undefined) {
        if (key.length > 255) return fail(400, "idempotency_key_too_long", "idempotency_error", "An idempotency key has at most 255 characters.");
        const known = state.keys[key];
        if (known && known.fingerprint !== fingerprint) return fail(400, "idempotency_mismatch", "idempotency_error", "This idempotency key was used with other parameters.");
        if (known) return { statusCode: 201, headers: Object.assign({}, known.headers, { "Idempotent-Replayed": "true" }), body: known.body };
    }

    const names = ["amount", "currency", "source", "capture", "customer", "description", "metadata", "expand"];
    for (const name of Object.keys(input)) if (!names.includes(name)) return fail(400, "parameter_unknown", "invalid_request", "Unknown parameter: " + name, name);
    for (const name of ["amount", "source"]) if (input[name] === undefined) return fail(400, "parameter_missing", "invalid_request", "Missing parameter: " + name, name);
    if (!Number.isInteger(input.amount)) return wrong("amount");
    if (input.amount < 50) return fail(400, "amount_too_small", "invalid_request", "The amount must be at least 50.", "amount");
    if (input.currency !== undefined && !["eur", "gbp", "usd"].includes(input.currency)) return wrong("currency");
    if (typeof input.source !== "string" || !/^tok_[a-z]+$/.test(input.source)) return wrong("source");
    if (input.capture !== undefined && typeof input.capture !== "boolean") return wrong("capture");
    if (input.description !== undefined && (typeof input.description !== "string" || input.description.length > 500)) return wrong("description");
    if (input.metadata !== undefined) {
        if (typeof input.metadata !== "object") return wrong("metadata");
        for (const value of Object.values(input.metadata)) if (typeof value !== "string") return wrong("metadata");
    }
    if (input.customer !== undefined && !state.customers[input.customer]) return fail(400, "resource_missing", "invalid_request", "No such customer: " + input.customer, "customer");
    if (input.source === "tok_declined") return fail(402, "card_declined", "card_error", "The card was declined.", "source");

    const created = Math.floor(Date.now() / 1000);
    const brands = { tok_visa: "visa", tok_mastercard: "mastercard", tok_empty: "visa", tok_declined: "visa" };
    const charge = { id: draw("ch_", 24), object: "charge", created, amount: input.amount, currency: input.currency || "usd",
                     customer: input.customer || null, description: input.description === undefined ? null : input.description,
                     metadata: input.metadata || {}, card: { brand: brands[input.source] || "unknown" },
                     status: input.capture === false ? "authorized" : "pending", settled_at: null, failure_code: null,
                     amount_refunded: 0, refunded: false, risk_score: Math.floor(Math.random() * 101) };
    charge.refunded = charge.amount_refunded === charge.amount;
    state.charges[charge.id] = charge;
    const event = { id: draw("evt_", 24), object: "event", type: input.capture === false ? "charge.authorized" : "charge.created", created,
                    request: requestId, data: { object: Object.assign({}, charge) } };
    state.events[event.id] = event;
    const body = JSON.stringify(charge);
    headers["Content-Length"] = Buffer.byteLength(body);
    if (key !== undefined) state.keys[key] = { fingerprint, headers, body };
    return { statusCode: 201, headers, body };
}
