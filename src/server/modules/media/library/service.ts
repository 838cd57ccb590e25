import type { FocalPoint, LibraryPicture, PictureDetail } from "#contract/media.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { focalOf, toPoster } from "../columns.ts";
import { findUses } from "../uses/store.ts";
import * as store from "./store.ts";

/** The library, newest first. */
export const library = defineList(store.library, toLibraryPicture);

/**
 * One image with everything that uses it.
 *
 * @throws AppError `not_found`
 */
export async function getPicture(db: Queryable, id: number): Promise<PictureDetail> {
  const picture = await findLibraryPicture(db, id);
  return {
    ...picture,
    usedBy: await findUses(db, id),
    replacement: (await store.findReplacement(db, id)) ?? null,
  };
}

/**
 * One image as the library lists it.
 *
 * @throws AppError `not_found`
 */
export async function findLibraryPicture(db: Queryable, id: number): Promise<LibraryPicture> {
  const row = await store.findOne(db, id);
  if (row === undefined) throw new AppError("not_found");
  return toLibraryPicture(row);
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
    const before = await store.lockOne(tx, id);
    if (before === undefined) throw new AppError("not_found");
    const former = focalOf(before);
    const hasMoved = former.x !== focal.x || former.y !== focal.y;
    if (before.alt === alt && !hasMoved) return getPicture(tx, id);
    const after = await store.updateAltAndFocal(tx, id, { alt, focal, cutCard: hasMoved && before.status === "ready" });
    const poster = toPoster(after);
    if (poster !== null) {
      const uses = await findUses(tx, id);
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
    const places = (await findUses(deps.db, id)).slice(0, 3).map(({ label }) => label);
    throw new AppError("in_use", { message: `This image is in use: ${places.join(", ")}` });
  }
  if (deleted.length === 0) throw new AppError("not_found");
}

function toLibraryPicture(row: store.LibraryRow): LibraryPicture {
  const { id, status, refusal, fileName, alt, bytes, uses, replacesId, uploadedBy } = row;
  const poster = toPoster(row);
  const createdAt = row.createdAt.toISOString();
  return {
    id,
    status,
    refusal,
    fileName,
    alt,
    focal: focalOf(row),
    poster,
    bytes,
    uses,
    replacesId,
    createdAt,
    uploadedBy,
  };
}
