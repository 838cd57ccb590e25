import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import { buyerFields, Email, Reason } from "../form-fields.ts";
import { maxGuests } from "../person-lists.ts";
import {
  ByUuid,
  EventReference,
  Id,
  IdParam,
  Instant,
  InstantOrNull,
  IntOrNull,
  Items,
  Named,
  NoBody,
  ReasonBody,
  TextOrNull,
  Uuid,
} from "../shapes.ts";
import { maxPerGuest } from "./comps.ts";

/** A guest as they are issued: of a list that `readPersonList` read, or of another program. */
export const ListGuest = z.strictObject({
  /** Where the list names them: remarks refer to it. */
  line: z.int().min(1),
  name: buyerFields.name,
  /** Empty if they have none: then their ticket is printed, or found at the door by name. */
  email: z.union([z.literal(""), Email]),
  /** As `readPersonList` says it. Not stored: `name` is who gets the ticket. */
  written: TextOrNull.optional(),
  /** Units of the ticket type: the guest and everyone they bring. */
  quantity: z.int().min(1).max(maxPerGuest),
});
export type ListGuest = z.infer<typeof ListGuest>;

const wish = {
  ticketTypeId: Id,
  /** Whose budget the tickets count toward. */
  hostId: Id.optional(),
  guests: z.array(ListGuest).min(1, "Add at least one guest").max(maxGuests),
};

/** The most bytes of a request with a guest list. */
const maxBytes = 6_000_000;

/** A guest who is listed twice, or has free tickets already. */
export const DuplicateGuest = z.object({ line: z.int().min(1), name: z.string(), message: z.string() });
export type DuplicateGuest = z.infer<typeof DuplicateGuest>;

/** Duplicates that a check lists; the count says how many there are. */
export const maxDuplicates = 200;

/** A guest list as it would be issued. Counts leave duplicates out unless they say otherwise. */
export const GuestListCheck = z.object({
  guestCount: z.int(),
  /** Units of the ticket type, and the tickets in them. */
  quantity: z.int(),
  ticketCount: z.int(),
  withoutEmail: z.int(),
  /** Units of the ticket type that are left now. */
  available: z.int(),
  /** Tickets that are left of the host's budget; null without a host. */
  hostLeft: IntOrNull,
  duplicateCount: z.int(),
  /** Units that the duplicates would add. */
  duplicateQuantity: z.int(),
  duplicates: z.array(DuplicateGuest),
});
export type GuestListCheck = z.infer<typeof GuestListCheck>;

/** As of now: issuing the list checks again. */
export const checkGuestList = adminEndpoint(
  "POST /api/admin/comp-batches/check",
  "Report duplicates and totals of a guest list without issuing anything",
  {
    maxBytes,
    body: z.strictObject(wish),
    reply: GuestListCheck,
    errors: ["not_found", "sales_closed", "too_large"],
  },
);

/**
 * `running`: a list is being issued, or a link can be claimed. `done`: everyone has their tickets, or the link's time is
 * up. `stopped`: the rest was canceled. `revoking`, `revoked`: its tickets are being voided, or are void.
 */
export const CompBatchStatus = z.enum(["running", "done", "stopped", "revoking", "revoked"]);
export type CompBatchStatus = z.infer<typeof CompBatchStatus>;

/** Comps issued together. */
export const CompBatch = z.object({
  id: Uuid,
  source: z.enum(["list", "link"]),
  event: EventReference,
  ticketTypeName: z.string(),
  ticketsPerUnit: z.int(),
  host: Named.nullable(),
  reason: z.string(),
  issuedBy: z.string(),
  createdAt: Instant,
  endedAt: InstantOrNull,
  status: CompBatchStatus,
  /** Why it stopped by itself. */
  problem: TextOrNull,
  /** Units reserved when it was made. */
  quantity: z.int(),
  /** Units issued so far, revoked ones included. */
  issuedQuantity: z.int(),
  /** Guests of a list, or people who claimed. */
  guestCount: z.int(),
  waitingCount: z.int(),
  issuedCount: z.int(),
  canceledCount: z.int(),
  /** Valid tickets of it whose guests are checked in. */
  admittedCount: z.int(),
  revokedCount: z.int(),
  /** Guests who were checked in when the batch was revoked, so their tickets stayed valid. */
  keptCount: z.int(),
  /** Guests with valid tickets and no email: their tickets can be printed. */
  printCount: z.int(),
  /** Of a claim link: its secret URL, its end, and the units that one person can have. */
  link: z.object({ url: z.string(), endsAt: Instant, maxPerPerson: z.int() }).nullable(),
});
export type CompBatch = z.infer<typeof CompBatch>;

/**
 * Holds the stock of every guest or none; a job then issues guest by guest. The same Idempotency-Key starts it once.
 */
export const issueGuestList = adminEndpoint(
  "POST /api/admin/comp-batches",
  "Issue comps to a guest list: reserves all of their stock now, and issues them one after the other",
  {
    idempotent: true,
    maxBytes,
    body: z.strictObject({ ...wish, keepsDuplicates: z.boolean(), reason: Reason }),
    reply: CompBatch,
    status: 201,
    errors: ["not_found", "sold_out", "in_carts", "over_limit", "sales_closed", "too_large", "unavailable"],
  },
);

/** The latest 50, of one event with `eventId`. */
export const listCompBatches = adminEndpoint(
  "GET /api/admin/comp-batches",
  "The latest guest lists and claim links, with their progress",
  { query: z.object({ eventId: IdParam.optional() }), reply: Items(CompBatch) },
);

/** The same as files, without the secret URLs of links. Times are in UTC. */
export const exportCompBatches = fileEndpoint("/api/admin/comp-batches.csv", z.object({ eventId: IdParam.optional() }));

export const getCompBatch = adminEndpoint("GET /api/admin/comp-batches/{id}", "A guest list or claim link", {
  params: ByUuid,
  reply: CompBatch,
});

/** A batch that is over stays as it is. */
export const stopCompBatch = adminEndpoint(
  "POST /api/admin/comp-batches/{id}/stop",
  "Stop issuing: tickets already issued stay valid, and the rest goes back on sale",
  { params: ByUuid, body: NoBody, reply: CompBatch },
);

/** Stops it first if it runs; a job then voids comp by comp. Repeating it changes nothing. */
export const revokeCompBatch = adminEndpoint(
  "POST /api/admin/comp-batches/{id}/revoke",
  "Revoke all comps of a guest list or claim link, except those of guests who are checked in",
  { params: ByUuid, body: ReasonBody, reply: CompBatch },
);
