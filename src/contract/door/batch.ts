import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ErrorReply } from "../errors.ts";
import { Instant, IntOrNull } from "../shapes.ts";
import { ConflictKind } from "./conflicts.ts";
import { Scan, ScanResult, Verdict } from "./door.ts";

/** A scan that a phone made without a network, or got no response to. */
export const OfflineScan = Scan.extend({
  /**
   * What the phone showed at the door. Without it, its holder counts as let in, unless the code isn't ours. A scan that
   * showed anything but `admitted` admits nobody and is only recorded.
   */
  shown: Verdict.optional(),
});
export type OfflineScan = z.infer<typeof OfflineScan>;

/** `conflict`: staff must look at it, as GET /api/door/conflicts lists it. */
export const OfflineScanResult = ScanResult.extend({ conflict: ConflictKind.optional() });
export type OfflineScanResult = z.infer<typeof OfflineScanResult>;

/** A scan that couldn't be judged, with the error that POST /api/scans has for it. `scanId` is null if it can't be read. */
export const RefusedScan = ErrorReply.pick({ code: true, message: true, errors: true }).extend({
  scanId: z.uuid().nullable(),
});
export type RefusedScan = z.infer<typeof RefusedScan>;

/** Offline scans of one phone. */
export const ScanBatch = z.strictObject({
  /** The phone's time now. */
  sentAt: Instant.optional(),
  /** Each as `OfflineScan`. What isn't gets its own error. */
  scans: z.array(z.unknown()).min(1).max(500),
});
export type ScanBatch = z.infer<typeof ScanBatch>;

export const ScanBatchResult = z.object({
  /** In the order of the list. */
  results: z.array(z.union([OfflineScanResult, RefusedScan])),
  /** How far the phone's clock is behind ours, if it's more than 60 seconds off; less than 0 if it's ahead. */
  driftSeconds: IntOrNull,
});
export type ScanBatchResult = z.infer<typeof ScanBatchResult>;

/**
 * Each scan is answered by itself, in the order of the list: one that can't be judged has a `code` and stops no other.
 * Each is judged as of its own `scannedAt`, which `sentAt` corrects if the phone's clock is off. The earliest scan of a
 * ticket owns its check-in, ties go by device ID; an online check-in stays, because its guest was let in by it. The rest
 * are conflicts. The final state is the same for any order, repetition and split of the lists of several phones.
 */
export const scanBatch = endpoint(
  "POST /api/scans/batch",
  "Send offline scans: in any order, any number of times, with the same final state",
  {
    access: "moderator",
    limit: "scan",
    body: ScanBatch,
    reply: ScanBatchResult,
  },
);
