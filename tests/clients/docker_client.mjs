// The package dockerode: containers and their upgraded connections. No container runs; the test server plays them.
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import Docker from "dockerode";
import { main, next } from "./case.mjs";

function client(place, options = { version: "v1.47" }) {
  return new Docker({ host: "127.0.0.1", port: place.port, protocol: "http", ...options });
}

// What comes on standard output and standard error, frames taken apart, when the stream is over.
async function outputs(docker, stream) {
  const parts = { out: [], err: [] };
  const out = new PassThrough().on("data", (data) => parts.out.push(data));
  const err = new PassThrough().on("data", (data) => parts.err.push(data));
  docker.modem.demuxStream(stream, out, err);
  await next(stream, "end");
  return { out: Buffer.concat(parts.out).toString(), err: Buffer.concat(parts.err).toString() };
}

await main({
  async ping(place) {
    assert.equal(String(await client(place, {}).ping()), "OK");
  },

  // Input, half-close, and only then what the far side says to it; the connection must not die with its first half.
  async attach_with_half_close(place) {
    const docker = client(place);
    const container = await docker.createContainer({ Image: "some-image", OpenStdin: true, StdinOnce: true });
    assert.match(container.id, /^c0ffee/);
    const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true });
    const heard = outputs(docker, stream);
    const over = container.wait();
    await container.start();
    stream.write("hello\n");
    stream.end("there\n");
    assert.deepEqual(await heard, { out: "hello\nthere\nbye\n", err: "" });
    assert.equal((await over).StatusCode, 0);
  },

  // Without hijacking the same call is answered by 200 and a stream (DK13, DK21). It is over when the client says so.
  async attach_without_upgrade(place) {
    const docker = client(place);
    const container = await docker.createContainer({ Image: "some-image" });
    const stream = await container.attach({ stream: true, stdout: true, stderr: true });
    assert.equal(stream.statusCode, 200);
    const heard = outputs(docker, stream);
    stream.socket.end();
    assert.match((await heard).out, /bye\n$/);
  },

  // wait is posted before start, and answered after it (DK22).
  async wait_before_start(place) {
    const container = await client(place).createContainer({ Image: "some-image" });
    const over = container.wait({ condition: "next-exit" });
    await container.start();
    assert.equal((await over).StatusCode, 0);
  },

  async inspect(place) {
    const container = client(place).getContainer("c0ffee");
    assert.equal((await container.inspect()).Config.Tty, false);
  },

  // The request has a JSON body and is upgraded all the same; the body must not turn up in the stream.
  async exec_with_half_close(place) {
    const docker = client(place);
    const exec = await docker.getContainer("c0ffee").exec({ Cmd: ["cat"], AttachStdin: true, AttachStdout: true });
    const stream = await exec.start({ hijack: true, stdin: true });
    const heard = outputs(docker, stream);
    stream.end("hello\n");
    assert.deepEqual(await heard, { out: "hello\nbye\n", err: "" });
    assert.equal((await exec.inspect()).ExitCode, 0);
  },
});
