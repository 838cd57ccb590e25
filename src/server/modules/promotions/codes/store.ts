import { sql } from "kysely";
import type { PromoCode, PromoCodeDraft } from "#contract/promotions/promo-codes.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { deleteUnusedStock } from "#server/modules/inventory/index.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allValues, firstRow, hasRows } from "#server/platform/db/rows.ts";
import { clockStatus, discountJson, instant } from "../columns.ts";
import { PromotionStore, type UniqueText } from "../store.ts";

/** Promo codes. One with no redemptions left shows as used up, unless it has ended or expired. */
export const codes = new PromotionStore<PromoCode>({
  table: "promo_codes",
  redeemed: "promo_code_id",
  columns: sql`
    p.code, p.note, ${discountJson} as discount, p.currency, ${instant(sql`p.starts_at`)} as "startsAt",
    ${instant(sql`p.ends_at`)} as "endsAt", p.total_limit as "totalLimit", p.person_limit as "personLimit",
    p.unit_limit as "unitLimit", p.minimum_cents as "minimumCents", p.status as "manualStatus", u.orders as used, h.held,
    u.discount as "discountCents",
    coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id)
      from promo_code_types pt join ${eventsTables.ticket_types} t on t.id = pt.ticket_type_id
      where pt.promo_code_id = p.id), '[]') as "ticketTypes"`,
  status: sql`
    case when ${clockStatus} = 'active' and p.total_limit is not null and s.sold + h.held_in_all >= p.total_limit
      then 'used_up' else ${clockStatus} end`,
  words: sql`p.code, p.note`,
  filters: { batch: (id) => sql`p.batch_id = ${id}::uuid` },
  keys: { code: [{ by: sql`upper(p.code)`, type: "text" }], used: [{ by: sql`u.orders`, type: "bigint" }] },
});

/** A code is unique among those for its event, or among those for all events. */
export const uniqueCode = ({ code, eventId }: PromoCodeDraft): UniqueText => ({
  text: code,
  isSame: sql`upper(code) = upper(${code}) and event_id is not distinct from ${eventId ?? null}::bigint`,
});

export const columnsOf = ({ discount, ...draft }: PromoCodeDraft): Record<string, unknown> => ({
  code: draft.code,
  note: draft.note,
  event_id: draft.eventId,
  kind: discount.kind,
  percent: discount.kind === "percent" ? discount.percent : null,
  amount_cents: discount.kind === "percent" ? null : discount.amountCents,
  currency: draft.currency,
  starts_at: draft.startsAt,
  ends_at: draft.endsAt,
  total_limit: draft.totalLimit,
  person_limit: draft.personLimit,
  unit_limit: draft.unitLimit,
  minimum_cents: draft.minimumCents,
});

/** The currency of an event, and how many of some ticket types belong to it; undefined for an unknown event. */
export async function findScope(
  db: Queryable,
  eventId: number,
  ticketTypeIds: number[],
): Promise<{ currency: string; typeCount: number } | undefined> {
  return firstRow(db)<{ currency: string; typeCount: number }>`
    select e.currency, (select count(*)::integer from ${eventsTables.ticket_types} t
      where t.event_id = e.id and t.id = any(${ticketTypeIds}::bigint[])) as "typeCount"
    from ${eventsTables.events} e where e.id = ${eventId}`;
}

/** Limits a code to some ticket types; to none means to all. */
export async function writeTypes(tx: Tx, id: number, { ticketTypeIds = [] }: PromoCodeDraft): Promise<void> {
  await sql`
    delete from promo_code_types where promo_code_id = ${id} and ticket_type_id <> all(${ticketTypeIds}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into promo_code_types (promo_code_id, ticket_type_id) select ${id}, id from unnest(${ticketTypeIds}::bigint[]) as id
    on conflict do nothing`.execute(tx);
}

/** Lets one transaction at a time create codes with a prefix. */
export async function lockPrefix(tx: Tx, prefix: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(upper(${`code batch ${prefix}`}::text), 0))`.execute(tx);
}

/** Those of some codes that exist, for whatever event. */
export function findTaken(tx: Tx, texts: string[]): Promise<string[]> {
  return allValues(tx)`
    select c.code from unnest(${texts}::text[]) as c(code)
    where exists (select from promo_codes p where upper(p.code) = upper(c.code) and p.status <> 'ended')`;
}

/** Writes many codes that differ in their text and stock only. */
export async function insertBatch(
  tx: Tx,
  { code: _, ...columns }: Record<string, unknown>,
  { codes: texts, stockIds }: { codes: string[]; stockIds: number[] },
): Promise<void> {
  const same = Object.entries(columns).filter(([, value]) => value !== undefined && value !== null);
  await sql`
    insert into promo_codes (code, stock_id, ${sql.join(same.map(([column]) => sql.ref(column)))})
    select c.code, c.stock_id, ${sql.join(same.map(([column, value]) => sql`${value}::${sql.raw(typeOf[column]!)}`))}
    from unnest(${texts}::text[], ${stockIds}::bigint[]) as c(code, stock_id)`.execute(tx);
}

/** The columns' types: a select can't tell them from parameters. */
const typeOf: Record<string, string> = {
  note: "text",
  event_id: "bigint",
  kind: "text",
  percent: "integer",
  amount_cents: "integer",
  currency: "text",
  starts_at: "timestamptz",
  ends_at: "timestamptz",
  total_limit: "integer",
  person_limit: "integer",
  unit_limit: "integer",
  minimum_cents: "integer",
  batch_id: "uuid",
};

/** Limits a batch's codes to some ticket types; to none means to all. */
export async function writeBatchTypes(tx: Tx, batchId: string, ticketTypeIds: number[]): Promise<void> {
  await sql`
    insert into promo_code_types (promo_code_id, ticket_type_id)
    select p.id, t.id from promo_codes p cross join unnest(${ticketTypeIds}::bigint[]) as t(id)
    where p.batch_id = ${batchId}::uuid`.execute(tx);
}

/** Deletes a code with its stock; false when an order ever used it. The caller has locked it. */
export async function deleteUnused(tx: Tx, id: number, stockId: number): Promise<boolean> {
  const isDeleted = await hasRows(tx)`
    delete from promo_codes where id = ${id} and not exists (select from ${inventoryTables.holds} holds
      where stock_id = ${stockId})
      and not exists (select from promotion_redemptions where promo_code_id = ${id})
    returning id`;
  if (!isDeleted) return false;
  await deleteUnusedStock(tx, [stockId]);
  return true;
}
