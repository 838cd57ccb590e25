import { createServer, type ServerResponse } from "node:http";
import { serve } from "./serve.ts";

/** The limit that the channel is held against: node:http and nothing else. `/write/N` sends its body to every stream, N times. */
const streams = new Set<ServerResponse>();
const server = createServer((request, response) => {
  const [, times] = /^\/write\/(\d+)$/.exec(request.url ?? "") ?? [];
  if (times === undefined) {
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
    for (let count = 0; count < Number(times); count++) for (const stream of streams) stream.write(bytes);
    response.writeHead(204).end();
  });
});
serve(server);
