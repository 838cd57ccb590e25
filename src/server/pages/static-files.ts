import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { clientFolder } from "./build.ts";

const yearSeconds = 31_536_000;
const hourSeconds = 3600;

/**
 * Serves the built files: those under /assets are named by their content and cached forever, the rest of public/ for an
 * hour.
 */
export async function serveFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    globIgnore: [".vite/**", "**/*.br", "**/*.gz"],
    preCompressed: true,
    index: false,
    cacheControl: false,
    decorateReply: false,
    logLevel: "warn",
    setHeaders(reply, path) {
      const isHashed = path.includes("/assets/");
      void reply.header(
        "cache-control",
        isHashed ? `public, max-age=${yearSeconds}, immutable` : `public, max-age=${hourSeconds}`,
      );
      void reply.header("x-content-type-options", "nosniff");
    },
  });
}
