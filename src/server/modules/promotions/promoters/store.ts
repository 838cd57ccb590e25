import { sql } from "kysely";
import type { Commission, Promoter, PromoterDraft, PromoterQuery } from "#contract/promoters.ts";
import type { PromotionStatus } from "#contract/promo-codes.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";
import { commissionJson, eventJson, owedCommission, redemptionsWithOrders } from "../columns.ts";

/** A promoter as listed, with the fields for the secret link and the stock. */
export type PromoterRow = Omit<Promoter, "createdAt"> & { stockId: number; linkVersion: number; createdAt: Date };

const fromPlain = sql`promoters p left join ${eventsTables.events} e on e.id = p.event_id`;
const from = sql`
  ${fromPlain}
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as held from ${inventoryTables.holds} holds
    where stock_id = p.stock_id and status = 'active' and (expires_at is null or expires_at > clock_now())) h
  cross join lateral (
    select count(*)::integer as orders, coalesce(sum(u.ticket_count), 0)::integer as tickets,
      coalesce(sum(u.revenue_cents), 0)::integer as revenue, coalesce(sum(o.refunded_cents), 0)::integer as returned,
      coalesce(sum(${owedCommission}), 0)::integer as commission,
      min(u.currency) as currency
    from ${redemptionsWithOrders} join ${inventoryTables.holds} holds on holds.holder_id = u.order_id
      and holds.stock_id = p.stock_id
    where u.promoter_id = p.id and holds.status = 'consumed') u`;

const byId: SortKey = { by: sql`p.id`, type: "bigint" };
const keys: Record<string, SortKey[]> = {
  name: [{ by: sql`lower(p.name)`, type: "text" }, byId],
  tickets: [{ by: sql`u.tickets`, type: "bigint" }, byId],
  revenue: [{ by: sql`u.revenue - u.returned`, type: "bigint" }, byId],
  createdAt: [byId],
};

const listed = sql<PromoterRow>`
  p.id, p.version, p.stock_id as "stockId", p.link_version as "linkVersion", p.name, p.kind, p.link_code as "linkCode",
    ${eventJson} as event, p.allocation, ${commissionJson} as commission, p.status, u.orders as "orderCount",
    u.tickets as "ticketCount", h.held as "heldCount", u.revenue as "revenueCents",
    u.returned as "refundedCents", u.commission as "commissionCents",
    coalesce(u.currency, e.currency, 'USD') as currency, p.created_at as "createdAt"`;

/** Promoters with what their links sold. */
export const promoters: ListSource<PromoterQuery, PromoterRow> = {
  columns: listed,
  from: (_, order) => (order === undefined ? fromPlain : from),
  order: ({ sort }) => orderOf(sort, keys),
  filters: {
    q: (q) => sql`lower(concat_ws(' ', p.name, p.link_code, e.title)) like all(${wordPatterns(q)}::text[])`,
    id: (id) => sql`p.id = ${id}`,
    eventId: (id) => sql`(p.event_id is null or p.event_id = ${id})`,
    status: (status) => sql`p.status = ${status}`,
  },
};

/** One promoter. */
export async function findPromoter(db: Queryable, id: number): Promise<PromoterRow | undefined> {
  const { rows } = await sql<PromoterRow>`select ${listed} from ${from} where p.id = ${id}`.execute(db);
  return rows[0];
}

/** A promoter before a change, locked. */
export async function lockPromoter(
  tx: Tx,
  id: number,
): Promise<{ version: number; stockId: number; status: PromotionStatus; name: string } | undefined> {
  const { rows } = await sql<{ version: number; stockId: number; status: PromotionStatus; name: string }>`
    select version, stock_id as "stockId", status, name from promoters where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/**
 * True when another link that has not ended uses this code; the caller reserves it until the end of the transaction.
 */
export async function isLinkTaken(tx: Tx, codeText: string, exceptId?: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('promoter link ' || upper(${codeText}::text), 0))`.execute(
    tx,
  );
  const { rows } = await sql`
    select from promoters where upper(link_code) = upper(${codeText}) and status <> 'ended'
      and id is distinct from ${exceptId ?? null}::bigint`.execute(tx);
  return rows.length > 0;
}

function commissionColumns(commission: Commission) {
  return {
    commission_kind: commission.kind,
    commission_percent: commission.kind === "percent" ? commission.percent : null,
    commission_cents: commission.kind === "per_ticket" ? commission.amountCents : null,
  };
}

const columns = (draft: PromoterDraft) => ({
  name: draft.name,
  kind: draft.kind,
  link_code: draft.linkCode,
  event_id: draft.eventId ?? null,
  allocation: draft.allocation ?? null,
  ...commissionColumns(draft.commission),
});

/** Writes a new promoter. */
export async function insertPromoter(tx: Tx, draft: PromoterDraft, stockId: number): Promise<number> {
  const row = await tx
    .insertInto("promoters")
    .values({ ...columns(draft), stock_id: stockId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Updates a promoter. */
export async function updatePromoter(tx: Tx, id: number, draft: PromoterDraft): Promise<void> {
  await tx
    .updateTable("promoters")
    .set({ ...columns(draft), version: sql`version + 1` })
    .where("id", "=", id)
    .execute();
}

/** Sets a link's status. */
export async function setStatus(tx: Tx, id: number, status: PromotionStatus): Promise<void> {
  await sql`update promoters set version = version + 1, status = ${status} where id = ${id}`.execute(tx);
}

/** Invalidates all older secret links. */
export async function raiseLinkVersion(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update promoters set link_version = link_version + 1 where id = ${id} returning link_version as version`.execute(
    tx,
  );
  return rows[0]!.version;
}

/** What a link sold on one day, or for one event. */
export interface SoldRow {
  orderCount: number;
  ticketCount: number;
  revenueCents: number;
  refundedCents: number;
  commissionCents: number;
}

const sold = sql`
  count(*)::integer as "orderCount", sum(u.ticket_count)::integer as "ticketCount",
  sum(u.revenue_cents)::integer as "revenueCents", sum(o.refunded_cents)::integer as "refundedCents",
  sum(${owedCommission})::integer as "commissionCents"`;
const paidRedemptions = (id: number) => sql`
  ${redemptionsWithOrders} join promoters p on p.id = u.promoter_id
  join ${inventoryTables.holds} holds on holds.holder_id = u.order_id and holds.stock_id = p.stock_id
    and holds.status = 'consumed'
  where u.promoter_id = ${id}`;

/** What a link sold per day of the order, in a time zone; newest first. */
export async function findDays(db: Queryable, id: number, timeZone: string): Promise<(SoldRow & { day: string })[]> {
  const { rows } = await sql<SoldRow & { day: string }>`
    select to_char(u.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${sold} from ${paidRedemptions(id)}
    group by 1 order by 1 desc limit 366`.execute(db);
  return rows;
}

/** What a link sold for each event, latest first. */
export async function findEvents(db: Queryable, id: number): Promise<(SoldRow & { title: string })[]> {
  const { rows } = await sql<SoldRow & { title: string }>`
    select s.title, s."ticketCount", s."revenueCents", s."refundedCents", s."commissionCents" from (
      select u.event_id, ${sold} from ${paidRedemptions(id)} group by u.event_id) n
    join lateral (select e.title, e.starts_at, n.* from ${eventsTables.events} e where e.id = n.event_id) s on true
    order by s.starts_at desc limit 100`.execute(db);
  return rows;
}
