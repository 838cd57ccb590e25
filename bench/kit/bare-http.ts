import { createServer } from "node:http";

/** The limit that pages are held against: node:http and nothing else, answering `/N` with N bytes. */
const bodies = new Map<number, Buffer>();
const server = createServer((request, response) => {
  const size = Number(request.url!.slice(1));
  let body = bodies.get(size);
  if (body === undefined) bodies.set(size, (body = Buffer.alloc(size, 120)));
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": body.length });
  response.end(body);
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("listening"));
