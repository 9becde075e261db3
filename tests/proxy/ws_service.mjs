// A service of WebSockets by the package ws, which compresses if it may. Prints its port; ends with its standard input.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const { WebSocketServer } = createRequire(new URL("../clients/package.json", import.meta.url))("ws");
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: { threshold: 0 }, handleProtocols: (offered) => (offered.has("chat") ? "chat" : false) });
sockets.on("connection", (socket) => {
  socket.send("welcome");
  socket.on("message", (data, isBinary) => {
    if (data.toString() === "end") return socket.close(4001, "as you wish");
    if (data.toString() === "vanish") return socket.terminate();
    socket.send(data, { binary: isBinary });
    if (data.toString() === "large") socket.send("large ".repeat(40_000));
  });
  socket.on("ping", () => socket.send("pinged"));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
