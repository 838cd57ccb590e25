import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

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
