import { z } from "zod";
import { CompBatch } from "./batches.ts";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { buyerFields, Reason } from "../form-fields.ts";
import { MyTicket } from "../tickets.ts";
import { Id, Instant } from "../shapes.ts";

/** Units of a ticket type that one link can give. */
export const maxClaims = 10_000;

/** `endsAt` counts by the database's clock; `invalid_input` if it is in the past. */
export const ClaimLinkDraft = z.strictObject({
  ticketTypeId: Id,
  /** Whose budget the tickets count toward. */
  hostId: Id.optional(),
  /** Units of the ticket type, all reserved when the link is created. */
  quantity: z.int().min(1).max(maxClaims),
  maxPerPerson: z.int().min(1).max(4),
  endsAt: Instant,
  reason: Reason,
});

/** All of its stock or none. The same Idempotency-Key creates one link. */
export const createClaimLink = adminEndpoint(
  "POST /api/admin/comp-batches/links",
  "Create a link by which people claim comps themselves: reserves all of their stock until the link ends",
  {
    idempotent: true,
    body: ClaimLinkDraft,
    reply: CompBatch,
    status: 201,
    errors: ["not_found", "sold_out", "in_carts", "over_limit", "sales_closed", "unavailable"],
  },
);

/** `claimed`: none are left. `ended`: its time is up or it was stopped. `over`: the event is over. */
export const ClaimStatus = z.enum(["open", "claimed", "ended", "canceled", "over"]);
export type ClaimStatus = z.infer<typeof ClaimStatus>;

/** A claim link as its visitors see it: no word about who claimed, or why staff give these. */
export const ClaimLink = z.object({
  status: ClaimStatus,
  event: MyTicket.shape.event,
  ticketTypeName: z.string(),
  ticketsPerUnit: z.int(),
  hostName: z.string().nullable(),
  /** Units that are left, and the most that one person can have. */
  left: z.int(),
  maxPerPerson: z.int(),
  endsAt: Instant,
});
export type ClaimLink = z.infer<typeof ClaimLink>;

const ClaimKey = z.string().max(100);

/** `not_found` for a key that we didn't sign. */
export const openClaimLink = endpoint("GET /api/claim-links", "What a claim link gives, for anyone who has it", {
  access: "public",
  query: z.object({ key: ClaimKey }),
  reply: ClaimLink,
  errors: ["not_found"],
});

/**
 * Visitors take turns, so the link never gives more than its count. `already_exists` if the email has claimed before.
 * The same Idempotency-Key claims once.
 */
export const claimTickets = endpoint(
  "POST /api/claim-links",
  "Claim free tickets by a link, once per email: they go to that email",
  {
    access: "public",
    limit: "note",
    idempotent: true,
    body: z.strictObject({
      key: ClaimKey,
      guest: z.strictObject(buyerFields),
      quantity: z.int().min(1).max(4),
    }),
    /** How many tickets were emailed. The tickets themselves aren't here: anyone can type an address. */
    reply: z.object({ ticketCount: z.int() }),
    status: 201,
    errors: ["not_found", "link_over", "sold_out", "over_limit", "sales_closed", "already_exists"],
  },
);
