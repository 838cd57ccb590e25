import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Reason } from "../form-fields.ts";
import {
  ById,
  CursorList,
  Id,
  IdParam,
  Instant,
  InstantOrNull,
  OrderReference,
  paging,
  TextOrNull,
} from "../shapes.ts";
import { Verdict } from "./door.ts";
import { VoidReason } from "./scan-log.ts";

/**
 * What doesn't add up about an offline scan. `second_entry`: someone else came in on the ticket. `not_valid`: the phone
 * let in a guest whose ticket wasn't good then. `void_since`: the ticket was good then, and was canceled, refunded, put
 * on hold or changed since.
 */
export const ConflictKind = z.enum(["second_entry", "not_valid", "void_since"]);
export type ConflictKind = z.infer<typeof ConflictKind>;

/** An offline scan that a person must look at. */
export const ScanConflict = z.object({
  id: Id,
  kind: ConflictKind,
  verdict: Verdict,
  reason: VoidReason.nullable(),
  /** When the phone scanned it, by our clock. */
  scannedAt: Instant,
  gate: TextOrNull,
  staffName: TextOrNull,
  /** The check-in that counts, of a `second_entry`: when, where, and whether it was undone since. */
  first: z.object({ at: Instant, gate: TextOrNull, isUndone: z.boolean() }).nullable(),
  /** Null for a code that isn't ours. */
  ticket: z.object({ id: Id, holderName: z.string(), typeName: z.string(), order: OrderReference }).nullable(),
  foundAt: Instant,
  resolvedAt: InstantOrNull,
  resolvedByName: TextOrNull,
  note: TextOrNull,
  /** The zone of the door's event: staff read the times in it. */
  timeZone: z.string(),
});
export type ScanConflict = z.infer<typeof ScanConflict>;

export const ConflictQuery = z.object({ event: IdParam, show: z.enum(["open", "all"]).default("open"), ...paging });
export type ConflictQuery = z.infer<typeof ConflictQuery>;

export const listScanConflicts = endpoint(
  "GET /api/door/conflicts",
  "Offline scans of an event that don't add up, the latest first: open ones, or all",
  { access: "moderator", query: ConflictQuery, reply: CursorList(ScanConflict) },
);

/** A repeat changes nothing: the first note stays. The activity log records who resolved it. */
export const resolveScanConflict = endpoint(
  "POST /api/door/conflicts/{id}/resolve",
  "Close a conflict after looking at it, with a note",
  {
    access: "moderator",
    params: ById,
    body: z.strictObject({ note: Reason }),
    reply: ScanConflict.pick({ id: true, resolvedAt: true, note: true }),
    errors: ["not_found"],
  },
);
