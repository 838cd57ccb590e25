import type { Promoter, PromoterChange, PromoterDraft, PromoterResults } from "#contract/promoters.ts";
import type { PromotionStatus } from "#contract/promo-codes.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { createStock, expireHolds, resizeStock } from "#server/modules/inventory/index.ts";
import { statusMoves, unlimited } from "../codes/rules.ts";
import { promoterKey, readPromoterKey } from "./secret.ts";
import * as store from "./store.ts";

/** Promoters and committees. In spreadsheets, money is in whole units of the currency. */
export const promoters = defineList(store.promoters, show, {
  Name: (promoter) => promoter.name,
  Type: (promoter) => promoter.kind,
  Link: (promoter) => promoter.linkCode,
  Event: (promoter) => promoter.event?.title ?? "All events",
  Status: (promoter) => promoter.status,
  Orders: (promoter) => promoter.orderCount,
  Tickets: (promoter) => promoter.ticketCount,
  Allocation: (promoter) => promoter.allocation,
  Revenue: (promoter) => promoter.revenueCents / 100,
  Refunded: (promoter) => promoter.refundedCents / 100,
  Commission: (promoter) => promoter.commissionCents / 100,
  Currency: (promoter) => promoter.currency,
});

/**
 * Creates a promoter with their own link; a stock of its own counts its tickets.
 *
 * @throws AppError `not_found` for an unknown event | `already_exists`
 */
export function createPromoter({ db }: Deps, staff: Principal, draft: PromoterDraft): Promise<Promoter> {
  return inTransaction(db, async (tx) => {
    await requireEvent(tx, draft);
    if (await store.isLinkTaken(tx, draft.linkCode)) throw linkTaken();
    const stockId = await createStock(tx, { kind: "promoter", capacity: draft.allocation ?? unlimited });
    const id = await store.insertPromoter(tx, draft, stockId);
    const after = show(await read(tx, id));
    await note(tx, staff, "promoter.created", id, undefined, auditFields(after));
    return after;
  });
}

/**
 * Changes a promoter. Past sales keep their commission; the allocation never goes below tickets sold and on hold. If
 * two save at once, the later one gets an error.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `already_exists` | `over_limit` | `order_closed` after the link
 * ended
 */
export async function updatePromoter(
  { db, bus }: Deps,
  staff: Principal,
  id: number,
  { version, ...draft }: PromoterChange,
): Promise<Promoter> {
  const known = await store.findPromoter(db, id);
  // Tickets of expired orders are free even if their holds are not cleared yet.
  if (known !== undefined) await expireHolds(db, bus, [known.stockId]);
  return inTransaction(db, async (tx) => {
    const promoter = await store.lockPromoter(tx, id);
    if (promoter === undefined) throw new AppError("not_found");
    if (promoter.status === "ended") throw ended();
    if (promoter.version !== version) throw new AppError("edited_meanwhile");
    await requireEvent(tx, draft);
    if (await store.isLinkTaken(tx, draft.linkCode, id)) throw linkTaken();
    const before = show(await read(tx, id));
    if (!(await resizeStock(tx, promoter.stockId, draft.allocation ?? unlimited))) {
      const message = `The allocation can't be below ${before.ticketCount + before.heldCount}: that many tickets are sold or on hold.`;
      throw new AppError("over_limit", { message, errors: [{ message, path: "allocation" }] });
    }
    await store.updatePromoter(tx, id, draft);
    const after = show(await read(tx, id));
    await note(tx, staff, "promoter.changed", id, auditFields(before), auditFields(after));
    return after;
  });
}

const statusActions = { active: "promoter.resumed", paused: "promoter.paused", ended: "promoter.ended" } as const;

/**
 * Pauses, resumes or ends a link. While it doesn't count, sales through it go on without a promoter. Setting the same
 * status again changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` after it ended
 */
export function setPromoterStatus(
  { db }: Deps,
  staff: Principal,
  id: number,
  status: PromotionStatus,
): Promise<Promoter> {
  return inTransaction(db, async (tx) => {
    const promoter = await store.lockPromoter(tx, id);
    if (promoter === undefined) throw new AppError("not_found");
    if (promoter.status !== status) {
      if (!statusMoves[promoter.status].includes(status)) throw ended();
      await store.setStatus(tx, id, status);
      await note(tx, staff, statusActions[status], id, { status: promoter.status }, { status, name: promoter.name });
    }
    return show(await read(tx, id));
  });
}

