import type { PromoCode, PromoCodeDraft } from "#contract/promo-codes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { lockClaims } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { fieldError, Promotions } from "../service.ts";
import { findFieldError } from "./rules.ts";
import * as store from "./store.ts";

/** Promo codes. In spreadsheets, money is in whole units of the currency, times are in UTC. */
export const promoCodes = new Promotions<PromoCodeDraft, PromoCode>({
  target: "promo_code",
  stockKind: "promo",
  store: store.codes,
  cells: {
    Code: (code) => code.code,
    Event: (code) => code.event?.title ?? "All events",
    Discount: ({ discount }) =>
      discount.kind === "percent"
        ? `${discount.percent}%`
        : `${(discount.amountCents / 100).toFixed(2)} ${discount.kind === "per_unit" ? "per ticket" : "per order"}`,
    Currency: (code) => code.currency,
    Status: (code) => code.status,
    Redemptions: (code) => code.used,
    "On hold": (code) => code.held,
    Limit: (code) => code.totalLimit,
    Tickets: (code) => code.ticketCount,
    "Total discount": (code) => code.discountCents / 100,
    Revenue: (code) => code.revenueCents / 100,
    Refunded: (code) => code.refundedCents / 100,
    Starts: (code) => code.startsAt,
    Ends: (code) => code.endsAt,
    Note: (code) => code.note,
  },
  ended: "This code has ended",
  complete,
  columnsOf: store.columnsOf,
  writeRest: store.writeTypes,
  uniqueOf: store.uniqueCode,
  taken: { message: "This code already exists. Choose another one.", path: "code" },
  limitOf: ({ totalLimit }) => totalLimit,
  overLimit: ({ used, held }) => ({
    message: `The limit can't be below ${used + held}: that many orders already have this code.`,
    path: "totalLimit",
  }),
  named: ({ code }) => ({ code }),
  audited,
});

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
    await recordAction(tx, { staff, action: "promo_code.deleted", target, before: audited(before) });
    return { ok: true };
  });
}

/** A draft with the currency of its event. */
async function complete(tx: Tx, draft: PromoCodeDraft): Promise<PromoCodeDraft> {
  const error = findFieldError(draft);
  if (error !== undefined) throw fieldError("invalid_input", error);
  if (draft.eventId === undefined) return draft;
  const ticketTypeIds = [...new Set(draft.ticketTypeIds ?? [])];
  const scope = await store.findScope(tx, draft.eventId, ticketTypeIds);
  if (scope === undefined || scope.typeCount !== ticketTypeIds.length) {
    throw new AppError("not_found", { message: "We can't find that event or one of its ticket types" });
  }
  return { ...draft, ticketTypeIds, currency: scope.currency };
}

/** What the activity log records about a code. */
function audited(code: PromoCode): Record<string, unknown> {
  const { event, ticketTypes, discount, totalLimit, personLimit, unitLimit, minimumCents, startsAt, endsAt } = code;
  return {
    code: code.code,
    event: event?.title ?? "all events",
    types: ticketTypes.map(({ name }) => name),
    discount,
    totalLimit,
    personLimit,
    unitLimit,
    minimumCents,
    startsAt,
    endsAt,
  };
}
