import { createServer } from "node:http";
import { serve } from "./serve.ts";

/** The limit that pages are held against: node:http and nothing else, answering `/N` with N bytes. */
const bodies = new Map<number, Buffer>();
const server = createServer((request, response) => {
  const size = Number(request.url!.slice(1));
  let body = bodies.get(size);
  if (body === undefined) bodies.set(size, (body = Buffer.alloc(size, 120)));
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": body.length });
  response.end(body);
});
serve(server);
