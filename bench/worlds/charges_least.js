// The least that can be called stateful: looks at one parameter, counts, and keeps half of what it was sent.
(config) => {
    const state = config.state;
    state.made = state.made || 0;
    state.charges = state.charges || {};
    const form = new URLSearchParams(config.request.body);
    const amount = Number(form.get("amount"));
    if (!Number.isInteger(amount)) return { statusCode: 400, body: { error: { message: "amount" } } };
    const id = "ch_" + String(++state.made).padStart(24, "0");
    const charge = { id, object: "charge", amount, currency: form.get("currency"), description: form.get("description"),
                     status: "pending", amount_refunded: 0, refunded: false };
    state.charges[id] = charge;
    return { statusCode: 200, headers: { "Content-Type": "application/json", "Connection": "keep-alive" }, body: charge };
}
