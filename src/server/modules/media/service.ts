import { LibraryPicture, type FocalPoint, type PictureDetail } from "#contract/media.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { focalOf, toPoster } from "./columns.ts";
import * as store from "./store.ts";
import type { Poster } from "#contract/events/events.ts";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "#server/platform/files/folder-store.ts";
import { filesOf, keyOfFile } from "./rendering/rules.ts";

/** The library, newest first. */
export const library = defineList(store.library, toLibraryPicture, {
  File: "fileName",
  "Alt text": "alt",
  Status: "status",
  Problem: "refusal",
  Bytes: "bytes",
  Width: ({ poster }) => poster?.width,
  Height: ({ poster }) => poster?.height,
  Uses: "uses",
  Uploaded: "createdAt",
  "Uploaded by": "uploadedBy",
  ID: "id",
  "Replaces ID": "replacesId",
});

/**
 * One image with everything that uses it.
 *
 * @throws AppError `not_found`
 */
export async function getPicture(db: Queryable, id: number): Promise<PictureDetail> {
  const picture = await findLibraryPicture(db, id);
  return {
    ...picture,
    usedBy: await store.findUses(db, id),
    replacement: (await store.findReplacement(db, id)) ?? null,
  };
}

/**
 * One image as the library lists it.
 *
 * @throws AppError `not_found`
 */
export async function findLibraryPicture(db: Queryable, id: number): Promise<LibraryPicture> {
  return toLibraryPicture(requireFound(await store.findOne(db, id)));
}

/**
 * Changes an image's alt text and focal point. Everything that uses the image shows the change at once.
 *
 * @throws AppError `not_found`
 */
export async function changePicture(
  { db, bus, nudge }: Deps,
  id: number,
  { staff, alt, focal }: { staff: Principal; alt: string; focal: FocalPoint },
): Promise<PictureDetail> {
  const detail = await inTransaction(db, async (tx) => {
    const before = requireFound(await store.lockOne(tx, id));
    const former = focalOf(before);
    const hasMoved = former.x !== focal.x || former.y !== focal.y;
    if (before.alt === alt && !hasMoved) return getPicture(tx, id);
    const after = await store.updateAltAndFocal(tx, id, { alt, focal, cutCard: hasMoved && before.status === "ready" });
    const poster = toPoster(after);
    if (poster !== null) {
      const uses = await store.findUses(tx, id);
      await bus.emit(tx, "picture.changed", [{ formerKey: before.key, poster, uses }]);
    }
    await recordAction(tx, {
      staff,
      action: "picture.changed",
      target: { kind: "picture", id },
      before: { alt: before.alt, focal: former },
      after: { file: before.fileName, alt, focal },
    });
    return getPicture(tx, id);
  });
  nudge("pictures");
  return detail;
}

/**
 * Deletes the unused ones of some images, with their files.
 *
 * Safe under concurrency: an image that gets used at the same time stays.
 */
export async function deletePictures(
  { db, nudge }: Deps,
  ids: number[],
  staff: Principal,
): Promise<{ deleted: number[]; inUse: number[] }> {
  const outcome = await inTransaction(db, async (tx) => {
    const deleted = await store.deleteUnused(tx, ids);
    for (const { id, fileName, alt } of deleted) {
      await recordAction(tx, {
        staff,
        action: "picture.deleted",
        target: { kind: "picture", id },
        before: { file: fileName, alt },
      });
    }
    return { deleted: deleted.map(({ id }) => id), inUse: await store.findExisting(tx, ids) };
  });
  if (outcome.deleted.length > 0) nudge("picture-leftovers");
  return outcome;
}

/**
 * Deletes one unused image.
 *
 * @throws AppError `not_found` | `in_use`, naming the first uses
 */
export async function deletePicture(deps: Deps, id: number, staff: Principal): Promise<void> {
  const { deleted, inUse } = await deletePictures(deps, [id], staff);
  if (inUse.length > 0) {
    const places = (await store.findUses(deps.db, id)).slice(0, 3).map(({ label }) => label);
    throw new AppError("in_use", { message: `This image is in use: ${places.join(", ")}` });
  }
  if (deleted.length === 0) throw new AppError("not_found");
}

function toLibraryPicture(row: store.LibraryRow): LibraryPicture {
  return shownAs(LibraryPicture)({ ...row, focal: focalOf(row), poster: toPoster(row) });
}

/**
 * Sets all images that something uses, in the transaction that saves it; none when it is deleted. Returns their
 * posters, in the order of `ids`, to be stored with it. An image in use can't be deleted; `picture.changed` reports its
 * changes.
 *
 * Safe under concurrency: an image that is being deleted at the same time is either gone or stays.
 *
 * @throws AppError `not_found` for an image that doesn't exist or isn't ready; `invalid_input` for one without alt text
 */
export async function setPictures(tx: Tx, user: store.PictureUser, ids: number[]): Promise<Poster[]> {
  const rows = new Map((await store.lockPictures(tx, ids)).map((row) => [row.id, row]));
  const posters = ids.map((id) => {
    const row = rows.get(id);
    const poster = row === undefined || row.replacesId !== null ? null : toPoster(row);
    if (poster === null) throw new AppError("not_found", { message: "This image isn't in the library" });
    if (poster.alt === "") throw new AppError("invalid_input", { message: "Add alt text to this image first" });
    return poster;
  });
  await store.setUses(tx, user, ids);
  return posters;
}

/** The posters of some images, by id; those that are not ready are left out. */
export async function getPictures(db: Queryable, ids: number[]): Promise<Map<number, Poster>> {
  const found = new Map<number, Poster>();
  for (const row of await store.findPictures(db, ids)) {
    const poster = toPoster(row);
    if (poster !== null) found.set(row.id, poster);
  }
  return found;
}

/** Newer files may belong to an upload or a drawing in progress. */
const graceMs = 60 * 60 * 1000;

/** Removes files that nobody needs anymore: those of deleted and replaced images, and leftovers of crashes. */
export async function removeLeftovers(deps: Deps): Promise<void> {
  await removeDiscarded(deps);
  await removeStrangers(deps);
  await removeUnfinishedWork(deps);
}

async function removeDiscarded({ db, files }: Deps): Promise<void> {
  for (const key of await store.findDiscarded(db)) {
    for (const name of filesOf(key)) await files.shown.remove(name);
    await files.quarantine.remove(key);
    await store.forgetDiscarded(db, key);
  }
}

async function removeStrangers({ db, files }: Deps): Promise<void> {
  const shown = await keysOf(files.shown, keyOfFile);
  for (const key of await store.findStrangers(db, shown)) {
    for (const name of filesOf(key)) await files.shown.remove(name);
  }
  const waiting = await keysOf(files.quarantine, (name) => (/^[0-9a-f]{32}$/.test(name) ? name : undefined));
  for (const key of await store.findDone(db, waiting)) await files.quarantine.remove(key);
}

async function keysOf(files: FileStore, keyOf: (name: string) => string | undefined): Promise<string[]> {
  const keys = new Set<string>();
  for await (const { name, changedAt } of files.list()) {
    const key = keyOf(name);
    if (key !== undefined && isOld(changedAt)) keys.add(key);
  }
  return [...keys];
}

async function removeUnfinishedWork({ files }: Deps): Promise<void> {
  for (const name of await readdir(files.workFolder)) {
    const path = join(files.workFolder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && isOld(found.mtime)) await rm(path, { recursive: true, force: true });
  }
}

const isOld = (changedAt: Date) => Date.now() - changedAt.getTime() > graceMs;
