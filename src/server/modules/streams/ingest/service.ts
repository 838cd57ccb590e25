import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#server/platform/app-error.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import { countInMemory } from "#server/platform/counters.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { ArrivingBody } from "#server/platform/http/read-body.ts";
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
import { isOtherEncoder } from "./encoders.ts";
import { planPublish, withWaiting, type Plan, type SentPlaylist } from "./rules.ts";
import * as store from "./store.ts";

type Needs = Pick<Deps, "db" | "bus" | "realtime" | "files" | "nudge" | "config">;

/** Where a stream's file is stored: nobody can guess it, and no other stream's address leads there. */
export const fileName = (streamId: number, id: string, path: string) => `${streamId}/${id}.${endingOf(path)}`;

/** What one key may send in a minute: ten renditions of one-second segments with playlists, and 80 Mbit/s. */
const budget = { files: 1500, kilobytes: 600_000 };

/** Bytes of an upload are counted in parts of this size. */
const countedBytes = 64 * 1024;

/** How long a playlist keeps those after it waiting while its own bytes arrive. */
const playlistPatienceMs = 5000;

/** Receives what encoders send. */
export interface Ingest {
  /**
   * Decides whether a file is taken, before its body counts, and numbers it. Files of one key that begin at the same
   * time are numbered in the order of the calls.
   *
   * @param sender a hash of the network and program that send it
   * @throws AppError `not_allowed` for a wrong or revoked key | `not_ready` without a stream for it | `invalid_input`
   *   for a name that isn't plain | `too_many_requests` | `storage_full`
   */
  admit(key: string, path: string, sender?: string): Promise<Admitted>;
  /**
   * Takes a segment. Its bytes count against the key's budget as they arrive: uploads that run together can't exceed it.
   *
   * @throws AppError `invalid_input` for anything that isn't media, and what reading throws
   */
  receiveSegment(admitted: Admitted, body: ArrivingBody): Promise<void>;
  /**
   * Takes a whole playlist.
   *
   * @throws AppError `invalid_input` | `edited_meanwhile` for one that goes backwards | `in_use` for one of another
   *   encoder than the one that is on
   */
  receivePlaylist(admitted: Admitted, body: Promise<Buffer>): Promise<void>;
}

/** Creates the receiver of one node. */
export function createIngest(deps: Needs, max = budget): Ingest {
  const admit = createAdmission(deps, max.files);
  const kilobytes = countInMemory({ name: "ingest-bytes", points: max.kilobytes, duration: 60 });

  const overBudget = () => new AppError("too_many_requests", { limit: "ingest-bytes" });
  const count = async ({ keyId }: Admitted, bytes: number) => {
    await kilobytes.consume(String(keyId), Math.ceil(bytes / 1024)).catch(() => {
      throw overBudget();
    });
  };
  const countArriving = (admitted: Admitted, body: ArrivingBody) => {
    let uncounted = 0;
    body.watch((bytes) => {
      uncounted += bytes;
      if (uncounted < countedBytes) return;
      void count(admitted, uncounted).catch(() => body.stop(overBudget()));
      uncounted = 0;
    });
    return () => count(admitted, uncounted);
  };

  const inTurn = createPlaylistTurns();

  return {
    admit: (key, path, sender = "") => admit({ key, path, sender }),
    async receiveSegment(admitted, body) {
      const { id, streamId, path } = admitted;
      try {
        const requireSpace = async () => {
          if ((await readDisk(deps.files.workFolder)).isLow) throw new AppError("storage_full");
        };
        const countRest = countArriving(admitted, body);
        await requireSpace();
        const bytes = await body.whole;
        await countRest();
        // Other uploads may have filled the disk since this one began.
        await requireSpace();
        if (!isMedia(admitted.ending as FileEnding, bytes)) {
          throw new AppError("invalid_input", { message: "This isn't what its name says" });
        }
        await deps.files.streams.put(fileName(streamId, id, path), bytes);
        await inTransaction(deps.db, async (tx) => {
          if (await store.completeUpload(tx, id, bytes.length)) await publishPending(deps, tx, streamId);
        });
      } catch (error) {
        await discardUpload(deps, id, fileName(streamId, id, path));
        await warnOfRefusal(deps, admitted, error);
        throw error;
      }
    },
    async receivePlaylist(admitted, body) {
      const { streamId, path } = admitted;
      const read = async () => {
        const bytes = await body;
        await count(admitted, bytes.length);
        return readPlaylist(path, bytes.toString("utf8"));
      };
      try {
        await inTurn(`${streamId} ${path}`, read(), (playlist) => applyPlaylist(deps, admitted, playlist));
      } catch (error) {
        await warnOfRefusal(deps, admitted, error);
        throw error;
      }
    },
  };
}

