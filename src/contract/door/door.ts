import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { AgeRule } from "../events/events.ts";
import { ById, EventReference, Id, Instant, InstantOrNull, Items, Line, TextOrNull } from "../shapes.ts";

/**
 * `void`: canceled, refunded, disputed, of a canceled event, or an old code. `unknown`: not a code of ours. `not_yet`:
 * before the entry window. `stream_pass`: opens a stream only. Nothing returns `expired_code` now.
 */
export const Verdict = z.enum([
  "admitted",
  "already_admitted",
  "wrong_event",
  "void",
  "unknown",
  "not_yet",
  "expired_code",
  "stream_pass",
]);
export type Verdict = z.infer<typeof Verdict>;

/** A scan as a device reports it, at once or later. */
export const Scan = z.strictObject({
  code: z.string().max(512),
  eventId: Id,
  /** Which device scanned, by any name: the web app stores one per browser. */
  deviceId: Line(1, 100),
  /** Unique per scan: the same scan sent again gets the same response. */
  scanId: z.uuid(),
  /** When the phone scanned. A scan that is sent alone is judged when it arrives, one of a list as of this time. */
  scannedAt: Instant.optional(),
  gate: Line(0, 40).optional(),
});
export type Scan = z.infer<typeof Scan>;

/** `firstAdmittedAt` and `gate`: when and where the ticket was checked in. */
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
  /** The event that a ticket for another event is for. */
  rightEvent: EventReference.optional(),
  firstAdmittedAt: Instant.optional(),
  gate: z.string().optional(),
});
export type ScanResult = z.infer<typeof ScanResult>;

/**
 * Once, however many doors scan it at the same moment. The same `scanId` gets the same verdict; with another scan it is
 * `idempotency_key_reused`. `not_found` for an unknown event.
 */
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

/** What the scanner shows beside the camera: the event and how many are checked in. */
export const DoorEvent = EventReference.extend({
  endsAt: Instant,
  venueName: z.string(),
  /** Valid tickets that admit someone. */
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

/** A ticket as the door's search shows it. There is no email address: the door doesn't need one. */
export const DoorTicket = z.object({
  id: Id,
  holderName: z.string(),
  typeName: z.string(),
  orderNumber: z.string(),
  /**
   * `in`: checked in. `on_hold`: its payment is disputed. `stream_pass`: it opens a live stream and admits nobody. Only a
   * `valid` ticket can be checked in.
   */
  status: z.enum(["valid", "in", "on_hold", "canceled", "refunded", "stream_pass"]),
  /** When and where it was checked in. */
  admittedAt: InstantOrNull,
  gate: TextOrNull,
});
export type DoorTicket = z.infer<typeof DoorTicket>;

/** `not_found` for an unknown event; without a match, the list is empty. */
export const findDoorTickets = endpoint(
  "GET /api/door/events/{id}/tickets",
  "Find an event's tickets by name, order number or its last four characters, or the buyer's full email address",
  {
    access: "moderator",
    params: ById,
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    /** By name, at most twenty. */
    reply: Items(DoorTicket).extend({ isMore: z.boolean() }),
  },
);

/** A check-in of a ticket that staff found by its name. It counts as a scan of its current code. */
export const DoorCheckIn = Scan.omit({ code: true }).extend({ ticketId: Id });
export type DoorCheckIn = z.infer<typeof DoorCheckIn>;

/** `not_found` also for a ticket of another event. The activity log records each one that admits. */
export const checkInAtDoor = endpoint(
  "POST /api/door/check-ins",
  "Check in a ticket of this event without its code: one verdict, once, as for a scan",
  {
    access: "moderator",
    limit: "scan",
    body: DoorCheckIn,
    reply: ScanResult,
    errors: ["not_found", "idempotency_key_reused"],
  },
);

/** `not_found` also for a ticket of another event. */
export const undoAtDoor = endpoint(
  "POST /api/door/tickets/{id}/undo",
  "Undo a ticket's check-in at its event's door, so that it can be used again",
  {
    access: "moderator",
    limit: "scan",
    params: ById,
    body: z.strictObject({
      eventId: Id,
      /** The check-in to undo. A later one of the same ticket stays. */
      admittedAt: Instant,
      /** The gate that undoes it. */
      gate: Line(0, 40).optional(),
    }),
    reply: DoorTicket,
  },
);
