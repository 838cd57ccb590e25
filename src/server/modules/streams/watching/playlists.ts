import { LRUCache } from "lru-cache";
import type { Deps } from "#server/platform/deps.ts";
import type { ServingStore } from "#server/platform/files/folder-store.ts";
import { inWindow, writeMaster, writeMedia } from "./playlist-rules.ts";
import * as store from "./playlist-store.ts";

/** What a node's viewers are sent. */
interface Playlists {
  /** The master playlist; undefined without any rendition. */
  master(streamId: number): Promise<string | undefined>;
  /** A media playlist, to be joined by the viewer's token; undefined for an unknown rendition. */
  media(streamId: number, renditionId: number): Promise<string[] | undefined>;
  /** The same at once, if it was read a moment ago. */
  recentMedia(streamId: number, renditionId: number): string[] | undefined;
}

/**
 * Creates the playlists of one node. Each is read and written once for all viewers who ask at the same time.
 *
 * @param freshMs how long they share it
 */
export function createPlaylists({ db }: Pick<Deps, "db">, freshMs: number): Playlists {
  const options = { forceRefresh: freshMs === 0 };
  const masters = new LRUCache<string, { text: string }>({
    max: 200,
    ttl: freshMs,
    fetchMethod: async (key) => {
      const renditions = await store.findShownRenditions(db, Number(key));
      return renditions.length === 0 ? undefined : { text: writeMaster(Number(key), renditions) };
    },
  });
  const medias = new LRUCache<string, string[]>({
    max: 500,
    ttl: freshMs,
    fetchMethod: async (key) => {
      const [streamId, renditionId] = key.split(":").map(Number) as [number, number];
      const playing = await store.findPlaying(db, streamId, renditionId);
      if (playing === undefined) return undefined;
      const isReplay = playing.status === "replay";
      const segments = isReplay
        ? await store.findRecording(db, renditionId, playing.startedAt)
        : inWindow(await store.findLastSegments(db, renditionId));
      const isEnded = playing.status === "ended";
      return writeMedia({ streamId, segments, segmentSeconds: playing.segmentSeconds, isReplay, isEnded });
    },
  });
  const keyOf = (streamId: number, renditionId: number) => `${streamId}:${renditionId}`;
  return {
    master: async (streamId) => (await masters.fetch(String(streamId), options))?.text,
    media: (streamId, renditionId) => medias.fetch(keyOf(streamId, renditionId), options),
    recentMedia: (streamId, renditionId) => (freshMs === 0 ? undefined : medias.get(keyOf(streamId, renditionId))),
  };
}

/** Memory for segments that many viewers ask for within seconds. */
const cachedBytes = 64 * 1024 * 1024;

/** Reads segments, the latest ones from memory: with a bucket, each is read once per node and not once per viewer. */
export function createSegmentReader(files: Pick<ServingStore, "open">): (name: string) => Promise<Buffer | undefined> {
  const cache = new LRUCache<string, Buffer>({
    maxSize: cachedBytes,
    maxEntrySize: cachedBytes / 2,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: async (name) => {
      const found = await files.open(name, {});
      return found?.body ? Buffer.from(await new Response(found.body).arrayBuffer()) : undefined;
    },
  });
  return (name) => cache.fetch(name);
}
