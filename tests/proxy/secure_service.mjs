// A service behind TLS that speaks HTTP/1.1 and HTTP/2. Prints its port; ends with its standard input.
import { readFileSync } from "node:fs";
import { constants, createSecureServer } from "node:http2";
import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";

const folder = process.argv[2];
const server = createSecureServer({ allowHTTP1: true, key: readFileSync(`${folder}/leaf.key`), cert: readFileSync(`${folder}/leaf.pem`) });

const routes = {
  "/things"(request, response) {
    response.writeHead(200, { "content-type": "application/json", "x-from": "service" });
    response.end(JSON.stringify({ path: request.url, things: [1, 2] }));
  },
  "/trailers"(request, response) {
    response.writeHead(200, { "content-type": "text/plain", trailer: "x-sum" });
    response.write("one ");
    response.addTrailers({ "x-sum": "7" });
    response.end("two");
  },
  "/hints"(request, response) {
    response.writeEarlyHints({ link: "</a.css>; rel=preload" });
    response.writeHead(200, { "content-type": "text/plain" });
    response.end("ready");
  },
  "/sse"(request, response) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    setTimeout(() => response.end("data: 2\n\n"), 60);
  },
  "/upload"(request, response) {
    const hash = createHash("sha256");
    let size = 0;
    request.on("data", (some) => { hash.update(some); size += some.length; });
    request.on("end", () => response.writeHead(201).end(`${size} ${hash.digest("hex")}`));
  },
  "/large"(request, response) {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    response.end(Buffer.alloc(4 * 1024 * 1024, "large "));
  },
  "/cut"(request, response) {
    response.writeHead(200, { "content-type": "text/plain" });
    response.write("half");
    setTimeout(() => (response.stream ? response.stream.close(constants.NGHTTP2_INTERNAL_ERROR) : response.socket.destroy()), 30);
  },
  "/empty"(request, response) {
    response.writeHead(204).end();
  },
};

server.on("request", (request, response) => {
  response.sendDate = false;
  const route = routes[request.url.split("?")[0]];
  if (route) route(request, response);
  else response.writeHead(404).end("no such thing");
});
server.on("sessionError", () => {});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
