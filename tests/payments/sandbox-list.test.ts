import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

test("the sandbox's list of money has each charge once, however many there are in one millisecond", async () => {
  const site = await createSite();
  sites.push(site);
  // Twelve hundred within two milliseconds: more than two of its pages.
  await sql`
    insert into sandbox.sessions (ref, merchant_ref, amount_cents, currency, description, return_url, cancel_url,
                                  expires_at, status, approved_at)
    select 'sbx_' || n, gen_random_uuid(), 1000 + n, 'USD', 'Order', 'http://localhost/a',
           'http://localhost/b', now(), 'approved', timestamptz '2026-03-01 20:00:00.000001+00' + n * interval '1.5 microseconds'
    from generate_series(1, 1200) n`.execute(site.db);
  const refs: string[] = [];
  const span = { from: new Date("2026-03-01"), to: new Date("2026-03-02") };
  for await (const line of site.app.services.payments.provider.listMoney(span)) {
    refs.push(line.ref);
    if (refs.length > 5000) break;
  }
  expect(refs).toHaveLength(1200);
  expect(new Set(refs).size).toBe(1200);
});
