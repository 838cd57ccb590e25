import { sql } from "kysely";
import type { Discount, PromoCode, PromoCodeDraft, PromoCodeQuery, PromotionStatus } from "#contract/promo-codes.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { deleteUnusedStock } from "#server/modules/inventory/index.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";
import { clockStatus, discountJson, eventJson, redemptionsWithOrders } from "../columns.ts";

/** A code as it is listed; times are dates, everything else is as staff see it. */
export type CodeRow = Omit<PromoCode, "startsAt" | "endsAt" | "createdAt"> & {
  stockId: number;
  startsAt: Date | null;
  endsAt: Date | null;
  createdAt: Date;
};

/** A code with no redemptions left shows as used up, unless it has ended or expired. Expired holds count as free. */
const currentStatus = sql`
  case when ${clockStatus} = 'active' and c.total_limit is not null and s.sold + h.held >= c.total_limit
    then 'used_up' else ${clockStatus} end`;

const fromPlain = sql`promo_codes c join ${inventoryTables.stock} s on s.id = c.stock_id
  left join ${eventsTables.events} e on e.id = c.event_id`;
const from = sql`
  ${fromPlain}
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as held from ${inventoryTables.holds} holds
    where stock_id = c.stock_id and status = 'active' and (expires_at is null or expires_at > clock_now())) h
  cross join lateral (
    select coalesce(sum(u.ticket_count), 0)::integer as tickets, coalesce(sum(u.discount_cents), 0)::integer as discount,
      coalesce(sum(u.revenue_cents), 0)::integer as revenue, coalesce(sum(o.refunded_cents), 0)::integer as returned
    from ${redemptionsWithOrders} join ${inventoryTables.holds} holds on holds.holder_id = u.order_id
      and holds.stock_id = c.stock_id
    where u.promo_code_id = c.id and holds.status = 'consumed') u`;

const byId: SortKey = { by: sql`c.id`, type: "bigint" };
const keys: Record<string, SortKey[]> = {
  createdAt: [byId],
  code: [{ by: sql`upper(c.code)`, type: "text" }, byId],
  used: [{ by: sql`s.sold`, type: "bigint" }, byId],
  revenue: [{ by: sql`u.revenue - u.returned`, type: "bigint" }, byId],
};

const columns = sql<CodeRow>`
  c.id, c.version, c.stock_id as "stockId", c.code, c.note, ${eventJson} as event, ${discountJson} as discount, c.currency,
    c.starts_at as "startsAt", c.ends_at as "endsAt", c.total_limit as "totalLimit", c.person_limit as "personLimit",
    c.unit_limit as "unitLimit", c.minimum_cents as "minimumCents", c.status as "manualStatus", ${currentStatus} as status, s.sold as used, h.held,
    u.tickets as "ticketCount", u.discount as "discountCents", u.revenue as "revenueCents",
    u.returned as "refundedCents", c.created_at as "createdAt",
    coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id)
      from promo_code_types pt join ${eventsTables.ticket_types} t on t.id = pt.ticket_type_id
      where pt.promo_code_id = c.id), '[]') as "ticketTypes"`;

/** Codes with their results. Money is from paid orders. */
export const codes: ListSource<PromoCodeQuery, CodeRow> = {
  columns,
  from: ({ status }, order) => (order === undefined && status === undefined ? fromPlain : from),
  order: ({ sort }) => orderOf(sort, keys),
  filters: {
    q: (q) => sql`lower(concat_ws(' ', c.code, c.note, e.title)) like all(${wordPatterns(q)}::text[])`,
    id: (id) => sql`c.id = ${id}`,
    eventId: (id) => sql`(c.event_id is null or c.event_id = ${id})`,
    status: (status) => sql`${currentStatus} = ${status}`,
  },
};

/** One code. */
export async function findCode(db: Queryable, id: number): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`select ${columns} from ${from} where c.id = ${id}`.execute(db);
  return rows[0];
}

/** A code before a change, locked. */
export interface LockedCode {
  id: number;
  version: number;
  stockId: number;
  code: string;
  eventId: number | null;
  status: PromotionStatus;
}

/** Locks a code, so that changes come one after the other; orders that redeem it meanwhile do not wait. */
export async function lockCode(tx: Tx, id: number): Promise<LockedCode | undefined> {
  const { rows } = await sql<LockedCode>`
    select id, version, stock_id as "stockId", code, event_id as "eventId", status from promo_codes where id = ${id} for no key update`.execute(
    tx,
  );
  return rows[0];
}

