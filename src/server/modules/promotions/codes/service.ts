import type { PromoCode, PromoCodeDraft } from "#contract/promotions/promo-codes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { lockClaims } from "#server/modules/inventory/index.ts";
import { AppError, fieldError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { Promotions, type PromotionKind } from "../service.ts";
import * as store from "./store.ts";

/** Promo codes. In spreadsheets, money is in whole units of the currency, times are in UTC. */
const kind: PromotionKind<PromoCodeDraft, PromoCode> = {
  target: "promo_code",
  stockKind: "promo",
  store: store.codes,
  cells: {
    Code: "code",
    Event: (code) => code.event?.title ?? "All events",
    Discount: ({ discount }) =>
      discount.kind === "percent"
        ? `${discount.percent}%`
        : `${(discount.amountCents / 100).toFixed(2)} ${discount.kind === "per_unit" ? "per ticket" : "per order"}`,
    Currency: "currency",
    Status: "status",
    Redemptions: "used",
    "On hold": "held",
    Limit: "totalLimit",
    Tickets: "ticketCount",
    "Total discount": (code) => code.discountCents / 100,
    Revenue: (code) => code.revenueCents / 100,
    Refunded: (code) => code.refundedCents / 100,
    Starts: "startsAt",
    Ends: "endsAt",
    Note: "note",
    ID: "id",
    "Event ID": (code) => code.event?.id,
  },
  ended: "This code has ended",
  complete,
  columnsOf: store.columnsOf,
  writeRest: store.writeTypes,
  uniqueOf: store.uniqueCode,
  taken: () => fieldError("code", "This code already exists. Choose another one.", "already_exists"),
  limitOf: ({ totalLimit }) => totalLimit,
  overLimit: ({ used, held }) =>
    fieldError(
      "totalLimit",
      `The limit can't be below ${used + held}: that many orders already have this code.`,
      "over_limit",
    ),
  named: ({ code }) => ({ code }),
  audited: ({ code, event, ticketTypes, discount, totalLimit, personLimit, unitLimit, ...rest }) => ({
    code,
    event: event?.title ?? "all events",
    types: ticketTypes.map(({ name }) => name),
    discount,
    totalLimit,
    personLimit,
    unitLimit,
    minimumCents: rest.minimumCents,
    startsAt: rest.startsAt,
    endsAt: rest.endsAt,
  }),
};
export const promoCodes = new Promotions(kind);

/**
 * Deletes a code that no order ever used.
 *
 * @throws AppError `not_found` | `order_closed` when one did
 */
export function deletePromoCode({ db }: Deps, staff: Principal, id: number): Promise<{ ok: true }> {
  return inTransaction(db, async (tx) => {
    const { stockId } = await store.codes.lock(tx, id);
    const before = await store.codes.find(tx, id);
    // An order with this code locks its stock: either the order comes first, or it finds the code gone.
    await lockClaims(tx, [{ lines: [{ stockId, quantity: 1 }] }]);
    if (!(await store.deleteUnused(tx, id, stockId))) {
      throw new AppError("order_closed", {
        message: "Orders have used this code, so it can't be deleted. End it instead.",
      });
    }
    const target = { kind: "promo_code", id } as const;
    await recordAction(tx, { staff, action: "promo_code.deleted", target, before: kind.audited(before) });
    return { ok: true };
  });
}

/**
 * A draft with the currency of its event.
 *
 * @throws AppError `invalid_input` | `not_found`
 */
export async function complete(tx: Tx, draft: PromoCodeDraft): Promise<PromoCodeDraft> {
  const { eventId, startsAt, endsAt, personLimit, totalLimit } = draft;
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(startsAt) >= Date.parse(endsAt))
    throw fieldError("endsAt", "The end must be after the start");
  if (eventId === undefined && draft.ticketTypeIds !== undefined)
    throw fieldError("eventId", "Choose the event for these ticket types");
  if (personLimit !== undefined && totalLimit !== undefined && personLimit > totalLimit)
    throw fieldError("personLimit", "The limit per person can't be higher than the total limit");
  if (eventId === undefined) return draft;
  const ticketTypeIds = [...new Set(draft.ticketTypeIds)];
  const scope = await store.findScope(tx, eventId, ticketTypeIds);
  if (scope?.typeCount !== ticketTypeIds.length) {
    throw new AppError("not_found", { message: "We can't find that event or one of its ticket types" });
  }
  return { ...draft, ticketTypeIds, currency: scope.currency };
}
