import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";
import type { BodyAt } from "./replies.ts";
import type { Answer, Client } from "./site.ts";

const tables = { "ticket-types": "ticket_types", pools: "pools", "promo-codes": "promo_codes", promoters: "promoters" };

/** Saves over the current version and retries on an edit conflict: for tests that are about something else. */
export async function saveLatest<What extends keyof typeof tables>(
  db: Database,
  staff: Client,
  [what, id]: [What, number],
  body: object,
): Promise<Answer<BodyAt<"PUT", `/api/admin/${What}/${number}`>>> {
  for (;;) {
    const { rows } = await sql<{ version: number }>`
      select version from ${sql.table(tables[what])} where id = ${id}`.execute(db);
    const version = rows[0]?.version ?? 1;
    const answer = await staff.call("PUT", `/api/admin/${what}/${id}`, { ...body, version });
    if (answer.body.code !== "edited_meanwhile") return answer;
  }
}
