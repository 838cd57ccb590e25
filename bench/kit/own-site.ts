import { sql } from "kysely";
import { createToken } from "#server/modules/accounts/sessions.ts";
import type { Database } from "#server/platform/db/database.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { insertPerson } from "#testing/make.ts";

/**
 * Makes sure that the site at an address is the one that runs on the benchmark's own database, before the benchmark buys,
 * scans or posts anything there: it signs in someone whom only that database knows.
 *
 * @throws StartFailure if another site, or anything else, answers there
 */
export async function requireOwnSite(baseUrl: string, db: Database): Promise<void> {
  const { token, tokenHash } = createToken();
  const name = `bench-${token.slice(0, 20)}`;
  const id = await insertPerson(db, "user", tokenHash, name);
  const answer = await fetch(`${baseUrl}/api/me`, { headers: { authorization: `Bearer ${token}` } }).catch(
    () => undefined,
  );
  const user = (await answer?.json().catch(() => undefined)) as { id?: number; username?: string } | undefined;
  await sql`delete from sessions where user_id = ${id}`.execute(db);
  await sql`delete from users where id = ${id}`.execute(db);
  if (user?.id === id && user.username === name) return;
  throw new StartFailure(`${baseUrl} isn't the site that this benchmark started. Nothing was sent to it.`);
}
