import { createServer, type ServerResponse } from "node:http";

/** The limit that the channel is held against: node:http and nothing else. `/write` sends its body to every stream. */
const streams = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.url !== "/write") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(":\n\n");
    streams.add(response);
    response.once("close", () => streams.delete(response));
    return;
  }
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const bytes = Buffer.concat(parts);
    for (const stream of streams) stream.write(bytes);
    response.writeHead(204).end();
  });
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("listening"));
