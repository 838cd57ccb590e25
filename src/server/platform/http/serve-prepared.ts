import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendDirectly } from "./direct-reply.ts";

/** A response that is ready to be sent. */
export interface Prepared {
  contentType: string;
  bytes: Buffer;
  cacheControl: string;
}

/**
 * Serves what is prepared for each caller, outside of the contract and without the framework's own steps: many players
 * ask every other second.
 *
 * @param respond decides what the caller gets. It checks who asks, and throws what it refuses
 */
export function servePrepared(
  app: FastifyInstance,
  url: string,
  respond: (request: FastifyRequest) => Promise<Prepared>,
): void {
  app.get(url, async (request, reply) => {
    const { contentType, bytes, cacheControl } = await respond(request);
    sendDirectly(reply, (response, headers) => {
      const own = ["content-type", contentType, "content-length", String(bytes.length), "cache-control", cacheControl];
      response.writeHead(200, [...headers, ...own, "vary", "cookie"]);
      response.end(request.method === "HEAD" ? undefined : bytes);
    });
    return reply;
  });
}
