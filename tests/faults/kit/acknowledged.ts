import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/** Something that the site said it had done. */
export interface Acknowledgement {
  kind: "placed" | "paid" | "admitted";
  /** Of the order, or of the scan. */
  id: string;
}

export type AcknowledgedLog = ReturnType<typeof keepAcknowledgedLog>;

/** What clients were told, kept apart from the database that it is held against in the end. */
export function keepAcknowledgedLog() {
  const entries: Acknowledgement[] = [];
  return {
    entries,
    note: (entry: Acknowledgement) => void entries.push(entry),
    count: (kind: Acknowledgement["kind"]) => entries.filter((entry) => entry.kind === kind).length,
  };
}

/**
 * Acknowledged things that the database does not know of. Call it when everything has come to rest: an order whose page was
 * approved is then paid, or its money is back.
 */
export async function findLost(db: Database, { entries }: AcknowledgedLog): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with told as (
      select kind, id from json_to_recordset(${JSON.stringify(entries)}::json) as t(kind text, id uuid))
    select kind || ' ' || id as what from told where not case kind
      when 'placed' then exists (select from orders where orders.id = told.id)
      when 'paid' then exists (select from payments p where p.subject_id = told.id and p.captured_at is not null)
      when 'admitted' then exists (select from admissions a where a.scan_id = told.id and a.voided_at is null)
      end`.execute(db);
  return rows.map(({ what }) => what);
}
