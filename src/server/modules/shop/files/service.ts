import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { productFile, type ProductFile } from "#contract/shop/products.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { receiveFile } from "#server/platform/files/receive-file.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { fileTypeOf, signatureBytes } from "./rules.ts";
import * as store from "./store.ts";

/** An incoming file, who uploads it, and its name. `staff` is null for the demo's own files. */
interface FileUpload {
  staff: Principal | null;
  fileName: string;
  body: Readable;
}

/**
 * Takes the file of a digital product, under a random name in the store of private files. It waits there until a product
 * that is saved names it. The body is never whole in memory.
 *
 * @throws AppError `too_large` | `unsupported_media_type` | `invalid_input` | `storage_full` | `unavailable`
 */
export async function uploadProductFile(deps: Deps, { staff, fileName, body }: FileUpload): Promise<ProductFile> {
  const { db, files } = deps;
  const storeKey = randomBytes(16).toString("hex");
  const path = join(files.workFolder, `${storeKey}.part`);
  let type = "";
  const { bytes } = await receiveFile(body, {
    path,
    maxBytes: productFile.maxBytes,
    firstBytes: signatureBytes,
    check: (first) => {
      type = requireType(first);
    },
  });
  try {
    await files.sold.put(storeKey, { path });
  } finally {
    await rm(path, { force: true });
  }
  try {
    return await inTransaction(db, async (tx) => {
      const file = await store.insertFile(tx, { name: fileName, bytes, type, storeKey, staffId: staff?.id ?? null });
      const target = { kind: "product_file", id: file.id } as const;
      if (staff)
        await recordAction(tx, { staff, action: "product_file.uploaded", target, after: { file: fileName, bytes } });
      return file;
    });
  } catch (error) {
    await files.sold.remove(storeKey);
    throw error;
  }
}

function requireType(first: Buffer): string {
  if (first.length === 0) throw new AppError("invalid_input", { message: "This file is empty" });
  const type = fileTypeOf(first);
  if (type !== undefined) return type;
  throw new AppError("unsupported_media_type", { message: `We can't sell this file. Choose ${productFile.kinds}.` });
}

/** Younger files may belong to an upload in progress. */
const graceMs = 60 * 60 * 1000;

/** Removes files that no product has: replaced ones, uploads that nobody saved, and leftovers of crashes. */
export async function removeFileLeftovers({ db, files }: Deps): Promise<void> {
  for (const { id, storeKey } of await store.findLeftovers(db)) {
    await store.deleteLeftover(db, id);
    await files.sold.remove(storeKey);
  }
  const names: string[] = [];
  for await (const { name, changedAt } of files.sold.list()) {
    if (Date.now() - changedAt.getTime() > graceMs) names.push(name);
  }
  for (const name of await store.findUnknown(db, names)) await files.sold.remove(name);
}
