// The application under test: pays the rent through Deck. It knows a url and a key, and nothing of any fake.
export interface Deck {
  url: string;
  key: string;
}

async function post(deck: Deck, path: string, body: object, idempotencyKey: string): Promise<Response> {
  const headers = { authorization: `Bearer ${deck.key}`, "content-type": "application/json", "idempotency-key": idempotencyKey };
  return fetch(deck.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Starts the payment and returns the id of its run. A call that failed or got no answer is made once more. */
export async function payRent(deck: Deck, month: string, amount: number): Promise<string> {
  const pay = () => post(deck, "/v2/task-runs", { task: "pay_rent", input: { month, amount } }, `rent-${month}`);
  const first = await pay().catch(() => undefined);
  const answer = first && first.status < 500 ? first : await pay();
  if (!answer.ok) throw new Error(`the rent of ${month} was not paid: ${answer.status}`);
  return ((await answer.json()) as { id: string }).id;
}

/** What the portal said of a payment, or nothing as long as it is under way. */
export async function receiptOf(deck: Deck, id: string): Promise<string | undefined> {
  const answer = await fetch(`${deck.url}/v2/task-runs/${id}`, { headers: { authorization: `Bearer ${deck.key}` } });
  const run = (await answer.json()) as { status: string; output: { receipt: string } | null };
  return run.status === "completed" ? run.output?.receipt : undefined;
}
