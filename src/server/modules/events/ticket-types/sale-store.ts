import { sql } from "kysely";
import type { TicketType } from "#contract/events.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { clockStatus, drawsOfType } from "../columns.ts";
import type { ClockStatus } from "../rules.ts";

/** A ticket type with everything needed to sell it. Money in minor units of `currency`, times in UTC. */
export interface TypeOnSale {
  id: number;
  eventId: number;
  /** Stock of the type itself, and how often the terms of its sale changed. */
  stockId: number;
  saleVersion: number;
  /** What else a unit takes: the event's capacity, and pools shared with other types. */
  draws: { stockId: number; each: number }[];
  name: string;
  pricing: TicketType["pricing"];
  priceCents: number;
  feeCents: number;
  minimumCents: number | null;
  ticketsPerUnit: number;
  minPerOrder: number;
  maxPerOrder: number;
  /** Units that one person can have across all orders. */
  maxPerPerson: number | null;
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  eventEndsAt: Date;
  visibility: "draft" | "unlisted" | "published";
  isHidden: boolean;
  currency: string;
  /** Deadline for self-service refunds by the event's current terms, and whether they include the fees. */
  refundUntil: Date | null;
  refundFees: boolean;
  /** Hidden from anyone who doesn't know this. */
  accessCode: string | null;
  /** By the database clock; says nothing about how many are left. */
  status: ClockStatus;
  /** The price tier that this one waits for; null once it is open. */
  waitsFor: string | null;
  /** True while another price tier waits for this one to sell out. */
  isAwaited: boolean;
}

/**
 * Reads ticket types for selling, in no order; unknown ids are left out. One prepared statement for a whole batch of
 * orders, because it runs inside the transaction that everyone waits for. The events stay as they are until that
 * transaction ends: canceling one waits for it, and every later sale sees it. Sales don't wait for each other.
 */
export async function loadTypesOnSale(db: Queryable, ticketTypeIds: number[]): Promise<TypeOnSale[]> {
  const { rows } = await sql<TypeOnSale>`
    select t.id, t.event_id as "eventId", t.stock_id as "stockId", s.sale_version as "saleVersion", ${sql.raw(drawsOfType)} as draws, t.name, t.pricing,
      t.price_cents as "priceCents", t.fee_cents as "feeCents", t.minimum_cents as "minimumCents",
      t.tickets_per_unit as "ticketsPerUnit", t.min_per_order as "minPerOrder", t.max_per_order as "maxPerOrder",
      t.max_per_person as "maxPerPerson", t.sales_start_at as "salesStartAt", t.sales_end_at as "salesEndAt",
      e.ends_at as "eventEndsAt", e.visibility, t.is_hidden as "isHidden", e.currency, t.access_code as "accessCode",
      refund_deadline(e.refund_policy, e.starts_at) as "refundUntil",
      coalesce((e.refund_policy ->> 'withFees')::boolean, false) as "refundFees",
      ${sql.raw(clockStatus)} as status, w.name as "waitsFor",
      exists (select from ticket_types n where n.opens_after_id = t.id and n.opened_at is null) as "isAwaited"
    from ticket_types t join events e on e.id = t.event_id join ${inventoryTables.stock} s on s.id = t.stock_id
    left join ticket_types w on w.id = t.opens_after_id and t.opened_at is null
    where t.id = any(${ticketTypeIds}::bigint[])
    for share of e`.execute(db);
  return rows;
}
