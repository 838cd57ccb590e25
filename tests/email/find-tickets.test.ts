import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { requestsPerNetwork } from "#server/modules/orders/emails/find-tickets.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { createSite, draft, type Site } from "#testing/site.ts";

let site: Site;
beforeEach(async () => {
  site = await createSite({ settings: { RATE_LIMITS: "on" } });
  await installMovingClock(site.database);
});
afterEach(() => site.close());

const find = (email: string) => site.anon.post("/api/my-tickets/find", { email });

interface Sent {
  to: string;
  text: string | null;
  status: string;
}
async function linkMails(): Promise<Sent[]> {
  await site.app.runJob("mail");
  const { rows } = await sql<Sent>`
    select to_address as "to", body_text as text, status from emails where kind = 'ticket_links' order by id`.execute(
    site.db,
  );
  return rows;
}

/** A paid order of someone with this email, for an event. */
async function bought(email: string, title: string): Promise<Order> {
  const ticketTypeId = await site.create.ticketType({
    eventId: await site.create.event({ title }),
    priceCents: 0,
    feeCents: 0,
    pricing: "free",
  });
  const guest = await site.as("guest");
  const placed = await guest.post(
    "/api/orders",
    draft([{ ticketTypeId, quantity: 1 }], { buyer: { name: "Ada Buyer", email } }),
  );
  expect((await guest.post(`/api/orders/${placed.body.id}/payment`)).body).toEqual({ status: "paid" });
  return placed.body;
}

test("known and unknown addresses get the same reply and the same row; only an address with tickets gets an email", async () => {
  const orders = [await bought("ada@example.com", "Velvet Riddim"), await bought("ada@example.com", "Soca Sunrise")];
  await bought("someone.else@example.com", "Harbor Lime");
  const replies = [await find(" Ada@Example.com "), await find("nobody@example.com")];
  expect(replies.map(({ status, body }) => ({ status, body }))).toEqual(
    Array.from({ length: 2 }, () => ({ status: 202, body: { ok: true } })),
  );
  const { rows } = await sql`select kind, status, topic, priority from emails where kind = 'ticket_links'`.execute(
    site.db,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);

  const mails = await linkMails();
  expect(mails.map(({ to }) => to)).toEqual(["ada@example.com"]);
  const links = [...mails[0]!.text!.matchAll(/order=([\w-]+)&key=([\w-]+)/g)];
  expect(new Set(links.map(([, id]) => id))).toEqual(new Set(orders.map(({ id }) => id)));
  const stranger = await site.as("guest");
  for (const [, id, key] of links) expect((await stranger.get(`/api/orders/${id}?key=${key}`)).status).toBe(200);
  expect(mails[0]!.text).not.toMatch(/Ada Buyer|Harbor Lime/);
});

test("tickets that are void, or for an event that is over or canceled, are left out", async () => {
  const email = "past@example.com";
  const [gone, over, canceled] = [await bought(email, "A"), await bought(email, "B"), await bought(email, "C")];
  await sql`update tickets set status = 'canceled' where order_id = ${gone.id}::uuid`.execute(site.db);
  const past = new Date(Date.now() - 86_400_000);
  await sql`update events set doors_at = null, starts_at = ${past}, ends_at = ${past}::timestamptz + interval '1 hour'
    where id = ${over.event!.id}`.execute(site.db);
  await sql`update events set status = 'canceled' where id = ${canceled.event!.id}`.execute(site.db);
  await find(email);
  expect(await linkMails()).toEqual([]);
});

test("an address gets three an hour by the clock at most, however often someone asks", async () => {
  await bought("often@example.com", "Velvet Riddim");
  for (let asked = 0; asked < 9; asked++) {
    const replies = await Promise.all([find("often@example.com"), find("often@example.com")]);
    expect(replies.map(({ status }) => status)).toEqual([202, 202]);
    await linkMails();
    await moveClock(site.database, 390);
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from emails where kind = 'ticket_links' group by date_trunc('hour', created_at)`.execute(
    site.db,
  );
  expect(Math.max(...rows.map(({ count }) => count))).toBeLessThanOrEqual(3);
  expect(rows.length).toBeGreaterThan(0);
});

test("a network can ask some times an hour, for whichever addresses", async () => {
  const statuses: number[] = [];
  for (let index = 0; index <= requestsPerNetwork; index++) statuses.push((await find(`n${index}@example.com`)).status);
  expect(statuses).toEqual([...Array.from({ length: requestsPerNetwork }, () => 202), 429]);
});

test("what isn't an email is refused", async () => {
  expect((await find("ada@")).body.code).toBe("invalid_input");
});