/** The currency of an event, and how many of some ticket types belong to it; undefined for an unknown event. */
export async function findScope(
  db: Queryable,
  eventId: number,
  ticketTypeIds: number[],
): Promise<{ currency: string; typeCount: number } | undefined> {
  const { rows } = await sql<{ currency: string; typeCount: number }>`
    select e.currency, (select count(*)::integer from ${eventsTables.ticket_types} t
      where t.event_id = e.id and t.id = any(${ticketTypeIds}::bigint[])) as "typeCount"
    from ${eventsTables.events} e where e.id = ${eventId}`.execute(db);
  return rows[0];
}

const amountOf = (discount: Discount) => (discount.kind === "percent" ? null : discount.amountCents);

/** Writes a new code. */
export async function insertCode(tx: Tx, draft: PromoCodeDraft, stockId: number): Promise<number> {
  const { discount } = draft;
  const { rows } = await sql<{ id: number }>`
    insert into promo_codes (stock_id, code, note, event_id, kind, percent, amount_cents, currency, starts_at, ends_at,
      total_limit, person_limit, unit_limit, minimum_cents)
    values (${stockId}, ${draft.code}, ${draft.note}, ${draft.eventId ?? null}, ${discount.kind},
      ${discount.kind === "percent" ? discount.percent : null}, ${amountOf(discount)}, ${draft.currency},
      ${draft.startsAt ?? null}, ${draft.endsAt ?? null}, ${draft.totalLimit ?? null}, ${draft.personLimit ?? null}, ${draft.unitLimit ?? null},
      ${draft.minimumCents ?? null})
    returning id`.execute(tx);
  const { id } = rows[0]!;
  await writeTypes(tx, id, draft.ticketTypeIds ?? []);
  return id;
}

/**
 * True when another code that has not ended has this text for the same event. The caller reserves it until the end of
 * the transaction: two who want it at once take turns.
 */
export async function isCodeTaken(
  tx: Tx,
  codeText: string,
  eventId: number | undefined,
  exceptId?: number,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('promo code ' || upper(${codeText}::text), 0))`.execute(tx);
  const { rows } = await sql`
    select from promo_codes where upper(code) = upper(${codeText}) and event_id is not distinct from ${eventId ?? null}::bigint
      and status <> 'ended' and id is distinct from ${exceptId ?? null}::bigint`.execute(tx);
  return rows.length > 0;
}

/** Updates a code. */
export async function updateCode(tx: Tx, id: number, draft: PromoCodeDraft): Promise<void> {
  const { discount } = draft;
  await sql`
    update promo_codes set version = version + 1, code = ${draft.code}, note = ${draft.note}, event_id = ${draft.eventId ?? null}, kind = ${discount.kind},
      percent = ${discount.kind === "percent" ? discount.percent : null}, amount_cents = ${amountOf(discount)},
      currency = ${draft.currency}, starts_at = ${draft.startsAt ?? null}, ends_at = ${draft.endsAt ?? null},
      total_limit = ${draft.totalLimit ?? null}, person_limit = ${draft.personLimit ?? null}, unit_limit = ${draft.unitLimit ?? null},
      minimum_cents = ${draft.minimumCents ?? null}
    where id = ${id}`.execute(tx);
  await writeTypes(tx, id, draft.ticketTypeIds ?? []);
}

async function writeTypes(tx: Tx, id: number, ticketTypeIds: number[]): Promise<void> {
  await sql`
    delete from promo_code_types where promo_code_id = ${id} and ticket_type_id <> all(${ticketTypeIds}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into promo_code_types (promo_code_id, ticket_type_id) select ${id}, id from unnest(${ticketTypeIds}::bigint[]) as id
    on conflict do nothing`.execute(tx);
}

/** Sets a code's status. */
export async function setStatus(tx: Tx, id: number, status: PromotionStatus): Promise<void> {
  await sql`update promo_codes set version = version + 1, status = ${status} where id = ${id}`.execute(tx);
}

/** Deletes a code with its stock; false when an order ever used it. The caller has locked it. */
export async function deleteUnused(tx: Tx, id: number, stockId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from promo_codes where id = ${id} and not exists (select from ${inventoryTables.holds} holds
      where stock_id = ${stockId})
      and not exists (select from promotion_redemptions where promo_code_id = ${id})
    returning id`.execute(tx);
  if (rows.length === 0) return false;
  await deleteUnusedStock(tx, [stockId]);
  return true;
}
