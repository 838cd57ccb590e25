import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../app-error.ts";
import { readBody, type ArrivingBody } from "./read-body.ts";

/** One file that a program sends. */
interface SentFile {
  /** The first part of its path, which proves who sends it. */
  key: string;
  /** The rest of its path. Nothing in it is decoded. */
  path: string;
  request: FastifyRequest;
  /** Its bytes, which arrive while the handler decides. */
  body: ArrivingBody;
}

/** Where programs send files, and what takes them. */
interface Receiving {
  /** Starts and ends with `/`; a key and a path follow. */
  prefix: string;
  maxBytes: (path: string) => number;
  /** Takes a file, or throws what the sender is told. It doesn't have to wait for the body to refuse it. */
  handleFile: (file: SentFile) => Promise<void>;
}

/**
 * Receives files that programs send by PUT or POST with a key in the path: no session, no contract, no JSON. DELETE
 * means nothing here; programs that send it get the answer that they expect.
 */
export function receivePuts(app: FastifyInstance, { prefix, maxBytes, handleFile }: Receiving): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The handler gets the request itself and reads it at once.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));

    async function receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { key, "*": path } = request.params as { key: string; "*": string };
      const most = maxBytes(path);
      if (Number(request.headers["content-length"]) > most) {
        // What was announced isn't waited for. Bodies that announce nothing, or too little, are counted as they arrive.
        void reply.header("connection", "close");
        throw new AppError("too_large");
      }
      const body = readBody(request.raw, most);
      try {
        if (request.raw.url!.includes("%")) throw new AppError("invalid_input");
        await handleFile({ key, path, request, body });
      } catch (error) {
        body.stop();
        // Whoever is refused could send for a long time still.
        void reply.header("connection", "close");
        throw error;
      }
      return reply.header("cache-control", "no-store").code(201).send();
    }

    const url = `${prefix}:key/*`;
    // Fastify's own limit is for bodies that it reads.
    scope.route({ method: ["PUT", "POST"], url, bodyLimit: Number.MAX_SAFE_INTEGER, handler: receive });
    scope.delete(url, async (_request, reply) => reply.header("cache-control", "no-store").code(204).send());
  });
}
