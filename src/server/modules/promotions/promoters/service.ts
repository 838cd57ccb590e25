import type { Promoter, PromoterChange, PromoterDraft, PromoterQuery, PromoterResults } from "#contract/promoters.ts";
import type { PromotionState } from "#contract/promo-codes.ts";
import { AppError } from "#server/platform/app-error.ts";
import { csvPageSize, streamCsv } from "#server/platform/csv.ts";
import { inTransaction, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { createStock, lapseHolds, resizeStock } from "#server/modules/inventory/index.ts";
import { stateMoves, unlimited } from "../codes/rules.ts";
import { promoterKey, readPromoterKey } from "./secret.ts";
import * as store from "./store.ts";

/** Promoters and committees, a page at a time. */
export async function listPromoters(db: Database, query: PromoterQuery) {
  const { rows, ...page } = await store.findPromoters(db, query);
  return { items: rows.map(show), ...page };
}

/** The same list, whole, for spreadsheets. Money in whole units of the currency. */
export function exportPromoters(db: Database, filter: store.PromoterFilter): AsyncGenerator<string> {
  return streamCsv(
    [
      "Name",
      "Kind",
      "Link",
      "Night",
      "State",
      "Orders",
      "Tickets",
      "Allocation",
      "Revenue",
      "Given back",
      "Commission",
      "Currency",
    ],
    (cursor) => store.findPromoters(db, { ...filter, cursor }, csvPageSize),
    (row) => [
      row.name,
      row.kind,
      row.linkCode,
      row.event?.title ?? "All nights",
      row.state,
      row.orderCount,
      row.ticketCount,
      row.allocation,
      row.revenueCents / 100,
      row.givenBackCents / 100,
      row.commissionCents / 100,
      row.currency,
    ],
  );
}

/**
 * Gives a person or a committee a link of their own; its tickets are counted by a stock of its own.
 *
 * @throws AppError `not_found` for an unknown night | `already_exists`
 */
export function createPromoter({ db }: Deps, staff: Principal, draft: PromoterDraft): Promise<Promoter> {
  return inTransaction(db, async (tx) => {
    await requireNight(tx, draft);
    if (await store.isLinkTaken(tx, draft.linkCode)) throw linkTaken();
    const stockId = await createStock(tx, { kind: "promoter", capacity: draft.allocation ?? unlimited });
    const id = await store.insertPromoter(tx, draft, stockId);
    const after = show(await read(tx, id));
    await note(tx, staff, "promoter.created", id, undefined, told(after));
    return after;
  });
}

/**
 * Changes a promoter. What was sold keeps the commission of its day; the allocation never goes under what is sold and held.
 * Of two who save at once the later one is told.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `already_exists` | `over_limit` | `order_closed` once the link ended
 */
export async function updatePromoter(
  { db, facts }: Deps,
  staff: Principal,
  id: number,
  { version, ...draft }: PromoterChange,
): Promise<Promoter> {
  const known = await store.findPromoter(db, id);
  // Tickets of orders whose time is up are free although nobody has cleared them yet.
  if (known !== undefined) await lapseHolds(db, facts, [known.stockId]);
  return inTransaction(db, async (tx) => {
    const promoter = await store.lockPromoter(tx, id);
    if (promoter === undefined) throw new AppError("not_found");
    if (promoter.state === "ended") throw ended();
    if (promoter.version !== version) throw new AppError("edited_meanwhile");
    await requireNight(tx, draft);
    if (await store.isLinkTaken(tx, draft.linkCode, id)) throw linkTaken();
    const before = show(await read(tx, id));
    if (!(await resizeStock(tx, promoter.stockId, draft.allocation ?? unlimited))) {
      const message = `${before.ticketCount + before.heldCount} tickets are sold or held already; the allocation cannot be lower`;
      throw new AppError("over_limit", { message, errors: [{ message, path: "allocation" }] });
    }
    await store.updatePromoter(tx, id, draft);
    const after = show(await read(tx, id));
    await note(tx, staff, "promoter.changed", id, told(before), told(after));
    return after;
  });
}

const stateActions = { active: "promoter.resumed", paused: "promoter.paused", ended: "promoter.ended" } as const;

/**
 * Pauses a link, lets it count again, or ends it for good. While it does not count, sales through it go on as the house's
 * own. The same state again changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` once it ended
 */
export function setPromoterState({ db }: Deps, staff: Principal, id: number, state: PromotionState): Promise<Promoter> {
  return inTransaction(db, async (tx) => {
    const promoter = await store.lockPromoter(tx, id);
    if (promoter === undefined) throw new AppError("not_found");
    if (promoter.state !== state) {
      if (!stateMoves[promoter.state].includes(state)) throw ended();
      await store.setState(tx, id, state);
      await note(tx, staff, stateActions[state], id, { state: promoter.state }, { state, name: promoter.name });
    }
    return show(await read(tx, id));
  });
}

/** The secret address of a promoter's results. @throws AppError `not_found` */
export async function getPromoterLink(deps: Deps, id: number): Promise<{ url: string }> {
  const row = await store.findPromoter(deps.db, id);
  if (row === undefined) throw new AppError("not_found");
  return { url: linkOf(deps, id, row.linkVersion) };
}

/** Makes a new secret address; former ones open nothing from here on. @throws AppError `not_found` */
export function renewPromoterLink(deps: Deps, staff: Principal, id: number): Promise<{ url: string }> {
  return inTransaction(deps.db, async (tx) => {
    const promoter = await store.lockPromoter(tx, id);
    if (promoter === undefined) throw new AppError("not_found");
    const version = await store.raiseLinkVersion(tx, id);
    await note(tx, staff, "promoter.link_renewed", id, undefined, { name: promoter.name });
    return { url: linkOf(deps, id, version) };
  });
}

// My Tickets is the one page that is about what somebody has of ours, and it keeps nothing of its address.
const linkOf = ({ config, keys }: Deps, id: number, version: number) =>
  `${config.baseUrl}/my-tickets?promoter=${promoterKey({ id, version }, keys["promoter-links"])}`;

/**
 * What came of a link, for whoever holds the secret that names its promoter.
 *
 * @throws AppError `not_found` for a secret that is not ours, or was renewed since
 */
export async function openPromoterPage(deps: Deps, key: string): Promise<PromoterResults> {
  const named = readPromoterKey(key, deps.keys["promoter-links"]);
  const row = named === undefined ? undefined : await store.findPromoter(deps.db, named.id);
  if (row === undefined || row.linkVersion !== named?.version) throw new AppError("not_found");
  return results(deps.db, row);
}

/** What came of a link, for staff. @throws AppError `not_found` */
export async function getPromoterResults(db: Database, id: number): Promise<PromoterResults> {
  const row = await store.findPromoter(db, id);
  if (row === undefined) throw new AppError("not_found");
  return results(db, row);
}

async function results(db: Database, row: store.PromoterRow): Promise<PromoterResults> {
  const timeZone = row.event?.timeZone ?? "UTC";
  const { name, kind, linkCode, state, event, allocation, commission, currency } = row;
  const { orderCount, ticketCount, heldCount, revenueCents, givenBackCents, commissionCents } = row;
  return {
    name,
    kind,
    linkCode,
    state,
    event,
    allocation,
    commission,
    currency,
    orderCount,
    ticketCount,
    heldCount,
    revenueCents,
    givenBackCents,
    commissionCents,
    timeZone,
    days: await store.findDays(db, row.id, timeZone),
    nights: await store.findNights(db, row.id),
  };
}

const read = async (db: Queryable, id: number): Promise<store.PromoterRow> => (await store.findPromoter(db, id))!;

async function requireNight(tx: Tx, { eventId }: PromoterDraft): Promise<void> {
  if (eventId === undefined || (await store.isNight(tx, eventId))) return;
  throw new AppError("not_found", { message: "There is no such night" });
}

const ended = () => new AppError("order_closed", { message: "This link has ended" });
const linkTaken = () => {
  const message = "Another link has this word already";
  return new AppError("already_exists", { message, errors: [{ message, path: "linkCode" }] });
};

function show({ stockId: _, linkVersion: _version, createdAt, ...row }: store.PromoterRow): Promoter {
  return { ...row, createdAt: createdAt.toISOString() };
}

type Action =
  | "promoter.created"
  | "promoter.changed"
  | "promoter.link_renewed"
  | (typeof stateActions)[keyof typeof stateActions];

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

/** What the log tells of a promoter. */
function told({ name, kind, linkCode, event, allocation, commission }: Promoter): Record<string, unknown> {
  return { name, kind, linkCode, night: event?.title ?? "all nights", allocation, commission };
}
