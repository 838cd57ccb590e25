import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

/** Undoes a ticket's check-in, if it has one. */
export async function voidAdmission(tx: Tx, ticketId: number): Promise<boolean> {
  const { rows } = await sql`
    update admissions set voided_at = clock_now() where ticket_id = ${ticketId} and voided_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}
