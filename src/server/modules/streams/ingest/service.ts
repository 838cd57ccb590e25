import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#server/platform/app-error.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import { countInMemory } from "#server/platform/counters.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readDisk } from "#server/platform/disk.ts";
import { moveStatus } from "../status.ts";
import { createAdmission, type Admitted } from "./admission.ts";
import {
  endingOf,
  ingestLimits,
  isMedia,
  readPlaylist,
  type FileEnding,
  type MasterPlaylist,
  type MediaPlaylist,
} from "./playlist.ts";
import { planPublish, withWaiting, type Plan, type SentPlaylist } from "./rules.ts";
import * as store from "./store.ts";

type Needs = Pick<Deps, "db" | "bus" | "realtime" | "files" | "nudge" | "config">;

/** Where a stream's file is stored: nobody can guess it, and no other stream's address leads there. */
export const fileName = (streamId: number, id: string, path: string) => `${streamId}/${id}.${endingOf(path)}`;

/** What one key may send in a minute: ten renditions of one-second segments with playlists, and 80 Mbit/s. */
const budget = { files: 1500, kilobytes: 600_000 };

/** How long a playlist keeps those after it waiting while its own bytes arrive. */
const playlistPatienceMs = 5000;

/** Receives what encoders send. */
export interface Ingest {
  /**
   * Decides whether a file is taken, before its body counts, and numbers it. Files of one key that begin at the same
   * time are numbered in the order of the calls.
   *
   * @throws AppError `not_allowed` for a wrong or revoked key | `not_ready` without a stream for it | `invalid_input`
   *   for a name that isn't plain | `too_many_requests` | `storage_full`
   */
  admit(key: string, path: string): Promise<Admitted>;
  /** Takes a whole segment. @throws AppError `invalid_input` for anything that isn't media, and what reading throws */
  receiveSegment(admitted: Admitted, body: Promise<Buffer>): Promise<void>;
  /** Takes a whole playlist. @throws AppError `invalid_input` | `edited_meanwhile` for one that goes backwards */
  receivePlaylist(admitted: Admitted, body: Promise<Buffer>): Promise<void>;
}

/** Creates the receiver of one node. */
export function createIngest(deps: Needs, max = budget): Ingest {
  const admit = createAdmission(deps, max.files);
  const kilobytes = countInMemory({ name: "ingest-bytes", points: max.kilobytes, duration: 60 });

  const count = async ({ keyId }: Admitted, body: Buffer) => {
    await kilobytes.consume(String(keyId), Math.ceil(body.length / 1024)).catch(() => {
      throw new AppError("too_many_requests", { limit: "ingest-bytes" });
    });
    return body;
  };

  const inTurn = createPlaylistTurns();

  return {
    admit: (key, path) => admit({ key, path }),
    async receiveSegment(admitted, body) {
      const { id, streamId, path } = admitted;
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
        await discardUpload(deps, id, fileName(streamId, id, path));
        throw error;
      }
    },
    async receivePlaylist(admitted, body) {
      const { streamId, path } = admitted;
      const read = async () => readPlaylist(path, (await count(admitted, await body)).toString("utf8"));
      await inTurn(`${streamId} ${path}`, read(), (playlist) => applyPlaylist(deps, admitted, playlist));
    },
  };
}

/**
 * Takes playlists of one name in the order in which they began: an encoder that catches up doesn't wait for our answers,
 * and a playlist that is overtaken names segments that newer ones don't name anymore. One whose bytes don't arrive lets
 * those after it pass.
 */
function createPlaylistTurns() {
  const inTurn = coalesce<{ lane: string; work: () => Promise<void> }, void>({
    lane: ({ lane }) => lane,
    maxBatch: 1,
    run: async ([only]) => [{ ok: true, value: await only!.work() }],
  });
  return async <Whole>(lane: string, whole: Promise<Whole>, take: (whole: Whole) => Promise<void>) => {
    const settled = whole.then(
      () => true,
      () => true,
    );
    let isTaken = false;
    await inTurn({
      lane,
      async work() {
        isTaken = await Promise.race([settled, sleep(playlistPatienceMs, false, { ref: false })]);
        if (isTaken) await take(await whole);
      },
    });
    if (!isTaken) await take(await whole);
  };
}

/** Takes a playlist that is here: publishes what it names, or keeps it until all of that is here too. */
async function applyPlaylist(
  deps: Needs,
  { streamId, path, number }: Admitted,
  playlist: MediaPlaylist | MasterPlaylist,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!isOpen(await store.lockStream(tx, streamId))) throw new AppError("not_ready");
    const named = playlist.kind === "master" ? playlist.renditions.map((each) => each.path) : [path];
    if (!(await store.removeUnused(tx, streamId, named, ingestLimits.renditions))) {
      throw new AppError("invalid_input", { message: `A stream has up to ${ingestLimits.renditions} playlists` });
    }
    if (playlist.kind === "master") return store.describeRenditions(tx, streamId, playlist.renditions);
    const rendition = await store.findOrAddRendition(tx, streamId, path);
    const sent = { ...playlist, number };
    const uploads = await findUploads(tx, streamId, sent, rendition.pending);
    const whole = withWaiting(sent, rendition.pending, uploads);
    const plan = planPublish(whole, rendition, uploads);
    if (plan.kind === "stale") {
      throw new AppError("edited_meanwhile", { message: "A newer playlist is already published" });
    }
    if (plan.kind === "wait") return store.setPending(tx, rendition.id, whole);
    return publish(deps, tx, streamId, [{ rendition, plan }]);
  });
}

/** Forgets an upload that failed, its row last. What this can't reach now, a job deletes later. */
async function discardUpload({ db, files }: Needs, id: string, name: string): Promise<void> {
  try {
    if (!(await store.isReceiving(db, id))) return;
    await files.streams.remove(name);
    await store.deleteUpload(db, id);
  } catch {
    // The first error is the one to report.
  }
}

const isOpen = (status: string | undefined) => status !== undefined && status !== "ended" && status !== "replay";

/** The uploads that a playlist names, and those that the one before it waits for. */
function findUploads(tx: Tx, streamId: number, playlist: SentPlaylist, pending: SentPlaylist | null) {
  const entries = [...playlist.entries, ...(pending?.entries ?? [])];
  const paths = entries.flatMap(({ path, map }) => (map === null ? [path] : [path, map]));
  const number = Math.max(playlist.number, pending?.number ?? 0);
  return store.findUploads(tx, streamId, number, [...new Set(paths)]);
}

/** Publishes the playlists that waited for what has arrived by now. */
async function publishPending(deps: Needs, tx: Tx, streamId: number): Promise<void> {
  if (!isOpen(await store.lockStream(tx, streamId))) return;
  const planned: Planned[] = [];
  for (const rendition of await store.findRenditions(tx, streamId)) {
    if (rendition.pending === null) continue;
    const uploads = await findUploads(tx, streamId, rendition.pending, null);
    const plan = planPublish(rendition.pending, rendition, uploads);
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
      await store.recordSegments(tx, streamId);
      await store.recordPush(tx, streamId, isRestarted, {
        segments: additions.map(({ id }) => id),
        mediaMs: additions.reduce((sum, { durationMs }) => sum + durationMs, 0),
        gaps,
      });
    }
    if (plan.isEnded) await store.recordEncoderEnd(tx, streamId);
  }
  if (planned.length > 0 && (await moveStatus(deps, tx, streamId)) === "live") deps.nudge("stream-reminders");
}
