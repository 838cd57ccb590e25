import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PictureRefusal } from "#contract/media.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { toPoster } from "../columns.ts";
import { findUses } from "../store.ts";
import { card, filesOf } from "./rules.ts";
import { runDrawing, type DrawAnswer } from "./run.ts";
import * as store from "./store.ts";

const leaseSeconds = 240;
const maxAttempts = 3;

/**
 * Draws the image that has waited longest. A process that dies midway only costs time: the image is claimed again, and
 * its files are overwritten.
 *
 * @returns whether there was one
 */
export async function drawNext(deps: Deps): Promise<boolean> {
  const claimed = await store.claimNext(deps.db, leaseSeconds);
  if (claimed === undefined) return false;
  if (claimed.attempts > maxAttempts) {
    // Each attempt crashed its node.
    await refuse(deps, claimed, "failed");
    return true;
  }
  const folder = await mkdtemp(join(deps.files.workFolder, "drawing-"));
  try {
    await drawClaimed(deps, claimed, folder);
  } catch (error) {
    await postponeOrRefuse(deps, claimed, error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return true;
}

async function drawClaimed(deps: Deps, claimed: store.Claimed, folder: string): Promise<void> {
  const { files } = deps;
  const file = join(folder, "file");
  if (!(await files.quarantine.copyTo(claimed.key, file))) return refuse(deps, claimed, "failed");
  const focal = { x: claimed.focalX, y: claimed.focalY };
  const answer = await runDrawing({ what: "picture", file, target: folder, focal });
  if ("refusal" in answer) return refuse(deps, claimed, answer.refusal);
  if ("drawn" in answer) {
    for (const name of filesOf(claimed.key)) {
      await files.shown.put(name, { path: join(folder, name.slice(`posters/${claimed.key}-`.length)) });
    }
    const isShown = await show(deps, claimed, answer);
    // Deleted meanwhile, or claimed by another node: then the files are orphans, or that node's.
    if (!isShown) return;
    await files.quarantine.remove(claimed.key);
  }
}

async function refuse({ db, files }: Deps, claimed: store.Claimed, refusal: PictureRefusal): Promise<void> {
  if (await store.markRefused(db, claimed, refusal)) await files.quarantine.remove(claimed.key);
}

function show(
  { db, bus }: Deps,
  claimed: store.Claimed,
  { drawn }: Extract<DrawAnswer, { drawn: unknown }>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await store.markReady(tx, claimed, drawn))) return false;
    if (claimed.replacesId === null) return true;
    const swapped = await store.swapIn(tx, claimed);
    const poster = swapped && toPoster(swapped.picture);
    if (!poster) return false;
    const uses = await findUses(tx, claimed.replacesId);
    await bus.emit(tx, "picture.changed", [{ formerKey: swapped.formerKey, poster, uses }]);
    return true;
  });
}

/** Waits for a file store that isn't responding; rejects a file that crashes its process three times. */
async function postponeOrRefuse(deps: Deps, claimed: store.Claimed, error: unknown): Promise<void> {
  const isStores = error instanceof AppError;
  deps.log.warn({ err: error, picture: claimed.id, attempt: claimed.attempts }, "an image could not be drawn");
  if (!isStores && claimed.attempts >= maxAttempts) await refuse(deps, claimed, "failed");
  else await store.postpone(deps.db, claimed, { seconds: isStores ? 30 : 5 * claimed.attempts, counts: !isStores });
}

/**
 * Crops the card of one image again after its focal point moved.
 *
 * @returns whether there was one
 */
export async function cutNextCard({ db, files }: Deps): Promise<boolean> {
  const due = await store.findCardDue(db);
  if (due === undefined) return false;
  const folder = await mkdtemp(join(files.workFolder, "card-"));
  try {
    const [file, target] = [join(folder, "file"), join(folder, "card.jpg")];
    if (await files.shown.copyTo(`posters/${due.key}-1200.jpg`, file)) {
      await runDrawing({ what: "card", file, target, focal: { x: due.focalX, y: due.focalY } });
      await files.shown.put(`posters/${due.key}-${card.ending}`, { path: target });
    }
    await store.markCardCut(db, due);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return true;
}
