import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { mediaFolder } from "./folder.ts";

/** What may be asked for: plain names, and only pictures that no browser takes for a program. */
const picture = /^(?:\/[\w-]+)+\.(?:avif|webp|jpg|jpeg|png)$/;

/**
 * Serves the pictures under DATA_DIR/media at /media. They are content, never code: their type is not guessed, and one
 * opened by its own address runs in a sandbox. A picture that changes gets a new name in time; until then a week is
 * soon enough to hear of it.
 */
export function mediaRoutes(server: FastifyInstance, { dataDir }: { dataDir: string }): void {
  server.register(fastifyStatic, {
    root: mediaFolder(dataDir),
    prefix: "/media/",
    decorateReply: false,
    index: false,
    dotfiles: "deny",
    allowedPath: (path) => picture.test(path),
    cacheControl: false,
    setHeaders(reply) {
      reply.header("cache-control", "public, max-age=604800, stale-while-revalidate=2592000");
      reply.header("x-content-type-options", "nosniff");
      reply.header("content-security-policy", "default-src 'none'; sandbox");
    },
  });
}
