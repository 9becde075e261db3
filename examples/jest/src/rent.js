// The application under test: pays the rent through Deck. It knows a url and a key, and nothing of any fake.
async function payRent(deck, month, amount) {
  const headers = { authorization: `Bearer ${deck.key}`, "content-type": "application/json", "idempotency-key": `rent-${month}` };
  const body = JSON.stringify({ task: "pay_rent", input: { month, amount } });
  const pay = () => fetch(`${deck.url}/v2/task-runs`, { method: "POST", headers, body });
  const first = await pay().catch(() => undefined);
  const answer = first && first.status < 500 ? first : await pay();
  if (!answer.ok) throw new Error(`the rent of ${month} was not paid: ${answer.status}`);
  return (await answer.json()).id;
}

async function receiptOf(deck, id) {
  const answer = await fetch(`${deck.url}/v2/task-runs/${id}`, { headers: { authorization: `Bearer ${deck.key}` } });
  const run = await answer.json();
  return run.status === "completed" ? run.output.receipt : undefined;
}

module.exports = { payRent, receiptOf };