/** Tells the host about a refused file, unless it is a late playlist or another encoder's. */
async function warnOfRefusal({ db }: Needs, { streamId, path }: Admitted, error: unknown): Promise<void> {
  const isTold = error instanceof AppError && error.code !== "edited_meanwhile" && error.code !== "in_use";
  if (!isTold) return;
  try {
    await store.recordWarning(db, streamId, { kind: "refused_file", detail: `${path}: ${error.message}` });
  } catch {
    // The first error is the one to report.
  }
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
  { streamId, path, number, sender }: Admitted,
  playlist: MediaPlaylist | MasterPlaylist,
): Promise<void> {
  const isOther = await inTransaction(deps.db, async (tx) => {
    const stream = await store.lockStream(tx, streamId);
    if (!isOpen(stream)) throw new AppError("not_ready");
    const named = playlist.kind === "master" ? playlist.renditions.map((each) => each.path) : [path];
    if (!(await store.removeUnused(tx, streamId, named, ingestLimits.renditions))) {
      throw new AppError("invalid_input", { message: `A stream has up to ${ingestLimits.renditions} playlists` });
    }
    if (playlist.kind === "master") {
      await store.describeRenditions(tx, streamId, playlist.renditions);
      return false;
    }
    const rendition = await store.findOrAddRendition(tx, streamId, path);
    const sent = { ...playlist, number, sender };
    const uploads = await findUploads(tx, streamId, sent, rendition.pending);
    if (isOtherEncoder(sent, { ...stream, isOn: rendition.isOn }, rendition, uploads)) {
      await store.recordRival(tx, streamId, rendition, sent);
      return true;
    }
    await warnOfSkipped(tx, streamId, sent, rendition);
    if (sent.entries.length === 0 && sent.skipped.length > 0) return false;
    const whole = withWaiting(sent, rendition.pending, uploads);
    const plan = planPublish(whole, rendition, uploads, !rendition.isOn);
    if (plan.kind === "stale") {
      throw new AppError("edited_meanwhile", { message: "A newer playlist is already published" });
    }
    if (plan.kind === "wait") await store.setPending(tx, rendition.id, whole);
    else await publish(deps, tx, streamId, [{ rendition, plan, sender }]);
    return false;
  });
  if (isOther) throw new AppError("in_use", { message: "Another encoder is sending with this key" });
}

/** Tells the host about segments that are left out, each once. */
async function warnOfSkipped(
  tx: Tx,
  streamId: number,
  { skipped }: SentPlaylist,
  last: store.Rendition,
): Promise<void> {
  for (const { hostSequence, why, seconds } of skipped) {
    if (last.lastHostSequence !== null && hostSequence <= last.lastHostSequence) continue;
    await store.recordWarning(tx, streamId, { kind: `skipped_${why}`, detail: String(Math.round(seconds)) });
  }
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

const isOpen = (stream: store.LockedStream | undefined): stream is store.LockedStream =>
  stream !== undefined && stream.status !== "ended" && stream.status !== "replay";

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
    const plan = planPublish(rendition.pending, rendition, uploads, !rendition.isOn);
    if (plan.kind === "publish") planned.push({ rendition, plan, sender: rendition.pending.sender });
  }
  await publish(deps, tx, streamId, planned);
}

interface Planned {
  rendition: store.Rendition;
  sender: string;
  plan: Extract<Plan, { kind: "publish" }>;
}

async function publish(deps: Needs, tx: Tx, streamId: number, planned: Planned[]): Promise<void> {
  for (const { rendition, plan, sender } of planned) {
    const { additions, gaps, isRestarted } = plan;
    await store.publishMaps(
      tx,
      additions.flatMap(({ mapId }) => mapId ?? []),
    );
    await store.publishSegments(tx, rendition.id, additions);
    await store.setProgress(tx, rendition.id, plan);
    if (additions.length > 0) {
      await store.recordSegments(tx, streamId, sender);
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
