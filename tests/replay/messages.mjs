// The npm package ws as a client of a replayed WebSocket: node messages.mjs CASE URL. It is well if it ends with 0.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import WebSocket from "ws";

const [name, url] = process.argv.slice(2);

// Messages as they come, to be taken one by one.
async function open(protocols = ["other", "chat"]) {
  const socket = new WebSocket(url, protocols);
  socket.on("error", (error) => (socket.trouble = error));
  const heard = [];
  let wake = () => {};
  socket.on("message", (data, isBinary) => {
    heard.push([data, isBinary]);
    wake();
  });
  socket.next = async () => {
    while (heard.length === 0) await new Promise((resolve) => (wake = resolve));
    return heard.shift();
  };
  const upgraded = once(socket, "upgrade");
  await once(socket, "open");
  [socket.answer] = await upgraded;
  return socket;
}

const cases = {
  async conversation() {
    const socket = await open();
    assert.equal(socket.protocol, "chat");
    assert.equal(socket.extensions, "");
    assert.equal(socket.answer.headers["x-kept"], "yes");
    assert.deepEqual(await socket.next(), [Buffer.from("welcome"), false]);
    const pinged = once(socket, "ping");
    const closed = once(socket, "close");
    socket.ping("a client pings when it likes");
    socket.send('{ "n": 1, "type": "ask" }');
    assert.equal((await socket.next())[0].toString(), '{"type":"answer","n":1}');
    assert.equal((await pinged)[0].toString(), "are you there");
    socket.send(Buffer.from([0, 1, 255]));
    const [data, isBinary] = await socket.next();
    assert.equal(isBinary, true);
    assert.equal(data.length, 256 * 300);
    const [code, reason] = await closed;
    assert.equal(code, 4001);
    assert.equal(reason.toString(), "enough");
  },

  async another_message() {
    const socket = await open();
    const closed = once(socket, "close");
    socket.send('{"type":"ask","n":2}');
    assert.equal((await closed)[0], 1011);
  },

  async one_too_many() {
    const socket = await open();
    await socket.next();
    const closed = once(socket, "close");
    socket.send("more");
    assert.equal((await closed)[0], 1011);
  },

  async with_a_secret() {
    const socket = await open([]);
    assert.equal(socket.protocol, "");
    const token = randomBytes(60).toString("base64").replace(/[+/]/g, "").slice(0, 36);
    socket.send(JSON.stringify({ n: 1, auth: `ghp_${token}` }));
    assert.equal((await socket.next())[0].toString(), "in");
    socket.terminate();
  },

  async client_closes() {
    const socket = await open();
    await socket.next();
    const closed = once(socket, "close");
    socket.close(1000);
    assert.equal((await closed)[0], 1000);
  },

  async cut() {
    const socket = await open();
    const closed = once(socket, "close");
    for (const number of [0, 1]) assert.deepEqual(JSON.parse((await socket.next())[0]), { n: number });
    assert.equal((await closed)[0], 1006);
  },

  async malformed_event() {
    const socket = await open();
    for (const number of [0, 1]) assert.deepEqual(JSON.parse((await socket.next())[0]), { n: number });
    const broken = (await socket.next())[0].toString();
    assert.throws(() => JSON.parse(broken));
    assert.deepEqual(JSON.parse((await socket.next())[0]), { n: 3 });
  },

  async stall() {
    const socket = await open();
    for (const number of [0, 1]) assert.deepEqual(JSON.parse((await socket.next())[0]), { n: number });
    const ponged = once(socket, "pong");
    socket.ping(); // it is there, and silent
    await ponged;
    socket.terminate();
  },

  async broken_off() {
    const socket = await open();
    const closed = once(socket, "close");
    assert.equal((await socket.next())[0].toString(), "hello");
    assert.equal((await closed)[0], 1006);
  },
};

const limit = setTimeout(() => {
  console.error(`${name} was not done in time`);
  process.exit(1);
}, 40_000);
await cases[name]();
clearTimeout(limit);
process.exit(0);
