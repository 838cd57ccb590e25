import { AppError } from "#server/platform/app-error.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import { countInMemory } from "#server/platform/counters.ts";
import type { Deps } from "#server/platform/deps.ts";
import { spendPoint } from "#server/platform/http/limits.ts";
import { newId } from "#server/platform/ids.ts";
import { findKey } from "../keys/service.ts";
import { endingOf, type FileEnding } from "./playlist.ts";
import * as store from "./store.ts";

/** A file that may be sent. */
export interface Admitted extends store.BegunUpload {
  keyId: number;
  /** Who sends it: a hash of network and program. */
  sender: string;
  ending: FileEnding | "m3u8";
}

interface Begun {
  key: string;
  path: string;
  sender: string;
}

/**
 * Decides on one node which files are taken, before their bodies count, and numbers them. Files of one key that begin
 * while others are still being decided are decided together, so that their numbers have the order of the calls.
 *
 * @param maxFiles that one key may send in a minute
 */
export function createAdmission({ db }: Pick<Deps, "db">, maxFiles: number): (begun: Begun) => Promise<Admitted> {
  const files = countInMemory({ name: "ingest-files", points: maxFiles, duration: 60 });

  async function admitUpload({ key, path, sender }: Begun) {
    const ending = endingOf(path);
    if (ending === undefined) throw new AppError("invalid_input", { message: "We don't take files of this name" });
    const keyId = await findKey(db, key);
    if (keyId === undefined) throw new AppError("not_allowed", { message: "This stream key doesn't work" });
    await spendPoint(files, String(keyId));
    const stream = await store.findTarget(db, keyId);
    if (stream === undefined) throw new AppError("not_ready", { message: "No stream is open for this key" });
    return { id: newId(), keyId, sender, streamId: stream.id, path, ending, number: 0 };
  }

  return coalesce<Begun, Admitted>({
    lane: ({ key }) => key,
    async run(begun) {
      const judged = await Promise.allSettled(begun.map(admitUpload));
      const admitted = judged.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
      const numbers = admitted.length === 0 ? [] : await store.drawNumbers(db, admitted.length);
      for (const [index, each] of admitted.entries()) each.number = numbers[index]!;
      const segments = admitted.filter(({ ending }) => ending !== "m3u8");
      if (segments.length > 0) await store.insertUploads(db, segments);
      return judged.map((each) =>
        each.status === "fulfilled" ? { ok: true, value: each.value } : { ok: false, error: each.reason },
      );
    },
  });
}
