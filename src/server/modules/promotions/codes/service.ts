import type {
  PromoCode,
  PromoCodeChange,
  PromoCodeDraft,
  PromoCodeQuery,
  PromotionState,
} from "#contract/promo-codes.ts";
import { AppError } from "#server/platform/app-error.ts";
import { csvPageSize, streamCsv } from "#server/platform/csv.ts";
import { inTransaction, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { createStock, lapseHolds, lockClaims, resizeStock } from "#server/modules/inventory/index.ts";
import { findFault, stateMoves, unlimited } from "./rules.ts";
import * as store from "./store.ts";

/** Promo codes, a page at a time. */
export async function listPromoCodes(db: Database, query: PromoCodeQuery) {
  const { rows, ...page } = await store.findCodes(db, query);
  return { items: rows.map(show), ...page };
}

/** The same list, whole, for spreadsheets. Money in whole units of the currency, instants in UTC. */
export function exportPromoCodes(db: Database, filter: store.CodeFilter): AsyncGenerator<string> {
  return streamCsv(
    [
      "Code",
      "Night",
      "Takes off",
      "Currency",
      "State",
      "Uses",
      "Held",
      "Limit",
      "Tickets",
      "Discount",
      "Revenue",
      "Given back",
      "From",
      "Until",
      "Note",
    ],
    (cursor) => store.findCodes(db, { ...filter, cursor }, csvPageSize),
    (row) => [
      row.code,
      row.event?.title ?? "All nights",
      row.discount.kind === "percent"
        ? `${row.discount.percent}%`
        : `${(row.discount.amountCents / 100).toFixed(2)} ${row.discount.kind === "per_unit" ? "per ticket" : "per order"}`,
      row.currency,
      row.status,
      row.used,
      row.held,
      row.totalLimit,
      row.ticketCount,
      row.discountCents / 100,
      row.revenueCents / 100,
      row.givenBackCents / 100,
      row.startsAt?.toISOString(),
      row.endsAt?.toISOString(),
      row.note,
    ],
  );
}

/**
 * Makes a promo code; its uses are counted by a stock of its own.
 *
 * @throws AppError `invalid_input` | `not_found` | `already_exists`
 */
export function createPromoCode({ db }: Deps, staff: Principal, draft: PromoCodeDraft): Promise<PromoCode> {
  return inTransaction(db, async (tx) => {
    const sound = await requireSound(tx, draft);
    if (await store.isWordTaken(tx, sound.code, sound.eventId)) throw wordTaken();
    const stockId = await createStock(tx, { kind: "promo", capacity: sound.totalLimit ?? unlimited });
    const id = await store.insertCode(tx, sound, stockId);
    const after = await read(tx, id);
    await note(tx, staff, "promo_code.created", id, undefined, told(after));
    return after;
  });
}

/**
 * Changes a promo code. Orders keep the discount they were placed with. The limit never goes under what is used and held,
 * however many buy in that moment. Of two who save at once the later one is told.
 *
 * @throws AppError `invalid_input` | `edited_meanwhile` | `not_found` | `already_exists` | `over_limit` | `order_closed` once it ended
 */
export async function updatePromoCode(
  deps: Deps,
  staff: Principal,
  id: number,
  { version, ...draft }: PromoCodeChange,
): Promise<PromoCode> {
  await freeLapsed(deps, id);
  return inTransaction(deps.db, async (tx) => {
    const code = await requireOpen(tx, id);
    if (code.version !== version) throw new AppError("edited_meanwhile");
    const before = await read(tx, id);
    const sound = await requireSound(tx, draft);
    if (await store.isWordTaken(tx, sound.code, sound.eventId, id)) throw wordTaken();
    if (!(await resizeStock(tx, code.stockId, sound.totalLimit ?? unlimited))) {
      const message = `It is used ${before.used + before.held} times already; the limit cannot be lower`;
      throw new AppError("over_limit", { message, errors: [{ message, path: "totalLimit" }] });
    }
    await store.updateCode(tx, id, sound);
    const after = await read(tx, id);
    await note(tx, staff, "promo_code.changed", id, told(before), told(after));
    return after;
  });
}

/**
 * Pauses a code, lets it go on, or ends it for good. Unpaid orders that have it keep it. The same state again changes
 * nothing.
 *
 * @throws AppError `not_found` | `order_closed` once it ended
 */
export function setPromoCodeState(
  { db }: Deps,
  staff: Principal,
  id: number,
  state: PromotionState,
): Promise<PromoCode> {
  return inTransaction(db, async (tx) => {
    const code = await store.lockCode(tx, id);
    if (code === undefined) throw new AppError("not_found");
    if (code.state === state) return read(tx, id);
    if (!stateMoves[code.state].includes(state)) throw ended();
    await store.setState(tx, id, state);
    await note(tx, staff, stateActions[state], id, { state: code.state }, { state, code: code.code });
    return read(tx, id);
  });
}

const stateActions = {
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
    // Whoever places an order with it has its stock: either that order comes first, or it finds the code gone.
    await lockClaims(tx, [{ lines: [{ stockId: code.stockId, quantity: 1 }] }]);
    if (!(await store.deleteUnused(tx, id, code.stockId))) {
      throw new AppError("order_closed", { message: "Orders have used this code: end it instead" });
    }
    await note(tx, staff, "promo_code.deleted", id, told(before), undefined);
    return { ok: true };
  });
}

/** Uses of orders whose time is up are free although nobody has cleared them yet. */
async function freeLapsed({ db, facts }: Deps, id: number): Promise<void> {
  const row = await store.findCode(db, id);
  if (row !== undefined) await lapseHolds(db, facts, [row.stockId]);
}

async function requireOpen(tx: Tx, id: number): Promise<store.LockedCode> {
  const code = await store.lockCode(tx, id);
  if (code === undefined) throw new AppError("not_found");
  if (code.state === "ended") throw ended();
  return code;
}

async function requireSound(tx: Tx, draft: PromoCodeDraft): Promise<PromoCodeDraft> {
  const fault = findFault(draft);
  if (fault !== undefined) throw new AppError("invalid_input", { message: fault.message, errors: [fault] });
  if (draft.eventId === undefined) return draft;
  const ticketTypeIds = [...new Set(draft.ticketTypeIds ?? [])];
  const scope = await store.findScope(tx, draft.eventId, ticketTypeIds);
  if (scope === undefined || scope.typeCount !== ticketTypeIds.length) {
    throw new AppError("not_found", { message: "There is no such night, or a ticket type is not one of it" });
  }
  return { ...draft, ticketTypeIds, currency: scope.currency };
}

const ended = () => new AppError("order_closed", { message: "This code has ended" });
const wordTaken = () => {
  const message = "There is a code of this name already";
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
  | (typeof stateActions)[keyof typeof stateActions];

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

/** What the log tells of a code. */
function told(code: PromoCode): Record<string, unknown> {
  const { event, ticketTypes, discount, totalLimit, personLimit, unitLimit, minimumCents, startsAt, endsAt } = code;
  return {
    code: code.code,
    night: event?.title ?? "all nights",
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
