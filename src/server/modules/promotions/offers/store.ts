import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow } from "#server/platform/db/rows.ts";
import { clockStatus, commissionJson, discountJson } from "../columns.ts";
import type { CodeTerms, LinkTerms } from "./rules.ts";

const upper = (texts: string[]) => [...new Set(texts.map((text) => text.toUpperCase()))];

/**
 * Promo codes by their text, in any status, for one event or for all. If an ended code was created again, the new one
 * counts.
 */
export async function findCodes(db: Queryable, codeTexts: string[]): Promise<CodeTerms[]> {
  if (codeTexts.length === 0) return [];
  return allRows(db)<CodeTerms>`
    select p.id, p.stock_id as "stockId", p.code, p.event_id as "eventId", ${discountJson} as discount, p.currency,
      p.person_limit as "personLimit", p.unit_limit as "unitLimit", p.minimum_cents as "minimumCents",
      ${clockStatus} as status,
      coalesce((select json_agg(ticket_type_id) from promo_code_types where promo_code_id = p.id), '[]') as "ticketTypeIds"
    from promo_codes p where upper(p.code) = any(${upper(codeTexts)}::text[])
    order by p.status = 'ended', p.id desc`;
}

/** Active links, by their code. */
export async function findLinks(db: Queryable, codeTexts: string[]): Promise<LinkTerms[]> {
  if (codeTexts.length === 0) return [];
  return allRows(db)<LinkTerms>`
    select p.id, p.stock_id as "stockId", p.link_code as "linkCode", p.event_id as "eventId",
      ${commissionJson} as commission
    from promoters p
    where upper(p.link_code) = any(${upper(codeTexts)}::text[]) and p.status = 'active'`;
}

/** The link that an order is credited to, paused or not; undefined without one. */
export function findOrderLink(db: Queryable, orderId: string): Promise<LinkTerms | undefined> {
  return firstRow(db)`
    select p.id, p.stock_id as "stockId", p.link_code as "linkCode", p.event_id as "eventId",
      ${commissionJson} as commission
    from promotion_redemptions r join promoters p on p.id = r.promoter_id where r.order_id = ${orderId}::uuid`;
}

/** One redemption: what an order gets from a code or earns for a link. Cents of `currency`. */
interface NewRedemption {
  orderId: string;
  /** The first event that the order is for; null if it is for none. */
  eventId: number | null;
  promoCodeId: number | null;
  promoterId: number | null;
  ticketCount: number;
  discountCents: number;
  revenueCents: number;
  commissionCents: number;
  currency: string;
}

/** Writes the redemptions of orders, in the transaction that places them or adds a code to what a promoter brought. */
export async function insertRedemptions(tx: Tx, redemptions: NewRedemption[]): Promise<void> {
  if (redemptions.length === 0) return;
  await sql`
    insert into promotion_redemptions (order_id, event_id, promo_code_id, promoter_id, ticket_count, discount_cents,
                                revenue_cents, commission_cents, currency)
    select u."orderId", u."eventId", u."promoCodeId", u."promoterId", u."ticketCount", u."discountCents",
           u."revenueCents", u."commissionCents", u.currency
    from json_to_recordset(${JSON.stringify(redemptions)}::json) as u("orderId" uuid, "eventId" bigint, "promoCodeId" bigint,
      "promoterId" bigint, "ticketCount" integer, "discountCents" integer, "revenueCents" integer,
      "commissionCents" integer, currency text)
    on conflict (order_id) do update set promo_code_id = excluded.promo_code_id,
      discount_cents = excluded.discount_cents, revenue_cents = excluded.revenue_cents,
      commission_cents = excluded.commission_cents`.execute(tx);
}
