import type { PromoCodeDraft, PromotionState } from "#contract/promo-codes.ts";

/** Units of a stock that nobody means to use up: a code or link without a limit is counted all the same. */
export const unlimited = 1_000_000_000;

/** What staff can decide next; what ended stays ended. */
export const stateMoves: Record<PromotionState, readonly PromotionState[]> = {
  active: ["paused", "ended"],
  paused: ["active", "ended"],
  ended: [],
};

/** Why a code cannot be as its editor wrote it, and at which field. */
export interface DraftFault {
  message: string;
  path: string;
}

/** The first thing about a code that does not go together; undefined when it is sound. */
export function findFault(draft: PromoCodeDraft): DraftFault | undefined {
  const { startsAt, endsAt, personLimit, totalLimit } = draft;
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(startsAt) >= Date.parse(endsAt)) {
    return { message: "It ends before it starts", path: "endsAt" };
  }
  if (draft.eventId === undefined && draft.ticketTypeIds !== undefined) {
    return { message: "Choose the night of these ticket types", path: "eventId" };
  }
  if (personLimit !== undefined && totalLimit !== undefined && personLimit > totalLimit) {
    return { message: "One person cannot have more uses than there are", path: "personLimit" };
  }
  return undefined;
}
