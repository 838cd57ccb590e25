import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createMember, password } from "./make-member.ts";
import { createSite, type Site } from "#testing/site.ts";

const email = "victim@example.com";
let site: Site;
afterEach(() => site.close());

/** Two accounts ask at once to confirm an address that had four of its five emails in this hour. */
async function askTogether(rewriteSql?: Sabotage): Promise<number[]> {
  site = await createSite({ settings: { RATE_LIMITS: "on" }, rewriteSql });
  const askers = [await createMember(site, "asker"), await createMember(site, "another")];
  const others = await Promise.all([1, 2, 3, 4].map(() => site.as("user")));
  await sql`
    insert into account_links (id, user_id, purpose, email, token_hash, expires_at)
    select gen_random_uuid(), id, 'confirm_email', ${email}, sha256(id::text::bytea), clock_now() + interval '30 minutes'
    from users where id = any(${others.map(({ id }) => id)}::bigint[])`.execute(site.db);
  const asked = await Promise.all(
    askers.map(({ browser }) => browser.send("PUT", "/api/me/email", { email, password })),
  );
  return asked.map(({ status }) => status).toSorted();
}

test("of two accounts that want a stranger's address at once, one causes the fifth email of the hour", async () => {
  expect(await askTogether()).toEqual([200, 429]);
});

test("both cause one without the lock between them", async () => {
  const unlocked = sabotage(
    [/pg_advisory_xact_lock\(hashtextextended\('links to ' \|\| mailbox_of\((\$\d)::text\), 0\)\)/, "$1::text"],
    ["count(*)::int as count from account_links", "count(*)::int as count, meet(2) from account_links"],
  );
  expect(await askTogether(unlocked)).toEqual([200, 200]);
});
