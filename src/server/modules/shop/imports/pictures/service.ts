import { addFetchedPicture, findPictureStatuses, setPictures } from "#server/modules/media/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fetchRemoteFile, RemoteFailure } from "#server/platform/http/remote-file.ts";
import { findRecords, lockEditing } from "../../editing/store.ts";
import { fileNameOf, refusalReason, retryDelaySeconds } from "./rules.ts";
import * as store from "./store.ts";

const leaseSeconds = 120;
const maxAttempts = 3;
const maxAttached = 20;
const maxPictures = 20;

/**
 * Shows pictures that are ready with their products, then fetches the next one. A node that dies midway only costs time:
 * the library gets an image in the transaction that records it here, and a product gets it in one that marks it done.
 *
 * @returns whether more work may be waiting
 */
export async function fetchImportPictures(deps: Deps): Promise<boolean> {
  const attached = await attachReady(deps);
  return (await fetchNext(deps)) || attached;
}

async function fetchNext(deps: Deps): Promise<boolean> {
  const claimed = await store.claimNext(deps.db, leaseSeconds);
  if (claimed === undefined) return false;
  if (claimed.attempts > maxAttempts) {
    // Each attempt ended with its node.
    await store.markFailed(deps.db, claimed.id, "We couldn't process the picture");
    return true;
  }
  try {
    await fetchClaimed(deps, claimed);
  } catch (error) {
    await postponeOrFail(deps, claimed, error);
  }
  return true;
}

async function fetchClaimed(deps: Deps, claimed: store.Claimed): Promise<void> {
  // Staff confirmed the host of the address itself; a redirect may not leave it.
  const { host } = new URL(claimed.url);
  const body = await fetchRemoteFile(claimed.url, {
    isHostAllowed: (other) => other === host,
    allowsPrivate: deps.config.fetchesPrivateAddresses,
  });
  const picture = { fileName: fileNameOf(claimed.url), alt: claimed.alt, staffId: claimed.staffId, body };
  await addFetchedPicture(deps, picture, async (tx, pictureId) => {
    // Another node has it: whatever it fetches counts.
    if (!(await store.markFetched(tx, claimed, pictureId))) throw new AppError("not_found");
  });
}

async function postponeOrFail(deps: Deps, claimed: store.Claimed, error: unknown): Promise<void> {
  if (error instanceof AppError && error.code === "not_found") return;
  const isTemporary = error instanceof RemoteFailure ? error.isTemporary : !isRefusal(error);
  const delay = isTemporary && claimed.attempts < maxAttempts ? retryDelaySeconds(claimed.attempts) : undefined;
  if (delay !== undefined) return store.postpone(deps.db, claimed, delay);
  if (!(error instanceof RemoteFailure) && !isRefusal(error))
    deps.log.error({ err: error }, "a picture can't be stored");
  await store.markFailed(deps.db, claimed.id, failureReason(error));
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && ["too_large", "unsupported_media_type", "invalid_input"].includes(error.code);

function failureReason(error: unknown): string {
  if (error instanceof RemoteFailure) return error.message;
  if (!isRefusal(error)) return "We couldn't store the picture";
  if (error.code === "too_large") return "The picture is larger than 25 MB";
  return error.code === "unsupported_media_type"
    ? "The file isn't a picture that we can read"
    : "The file didn't arrive whole";
}

/** Adds pictures to their products in the order of the file. @returns whether a next one's turn may have come */
async function attachReady(deps: Deps): Promise<boolean> {
  const fetched = await store.findFetched(deps.db, maxAttached);
  const statuses = new Map(
    (
      await findPictureStatuses(
        deps.db,
        fetched.flatMap(({ pictureId }) => pictureId ?? []),
      )
    ).map((row) => [row.id, row]),
  );
  let isMoved = false;
  for (const one of fetched) {
    const picture = statuses.get(one.pictureId ?? 0);
    if (picture !== undefined && picture.status !== "ready" && picture.status !== "refused") continue;
    isMoved = true;
    if (picture?.status === "ready") await attach(deps, { ...one, pictureId: picture.id });
    else {
      const reason =
        picture === undefined ? "Someone deleted the picture from the library" : refusalReason(picture.refusal);
      await store.markFailed(deps.db, one.id, reason);
    }
  }
  return isMoved;
}

async function attach({ db }: Deps, one: store.Fetched & { pictureId: number }): Promise<void> {
  const { id, productId, pictureId, variantIds } = one;
  try {
    await inTransaction(db, async (tx) => {
      await lockEditing(tx);
      const product = (await findRecords(tx, [productId])).get(productId);
      if (product === undefined || !(await store.markDone(tx, id))) return;
      const ids = product.pictureIds;
      if (!ids.includes(pictureId)) {
        if (ids.length >= maxPictures) {
          throw new AppError("invalid_input", { message: `The product has ${maxPictures} pictures already` });
        }
        ids.push(pictureId);
        await setPictures(tx, { kind: "product", id: productId, label: product.title }, ids);
        await store.appendPicture(tx, productId, pictureId);
      }
      await store.setVariantPicture(tx, productId, { variantIds, position: ids.indexOf(pictureId) });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await store.markFailed(db, id, error.message);
  }
}
