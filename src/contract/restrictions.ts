import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ById, Id, Instant, InstantOrNull, Items, TextOrNull } from "./shapes.ts";

/** What a restriction keeps a person out of: everything that needs an account, chat rooms, or the community. */
export const RestrictionScope = z.enum(["account", "chat", "community"]);
export type RestrictionScope = z.infer<typeof RestrictionScope>;

/** `ended` by itself; `lifted` by someone before that; `replaced` by another one in the same place. */
export const RestrictionStatus = z.enum(["active", "ended", "lifted", "replaced"]);
export type RestrictionStatus = z.infer<typeof RestrictionStatus>;

/** A ban, timeout, mute or suspension. */
export const Restriction = z.object({
  id: Id,
  scope: RestrictionScope,
  /** The one chat room where it holds; null for every room, and outside of chat. */
  roomId: Id.nullable(),
  /** What that room belongs to; null if it has no name. */
  roomName: TextOrNull,
  status: RestrictionStatus,
  /** Empty if it wasn't recorded. */
  reason: z.string(),
  startsAt: Instant,
  /** Null for good. */
  endsAt: InstantOrNull,
  /** Who decided it; null if it wasn't recorded. */
  madeBy: TextOrNull,
  liftedAt: InstantOrNull,
  /** Who lifted or replaced it; null if nobody did or it wasn't recorded. */
  liftedBy: TextOrNull,
});
export type Restriction = z.infer<typeof Restriction>;

/** Empty for someone who never had one, and for an unknown or deleted account. Only admins see those of accounts. */
export const listRestrictions = endpoint(
  "GET /api/admin/users/{id}/restrictions",
  "What keeps a person out, and what did: active ones first, then the newest, 100 at most",
  { access: "moderator", params: ById, reply: Items(Restriction), errors: [] },
);
