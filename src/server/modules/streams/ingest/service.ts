import { countInMemory } from "#server/platform/counters.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readDisk } from "#server/platform/disk.ts";
import { spendPoint } from "#server/platform/http/limits.ts";
import { newId } from "#server/platform/ids.ts";
import { findKey } from "../keys/service.ts";
import { moveStatus } from "../status.ts";
import { endingOf, isMedia, readPlaylist, type FileEnding, type MediaPlaylist } from "./playlist.ts";
import { planPublish, withWaiting, type Plan } from "./rules.ts";
import * as store from "./store.ts";

type Needs = Pick<Deps, "db" | "bus" | "realtime" | "files" | "nudge" | "config">;

/** Where a stream's file is stored: nobody can guess it, and no other stream's address leads there. */
export const fileName = (streamId: number, id: string, path: string) => `${streamId}/${id}.${endingOf(path)}`;

/** What one key may send in a minute: ten renditions of one-second segments with playlists, and 80 Mbit/s. */
const budget = { files: 1500, kilobytes: 600_000 };

/** Receives what encoders send. */
export interface Ingest {
  /**
   * Decides whether a file is taken, before its body counts.
   *
   * @throws AppError `not_allowed` for a wrong or revoked key | `not_ready` without a stream for it | `invalid_input`
   *   for a name that isn't plain | `too_many_requests` | `storage_full`
   */
  admit(key: string, path: string): Promise<Admitted>;
  /** Takes a whole segment. @throws AppError `invalid_input` for anything that isn't media, and what reading throws */
  takeSegment(admitted: Admitted, body: Promise<Buffer>): Promise<void>;
  /** Takes a whole playlist. @throws AppError `invalid_input` | `edited_meanwhile` for one that goes backwards */
  takePlaylist(admitted: Admitted, body: Promise<Buffer>): Promise<void>;
}

/** A file that may be sent. */
export interface Admitted {
  keyId: number;
  streamId: number;
  path: string;
  ending: FileEnding | "m3u8";
}

/** Creates the receiver of one node. */
export function createIngest(deps: Needs): Ingest {
  const files = countInMemory({ name: "ingest-files", points: budget.files, duration: 60 });
  const kilobytes = countInMemory({ name: "ingest-bytes", points: budget.kilobytes, duration: 60 });

  const count = async ({ keyId }: Admitted, body: Buffer) => {
    await kilobytes.consume(String(keyId), Math.ceil(body.length / 1024)).catch(() => {
      throw new AppError("too_many_requests", { limit: "ingest-bytes" });
    });
    return body;
  };

  return {
    async admit(key, path) {
      const ending = endingOf(path);
      if (ending === undefined) throw new AppError("invalid_input", { message: "We don't take files of this name" });
      const keyId = await findKey(deps.db, key);
      if (keyId === undefined) throw new AppError("not_allowed", { message: "This stream key doesn't work" });
      await spendPoint(files, String(keyId));
      const stream = await store.findTarget(deps.db, keyId);
      if (stream === undefined) throw new AppError("not_ready", { message: "No stream is open for this key" });
      return { keyId, streamId: stream.id, path, ending };
    },
    async takeSegment(admitted, body) {
      const { streamId, path } = admitted;
      const id = newId();
      await store.insertUpload(deps.db, { id, streamId, path });
      try {
        if ((await readDisk(deps.files.workFolder)).isLow) throw new AppError("storage_full");
        const bytes = await count(admitted, await body);
        if (!isMedia(admitted.ending as FileEnding, bytes)) {
          throw new AppError("invalid_input", { message: "This isn't what its name says" });
        }
        await deps.files.streams.put(fileName(streamId, id, path), bytes);
        await inTransaction(deps.db, async (tx) => {
          if (await store.completeUpload(tx, id, bytes.length)) await publishPending(deps, tx, streamId);
        });
      } catch (error) {
        await giveUp(deps, id, fileName(streamId, id, path));
        throw error;
      }
    },
    async takePlaylist(admitted, body) {
      const { streamId, path } = admitted;
      const playlist = readPlaylist(path, (await count(admitted, await body)).toString("utf8"));
      await inTransaction(deps.db, async (tx) => {
        if (!isOpen(await store.lockStream(tx, streamId))) throw new AppError("not_ready");
        if (playlist.kind === "master") return store.describeRenditions(tx, streamId, playlist.renditions);
        const rendition = await store.findOrAddRendition(tx, streamId, path);
        const uploads = await findUploads(tx, streamId, playlist, rendition.pending);
        const whole = withWaiting(playlist, rendition.pending, uploads);
        const plan = planPublish(whole, rendition.lastHostSequence, uploads);
        if (plan.kind === "stale") {
          throw new AppError("edited_meanwhile", { message: "A newer playlist is already published" });
        }
        if (plan.kind === "wait") return store.setPending(tx, rendition.id, whole);
        return publish(deps, tx, streamId, [{ rendition, plan }]);
      });
    },
  };
}

/** Forgets an upload that failed, its row last. What this can't reach now, a job deletes later. */
async function giveUp({ db, files }: Needs, id: string, name: string): Promise<void> {
  try {
    if (!(await store.isReceiving(db, id))) return;
    await files.streams.remove(name);
    await store.deleteUpload(db, id);
  } catch {
    // The first error is the one to report.
  }
}

const isOpen = (status: string | undefined) => status !== undefined && status !== "ended" && status !== "replay";

/** The uploads that some playlists name. */
function findUploads(tx: Tx, streamId: number, ...playlists: (MediaPlaylist | null)[]) {
  const entries = playlists.flatMap((playlist) => playlist?.entries ?? []);
  const paths = entries.flatMap(({ path, map }) => (map === null ? [path] : [path, map]));
  return store.findUploads(tx, streamId, [...new Set(paths)]);
}

/** Publishes the playlists that waited for what has arrived by now. */
async function publishPending(deps: Needs, tx: Tx, streamId: number): Promise<void> {
  if (!isOpen(await store.lockStream(tx, streamId))) return;
  const planned: Planned[] = [];
  for (const rendition of await store.findRenditions(tx, streamId)) {
    if (rendition.pending === null) continue;
    const uploads = await findUploads(tx, streamId, rendition.pending);
    const plan = planPublish(rendition.pending, rendition.lastHostSequence, uploads);
    if (plan.kind === "publish") planned.push({ rendition, plan });
  }
  await publish(deps, tx, streamId, planned);
}

interface Planned {
  rendition: store.Rendition;
  plan: Extract<Plan, { kind: "publish" }>;
}

async function publish(deps: Needs, tx: Tx, streamId: number, planned: Planned[]): Promise<void> {
  for (const { rendition, plan } of planned) {
    const { additions, gaps, isRestarted } = plan;
    await store.publishMaps(
      tx,
      additions.flatMap(({ mapId }) => mapId ?? []),
    );
    await store.publishSegments(tx, rendition.id, additions);
    await store.setProgress(tx, rendition.id, plan);
    if (additions.length > 0) {
      await store.noteSegments(tx, streamId);
      await store.notePush(tx, streamId, isRestarted, {
        segments: additions.map(({ id }) => id),
        mediaMs: additions.reduce((sum, { durationMs }) => sum + durationMs, 0),
        gaps,
      });
    }
    if (plan.isEnded) await store.noteEncoderEnd(tx, streamId);
  }
  if (planned.length > 0 && (await moveStatus(deps, tx, streamId)) === "live") deps.nudge("stream-reminders");
}
