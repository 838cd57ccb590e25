import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/** Something that the site confirmed. */
export interface Acknowledgement {
  kind: "placed" | "paid" | "admitted";
  /** The order's id, or the scan's. */
  id: string;
}

export type AcknowledgedLog = ReturnType<typeof createAcknowledgedLog>;

/** What clients were told, kept separate from the database that it is compared with in the end. */
export function createAcknowledgedLog() {
  const entries: Acknowledgement[] = [];
  return {
    entries,
    add: (entry: Acknowledgement) => void entries.push(entry),
    count: (kind: Acknowledgement["kind"]) => entries.filter((entry) => entry.kind === kind).length,
  };
}

/**
 * Acknowledged things that are missing in the database. Call it when everything is settled: an order whose page was
 * approved is then paid, or its money is refunded.
 */
export async function findLost(db: Database, { entries }: AcknowledgedLog): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with acknowledged as (
      select kind, id from json_to_recordset(${JSON.stringify(entries)}::json) as t(kind text, id uuid))
    select kind || ' ' || id as what from acknowledged where not case kind
      when 'placed' then exists (select from orders where orders.id = acknowledged.id)
      when 'paid' then exists (select from payments p where p.subject_id = acknowledged.id and p.captured_at is not null)
      when 'admitted' then exists (select from admissions a where a.scan_id = acknowledged.id and a.voided_at is null)
      end`.execute(db);
  return rows.map(({ what }) => what);
}
