import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerResponse } from "node:http";

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

/**
 * Sends a response that is already prepared, without the framework's own steps. The writer gets the headers that every
 * response has, as alternating names and values. If it throws, nobody else would ever answer: the connection is closed
 * at once, so that the caller doesn't wait for a timeout.
 */
export function sendDirectly(reply: FastifyReply, write: (response: ServerResponse, headers: string[]) => void): void {
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
  reply.hijack();
  try {
    write(reply.raw, headers);
  } catch (error) {
    reply.log.error({ err: error, req: reply.request.raw }, "a prepared response could not be sent");
    reply.raw.destroy();
  }
}
