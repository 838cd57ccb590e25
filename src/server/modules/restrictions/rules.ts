import type { RestrictionScope, RestrictionStatus } from "#contract/restrictions.ts";

/** Where a restriction holds: in one chat room, in every room (`roomId` is null), or in the whole of another scope. */
export interface Place {
  scope: RestrictionScope;
  roomId: number | null;
}

/** The whole community. */
export const community: Place = { scope: "community", roomId: null };
/** The whole account. */
export const account: Place = { scope: "account", roomId: null };
/** One chat room, or all of them. */
export const chatRoom = (roomId: number | null): Place => ({ scope: "chat", roomId });

/** What decides whether a restriction holds. */
export interface Term extends Place {
  /** Null for good. */
  endsAt: Date | null;
  liftedAt: Date | null;
}

/** True if a restriction covers a place: one of every chat room covers each of them. */
const covers = ({ scope, roomId }: Place, place: Place): boolean =>
  scope === place.scope && (roomId === null || roomId === place.roomId);

/** What became of a restriction by an instant. One that ended before it was lifted had ended. */
export function statusOf(
  { endsAt, liftedAt, isReplaced = false }: Omit<Term, keyof Place> & { isReplaced?: boolean },
  at: Date,
): RestrictionStatus {
  if (endsAt !== null && endsAt <= (liftedAt ?? at)) return "ended";
  if (liftedAt === null) return "active";
  return isReplaced ? "replaced" : "lifted";
}

const endOf = ({ endsAt }: Term) => endsAt?.getTime() ?? Infinity;

/**
 * The strictest restriction that keeps someone out of a place at an instant: one for good before one that ends, then the
 * one that ends last. Undefined if nothing does.
 */
export function findStrictest<Of extends Term>(restrictions: Of[], place: Place, at: Date): Of | undefined {
  return restrictions
    .filter((each) => covers(each, place) && statusOf(each, at) === "active")
    .reduce<Of | undefined>((best, each) => (best && endOf(best) >= endOf(each) ? best : each), undefined);
}
