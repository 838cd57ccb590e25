import type { HoldCounts } from "#server/modules/inventory/index.ts";
import type { Claimant, Wanted } from "./claimant.ts";

/** What was counted of something shared, over all of its stock. */
export type Counted = Pick<HoldCounts, "held" | "expired" | "paid">;

/** How much there is of something that is shared fairly, and what unknown buyers do with it. */
export interface ShareState {
  /** Units that nobody has paid for, on hold or not. */
  unsold: number;
  /** What all networks hold, with what this batch claimed before. */
  all: Counted;
  /** What the claimant's network holds, let expire and paid for. */
  network: Counted;
}

/** Who is asked for, as far as expired holds are concerned. */
type Person = Pick<Claimant, "counted" | "isKnown" | "hasExpired" | "canConfirm">;

/** Beyond this share of what is unsold on hold by unknown buyers, it is scarce. Holds that last are never more than that. */
const scarceShare = 0.03;

/** More expired units than these, and than a tenth of what it paid for, speak against a network. */
const networkExpiries = { units: 10, shareOfPaid: 0.1 };

/** More expired units than these, than this share of what is unsold, and than half of what was paid for: somebody holds to hold. */
const raid = { units: 4, shareOfUnsold: 0.05, shareOfPaid: 0.5 };

/** True if unknown buyers would have much of it on hold: in a rush, and once little is left. */
export const isScarce = ({ unsold, all }: ShareState, quantity: number): boolean =>
  all.held + quantity > unsold * scarceShare;

/** True if a network let more expire than its buyers' ordinary changes of mind explain. */
const letsExpire = ({ expired, paid }: Counted): boolean =>
  expired > networkExpiries.units && expired > paid * networkExpiries.shareOfPaid;

/** True if what expires, whichever networks it comes from, is more than ordinary buyers leave behind. */
const isRaided = ({ unsold, all: { expired, paid } }: ShareState): boolean =>
  expired > Math.max(raid.units, unsold * raid.shareOfUnsold) && expired > paid * raid.shareOfPaid;

/**
 * True if the buyers of the claimant's network only get a few units together. An emailed code lifts one person out of it;
 * known buyers are only judged by their email's domain.
 */
export function isHeldBack({ counted, isKnown }: Person, { quantity }: Wanted, state: ShareState): boolean {
  if (counted === undefined || !isScarce(state, quantity)) return false;
  return letsExpire(state.network) || (!isKnown && isRaided(state));
}

/**
 * True if a hold lasts a short time only: of unknown buyers while something is scarce, of people whose network or email
 * domain let holds expire, and of someone whose own order expired.
 */
export function isShort({ isKnown, hasExpired }: Person, { quantity }: Wanted, state: ShareState): boolean {
  return hasExpired || state.network.expired > 0 || (!isKnown && isScarce(state, quantity));
}

/** True if units that expired just now are for others first: people who let nothing expire, and known ones in a raid. */
export function comesSecond({ isKnown, hasExpired, canConfirm }: Person, state: ShareState): boolean {
  return hasExpired || state.network.expired > 0 || (canConfirm && !isKnown && isRaided(state));
}
