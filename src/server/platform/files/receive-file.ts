import { createHash } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../app-error.ts";
import { asStorageRefusal } from "./folder-store.ts";

/** What was received. */
export interface Received {
  bytes: number;
  sha256: Buffer;
}

/** Options for receiving a file. */
interface Receiving {
  path: string;
  maxBytes: number;
  /** Checks the first bytes, or all of a shorter file, and throws if it objects. */
  firstBytes: number;
  check(first: Buffer): void;
}

/**
 * Writes a body to a local file as it arrives. The body is never whole in memory. It's cut off at the first byte over
 * the limit or when its start is rejected; then no file is left.
 *
 * @throws AppError `too_large` | `storage_full` | `invalid_input` if the sender broke off, and whatever `check` throws
 */
export async function receiveFile(body: Readable, receiving: Receiving): Promise<Received> {
  const hash = createHash("sha256");
  let bytes = 0;
  let first = Buffer.alloc(0);
  let isJudged = false;
  async function* watch(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > receiving.maxBytes) throw new AppError("too_large");
      if (!isJudged) {
        first = Buffer.concat([first, piece]);
        if (first.length >= receiving.firstBytes) {
          isJudged = true;
          receiving.check(first.subarray(0, receiving.firstBytes));
        }
      }
      hash.update(piece);
      yield piece;
    }
    if (!isJudged) receiving.check(first);
  }
  const file = createWriteStream(receiving.path);
  try {
    await pipeline(body, watch, file);
  } catch (error) {
    // A body can be refused while its file is still being opened. Removed before that, it would be there again.
    await untilClosed(file);
    await rm(receiving.path, { force: true });
    throw brokeOff(error)
      ? new AppError("invalid_input", { message: "The upload was interrupted" })
      : asStorageRefusal(error);
  }
  return { bytes, sha256: hash.digest() };
}

/** Waits until a stream that has ended or failed has let go of its file. */
export const untilClosed = (file: WriteStream) =>
  new Promise<void>((resolve) => {
    if (file.closed) resolve();
    else file.once("close", () => resolve());
  });

const brokeOff = (error: unknown) =>
  ["ECONNRESET", "ECONNABORTED", "ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR"].includes(
    (error as NodeJS.ErrnoException).code ?? "",
  ) || (error as Error).message === "aborted";
