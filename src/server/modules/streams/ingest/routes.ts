import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { AppError } from "#server/platform/app-error.ts";
import { receivePuts } from "#server/platform/http/receive-puts.ts";
import type { RouteContext } from "#server/platform/http/route.ts";
import { ingestLimits } from "./playlist.ts";
import type { Ingest } from "./service.ts";

/** Tells encoders apart as far as their network and program do, without storing either. */
const senderOf = ({ ip, headers }: FastifyRequest): string =>
  createHash("sha256")
    .update(`${ip} ${headers["user-agent"] ?? ""}`)
    .digest("base64url")
    .slice(0, 22);

const isPlaylist = (path: string) => path.endsWith(".m3u8");

/**
 * What encoders call, as ffmpeg and OBS do: a PUT or POST of each file. The key in the path is all that proves who
 * sends; no cookie counts. Old files are deleted by their age, so an encoder's DELETE changes nothing.
 */
export function ingestRoutes({ app, limiter }: RouteContext, ingest: Ingest): void {
  receivePuts(app, {
    prefix: "/ingest/",
    maxBytes: (path) => (isPlaylist(path) ? ingestLimits.playlistBytes : ingestLimits.segmentBytes),
    async handleFile({ key, path, request, body }) {
      const admitted = await ingest.admit(key, path, senderOf(request)).catch(async (error: unknown) => {
        const isWrongKey = error instanceof AppError && error.code === "not_allowed";
        if (isWrongKey) await limiter.spend("guess", request.ip, undefined);
        throw error;
      });
      await (isPlaylist(path) ? ingest.receivePlaylist(admitted, body.whole) : ingest.receiveSegment(admitted, body));
    },
  });
}
