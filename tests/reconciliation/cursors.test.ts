import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Answer, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;

/** More than two pages of each list. Some rows share their times, some disputes have no deadline. */
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await site.buy(await site.as("guest"), [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await sql`
    insert into disputes (id, payment_id, provider_ref, amount_cents, reason, status, opened_at, evidence_due_at, closed_at)
    select gen_random_uuid(), p.id, 'dp_' || n, 100, 'fraudulent', case when n % 2 = 0 then 'open' else 'lost' end,
      clock_now() - (n / 4) * interval '1 hour', case when n % 3 > 0 then clock_now() + (n % 7) * interval '1 day' end,
      case when n % 2 = 1 then clock_now() end
    from payments p, generate_series(1, 70) n`.execute(site.db);
  await sql`
    insert into discrepancies (kind, ref, opened_at, resolved_at, resolution)
    select 'failed_webhook', 'evt_' || n, clock_now() - (n / 3) * interval '1 hour',
      case when n > 60 then clock_now() - (n % 5) * interval '1 minute' end, case when n > 60 then 'gone' end
    from generate_series(1, 120) n`.execute(site.db);
  await sql`
    insert into reconciliation_runs (provider, until, read_until, done_at)
    select 'sandbox', clock_now(), clock_now(), clock_now() from generate_series(1, 60)`.execute(site.db);
});
afterAll(() => site.close());

interface Page {
  items: { id: string | number }[];
  isMore: boolean;
  nextCursor: string | null;
}

async function walk(path: string): Promise<(string | number)[]> {
  const ids: (string | number)[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { status, body }: Answer<Page> = await admin.get<Page>(
      `${path}${path.includes("?") ? "&" : "?"}${cursor && `cursor=${cursor}`}`,
    );
    expect([status, body.isMore]).toEqual([200, false]);
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  return ids;
}

test.each([
  [
    "disputes",
    sql`disputes order by (status = 'open') desc,
      case when status = 'open' then evidence_due_at end nulls last, opened_at desc,
      case when status = 'open' then id end, id desc`,
  ],
  ["disputes?status=lost", sql`disputes where status = 'lost' order by opened_at desc, id desc`],
  ["discrepancies", sql`discrepancies where resolved_at is null order by opened_at desc, id desc`],
  [
    "discrepancies?status=resolved",
    sql`discrepancies where resolved_at is not null order by resolved_at desc, id desc`,
  ],
  ["reconciliation-runs", sql`reconciliation_runs order by id desc`],
] as const)("cursors lead to the end of %s, each row once and in order", async (path, rows) => {
  const expected = await sql<{ id: string | number }>`select id from ${rows}`.execute(site.db);
  const address = `/api/admin/money/${path}` as const;
  expect(await walk(address)).toEqual(expected.rows.map(({ id }) => id));
  const second = await admin.get<{ items: { id: string | number }[] }>(
    `${address}${path.includes("?") ? "&" : "?"}page=2`,
  );
  expect(second.body.items.map(({ id }) => id)).toEqual(expected.rows.slice(25, 50).map(({ id }) => id));
});
