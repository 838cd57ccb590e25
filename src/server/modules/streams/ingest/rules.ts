import type { MediaPlaylist } from "./playlist.ts";

/** The latest upload of a path. */
export interface Upload {
  id: string;
  path: string;
  status: "receiving" | "ready" | "published";
}

/** A segment that a playlist adds to ours. */
export interface Addition {
  id: string;
  durationMs: number;
  /** What comes before it isn't what its encoder made before it. */
  isDiscontinuous: boolean;
  mapId: string | null;
}

/** What a playlist means for ours. */
export type Plan =
  /** It names what hasn't arrived. */
  | { kind: "wait" }
  /** It is older than what is published. */
  | { kind: "stale" }
  | {
      kind: "publish";
      additions: Addition[];
      lastHostSequence: number | null;
      /** Segments that were skipped. */
      gaps: number;
      /** The encoder counts from the start again. */
      isRestarted: boolean;
      isEnded: boolean;
    };

/**
 * A playlist with what the one before it still waits for: a slow upload may arrive after newer playlists don't name it
 * anymore. What isn't on its way is given up.
 */
export function withWaiting(
  playlist: MediaPlaylist,
  former: MediaPlaylist | null,
  uploads: Map<string, Upload>,
): MediaPlaylist {
  const first = playlist.entries[0]?.hostSequence ?? 0;
  const waiting = (former?.entries ?? []).filter(({ path, hostSequence }) => {
    const status = uploads.get(path)?.status;
    return hostSequence < first && (status === "receiving" || status === "ready");
  });
  return waiting.length === 0 ? playlist : { ...playlist, entries: [...waiting, ...playlist.entries] };
}

/**
 * Decides what an encoder's playlist adds: the segments that it names and that no playlist of ours has, once all of them
 * are here. Names repeat when an encoder restarts, so the latest upload of a name is meant.
 *
 * @param last the sequence, as the encoder counts, of the last segment that we published
 */
export function planPublish(playlist: MediaPlaylist, last: number | null, uploads: Map<string, Upload>): Plan {
  const additions: Addition[] = [];
  let before = last;
  let gaps = 0;
  let isRestarted = false;
  for (const { path, map, hostSequence, durationMs, isDiscontinuous } of playlist.entries) {
    const upload = uploads.get(path);
    const mapUpload = map === null ? undefined : uploads.get(map);
    const isOld = last !== null && hostSequence <= last;
    // A published segment may be deleted while a long playlist still names it.
    if (upload === undefined && isOld) continue;
    if (upload?.status === "published") continue;
    if (upload?.status !== "ready") return { kind: "wait" };
    if (map !== null && (mapUpload === undefined || mapUpload.status === "receiving")) return { kind: "wait" };
    const isNext = before === null || hostSequence === before + 1;
    if (!isNext && hostSequence > before!) gaps += hostSequence - before! - 1;
    if (!isNext && hostSequence <= before!) isRestarted = true;
    additions.push({
      id: upload.id,
      durationMs,
      isDiscontinuous: isDiscontinuous || !isNext,
      mapId: mapUpload?.id ?? null,
    });
    before = hostSequence;
  }
  const newest = playlist.entries.at(-1)?.hostSequence;
  if (additions.length === 0 && last !== null && (newest === undefined || newest < last)) return { kind: "stale" };
  return { kind: "publish", additions, lastHostSequence: before, gaps, isRestarted, isEnded: playlist.isEnded };
}
