import { sql } from "kysely";
import { expect, test } from "vitest";
import { overtake } from "#testing/meeting-point.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";

const note = "The ferry does not run";

/**
 * Buyers take free tickets while an event is being canceled. Everyone who gets one must be notified.
 *
 * @returns people with valid tickets who weren't notified, and orders placed after the cancellation
 */
async function rush(options: SiteOptions) {
  const site = await createSite(options);
  try {
    const admin = await site.as("admin");
    const lost: string[] = [];
    let placedAfter = 0;
    for (let round = 0; round < 6; round++) {
      const eventId = await site.create.event();
      const types = await Promise.all(
        [1, 2, 3, 4].map(() => site.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 })),
      );
      const buyers = await Promise.all(Array.from({ length: 12 }, () => site.as("guest")));
      const buy = async (buyer: Client, index: number) => {
        const email = `buyer-${round}-${index}@example.com`;
        const body = draft([{ ticketTypeId: types[index % 4]!, quantity: 1 }], { buyer: { name: "Ada Buyer", email } });
        return buyer.post("/api/orders", body);
      };
      // Half of them already have an order and take their tickets; the others are still placing theirs.
      const [ahead, behind] = [buyers.slice(0, 6), buyers.slice(6)];
      const placed = await Promise.all(ahead.map(buy));
      let isOff = false;
      const taking = ahead.map((buyer, index) => buyer.post(`/api/orders/${placed[index]!.body.id}/payment`));
      const placing = behind.map(async (buyer, index) => {
        const wasOff = isOff;
        const order = await buy(buyer, index + 6);
        if (order.status !== 201) return;
        if (wasOff) placedAfter++;
        await buyer.post(`/api/orders/${order.body.id}/payment`);
      });
      const canceling = (async () => {
        await new Promise((done) => setTimeout(done, round * 15));
        const answer = await admin.post(`/api/admin/events/${eventId}/cancel`, { version: 1, note });
        expect(answer.status).toBe(200);
        isOff = true;
      })();
      await Promise.all([...taking, ...placing, canceling]);
      lost.push(...(await findLost(site, eventId)));
    }
    return { lost, placedAfter };
  } finally {
    await site.close();
  }
}

/** People with tickets for an event who weren't notified of its change. */
async function findLost(site: Site, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select o.buyer_email as email from orders o join tickets t on t.order_id = o.id
    where t.event_id = ${eventId} and not exists (
      select from emails where kind = 'event_change' and to_address = o.buyer_email)`.execute(site.db);
  return rows.map((row) => row.email);
}

/** Delays every payment between reading the event and issuing tickets. */
const slowly = () =>
  sabotage([
    "cross join generate_series",
    "cross join (select pg_sleep(0.03)) as moment cross join generate_series",
    { in: "insert into tickets" },
  ]);

test("nobody gets a ticket for an event that is being canceled without being notified", async () => {
  expect(await rush({ rewriteSql: slowly() })).toEqual({ lost: [], placedAfter: 0 });
}, 60_000);

/** Pauses a payment after it reads its event, and issues its tickets after the event is canceled. */
const stopped = () =>
  sabotage([
    "cross join generate_series",
    "cross join (select meet(2)) as moment cross join generate_series",
    { in: "insert into tickets" },
  ]);

test("without the lock that payments hold on their event, someone does", async () => {
  const site = await createSite({ rewriteSql: sabotage(stopped(), [/ for share of e/g, ""]) });
  try {
    const admin = await site.as("admin");
    const buyer = await site.as("guest");
    const eventId = await site.create.event();
    const ticketTypeId = await site.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 });
    const { body: order } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
    const answers = await overtake(
      site.db,
      () => buyer.post(`/api/orders/${order.id}/payment`),
      () => admin.post(`/api/admin/events/${eventId}/cancel`, { version: 1, note }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await findLost(site, eventId)).toEqual(["ada@example.com"]);
  } finally {
    await site.close();
  }
});
