import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pictureFile, type LibraryPicture } from "#contract/media.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { receiveFile, type Received } from "#server/platform/files/receive-file.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { isHeic, pictureTypeOf, signatureBytes } from "#server/platform/pictures/open-picture.ts";
import { findLibraryPicture } from "./service.ts";
import * as store from "./store.ts";

/** An incoming file, who uploads it, and its name. */
interface Upload {
  staff: Principal;
  fileName: string;
  body: Readable;
}

/**
 * Adds a file to the library, where it waits to be drawn. Nothing shows it until then. The same file twice is one
 * image, so a failed upload can safely be repeated.
 *
 * @returns the image, and whether it is new
 * @throws AppError `too_large` | `unsupported_media_type` | `invalid_input` | `storage_full` | `unavailable`
 */
export function uploadPicture(deps: Deps, upload: Upload): Promise<{ picture: LibraryPicture; isNew: boolean }> {
  return storeInQuarantine(deps, upload, async (tx, key, received) => {
    const row = { key, fileName: upload.fileName, ...received, staffId: upload.staff.id, replacesId: null };
    const id = await store.insertUpload(tx, row);
    if (id === undefined) return { id: (await store.findByContent(tx, received.sha256))!, isNew: false };
    await recordAction(tx, {
      staff: upload.staff,
      action: "picture.uploaded",
      target: { kind: "picture", id },
      after: { file: upload.fileName, bytes: received.bytes },
    });
    return { id, isNew: true };
  });
}

/**
 * Takes a file that replaces an image's own once it is drawn.
 *
 * @throws AppError `not_found` for an image that is not ready, and as uploadPicture
 */
export async function replacePicture(deps: Deps, pictureId: number, upload: Upload): Promise<LibraryPicture> {
  const { picture } = await storeInQuarantine(deps, upload, async (tx, key, received) => {
    const former = requireFound(await store.lockReady(tx, pictureId));
    await store.deleteRefusedReplacements(tx, pictureId);
    const row = { key, fileName: upload.fileName, ...received, staffId: upload.staff.id, replacesId: pictureId };
    const id = (await store.insertUpload(tx, row))!;
    await recordAction(tx, {
      staff: upload.staff,
      action: "picture.replaced",
      target: { kind: "picture", id: pictureId },
      before: { file: former.fileName },
      after: { file: upload.fileName, bytes: received.bytes },
    });
    return { id, isNew: true };
  });
  return picture;
}

/** A file from another site, its name, its alt text, and who had it fetched, if they still have an account. */
interface FetchedPicture {
  fileName: string;
  alt: string;
  staffId: number | null;
  body: Readable;
}

/**
 * Adds a file that was fetched for something to the library, as an upload does. An image without alt text gets it.
 *
 * @param use records the image's id where it is needed, in the same transaction: either both are stored or nothing is
 * @throws AppError as uploadPicture
 */
export async function addFetchedPicture(
  deps: Deps,
  { fileName, alt, staffId, body }: FetchedPicture,
  use: (tx: Tx, pictureId: number) => Promise<void>,
): Promise<void> {
  await receivePicture(deps, body, async (tx, key, received) => {
    const added = await store.insertUpload(tx, { key, fileName, ...received, staffId, replacesId: null });
    const id = added ?? (await store.findByContent(tx, received.sha256))!;
    await store.setMissingAlt(tx, id, alt);
    await use(tx, id);
    return { id, isNew: added !== undefined };
  });
}

type Enter = (tx: Tx, key: string, received: Received) => Promise<{ id: number; isNew: boolean }>;

async function storeInQuarantine(deps: Deps, upload: Upload, enter: Enter) {
  const { id, isNew } = await receivePicture(deps, upload.body, enter);
  return { picture: await findLibraryPicture(deps.db, id), isNew };
}

/**
 * Receives an image file into quarantine, where it waits to be drawn.
 *
 * @param enter stores its row and returns its id; `isNew` false discards the file
 * @throws AppError `too_large` | `unsupported_media_type` | `invalid_input` | `storage_full` | `unavailable`
 */
export async function receivePicture(
  deps: Deps,
  body: Readable,
  enter: Enter,
): Promise<{ id: number; isNew: boolean }> {
  const { db, files } = deps;
  const key = randomBytes(16).toString("hex");
  const path = join(files.workFolder, `${key}.part`);
  const received = await receiveFile(body, {
    path,
    maxBytes: pictureFile.maxBytes,
    firstBytes: signatureBytes,
    check: refuseOthers,
  });
  try {
    await files.quarantine.put(key, { path });
  } finally {
    await rm(path, { force: true });
  }
  let entered;
  try {
    entered = await inTransaction(db, (tx) => enter(tx, key, received));
  } catch (error) {
    await files.quarantine.remove(key);
    throw error;
  }
  if (entered.isNew) deps.nudge("pictures");
  else await files.quarantine.remove(key);
  return entered;
}

function refuseOthers(first: Buffer): void {
  if (first.length === 0) throw new AppError("invalid_input", { message: "This file is empty" });
  if (pictureTypeOf(first) !== undefined) return;
  const message = isHeic(first)
    ? "We can't read HEIC files. Export the image as a JPEG and upload that."
    : "We can't use this file. Choose a JPEG, PNG, WebP, AVIF or GIF image.";
  throw new AppError("unsupported_media_type", { message });
}
