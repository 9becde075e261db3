// A client of WebSockets by the package ws: says what it is told to, and prints what it heard.
//     ws_client.mjs URL deflate|plain SAY...     a word `ping`, `binary:HEX` or any text; each waits for its answer
import { createRequire } from "node:module";
import { Buffer } from "node:buffer";

const WebSocket = createRequire(new URL("../clients/package.json", import.meta.url))("ws");
const [url, how, ...words] = process.argv.slice(2);
const socket = new WebSocket(url, ["chat"], { perMessageDeflate: how === "deflate" ? { threshold: 0 } : false });
const heard = [];
let extensions = null;

function say() {
  const word = words.shift();
  if (word === undefined) return;
  if (word === "ping") socket.ping("p");
  else if (word.startsWith("binary:")) socket.send(Buffer.from(word.slice(7), "hex"));
  else socket.send(word);
}

socket.on("upgrade", (response) => { extensions = response.headers["sec-websocket-extensions"] ?? null; });
socket.on("message", (data, isBinary) => {
  heard.push(isBinary ? `binary:${data.toString("hex")}` : data.length > 100 ? `${data.length} bytes` : data.toString());
  if (!(heard.at(-1) === "large")) say();
});
socket.on("pong", () => heard.push("pong"));
socket.on("close", (code, reason) => {
  console.log(JSON.stringify({ heard, extensions, protocol: socket.protocol, code, reason: reason.toString() }));
});
socket.on("error", (error) => heard.push(`error: ${error.message}`));
