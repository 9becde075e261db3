// Node's own HTTP/2 client: several exchanges on one connection, each at its own pace.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { connect } from "node:http2";
import { main, next } from "./case.mjs";

async function open(place, secure = false) {
  const session = secure
    ? connect(`https://localhost:${place.port}`, { ca: place.certificate() })
    : connect(`http://127.0.0.1:${place.port}`);
  await next(session, "connect");
  return session;
}

function call(session, headers, body) {
  const stream = session.request(headers);
  const answer = { stream };
  answer.head = next(stream, "response").then(([head]) => head);
  answer.body = new Promise((resolve, reject) => {
    const parts = [];
    stream.on("data", (part) => parts.push(part));
    stream.on("end", () => resolve(Buffer.concat(parts)));
    stream.on("error", reject);
  });
  stream.end(body);
  return answer;
}

async function closed(session) {
  const over = next(session, "close");
  session.close();
  await over;
}

await main({
  // An answer that waits holds up no other on the same connection.
  async head_before_body(place) {
    const session = await open(place);
    const waiting = call(session, { ":path": "/wait" });
    assert.equal((await waiting.head)[":status"], 200);
    assert.equal((await call(session, { ":path": "/hello" }).body).toString().trim(), "hello");
    await call(session, { ":method": "POST", ":path": "/release" }).body;
    assert.equal((await waiting.body).toString().trim(), "done");
    await closed(session);
  },

  // More than the windows of the protocol hold, in both directions at once.
  async large_both_ways(place) {
    for (const secure of [false, true]) {
      const session = await open(place, secure);
      const sent = Buffer.alloc(4_000_000, "abcdefghij");
      const up = call(session, { ":method": "POST", ":path": "/upload" }, sent);
      const down = call(session, { ":path": "/bytes/4000000" });
      assert.deepEqual(JSON.parse(await up.body), { bytes: sent.length, sha256: createHash("sha256").update(sent).digest("hex") });
      assert.equal((await down.body).length, 4_000_000);
      await closed(session);
    }
  },

  async given_up(place) {
    const session = await open(place);
    const waiting = call(session, { ":path": "/wait" });
    waiting.body.catch(() => {});
    await waiting.head;
    const over = next(waiting.stream, "close");
    waiting.stream.close(8);
    await over;
    assert.equal((await call(session, { ":path": "/hello" }).body).toString().trim(), "hello");
    await closed(session);
  },

  async head_only(place) {
    const session = await open(place);
    const answer = call(session, { ":method": "HEAD", ":path": "/hello" });
    assert.equal((await answer.head)[":status"], 200);
    assert.equal((await answer.body).length, 0);
    await closed(session);
  },

  async ping(place) {
    const session = await open(place);
    await new Promise((resolve, reject) => session.ping(Buffer.from("8 bytes!"), (error, _, echoed) =>
      error ? reject(error) : resolve(assert.equal(echoed.toString(), "8 bytes!"))));
    await closed(session);
  },

  async hundred_at_once(place) {
    const session = await open(place);
    const answers = Array.from({ length: 100 }, (_, at) => call(session, { ":path": `/bytes/${1000 + at}` }));
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.body).length));
    assert.deepEqual(sizes, answers.map((_, at) => 1000 + at));
    await closed(session);
  },
});
