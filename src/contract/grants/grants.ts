import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ById, CursorList, Id, IdParam, Instant, InstantOrNull, Named, NoBody, paging } from "../shapes.ts";
import { GrantKind } from "./kinds.ts";

/** `active`: it counts now. `ended`: its time is over. `revoked`: an admin ended it before that. */
export const GrantStatus = z.enum(["active", "ended", "revoked"]);
export type GrantStatus = z.infer<typeof GrantStatus>;

/** A right that someone has besides their role, or had. */
export const Grant = z.object({
  id: Id,
  person: Named,
  kind: GrantKind,
  /** The one event that it is for; null for all events, and for a promoter. For a host, the event of their budget. */
  event: Named.nullable(),
  /** The comp host whose comps it covers. */
  host: Named.nullable(),
  /** The promoter whose results it covers. */
  promoter: Named.nullable(),
  status: GrantStatus,
  givenAt: Instant,
  /** Null once the account is deleted. */
  givenBy: Named.nullable(),
  /** Null if it doesn't end by itself. */
  endsAt: InstantOrNull,
  revokedAt: InstantOrNull,
  revokedBy: Named.nullable(),
});
export type Grant = z.infer<typeof Grant>;

/** Without `status`, also those that are over. */
export const GrantQuery = z.object({
  userId: IdParam.optional(),
  eventId: IdParam.optional(),
  status: GrantStatus.optional(),
  ...paging,
});
export type GrantQuery = z.infer<typeof GrantQuery>;

/** The newest first. */
export const listGrants = endpoint("GET /api/grants", "Grants: who has which rights besides their role", {
  access: "admin",
  query: GrantQuery,
  reply: CursorList(Grant),
});

/** A new grant. `host` and `promoter` need the record that they are for, and cover its event by themselves. */
export const GrantDraft = z
  .strictObject({
    userId: Id,
    kind: GrantKind,
    /** Null for all events. */
    eventId: Id.nullable().default(null),
    hostId: Id.nullable().default(null),
    promoterId: Id.nullable().default(null),
    /** Null: until someone revokes it. */
    endsAt: InstantOrNull.default(null),
  })
  .refine(({ kind, hostId }) => (kind === "host") === (hostId !== null), {
    message: "Choose a host. Only Comp host permissions have one.",
    path: ["hostId"],
  })
  .refine(({ kind, promoterId }) => (kind === "promoter") === (promoterId !== null), {
    message: "Choose a promoter. Only Promoter permissions have one.",
    path: ["promoterId"],
  })
  .refine(({ kind, eventId }) => eventId === null || (kind !== "host" && kind !== "promoter"), {
    message: "You can't limit Comp host or Promoter permissions to one event",
    path: ["eventId"],
  });
export type GrantDraft = z.infer<typeof GrantDraft>;

/**
 * Counts from the next request on. Every admin gets a security alert by email. `not_found` for an unknown person, event,
 * host or promoter; `not_allowed` for a guest, who has nothing to sign in with; `already_exists` if they have it now.
 */
export const createGrant = endpoint("POST /api/grants", "Give someone a right, for all events or for one", {
  access: "admin",
  delicate: 5,
  body: GrantDraft,
  reply: Grant,
  status: 201,
  errors: ["not_found", "not_allowed", "already_exists"],
});

/** `status_final` for a grant that is over: give a new one. Every admin gets a security alert by email. */
export const changeGrant = endpoint("PATCH /api/grants/{id}", "Change until when a grant counts", {
  access: "admin",
  delicate: 5,
  params: ById,
  body: z.strictObject({ endsAt: InstantOrNull }),
  reply: Grant,
  errors: ["not_found", "status_final"],
});

/**
 * Ends at once, on every node; what was revoked or has ended stays as it is. Every admin gets a security alert by email.
 */
export const revokeGrant = endpoint("POST /api/grants/{id}/revoke", "Revoke a grant: it ends at once", {
  access: "admin",
  params: ById,
  body: NoBody,
  reply: Grant,
});
