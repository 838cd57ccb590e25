import { sql } from "kysely";
import type { Promoter, PromoterDraft, PromoterResults } from "#contract/promotions/promoters.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstValue } from "#server/platform/db/rows.ts";
import { commissionJson, paidRedemptions, redemptionSums as sums } from "../columns.ts";
import { PromotionStore, type UniqueText } from "../store.ts";

/** Promoters with what their links sold. */
export const promoters = new PromotionStore<Promoter>({
  table: "promoters",
  redeemed: "promoter_id",
  columns: sql`
    p.name, p.kind, p.link_code as "linkCode", p.allocation, ${commissionJson} as commission, u.orders as "orderCount",
    h.held as "heldCount", s.sold as "allocatedCount", u.commission as "commissionCents", coalesce(u.currency, e.currency, 'USD') as currency`,
  status: sql`p.status`,
  words: sql`p.name, p.link_code`,
  keys: { name: [{ by: sql`plain_letters(p.name)`, type: "text" }], tickets: [{ by: sql`u.tickets`, type: "bigint" }] },
});

/** A link's code is unique. */
export const uniqueLink = ({ linkCode }: PromoterDraft): UniqueText => ({
  text: linkCode,
  isSame: sql`upper(link_code) = upper(${linkCode})`,
});

export const columnsOf = ({ commission, ...draft }: PromoterDraft): Record<string, unknown> => ({
  name: draft.name,
  kind: draft.kind,
  link_code: draft.linkCode,
  event_id: draft.eventId,
  allocation: draft.allocation,
  commission_kind: commission.kind,
  commission_percent: commission.kind === "percent" ? commission.percent : null,
  commission_cents: commission.kind === "per_ticket" ? commission.amountCents : null,
});

/** The version of a promoter's secret link; undefined for an unknown promoter. */
export async function findLinkVersion(db: Queryable, id: number): Promise<number | undefined> {
  return firstValue(db, integer)`
    select link_version as version from promoters where id = ${id}`;
}

/** Invalidates all older secret links. */
export async function raiseLinkVersion(tx: Tx, id: number): Promise<void> {
  await sql`update promoters set link_version = link_version + 1 where id = ${id}`.execute(tx);
}

const sold = sql`
  ${sums.orders} as "orderCount", ${sums.tickets} as "ticketCount", ${sums.revenue} as "revenueCents",
  ${sums.refunded} as "refundedCents", ${sums.commission} as "commissionCents"`;
const soldBy = (id: number) => sql`${paidRedemptions()} where u.promoter_id = ${id}`;

/** What a link sold on each day, by when the orders were paid, in a time zone; newest first. */
export async function findDays(db: Queryable, id: number, timeZone: string): Promise<PromoterResults["days"]> {
  return allRows(db)<PromoterResults["days"][number]>`
    select to_char(u.paid_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${sold} from ${soldBy(id)}
    group by 1 order by 1 desc limit 366`;
}

/** What a link sold for each event, latest first. */
export async function findEvents(db: Queryable, id: number): Promise<PromoterResults["events"]> {
  return allRows(db)<PromoterResults["events"][number]>`
    select s.title, s."ticketCount", s."revenueCents", s."refundedCents", s."commissionCents" from (
      select u.event_id, ${sold} from ${soldBy(id)} group by u.event_id) n
    join lateral (select e.title, e.starts_at, n.* from ${eventsTables.events} e where e.id = n.event_id) s on true
    order by s.starts_at desc limit 100`;
}
