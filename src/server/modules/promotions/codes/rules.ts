import type { PromoCodeDraft, PromotionStatus } from "#contract/promo-codes.ts";

/** The capacity of a stock without a limit: redemptions of such codes and links still count. */
export const unlimited = 1_000_000_000;

/** Which statuses can follow which; an ended code stays ended. */
export const statusMoves: Record<PromotionStatus, readonly PromotionStatus[]> = {
  active: ["paused", "ended"],
  paused: ["active", "ended"],
  ended: [],
};

/** Why a draft is invalid, and in which field. */
export interface FieldError {
  message: string;
  path: string;
}

/** The first problem of a draft; undefined when it is valid. */
export function findFieldError(draft: PromoCodeDraft): FieldError | undefined {
  const { startsAt, endsAt, personLimit, totalLimit } = draft;
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(startsAt) >= Date.parse(endsAt)) {
    return { message: "The end must be after the start", path: "endsAt" };
  }
  if (draft.eventId === undefined && draft.ticketTypeIds !== undefined) {
    return { message: "Choose the event for these ticket types", path: "eventId" };
  }
  if (personLimit !== undefined && totalLimit !== undefined && personLimit > totalLimit) {
    return { message: "The limit per person can't be higher than the total limit", path: "personLimit" };
  }
  return undefined;
}
