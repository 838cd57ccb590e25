import type { MediaPlaylist } from "./playlist.ts";

/** A playlist with the number of its upload. Numbers of uploads grow in the order in which encoders began them. */
export interface SentPlaylist extends MediaPlaylist {
  number: number;
  /** Who sent it: a hash of network and program. */
  sender: string;
}

/** The upload that a playlist means by a path. */
export interface Upload {
  id: string;
  path: string;
  number: number;
  status: "receiving" | "ready" | "published";
}

/** How far our own playlist of a rendition is. */
export interface Progress {
  /** The sequence, as the encoder counts, of the last segment that we published; null before the first. */
  lastHostSequence: number | null;
  /** The highest number of the uploads that we published. */
  lastUploadNumber: number;
  /** The number of the last playlist that counted. */
  playlistNumber: number;
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
  | ({
      kind: "publish";
      additions: Addition[];
      /** Segments that were skipped. */
      gaps: number;
      /** The encoder counts from the start again. */
      isRestarted: boolean;
      isEnded: boolean;
    } & Progress);

/**
 * A playlist with what the one before it still waits for: a slow upload may arrive after newer playlists don't name it
 * anymore. What isn't on its way is given up. The numbers say which of the two is the newer one.
 */
export function withWaiting(
  sent: SentPlaylist,
  pending: SentPlaylist | null,
  uploads: Map<string, Upload>,
): SentPlaylist {
  if (pending === null) return sent;
  const [older, newer] = pending.number < sent.number ? [pending, sent] : [sent, pending];
  const first = newer.entries[0]?.hostSequence ?? 0;
  const waiting = older.entries.filter(({ path, hostSequence }) => {
    const status = uploads.get(path)?.status;
    return hostSequence < first && (status === "receiving" || status === "ready");
  });
  return waiting.length === 0 ? newer : { ...newer, entries: [...waiting, ...newer.entries] };
}

/**
 * How many segments without video are between two others: nothing of the show is missing there. A playlist that waited
 * through an update doesn't say what was skipped.
 */
const countEmpty = ({ skipped }: Partial<Pick<SentPlaylist, "skipped">>, after: number, before: number): number =>
  (skipped ?? []).filter(({ why, hostSequence: n }) => why === "empty" && n > after && n < before).length;

/**
 * Decides what an encoder's playlist adds: the segments after the last one that is published, once all of them are here.
 *
 * An encoder that restarts uses its names and its numbers again, so only the numbers of uploads tell a restart from a
 * late playlist: a restart names nothing that is published, and its uploads began after all that are.
 *
 * @param mayRestart false while the encoder is on: whoever counts from the start then is another one
 */
export function planPublish(
  playlist: SentPlaylist,
  last: Progress,
  uploads: Map<string, Upload>,
  mayRestart = true,
): Plan {
  if (playlist.number < last.playlistNumber) return { kind: "stale" };
  const { entries, number, isEnded } = playlist;
  const isOld = (hostSequence: number) => last.lastHostSequence !== null && hostSequence <= last.lastHostSequence;
  // What comes before a published segment and isn't published was left out for good.
  const latest = entries.findLastIndex(({ path }) => uploads.get(path)?.status === "published");
  const progress: Progress = { ...last, playlistNumber: number };
  const additions: Addition[] = [];
  let gaps = 0;
  let isRestarted = false;
  for (const { path, map, hostSequence, durationMs, isDiscontinuous } of entries.slice(latest + 1)) {
    const upload = uploads.get(path);
    const isNew = mayRestart && latest === -1 && upload !== undefined && upload.number > last.lastUploadNumber;
    if (isOld(hostSequence) && !isNew) continue;
    const mapUpload = map === null ? undefined : uploads.get(map);
    if (upload?.status !== "ready") return { kind: "wait" };
    if (map !== null && (mapUpload === undefined || mapUpload.status === "receiving")) return { kind: "wait" };
    const before = progress.lastHostSequence;
    const missing = before === null ? 0 : hostSequence - before - 1 - countEmpty(playlist, before, hostSequence);
    const isNext = missing === 0;
    if (missing > 0) gaps += missing;
    if (before !== null && hostSequence <= before) isRestarted = true;
    additions.push({
      id: upload.id,
      durationMs,
      isDiscontinuous: isDiscontinuous || !isNext,
      mapId: mapUpload?.id ?? null,
    });
    progress.lastHostSequence = hostSequence;
    progress.lastUploadNumber = Math.max(progress.lastUploadNumber, upload.number);
  }
  const isBehind = last.lastHostSequence !== null && (entries.at(-1)?.hostSequence ?? -1) < last.lastHostSequence;
  if (additions.length === 0 && isBehind) return { kind: "stale" };
  return { kind: "publish", additions, gaps, isRestarted, isEnded, ...progress };
}
