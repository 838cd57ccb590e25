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
type Person = Pick<Claimant, "isDomain" | "isKnown" | "hasExpired" | "canConfirm">;

/** Beyond this share of what is unsold on hold, it is scarce. Holds that last are never much more than that. */
const scarceShare = 0.03;

/** With no more left than these, it is scarce whoever has something on hold. */
const fewLeft = 20;

/** More expired units than these, and than a tenth of what it paid for, speak against a network. */
const networkExpiries = { units: 10, shareOfPaid: 0.1 };

/** More expired units than these, than this share of what is unsold, and than half of what was paid for: somebody holds to hold. */
const raid = { units: 4, shareOfUnsold: 0.1, shareOfPaid: 0.5 };

/** True if others have something on hold and too much would be with this order, and once little is left. */
export const isScarce = ({ unsold, all }: ShareState, quantity: number): boolean =>
  (all.held > 0 || unsold <= fewLeft) && all.held + quantity > unsold * scarceShare;

/** True if a network let more expire than its buyers' ordinary changes of mind explain. */
export const letsExpire = ({ expired, paid }: Pick<Counted, "expired" | "paid">): boolean =>
  expired > networkExpiries.units && expired > paid * networkExpiries.shareOfPaid;

/** True if what expires, whichever networks it comes from, is more than ordinary buyers leave behind. */
const isRaided = ({ unsold, all: { expired, paid } }: ShareState): boolean =>
  expired > Math.max(raid.units, unsold * raid.shareOfUnsold) && expired > paid * raid.shareOfPaid;

/**
 * True if what a confirmed email stands for has as much on hold as it can have, or let much expire: another address there
 * says nothing about its buyer. A first order always fits.
 *
 * @param most what it can have on hold
 */
export const isSpent = ({ network }: ShareState, { quantity }: Wanted, most: number): boolean =>
  (network.held > 0 && network.held + quantity > most) || letsExpire(network);

/**
 * True if the buyers of the claimant's network only get a few units together. An emailed code lifts one person out of it.
 */
export const isHeldBack = ({ isKnown }: Person, { quantity }: Wanted, state: ShareState): boolean =>
  !isKnown && isScarce(state, quantity) && (letsExpire(state.network) || isRaided(state));

/** True if expired holds speak against the buyer: their own, or those of their network or mailbox. A domain has many people. */
const isBlamed = ({ isDomain, hasExpired }: Person, { network }: ShareState): boolean =>
  hasExpired || (!isDomain && network.expired > 0);

/**
 * True if a hold lasts a short time only: of unknown buyers while something is scarce, and of whom expired holds speak
 * against.
 */
export const isShort = (person: Person, { quantity }: Wanted, state: ShareState): boolean =>
  isBlamed(person, state) || (!person.isKnown && isScarce(state, quantity));

/** True if units that expired just now are for others first: people who let nothing expire, and known ones in a raid. */
export const comesSecond = (person: Person, state: ShareState): boolean =>
  isBlamed(person, state) || (person.canConfirm && !person.isKnown && isRaided(state));
