import { z } from "zod";
import { Id } from "../shapes.ts";

/**
 * What a grant is for: check-in, the box office (orders, tickets, comps), campaigns and visits, money. `host` and
 * `promoter` cover only what belongs to one comp host or promoter.
 */
export const GrantKind = z.enum(["door", "box_office", "marketing", "finance", "host", "promoter"]);
export type GrantKind = z.infer<typeof GrantKind>;

/** A right that a person has now. */
export const ActiveGrant = z.object({
  kind: GrantKind,
  /** Null for all events; for a host, the event of their budget; null for a promoter. */
  eventId: Id.nullable(),
  hostId: Id.nullable(),
  promoterId: Id.nullable(),
});
export type ActiveGrant = z.infer<typeof ActiveGrant>;
