// Node's own client of HTTP/2: makes the calls of a list, all at once, and prints what it saw of each.
//     h2_client.mjs ORIGIN CA PATH...
import { connect } from "node:http2";
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";

const [origin, authority, ...paths] = process.argv.slice(2);
const session = connect(origin, { ca: readFileSync(authority) });
session.on("error", () => {});

function call(path) {
  return new Promise((resolve) => {
    const seen = { path, interim: [], headers: null, trailers: null, end: "whole" };
    const upload = path.startsWith("/upload");
    const stream = session.request({ ":path": path, ":method": upload ? "POST" : "GET", "x-mine": "yes" }, { endStream: !upload });
    const hash = createHash("sha256");
    let size = 0;
    const plain = (headers) => Object.entries(headers).map(([name, value]) => [name, String(value)]);
    stream.on("headers", (headers) => seen.interim.push(plain(headers)));
    stream.on("response", (headers) => { seen.headers = plain(headers); });
    stream.on("trailers", (headers) => { seen.trailers = plain(headers); });
    stream.on("data", (some) => { hash.update(some); size += some.length; });
    stream.on("error", () => { seen.end = "reset"; });
    stream.on("close", () => {
      if (stream.rstCode !== 0) seen.end = "reset";
      resolve({ ...seen, size, digest: hash.digest("hex") });
    });
    if (upload) {
      for (let i = 0; i < 40; ++i) stream.write("x".repeat(50_000));
      stream.end();
    }
  });
}

const seen = await Promise.all(paths.map(call));
console.log(JSON.stringify(seen));
session.destroy();
