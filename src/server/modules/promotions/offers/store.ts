import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { clockStatus, commissionJson, discountJson } from "../columns.ts";
import type { CodeTerms, LinkTerms } from "./rules.ts";

/** Codes by their words, whatever their state; for one night or for all. A word that ended and was given anew is the new one. */
export async function findCodes(db: Queryable, words: string[]): Promise<CodeTerms[]> {
  const { rows } = await sql<CodeTerms>`
    select c.id, c.stock_id as "stockId", c.code, c.event_id as "eventId", ${discountJson} as discount, c.currency,
      c.person_limit as "personLimit", c.unit_limit as "unitLimit", c.minimum_cents as "minimumCents",
      ${clockStatus} as status,
      coalesce((select json_agg(ticket_type_id) from promo_code_types where promo_code_id = c.id), '[]') as "ticketTypeIds"
    from promo_codes c where upper(c.code) = any(${words.map((word) => word.toUpperCase())}::text[])
    order by c.state = 'ended', c.id desc`.execute(db);
  return rows;
}

/** Links that count right now, by their words. */
export async function findLinks(db: Queryable, words: string[]): Promise<LinkTerms[]> {
  const { rows } = await sql<LinkTerms>`
    select p.id, p.stock_id as "stockId", p.link_code as "linkCode", p.event_id as "eventId",
      ${commissionJson} as commission
    from promoters p
    where upper(p.link_code) = any(${words.map((word) => word.toUpperCase())}::text[]) and p.state = 'active'`.execute(
    db,
  );
  return rows;
}

/** What an order owes to a code or a link. Cents of `currency`. */
export interface NewUse {
  orderId: string;
  eventId: number;
  promoCodeId: number | null;
  promoterId: number | null;
  ticketCount: number;
  discountCents: number;
  revenueCents: number;
  commissionCents: number;
  currency: string;
}

/** Writes what orders owe to codes and links, in the transaction that places them. */
export async function insertUses(tx: Tx, uses: NewUse[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    insert into promotion_uses (order_id, event_id, promo_code_id, promoter_id, ticket_count, discount_cents,
                                revenue_cents, commission_cents, currency)
    select u."orderId", u."eventId", u."promoCodeId", u."promoterId", u."ticketCount", u."discountCents",
           u."revenueCents", u."commissionCents", u.currency
    from json_to_recordset(${JSON.stringify(uses)}::json) as u("orderId" uuid, "eventId" bigint, "promoCodeId" bigint,
      "promoterId" bigint, "ticketCount" integer, "discountCents" integer, "revenueCents" integer,
      "commissionCents" integer, currency text)`.execute(tx);
}
