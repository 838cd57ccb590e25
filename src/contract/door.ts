import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AgeRule } from "./events.ts";
import { ById, EventReference, Id, Instant, Items, Line } from "./shapes.ts";

export const Verdict = z.enum([
  "admitted",
  "already_admitted",
  "wrong_event",
  "void",
  "unknown",
  "not_yet",
  "expired_code",
]);
export type Verdict = z.infer<typeof Verdict>;

export const Scan = z.strictObject({
  code: z.string().max(512),
  eventId: Id,
  /** Which phone scanned; stored by the browser. */
  deviceId: z.string().regex(/^[\w-]{8,64}$/),
  /** Unique per scan: the same scan sent again gets the same response. */
  scanId: z.uuid(),
  /** When the phone scanned, for scans sent later. Recorded but never trusted. */
  scannedAt: Instant.optional(),
  gate: Line(0, 40).optional(),
});
export type Scan = z.infer<typeof Scan>;

export const ScanResult = z.object({
  scanId: z.uuid(),
  verdict: Verdict,
  ticket: z
    .object({
      id: Id,
      typeName: z.string(),
      holderName: z.string(),
      ageRule: AgeRule,
      /** `#rrggbb` of this type's wristband, if it has one. */
      doorColor: z.string().optional(),
    })
    .optional(),
  firstAdmittedAt: Instant.optional(),
  gate: z.string().optional(),
});
export type ScanResult = z.infer<typeof ScanResult>;

export const scanTicket = endpoint(
  "POST /api/scans",
  "Scan a ticket at the door: returns one verdict; each ticket is admitted once",
  {
    access: "moderator",
    limit: "scan",
    body: Scan,
    reply: ScanResult,
    errors: ["not_found", "idempotency_key_reused"],
  },
);

export const scanBatch = endpoint(
  "POST /api/scans/batch",
  "Send offline scans: in any order, any number of times, with the same final state",
  {
    access: "moderator",
    limit: "scan",
    body: z.strictObject({ scans: z.array(Scan).min(1).max(500) }),
    reply: z.object({ results: z.array(ScanResult) }),
    errors: ["not_found", "idempotency_key_reused"],
  },
);

/** What the scanner shows beside the camera: the event and how many are checked in. */
export const DoorEvent = EventReference.extend({
  venueName: z.string(),
  ticketCount: z.int(),
  admittedCount: z.int(),
});
export type DoorEvent = z.infer<typeof DoorEvent>;

export const listDoorEvents = endpoint(
  "GET /api/door/events",
  "Events to scan for: upcoming ones and those that ended less than a day ago",
  {
    access: "moderator",
    reply: Items(DoorEvent),
  },
);

export const getDoorEvent = endpoint("GET /api/door/events/{id}", "Check-in counts of one event", {
  access: "moderator",
  params: ById,
  reply: DoorEvent,
});
