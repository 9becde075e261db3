// Node's own HTTP/2 client: a hundred requests at once on one connection, each with the answer that belongs to it.
import assert from "node:assert/strict";
import { connect } from "node:http2";

const session = connect(process.argv[2]);
async function get(path) {
  const stream = session.request({ ":path": path });
  let body = "";
  for await (const part of stream.setEncoding("utf8")) body += part;
  return body;
}
const numbers = Array.from({ length: 100 }, (_, number) => number);
const bodies = await Promise.all(numbers.map((number) => get(`/s/${number}`)));
for (const number of numbers) assert.equal(bodies[number], `<${number}>`.repeat(5000));
session.close();
