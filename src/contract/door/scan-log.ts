import { z } from "zod";
import { Verdict } from "./door.ts";
import { endpoint, fileEndpoint } from "../endpoint.ts";
import {
  CursorList,
  Id,
  IdParam,
  Instant,
  InstantOrNull,
  OrderReference,
  paging,
  SearchText,
  TextOrNull,
} from "../shapes.ts";

/** Why a ticket is void. `old_code`: it was sent or changed since, and has a newer code. */
export const VoidReason = z.enum(["event_canceled", "canceled", "refunded", "on_hold", "old_code"]);
export type VoidReason = z.infer<typeof VoidReason>;

/** One scan with its verdict, or an undone check-in. */
export const ScanLogEntry = z.object({
  id: z.string(),
  at: Instant,
  result: z.enum([...Verdict.options, "undone"]),
  /** Null unless the ticket was void; null too for scans from before reasons were stored. */
  reason: VoidReason.nullable(),
  gate: TextOrNull,
  staffName: TextOrNull,
  /** Null for a code that isn't ours. */
  ticket: z.object({ id: Id, holderName: z.string(), typeName: z.string(), order: OrderReference }).nullable(),
  /** The event of a ticket for another event. */
  rightEventTitle: TextOrNull,
  /** When and where a ticket that was already in had been checked in. */
  firstAdmittedAt: InstantOrNull,
  firstGate: TextOrNull,
  /** The zone of the door's event: staff read the times in it. */
  timeZone: z.string(),
});
export type ScanLogEntry = z.infer<typeof ScanLogEntry>;

/** The scans at the door of `event`, or, with `ticket`, those of one ticket at any door. `q` finds what the door's search finds. */
export const ScanLogQuery = z.object({
  event: IdParam,
  ticket: IdParam.optional(),
  show: z.enum(["refused", "all"]).default("refused"),
  q: SearchText,
  ...paging,
});
export type ScanLogQuery = z.infer<typeof ScanLogQuery>;

export const listScans = endpoint(
  "GET /api/door/scans",
  "Scans of an event or a ticket, the latest first: those that were refused, or all",
  {
    access: "moderator",
    query: ScanLogQuery,
    reply: CursorList(ScanLogEntry),
  },
);

export const exportScans = fileEndpoint("/api/admin/scans.csv", ScanLogQuery.omit({ page: true, cursor: true }));
