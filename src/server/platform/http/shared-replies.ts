import type { FastifyInstance } from "fastify";
import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { sendDirectly } from "./serve-prepared.ts";

/**
 * How long a response that is the same for everyone is reused without a database read. Together with the age that a
 * cached page may reach, this stays under one second.
 */
export const sharedReplyMs = 300;

interface SharedReply {
  body: Buffer;
  readAt: number;
}

/** Responses that are the same for everyone, by URL. */
export type SharedReplies = ReturnType<typeof createSharedReplies>;

/**
 * Caches shared responses of one node and sends fresh ones before any other work on the request: sessions, limits and
 * shapes don't matter for a response that is the same for everyone. Errors are never cached.
 *
 * @param freshMs how long a response is reused; 0 caches none
 */
export function createSharedReplies(app: FastifyInstance, freshMs = sharedReplyMs) {
  const replies = new LRUCache<string, SharedReply>({
    max: 1000,
    maxSize: 32_000_000,
    sizeCalculation: (reply) => reply.body.length + 200,
  });
  const reading = new Map<string, Promise<Buffer>>();

  app.addHook("onRequest", (request, reply, done) => {
    const { method, url } = request.raw;
    const cached = method === "GET" && url !== undefined ? replies.get(url) : undefined;
    if (cached === undefined || Date.now() - cached.readAt >= freshMs) return done();
    sendDirectly(reply, (response, common) => send(response, cached.body, common));
  });

  async function readOnce(url: string, read: () => Promise<string>): Promise<Buffer> {
    const readAt = Date.now();
    const body = Buffer.from(await read());
    replies.set(url, { body, readAt });
    return body;
  }

  return {
    /** How long other shared reads may be reused on this node; 0 means not at all. */
    freshMs,
    /**
     * The response for a URL: the cached one while it's fresh, otherwise a new one, read once for all concurrent callers.
     */
    get(url: string, read: () => Promise<string>): Promise<Buffer> {
      const underWay = reading.get(url);
      if (underWay !== undefined) return underWay;
      const fresh = readOnce(url, read).finally(() => reading.delete(url));
      reading.set(url, fresh);
      return fresh;
    },
  };
}

function send(response: ServerResponse, body: Buffer, common: string[]): void {
  response.writeHead(200, [
    ...common,
    "content-type",
    "application/json; charset=utf-8",
    "cache-control",
    "no-cache",
    "content-length",
    String(body.length),
  ]);
  response.end(body);
}
