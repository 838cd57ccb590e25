import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendDirectly } from "./direct-reply.ts";

/** A response that is ready to be sent. */
export interface Prepared {
  contentType: string;
  /** Text must be ASCII: it is then sent in one piece with its headers. */
  body: Buffer | string;
  cacheControl: string;
}

/**
 * Serves what is prepared for each caller, outside of the contract and without the framework's own steps: many players
 * ask every other second.
 *
 * @param respond decides what the caller gets. It checks who asks, and throws what it refuses. A response that it has at
 *   once doesn't wait for anything
 */
export function servePrepared(
  app: FastifyInstance,
  url: string,
  respond: (request: FastifyRequest) => Prepared | Promise<Prepared>,
): void {
  app.get(url, (request, reply) => {
    const prepared = respond(request);
    if (!(prepared instanceof Promise)) return send(request, reply, prepared);
    return prepared.then((each) => send(request, reply, each));
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { contentType, body, cacheControl }: Prepared) {
  sendDirectly(reply, (response, headers) => {
    headers.push("content-type", contentType, "content-length", String(body.length));
    headers.push("cache-control", cacheControl, "vary", "cookie");
    response.writeHead(200, headers);
    if (request.method === "HEAD") response.end();
    else response.end(body, "latin1");
  });
  return reply;
}
