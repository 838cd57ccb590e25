import type { PromoCode, PromoCodeChange, PromoCodeDraft, PromotionStatus } from "#contract/promo-codes.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { createStock, expireHolds, lockClaims, resizeStock } from "#server/modules/inventory/index.ts";
import { findFieldError, statusMoves, unlimited } from "./rules.ts";
import * as store from "./store.ts";

/** Promo codes. In spreadsheets, money is in whole units of the currency, times are in UTC. */
export const promoCodes = defineList(store.codes, show, {
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
});

/**
 * Creates a promo code; a stock of its own counts its redemptions.
 *
 * @throws AppError `invalid_input` | `not_found` | `already_exists`
 */
export function createPromoCode({ db }: Deps, staff: Principal, draft: PromoCodeDraft): Promise<PromoCode> {
  return inTransaction(db, async (tx) => {
    const sound = await requireSound(tx, draft);
    if (await store.isCodeTaken(tx, sound.code, sound.eventId)) throw codeTaken();
    const stockId = await createStock(tx, { kind: "promo", capacity: sound.totalLimit ?? unlimited });
    const id = await store.insertCode(tx, sound, stockId);
    const after = await read(tx, id);
    await note(tx, staff, "promo_code.created", id, undefined, auditFields(after));
    return after;
  });
}

/**
 * Changes a promo code. Orders keep the discount they were placed with. The limit never goes below what is used and on
 * hold, no matter how many buy at that moment. If two save at once, the later one gets an error.
 *
 * @throws AppError `invalid_input` | `edited_meanwhile` | `not_found` | `already_exists` | `over_limit` |
 * `order_closed` after it ended
 */
export async function updatePromoCode(
  deps: Deps,
  staff: Principal,
  id: number,
  { version, ...draft }: PromoCodeChange,
): Promise<PromoCode> {
  await freeExpired(deps, id);
  return inTransaction(deps.db, async (tx) => {
    const code = await requireOpen(tx, id);
    if (code.version !== version) throw new AppError("edited_meanwhile");
    const before = await read(tx, id);
    const sound = await requireSound(tx, draft);
    if (await store.isCodeTaken(tx, sound.code, sound.eventId, id)) throw codeTaken();
    if (!(await resizeStock(tx, code.stockId, sound.totalLimit ?? unlimited))) {
      const message = `The limit can't be below ${before.used + before.held}: that many orders already have this code.`;
      throw new AppError("over_limit", { message, errors: [{ message, path: "totalLimit" }] });
    }
    await store.updateCode(tx, id, sound);
    const after = await read(tx, id);
    await note(tx, staff, "promo_code.changed", id, auditFields(before), auditFields(after));
    return after;
  });
}

/**
 * Pauses, resumes or ends a code. Unpaid orders that have it keep it. Setting the same status again changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` after it ended
 */
export function setPromoCodeStatus(
  { db }: Deps,
  staff: Principal,
  id: number,
  status: PromotionStatus,
): Promise<PromoCode> {
  return inTransaction(db, async (tx) => {
    const code = await store.lockCode(tx, id);
    if (code === undefined) throw new AppError("not_found");
    if (code.status === status) return read(tx, id);
    if (!statusMoves[code.status].includes(status)) throw ended();
    await store.setStatus(tx, id, status);
    await note(tx, staff, statusActions[status], id, { status: code.status }, { status, code: code.code });
    return read(tx, id);
  });
}

const statusActions = {
  active: "promo_code.resumed",
  paused: "promo_code.paused",
  ended: "promo_code.ended",
} as const;

/**
 * Deletes a code that no order ever used.
 *
 * @throws AppError `not_found` | `order_closed` when one did
 */
export function deletePromoCode({ db }: Deps, staff: Principal, id: number): Promise<{ ok: true }> {
  return inTransaction(db, async (tx) => {
    const code = await store.lockCode(tx, id);
    if (code === undefined) throw new AppError("not_found");
    const before = await read(tx, id);
    // An order with this code locks its stock: either the order comes first, or it finds the code gone.
    await lockClaims(tx, [{ lines: [{ stockId: code.stockId, quantity: 1 }] }]);
    if (!(await store.deleteUnused(tx, id, code.stockId))) {
      throw new AppError("order_closed", {
        message: "Orders have used this code, so it can't be deleted. End it instead.",
      });
    }
    await note(tx, staff, "promo_code.deleted", id, auditFields(before), undefined);
    return { ok: true };
  });
}

/** Frees the redemptions of expired orders that are not cleared yet. */
async function freeExpired({ db, bus }: Deps, id: number): Promise<void> {
  const row = await store.findCode(db, id);
  if (row !== undefined) await expireHolds(db, bus, [row.stockId]);
}

async function requireOpen(tx: Tx, id: number): Promise<store.LockedCode> {
  const code = await store.lockCode(tx, id);
  if (code === undefined) throw new AppError("not_found");
  if (code.status === "ended") throw ended();
  return code;
}

async function requireSound(tx: Tx, draft: PromoCodeDraft): Promise<PromoCodeDraft> {
  const fieldError = findFieldError(draft);
  if (fieldError !== undefined)
    throw new AppError("invalid_input", { message: fieldError.message, errors: [fieldError] });
  if (draft.eventId === undefined) return draft;
  const ticketTypeIds = [...new Set(draft.ticketTypeIds ?? [])];
  const scope = await store.findScope(tx, draft.eventId, ticketTypeIds);
  if (scope === undefined || scope.typeCount !== ticketTypeIds.length) {
    throw new AppError("not_found", { message: "We can't find that event or one of its ticket types" });
  }
  return { ...draft, ticketTypeIds, currency: scope.currency };
}

const ended = () => new AppError("order_closed", { message: "This code has ended" });
const codeTaken = () => {
  const message = "This code already exists. Choose another one.";
  return new AppError("already_exists", { message, errors: [{ message, path: "code" }] });
};

async function read(db: Queryable, id: number): Promise<PromoCode> {
  return show((await store.findCode(db, id))!);
}

function show({ stockId: _, startsAt, endsAt, createdAt, ...row }: store.CodeRow): PromoCode {
  return {
    ...row,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

type Action =
  | "promo_code.created"
  | "promo_code.changed"
  | "promo_code.deleted"
  | (typeof statusActions)[keyof typeof statusActions];

function note(
  tx: Tx,
  staff: Principal,
  action: Action,
  id: number,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): Promise<void> {
  return recordAction(tx, {
    staff,
    action,
    target: { kind: "promo_code", id },
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  });
}

/** What the activity log records about a code. */
function auditFields(code: PromoCode): Record<string, unknown> {
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
