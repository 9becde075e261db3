// The package ws as a client of /ws, which sends back what it is sent.
import assert from "node:assert/strict";
import WebSocket from "ws";
import { main, next } from "./case.mjs";

async function open(place, options = {}, url = `ws://127.0.0.1:${place.port}/ws`) {
  const socket = new WebSocket(url, options);
  await next(socket, "open");
  return socket;
}

async function answer(socket, ...sent) {
  const heard = next(socket, "message");
  socket.send(...sent);
  const [data, isBinary] = await heard;
  return [data, isBinary];
}

async function close(socket, code, reason) {
  const closed = next(socket, "close");
  socket.close(code, reason);
  const [gotCode] = await closed;
  return gotCode;
}

await main({
  async text(place) {
    const socket = await open(place);
    for (const text of ["hello", "", "äöü €😀", "x".repeat(125), "x".repeat(126), "x".repeat(65535), "x".repeat(65536)]) {
      const [data, isBinary] = await answer(socket, text);
      assert.equal(isBinary, false);
      assert.equal(data.toString(), text);
    }
    assert.equal(await close(socket, 1000), 1000);
  },

  async binary(place) {
    const socket = await open(place);
    const sent = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256));
    const [data, isBinary] = await answer(socket, sent);
    assert.equal(isBinary, true);
    assert.deepEqual(data, sent);
    assert.equal(await close(socket, 1000), 1000);
  },

  async large(place) {
    const socket = await open(place, { perMessageDeflate: false });
    const sent = Buffer.alloc(1 << 20, "0123456789abcdef");
    const [data] = await answer(socket, sent);
    assert.ok(data.equals(sent));
    assert.equal(await close(socket, 1000), 1000);
  },

  // A message in parts, with a ping between two of them: the ping is answered, the message comes whole.
  async fragmented(place) {
    const socket = await open(place, { perMessageDeflate: false });
    const heard = next(socket, "message");
    const ponged = next(socket, "pong");
    socket.send("one ", { fin: false });
    socket.ping("between");
    socket.send("two ", { fin: false });
    socket.send("three", { fin: true });
    assert.equal((await ponged)[0].toString(), "between");
    assert.equal((await heard)[0].toString(), "one two three");
    assert.equal(await close(socket, 1000), 1000);
  },

  async ping(place) {
    const socket = await open(place);
    for (const payload of ["", "x".repeat(125)]) {
      const ponged = next(socket, "pong");
      socket.ping(payload);
      assert.equal((await ponged)[0].toString(), payload);
    }
    assert.equal(await close(socket, 1000), 1000);
  },

  async close_code(place) {
    for (const code of [1000, 1001, 3000, 4001]) {
      assert.equal(await close(await open(place), code, "enough"), code);
    }
  },

  // A text that is no UTF-8 ends the connection with 1007.
  async bad_text(place) {
    const socket = await open(place, { perMessageDeflate: false });
    const closed = next(socket, "close");
    socket.send(Buffer.from([0x68, 0xff, 0xfe]), { binary: false });
    assert.equal((await closed)[0], 1007);
  },

  async over_tls(place) {
    const socket = await open(place, { ca: place.certificate() }, `wss://localhost:${place.port}/ws`);
    const [data] = await answer(socket, "hello");
    assert.equal(data.toString(), "hello");
    assert.equal(await close(socket, 1000), 1000);
  },

  async over_unix_socket(place) {
    const socket = await open(place, {}, `ws+unix:${place.unix}:/ws`);
    const [data] = await answer(socket, "hello");
    assert.equal(data.toString(), "hello");
    assert.equal(await close(socket, 1000), 1000);
  },

  // Many messages under way at once keep their order.
  async in_order(place) {
    const socket = await open(place);
    const got = [];
    const done = new Promise((resolve) => socket.on("message", (data) => got.push(data.toString()) === 500 && resolve()));
    const sent = Array.from({ length: 500 }, (_, at) => `message ${at}`);
    for (const text of sent) socket.send(text);
    await done;
    assert.deepEqual(got, sent);
    assert.equal(await close(socket, 1000), 1000);
  },
});
