import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { readPlaylist, type MediaPlaylist } from "./ingest/playlist.ts";
import { fileName } from "./ingest/service.ts";
import * as store from "./import-store.ts";

/** A finished recording in a folder: an HLS playlist and its segments. */
interface Recording {
  streamId: number;
  folder: string;
  playlist: string;
  /** When it was live. */
  startedAt: Date;
}

/** Gives a scheduled stream a finished recording and shows it as a replay, as if it had been live at that time. */
export async function importReplay(
  { db, files }: Pick<Deps, "db" | "files">,
  { streamId, folder, playlist, startedAt }: Recording,
): Promise<void> {
  const { entries } = readPlaylist(playlist, await readFile(join(folder, playlist), "utf8")) as MediaPlaylist;
  async function storeFile(path: string) {
    const id = newId();
    const bytes = await readFile(join(folder, path));
    await files.streams.put(fileName(streamId, id, path), bytes);
    return { id, path, bytes: bytes.length };
  }
  const maps = new Map<string, store.ImportedFile>();
  const segments: store.ImportedSegment[] = [];
  for (const { path, durationMs, map } of entries) {
    if (map !== null && !maps.has(map)) maps.set(map, await storeFile(map));
    const mapId = map === null ? null : maps.get(map)!.id;
    segments.push({ ...(await storeFile(path)), durationMs, mapId });
  }
  const recording = { streamId, playlist, startedAt, maps: [...maps.values()], segments };
  await inTransaction(db, (tx) => store.insertRecording(tx, recording));
}
