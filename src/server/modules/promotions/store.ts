import { sql, type RawBuilder } from "kysely";
import type { PromotionQuery, PromotionStatus } from "#contract/promotions/promotions.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";
import { onlyValue, hasRows, firstRow } from "#server/platform/db/rows.ts";
import { instant, paidRedemptions, redemptionSums as sums } from "./columns.ts";

type Sql = RawBuilder<unknown>;

/** What codes and links don't have in common in the database. A code or link is `p` there, with its results `u`. */
interface PromotionTable {
  table: "promo_codes" | "promoters";
  /** Its column in the redemptions. */
  redeemed: "promo_code_id" | "promoter_id";
  columns: Sql;
  /** The status that staff see. */
  status: Sql;
  /** Texts to search for words, besides the event's title. */
  words: Sql;
  /** Its own filters. */
  filters?: ListSource<PromotionQuery, unknown>["filters"];
  /** Its sort orders, besides `createdAt` and `revenue`. */
  keys: Record<string, SortKey[]>;
}

/** A code or link before a change, locked. */
interface LockedPromotion {
  version: number;
  stockId: number;
  status: PromotionStatus;
}

/** A text that only one code or link can have, and which others have the same. */
export interface UniqueText {
  text: string;
  isSame: Sql;
}

/**
 * Codes or links with their results, in the list of an event those of its orders only. Money is from paid orders;
 * expired holds count as free.
 */
export class PromotionStore<Promotion> {
  readonly source: ListSource<PromotionQuery, Promotion>;
  readonly #name: string;
  readonly #table: Sql;
  readonly #select: Sql;

  constructor({ table, redeemed, columns, status, words, filters, keys }: PromotionTable) {
    this.#name = table;
    this.#table = sql.table(table);
    const plain = sql`${this.#table} p join ${inventoryTables.stock} s on s.id = p.stock_id
      left join ${eventsTables.events} e on e.id = p.event_id`;
    const all = (eventId?: number) => sql`${plain} ${resultsOf(redeemed, eventId)}`;
    const shown = sql<Promotion>`
      p.id, p.version, case when e.id is null then null else json_build_object('id', e.id, 'title', e.title, 'slug', e.slug,
        'startsAt', ${instant(sql`e.starts_at`)}, 'timeZone', e.time_zone) end as event, ${columns}, ${status} as status,
      u.tickets as "ticketCount", u.revenue as "revenueCents", u.returned as "refundedCents",
      ${instant(sql`p.created_at`)} as "createdAt"`;
    const sorts = { createdAt: [], revenue: [{ by: sql`u.revenue - u.returned`, type: "bigint" } as const], ...keys };
    this.#select = sql`select ${shown} from ${all()}`;
    this.source = {
      columns: shown,
      from: (query, order) => (order === undefined && query.status === undefined ? plain : all(query.eventId)),
      order({ sort }) {
        const order = orderOf(sort, sorts);
        return { ...order, keys: [...order.keys, { by: sql`p.id`, type: "bigint" }] };
      },
      filters: {
        q: (q) => sql`plain_letters(concat_ws(' ', ${words}, e.title)) like all(${wordPatterns(q)}::text[])`,
        id: (id) => sql`p.id = ${id}`,
        eventId: (id) => sql`(p.event_id is null or p.event_id = ${id})`,
        status: (requestedStatus) => sql`${status} = ${requestedStatus}`,
        ...filters,
      },
    };
  }

  /** One of them. @throws AppError `not_found` */
  async find(db: Queryable, id: number): Promise<Promotion> {
    return requireFound(await firstRow(db)<Promotion>`${this.#select} where p.id = ${id}`);
  }

  /**
   * Locks one, so that changes come one after the other; orders that use it meanwhile do not wait.
   *
   * @throws AppError `not_found`
   */
  async lock(db: Queryable, id: number): Promise<LockedPromotion> {
    return requireFound(
      await firstRow(db)<LockedPromotion>`
        select version, stock_id as "stockId", status from ${this.#table} where id = ${id} for no key update`,
    );
  }

  /**
   * True when another one that has not ended has this text. The caller reserves the text until the end of the
   * transaction: two who want it at once take turns.
   */
  async isTaken(tx: Tx, { text, isSame }: UniqueText, exceptId?: number): Promise<boolean> {
    const lock = `${this.#name} ${text}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(upper(${lock}::text), 0))`.execute(tx);
    return hasRows(tx)`
      select from ${this.#table} where ${isSame} and status <> 'ended'
        and id is distinct from ${exceptId ?? null}::bigint`;
  }

  /** Writes a new one. */
  async insert(tx: Tx, values: Record<string, unknown>): Promise<number> {
    return onlyValue(tx, integer)`
      insert into ${this.#table} (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(values).map((value) => value ?? null))}) returning id`;
  }

  /** Updates one. */
  async update(tx: Tx, id: number, values: Record<string, unknown>): Promise<void> {
    const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value ?? null}`);
    await sql`update ${this.#table} set version = version + 1, ${sql.join(changes)} where id = ${id}`.execute(tx);
  }
}

/** What is on hold of `p`, in total and for an event, and what its paid orders brought; `u` is of that event if given. */
const resultsOf = (redeemed: PromotionTable["redeemed"], eventId?: number) => sql`
  cross join lateral (
    select coalesce(sum(quantity), 0)::integer as held_in_all,
      coalesce(sum(quantity) filter (where ${eventId === undefined ? sql`true` : isOfEvent(eventId)}), 0)::integer as held
    from ${inventoryTables.holds} holds
    where stock_id = p.stock_id and status = 'active' and (expires_at is null or expires_at > clock_now())) h
  cross join lateral (
    select ${sums.orders} as orders, ${sums.tickets} as tickets, ${sums.discount} as discount,
      ${sums.revenue} as revenue, ${sums.refunded} as returned, ${sums.commission} as commission,
      min(u.currency) as currency
    from ${paidRedemptions(eventId)} where ${sql.ref(`u.${redeemed}`)} = p.id) u`;

const isOfEvent = (eventId: number) => sql`
  exists (select from promotion_redemptions r where r.order_id = holds.holder_id and r.event_id = ${eventId})`;
