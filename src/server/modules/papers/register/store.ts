import { sql } from "kysely";
import type { JournalPeriod, PaperKind } from "#contract/papers.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import {
  inOrder,
  isAfter,
  sliceOf,
  sortKeyOf,
  toPage,
  type Keyed,
  type ListOrder,
  type PageOfRows,
} from "#server/platform/db/keyset.ts";
import { isWithin } from "../period-store.ts";
import type { Addressee, PaperContent } from "../rules.ts";

/** A paper as the accountant's register has it. Cents. */
export interface RegisterRow {
  kind: PaperKind;
  year: number;
  number: number;
  issuedAt: Date;
  orderNumber: string;
  addressee: Addressee | null;
  content: PaperContent;
  /** The invoice that it cancels or stands in the place of. */
  corrects: { year: number; number: number } | null;
}

const byIssue: ListOrder = {
  name: "papers",
  descending: false,
  keys: [
    { by: sql`p.issued_at`, type: "timestamptz" },
    { by: sql`p.id`, type: "bigint" },
  ],
};

/** The papers of a period, in the order in which they were issued. */
export async function findIssued(
  db: Queryable,
  period: JournalPeriod,
  timeZone: string,
  page: { cursor: string | undefined; size: number },
): Promise<PageOfRows<RegisterRow>> {
  const slice = sliceOf({ cursor: page.cursor }, byIssue, page.size);
  const { rows } = await sql<Keyed<RegisterRow>>`
    select p.kind, p.year, p.number, p.issued_at as "issuedAt", o.number as "orderNumber", p.addressee, p.content,
      (select json_build_object('year', c.year, 'number', c.number) from papers c where c.id = p.corrects) as corrects,
      ${sortKeyOf(slice)} as "sortKey"
    from papers p join orders o on o.id = p.order_id
    where ${isWithin(sql`p.issued_at`, period, timeZone)} and ${isAfter(slice)}
    ${inOrder(slice)}`.execute(db);
  return toPage(rows, slice, { total: rows.length, isMore: false });
}