/** The secret link to a promoter's results page. @throws AppError `not_found` */
export async function getPromoterLink(deps: Deps, id: number): Promise<{ url: string }> {
  const row = await store.findPromoter(deps.db, id);
  if (row === undefined) throw new AppError("not_found");
  return { url: linkOf(deps, id, row.linkVersion) };
}

/** Creates a new secret link; older links stop working. @throws AppError `not_found` */
export function renewPromoterLink(deps: Deps, staff: Principal, id: number): Promise<{ url: string }> {
  return inTransaction(deps.db, async (tx) => {
    const promoter = await store.lockPromoter(tx, id);
    if (promoter === undefined) throw new AppError("not_found");
    const version = await store.raiseLinkVersion(tx, id);
    await note(tx, staff, "promoter.link_renewed", id, undefined, { name: promoter.name });
    return { url: linkOf(deps, id, version) };
  });
}

// Links go to My Tickets: it is personal anyway, and it stores nothing of its URL.
const linkOf = ({ config, keys }: Deps, id: number, version: number) =>
  `${config.baseUrl}/my-tickets?promoter=${promoterKey({ id, version }, keys["promoter-links"])}`;

/**
 * The results of a link, for anyone with the secret that names its promoter.
 *
 * @throws AppError `not_found` for a secret that we didn't sign, or an older link
 */
export async function openPromoterPage(deps: Deps, key: string): Promise<PromoterResults> {
  const named = readPromoterKey(key, deps.keys["promoter-links"]);
  const row = named === undefined ? undefined : await store.findPromoter(deps.db, named.id);
  if (row === undefined || row.linkVersion !== named?.version) throw new AppError("not_found");
  return results(deps.db, row);
}

/** The results of a link, for staff. @throws AppError `not_found` */
export async function getPromoterResults(db: Database, id: number): Promise<PromoterResults> {
  const row = await store.findPromoter(db, id);
  if (row === undefined) throw new AppError("not_found");
  return results(db, row);
}

async function results(db: Database, row: store.PromoterRow): Promise<PromoterResults> {
  const timeZone = row.event?.timeZone ?? "UTC";
  const { name, kind, linkCode, status, event, allocation, commission, currency } = row;
  const { orderCount, ticketCount, heldCount, revenueCents, refundedCents, commissionCents } = row;
  return {
    name,
    kind,
    linkCode,
    status,
    event,
    allocation,
    commission,
    currency,
    orderCount,
    ticketCount,
    heldCount,
    revenueCents,
    refundedCents,
    commissionCents,
    timeZone,
    days: await store.findDays(db, row.id, timeZone),
    events: await store.findEvents(db, row.id),
  };
}

const read = async (db: Queryable, id: number): Promise<store.PromoterRow> => (await store.findPromoter(db, id))!;

async function requireEvent(tx: Tx, { eventId }: PromoterDraft): Promise<void> {
  if (eventId === undefined || (await findEventInfo(tx, [eventId])).has(eventId)) return;
  throw new AppError("not_found", { message: "We can't find that event" });
}

const ended = () => new AppError("order_closed", { message: "This link has ended" });
const linkTaken = () => {
  const message = "Another promoter link already uses this code";
  return new AppError("already_exists", { message, errors: [{ message, path: "linkCode" }] });
};

function show({ stockId: _, linkVersion: _version, createdAt, ...row }: store.PromoterRow): Promoter {
  return { ...row, createdAt: createdAt.toISOString() };
}

type Action =
  | "promoter.created"
  | "promoter.changed"
  | "promoter.link_renewed"
  | (typeof statusActions)[keyof typeof statusActions];

function note(
  tx: Tx,
  staff: Principal,
  action: Action,
  id: number,
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): Promise<void> {
  const what = { ...(before ? { before } : {}), ...(after ? { after } : {}) };
  return recordAction(tx, { staff, action, target: { kind: "promoter", id }, ...what });
}

/** What the activity log records about a promoter. */
function auditFields({ name, kind, linkCode, event, allocation, commission }: Promoter): Record<string, unknown> {
  return { name, kind, linkCode, event: event?.title ?? "all events", allocation, commission };
}
