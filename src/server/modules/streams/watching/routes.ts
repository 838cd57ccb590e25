import type { FastifyRequest } from "fastify";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { RouteContext } from "#server/platform/http/route.ts";
import { servePrepared, type Prepared } from "#server/platform/http/serve-prepared.ts";
import type { Gate } from "./gate.ts";
import { createPlaylists, createSegmentReader } from "./playlists.ts";
import { createTokens } from "./tokens.ts";
import { readViewer, tokensOf, type Viewer } from "./viewer.ts";

const types: Record<string, string> = {
  m3u8: "application/vnd.apple.mpegurl",
  ts: "video/mp2t",
  mp4: "video/mp4",
  m4s: "video/mp4",
  aac: "audio/aac",
  vtt: "text/vtt; charset=utf-8",
};
const typeOf = (name: string) => types[name.slice(name.lastIndexOf(".") + 1)]!;
const segmentName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(ts|m4s|mp4|aac|vtt)$/;
const playlistName = /^([1-9]\d{0,14}|main)\.m3u8$/;

/**
 * Serves streams to players. A playlist is written for its viewer, whom the gate admits first. A segment needs the
 * token that the playlist gave it and the same viewer's cookie, and no database. So a copied address opens nothing.
 */
export function watchingRoutes(context: RouteContext, deps: Deps, gate: Gate): void {
  const { config, keys } = deps;
  const tokens = createTokens(keys["stream-links"]);
  const playlists = createPlaylists(deps, context.sharedReplies.freshMs);
  const readSegment = createSegmentReader(deps.files.streams);
  const viewerOf = (request: FastifyRequest): Viewer => {
    const viewer = readViewer(request, config, context.cookieName);
    if (viewer === undefined) throw new AppError("not_signed_in");
    return viewer;
  };

  async function findSegment(request: FastifyRequest, streamId: number, name: string): Promise<Prepared> {
    const viewer = viewerOf(request);
    const isOpen = tokensOf(request).some((token) => tokens.isValid(streamId, viewer, token));
    if (!isOpen || gate.isClosed(streamId, viewer)) throw new AppError("not_allowed");
    const bytes = requireFound(await readSegment(`${streamId}/${name}`));
    return { contentType: typeOf(name), body: bytes, cacheControl: "private, max-age=60" };
  }

  const playlist = (text: string): Prepared => ({
    contentType: typeOf(".m3u8"),
    body: text,
    cacheControl: "private, no-store",
  });

  async function findPlaylist(viewer: Viewer, streamId: number, name: string): Promise<Prepared> {
    await gate.admit(streamId, viewer);
    if (name === "main") return playlist(requireFound(await playlists.master(streamId)));
    const parts = requireFound(await playlists.media(streamId, Number(name)));
    return playlist(parts.join(tokens.sign(streamId, viewer).token));
  }

  /** What almost every player gets: it was admitted a moment ago, and others have just had the same playlist. */
  function recentPlaylist(viewer: Viewer, streamId: number, name: string): Prepared | undefined {
    const parts = gate.hasAdmitted(streamId, viewer) ? playlists.recentMedia(streamId, Number(name)) : undefined;
    return parts && playlist(parts.join(tokens.sign(streamId, viewer).token));
  }

  servePrepared(context.app, "/hls/:id/:name", (request) => {
    const { id, name } = request.params as { id: string; name: string };
    const playlistOf = playlistName.exec(name)?.[1];
    const isPlain = /^[1-9]\d{0,14}$/.test(id) && (playlistOf !== undefined || segmentName.test(name));
    if (!isPlain) throw new AppError("not_found");
    const streamId = Number(id);
    if (playlistOf === undefined) return findSegment(request, streamId, name);
    const viewer = viewerOf(request);
    return recentPlaylist(viewer, streamId, playlistOf) ?? findPlaylist(viewer, streamId, playlistOf);
  });
}
