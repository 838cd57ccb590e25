import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { lastingPort } from "./lasting-port.ts";

/** What the front does with a request in the server's place: a response, silence, or other bytes of the server's own response. */
export type Intervention = { status: number; body?: string } | "silence" | { rewrite: (body: string) => string };

export type FrontServer = Awaited<ReturnType<typeof startFrontServer>>;

/**
 * A web server in front of a site, at an address that lasts while it is down. It forwards every request as it came, or
 * does what `intervene` says.
 */
export async function startFrontServer(siteUrl: string) {
  const { hostname, port: sitePort } = new URL(siteUrl);
  const port = await lastingPort();
  let intervene: (path: string) => Intervention | undefined = () => undefined;
  const server = createServer((request, response) => forward(request, response));

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const intervention = intervene(request.url ?? "/");
    if (intervention === "silence") return;
    if (intervention && "status" in intervention)
      return void response.writeHead(intervention.status).end(intervention.body ?? "Fails");
    const { method, url: path, headers } = request;
    const { "if-none-match": _tag, "if-modified-since": _date, ...whole } = headers;
    const plain = intervention ? { ...whole, "accept-encoding": "identity" } : headers;
    const upstream = ask({ hostname, port: sitePort, method, path, headers: plain }, (reply) => {
      if (!intervention) {
        response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
        return void reply.pipe(response);
      }
      const { "content-length": _length, ...otherHeaders } = reply.headers;
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part));
      reply.on("end", () =>
        response.writeHead(200, otherHeaders).end(intervention.rewrite(Buffer.concat(parts).toString())),
      );
    });
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  }
  const up = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const down = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  await up();
  return {
    url: `http://localhost:${port}`,
    /** Decides about each request from now on; without an argument all reach the site. */
    set: (next: typeof intervene = () => undefined) => void (intervene = next),
    up,
    down,
  };
}
