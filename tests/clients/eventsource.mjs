// The package eventsource as a client of /events: `tick 1`, `tick 2`, ..., each with an id.
import assert from "node:assert/strict";
import { EventSource } from "eventsource";
import { main } from "./case.mjs";

// Listens until `count` events have come.
function listen(place, count, fetch) {
  const source = new EventSource(`http://127.0.0.1:${place.port}/events?count=${count}&every=1`, { fetch });
  const events = [];
  return new Promise((resolve, reject) => {
    source.addEventListener("message", (event) => {
      events.push({ id: event.lastEventId, data: event.data });
      if (events.length === count) {
        source.close();
        resolve(events);
      }
    });
    source.addEventListener("error", (event) => {
      if (event.code !== undefined) reject(new Error(`status ${event.code}: ${event.message}`));
    });
  });
}

function assertTicks(events) {
  const first = Number(events[0].data.replace("tick ", ""));
  assert.deepEqual(events.map((event) => event.data), events.map((_, at) => `tick ${first + at}`));
  assert.equal(new Set(events.map((event) => event.id)).size, events.length);
}

await main({
  async receives(place) {
    assertTicks(await listen(place, 5, fetch));
  },

  // The connection breaks after the second event; the client comes back by itself, says what it saw last, and gets
  // the rest. Its usual pause of seconds is made short by a `retry:` put before the first answer.
  async reconnects(place) {
    const lastIds = [];
    const cutAfterTwo = async (url, init) => {
      lastIds.push(new Headers(init.headers).get("last-event-id"));
      const answer = await fetch(url, init);
      if (lastIds.length > 1) return answer;
      let text = "";
      const cut = new TransformStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("retry: 5\n\n")),
        transform(chunk, controller) {
          text += new TextDecoder().decode(chunk);
          const whole = text.split("\n\n");
          if (whole.length > 2) {
            controller.enqueue(new TextEncoder().encode(whole.slice(0, 2).join("\n\n") + "\n\n"));
            controller.terminate();
          }
        },
      });
      const body = answer.body.pipeThrough(cut);
      return Object.defineProperty(new Response(body, answer), "url", { value: answer.url });
    };
    const events = await listen(place, 6, cutAfterTwo);
    assertTicks(events);
    assert.deepEqual(lastIds, [null, events[1].id]);
  },
});
