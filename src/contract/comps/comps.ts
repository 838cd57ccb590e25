import { z } from "zod";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { buyerFields, Email, Reason } from "../form-fields.ts";
import {
  ByUuid,
  CursorList,
  EventReference,
  Id,
  IdParam,
  Instant,
  paging,
  ReasonBody,
  SearchText,
  TextOrNull,
  Uuid,
} from "../shapes.ts";

/** `given`: valid. `used`: all tickets are checked in. `revoked`: no longer valid. */
export const CompStatus = z.enum(["given", "used", "revoked"]);
export type CompStatus = z.infer<typeof CompStatus>;

/** Comp tickets for one guest: a free order, whose id and number it shares. */
export const Comp = z.object({
  id: Uuid,
  number: z.string(),
  /** A guest without an email has an empty one: their tickets are printed, or found at the door by name. */
  guest: z.object({ name: z.string(), email: z.string() }),
  event: EventReference.extend({ slug: z.string() }),
  ticketTypeName: z.string(),
  /** Units of the ticket type, and the tickets in them. */
  quantity: z.int(),
  ticketCount: z.int(),
  admittedCount: z.int(),
  status: CompStatus,
  reason: z.string(),
  /** Who gave them, if they count toward a host's budget. */
  hostName: TextOrNull,
  /** The guest list or claim link that they came from. */
  batchId: Uuid.nullable(),
  issuedBy: z.string(),
  issuedAt: Instant,
  revoked: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
});
export type Comp = z.infer<typeof Comp>;

/** A leading `-` sorts in descending order. */
export const CompSort = z.enum(["-issuedAt", "issuedAt", "guest", "-guest", "event", "-event"]);
export type CompSort = z.infer<typeof CompSort>;

/** The latest first unless `sort` says otherwise. */
export const CompListQuery = z.object({
  /** Words of the guest's name or email, the number, the reason, the host or the issuer. */
  q: SearchText,
  eventId: IdParam.optional(),
  hostId: IdParam.optional(),
  batchId: Uuid.optional(),
  status: CompStatus.optional(),
  sort: CompSort.default("-issuedAt"),
  ...paging,
});
export type CompListQuery = z.infer<typeof CompListQuery>;

export const listComps = listEndpoint(
  "/api/admin/comps",
  "Comp tickets: guest, issuer, reason and check-ins",
  CompListQuery,
  CursorList(Comp),
);

export const exportComps = fileEndpoint("/api/admin/comps.csv", CompListQuery.omit({ page: true, cursor: true }));

/** Units of a ticket type that one guest can have, with everyone they bring. */
export const maxPerGuest = 10;

/** Tickets of a guest without an email are printed, or found at the door by name. */
export const CompDraft = z.strictObject({
  ticketTypeId: Id,
  quantity: z.int().min(1).max(maxPerGuest),
  guest: z.strictObject({ ...buyerFields, email: z.optional(Email) }),
  /** Whose budget these count toward. */
  hostId: Id.optional(),
  reason: Reason,
});
export type CompDraft = z.infer<typeof CompDraft>;

/**
 * Sale windows don't limit staff, but the event must not be over (`sales_closed`). The last unit goes to one buyer or
 * guest. The same Idempotency-Key issues once.
 */
export const issueComp = adminEndpoint(
  "POST /api/admin/comps",
  "Issue comp tickets from the event's stock and email them to the guest",
  {
    idempotent: true,
    body: CompDraft,
    reply: Comp,
    status: 201,
    errors: ["not_found", "sold_out", "in_carts", "over_limit", "sales_closed", "unavailable"],
  },
);

/** Revoking twice is the same as once. `order_closed` if a guest of it is checked in: then nothing is revoked. */
export const revokeComp = adminEndpoint(
  "POST /api/admin/comps/{id}/revoke",
  "Revoke comp tickets: their codes become void and their spots go back on sale",
  {
    params: ByUuid,
    body: ReasonBody,
    reply: Comp,
    errors: ["not_found", "order_closed"],
  },
);
