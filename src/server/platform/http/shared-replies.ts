import type { FastifyInstance } from "fastify";
import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";

/**
 * For so long an answer that is the same for everybody is given again without a look at the database. Together with the
 * age that a cached page may reach it stays under one second.
 */
export const sharedReplyMs = 300;

interface SharedReply {
  body: Buffer;
  readAt: number;
}

/** Answers that are the same for everybody, by address. */
export interface SharedReplies {
  /** The answer of an address: the kept one while it is fresh, otherwise read anew, once for all who ask meanwhile. */
  get(url: string, read: () => Promise<string>): Promise<Buffer>;
}

/**
 * Keeps shared answers of one node and gives fresh ones away before any other work is done on the request: sessions,
 * limits and shapes do not matter to an answer that is the same for everybody. Refusals are never kept.
 *
 * @param freshMs how long an answer is given again; 0 keeps none
 */
export function createSharedReplies(app: FastifyInstance, freshMs = sharedReplyMs): SharedReplies {
  const replies = new LRUCache<string, SharedReply>({
    max: 1000,
    maxSize: 32_000_000,
    sizeCalculation: (reply) => reply.body.length + 200,
  });
  const reading = new Map<string, Promise<Buffer>>();

  app.addHook("onRequest", (request, reply, done) => {
    const { method, url } = request.raw;
    const kept = method === "GET" && url !== undefined ? replies.get(url) : undefined;
    if (kept === undefined || Date.now() - kept.readAt >= freshMs) return done();
    reply.hijack();
    send(reply.raw, kept.body);
  });

  async function readOnce(url: string, read: () => Promise<string>): Promise<Buffer> {
    const readAt = Date.now();
    const body = Buffer.from(await read());
    replies.set(url, { body, readAt });
    return body;
  }

  return {
    get(url, read) {
      const underWay = reading.get(url);
      if (underWay !== undefined) return underWay;
      const fresh = readOnce(url, read).finally(() => reading.delete(url));
      reading.set(url, fresh);
      return fresh;
    },
  };
}

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, [
    "content-type",
    "application/json; charset=utf-8",
    "cache-control",
    "no-cache",
    "x-content-type-options",
    "nosniff",
    "content-length",
    String(body.length),
  ]);
  response.end(body);
}
