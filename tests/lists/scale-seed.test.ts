import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { fillAtScale } from "#db/seed/scale/fill.ts";
import { planOf } from "#db/seed/scale/step.ts";
import { findSubjects } from "#testing/list-questions.ts";
import { createSite, type Answer, type Site } from "#testing/site.ts";

interface Page {
  items: Record<string, unknown>[];
  nextCursor: string | null;
}

let site: Site;
const factor = 0.002;
const fill = (onTop: boolean) =>
  fillAtScale({ connection: site.database.connection, factor, onTop, report: () => undefined });

beforeAll(async () => {
  site = await createSite();
  await fill(false);
}, 120_000);
afterAll(() => site.close());

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.raw(table)}`.execute(site.db);
  return rows[0]!.n;
}

test("the scale seed keeps every invariant", async () => {
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("the scale seed makes the requested number of events and orders, and about as many tickets as orders", async () => {
  const { events, orders } = planOf(factor);
  expect([await count("events"), await count("orders")]).toEqual([events, orders]);
  expect((await count("tickets")) / orders).toBeGreaterThan(0.8);
  expect((await count("tickets")) / orders).toBeLessThan(1.4);
});

test("seeded data can be read, and the site continues to sell from there", async () => {
  const { body } = await site.anon.get("/api/events");
  expect(body.items).toHaveLength(20);
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  expect(order.status).toBe("paid");
});

test.each([
  ["anybody", "/api/events?", "id"],
  ["anybody", "/api/events?when=past", "id"],
  ["anybody", "/api/events?when=past&category=soca&q=a", "id"],
  ["admin", "/api/admin/box-office/events?", "id"],
  ["admin", "/api/admin/events?", "id"],
  ["admin", "/api/admin/events?sort=-title", "id"],
  ["admin", "/api/admin/events?sort=sold&when=upcoming", "id"],
  ["admin", "/api/admin/users?sort=name", "id"],
  ["admin", "/api/admin/users?sort=-username&role=everyone", "id"],
  ["admin", "/api/admin/comps?sort=guest", "id"],
  ["admin", "/api/admin/emails?sort=-to&status=not_sent", "id"],
  ["admin", "/api/admin/orders?status=canceled", "id"],
  ["admin", "/api/admin/tickets?eventId=HOT&sort=-admittedAt", "ticketId"],
  ["admin", "/api/admin/tickets?eventId=HOT&sort=type", "ticketId"],
  ["admin", "/api/admin/tickets?sort=issuedAt", "ticketId"],
] as const)(
  "%s, listing %s, gets the same rows in the same order by cursors as by pages",
  async (who, address, key) => {
    const client = who === "admin" ? await site.as("admin") : site.anon;
    const path = address.replace("HOT", String((await findSubjects(site.db)).hotEvent));
    const byPage: unknown[] = [];
    const byCursor: unknown[] = [];
    for (let page = 1; ; page++) {
      const { body } = await client.get<Page>(`${path}&page=${page}`);
      if (body.items.length === 0) break;
      byPage.push(...body.items.map((item) => item[key]));
    }
    let next: string | null = path;
    while (next !== null) {
      const { body }: Answer<Page> = await client.get<Page>(next);
      byCursor.push(...body.items.map((item) => item[key]));
      next = body.nextCursor && `${path}&cursor=${body.nextCursor}`;
    }
    expect(byCursor.length).toBeGreaterThan(5);
    expect(byCursor).toEqual(byPage);
    expect(new Set(byCursor).size).toBe(byCursor.length);
  },
  30_000,
);

test("a database with events is left alone unless requested", async () => {
  await expect(fill(false)).rejects.toThrow("already has events");
  const before = await count("orders");
  await fill(true);
  expect(await count("orders")).toBe(before + planOf(factor).orders);
  expect(await checkInvariants(site.db)).toEqual([]);
}, 60_000);
