import type { PromoCodeDraft } from "#contract/promo-codes.ts";
import type { FieldError } from "../service.ts";

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
