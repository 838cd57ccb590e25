import { existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError, requireFound } from "../app-error.ts";
import type { ServingStore } from "./folder-store.ts";
import type { Files } from "./files.ts";

/** Which files are served under which path. */
interface Showing {
  /** Starts and ends with `/`. */
  prefix: string;
  /** Content type by extension; a name with any other extension is not found. */
  types: Record<string, string>;
  headers: Record<string, string>;
}

/**
 * Serves stored files to everyone: only plain names with a known extension, with ranges and entity tags, from either
 * store. A file in the folder is served from there even if there is a bucket.
 */
export function serveFiles(server: FastifyInstance, files: Pick<Files, "folder" | "bucket">, showing: Showing): void {
  const endings = Object.keys(showing.types).join("|");
  const isShown = new RegExp(`^(?:/[\\w-]+)+\\.(?:${endings})$`);
  void server.register(async (scope) => {
    const { bucket } = files;
    await scope.register(fastifyStatic, {
      root: files.folder,
      prefix: showing.prefix,
      decorateReply: bucket !== undefined,
      serve: bucket === undefined,
      index: false,
      dotfiles: "deny",
      allowedPath: (path) => isShown.test(path),
      cacheControl: false,
      setHeaders(reply) {
        for (const [name, value] of Object.entries(showing.headers)) reply.header(name, value);
      },
    });
    if (bucket === undefined) return;
    scope.get<{ Params: { "*": string } }>(`${showing.prefix}*`, async (request, reply) => {
      const name = request.params["*"];
      if (!isShown.test(`/${name}`)) throw new AppError("not_found");
      if (existsSync(join(files.folder, name))) return reply.sendFile(`/${name}`);
      return sendStored(bucket, name, request, reply, showing);
    });
  });
}

async function sendStored(
  bucket: ServingStore,
  name: string,
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  showing: Showing,
): Promise<FastifyReply> {
  const served = requireFound(
    await bucket.open(name, {
      range: headers.range,
      "if-range": typeof headers["if-range"] === "string" ? headers["if-range"] : undefined,
      "if-none-match": headers["if-none-match"],
    }),
  );
  reply.code(served.status).headers({ ...served.headers, ...showing.headers });
  // We set the type, whatever the bucket says.
  reply.type(showing.types[name.slice(name.lastIndexOf(".") + 1)]!);
  if (method === "HEAD" || served.body === null || served.status === 304) {
    await served.body?.cancel();
    return reply.send();
  }
  return reply.send(Readable.fromWeb(served.body as NodeStream));
}
