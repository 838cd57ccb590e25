import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { sabotage } from "#testing/sabotage.ts";
import {
  completePage,
  createSite,
  draft,
  type Client,
  type Site,
  type SiteOptions,
  paymentPageOf,
} from "#testing/site.ts";
import { comeToRest, findContradictions } from "./kit/oracles.ts";
import { isFull, report } from "./kit/progress.ts";

// Payments that arrive just as the hold expires, with stock left and without, while others want the same ticket.

const rounds = isFull ? 200 : 6;
/** Orders that race in one round, every second one for the last ticket of its type. */
const together = 10;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function openNodes(options: SiteOptions = {}): Promise<[Site, Site]> {
  const database = await createTestDatabase();
  open.push({ close: () => database.drop() });
  await installMovingClock(database);
  const nodes = [await createSite({ ...options, database }), await createSite({ ...options, database })] as [
    Site,
    Site,
  ];
  open.push(...nodes);
  return nodes;
}

/** The event, its buyers, and the ticket type that has enough for all. */
interface Floor {
  eventId: number;
  buyers: Client[];
  plenty: number;
}

/** One round: pages are opened, the holds expire, and then everything happens at once. Returns its orders. */
async function race(
  [first, second]: [Site, Site],
  { eventId, buyers, plenty }: Floor,
  round: number,
): Promise<string[]> {
  const orders = await Promise.all(
    buyers.map(async (buyer, index) => {
      const ticketTypeId = index % 2 === 0 ? plenty : await first.create.ticketType({ eventId, capacity: 1 });
      const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
      const page = await buyer.post(`/api/orders/${placed.body.id}/payment`);
      return { id: placed.body.id, url: paymentPageOf(page), buyer, ticketTypeId, index };
    }),
  );
  await moveClock(first.database, 595);
  // Half of the payments are processing when time runs out; the other half are sent just then.
  const [slow, quick] = [orders.filter(({ index }) => index % 4 < 2), orders.filter(({ index }) => index % 4 >= 2)];
  for (const { buyer, url } of slow) await completePage(buyer, url, "approve_late");
  const expire = () => moveClock(first.database, 10);
  const arrive = () => moveClock(first.database, 30);
  const sends = quick.map((order) => () => completePage(order.buyer, order.url, "approve"));
  const rivals = orders.map(({ ticketTypeId }) => async () => {
    const rival = second.clientOf(await second.as("guest"));
    await rival.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  });
  const jobRuns = () =>
    [first, second].flatMap((node) =>
      (["holds", "payments", "sandbox"] as const).map((name) => () => node.app.runJob(name)),
    );
  // In turn: all at once; the money arrives after others had their chance; others try once the ticket is released.
  if (round % 3 === 0) await atOnce([expire, arrive, ...sends, ...rivals, ...jobRuns()]);
  else {
    await expire();
    if (round % 3 === 2) await atOnce(jobRuns());
    await atOnce([...sends, ...rivals, ...jobRuns()]);
    await atOnce([arrive, ...jobRuns()]);
  }
  return orders.map(({ id }) => id);
}

const atOnce = (deeds: (() => Promise<unknown>)[]) =>
  Promise.all(
    deeds.map(async (deed) => {
      await sleep(Math.random() * 30);
      await deed();
    }),
  );

/** The outcome of each order: status, valid tickets, money taken and refunded, and the emails about it. */
async function readEnds(site: Site, ids: string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ end: string; count: number }>`
    select o.status || ', ' || (select count(*) from tickets t where t.order_id = o.id and t.status = 'valid') || ' tickets, '
        || case when m.taken is null then 'nothing taken' when m.taken = m.back then 'all back'
             when m.back = 0 then 'money kept' else 'some back' end
        || ', ' || coalesce((select string_agg(distinct kind, ' ' order by kind) from emails where topic->>'orderId' = o.id::text), 'no mail') as end,
      count(*)::integer as count
    from orders o cross join lateral (
      select sum(p.captured_cents) as taken, coalesce(sum((select sum(r.amount_cents) from refunds r where r.payment_id = p.id and r.status = 'done')), 0) as back
      from payments p where p.subject_id = o.id) m
    where o.id = any(${ids}::uuid[]) group by 1`.execute(site.db);
  return Object.fromEntries(rows.map(({ end, count }) => [end, count]));
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

async function raceFor(turns: number, options: SiteOptions = {}) {
  const nodes = await openNodes(options);
  // The clock moves ten minutes each round: the event is still upcoming after the last one.
  const eventId = await nodes[0].create.event({ startsAt: inDays(30), endsAt: inDays(31) });
  const plenty = await nodes[0].create.ticketType({ eventId, capacity: 1_000_000 });
  const buyers = await Promise.all(Array.from({ length: together }, () => nodes[0].as("guest")));
  const floor = { eventId, buyers, plenty };
  const ids: string[] = [];
  for (let round = 0; round < turns; round++) {
    ids.push(...(await race(nodes, floor, round)));
    report("late money", { done: ids.length, of: turns * together, unit: "orders", violations: 0 });
  }
  await comeToRest(nodes[0]);
  return { contradictions: await findContradictions(nodes[0]), ends: await readEnds(nodes[0], ids) };
}

test(
  `a payment that arrives as its hold expires gets the ticket or a refund with an email, never both or neither (${rounds * together} orders)`,
  { timeout: isFull ? 3_600_000 : 180_000 },
  async () => {
    const { contradictions, ends } = await raceFor(rounds);
    expect(contradictions).toEqual([]);
    expect(Object.keys(ends).toSorted()).toEqual([
      "expired, 0 tickets, all back, money_returned",
      "expired, 0 tickets, nothing taken, no mail",
      "paid, 1 tickets, money kept, order_confirmation",
    ]);
  },
);

test(
  "negative control: a site that forgets the refund keeps the money without a ticket",
  { timeout: 120_000 },
  async () => {
    const { contradictions, ends } = await raceFor(3, {
      rewriteSql: sabotage([/^\s*insert into refunds \([\s\S]*$/, "$& where false"]),
    });
    expect(contradictions.join("\n")).toContain("I-14");
    expect(Object.keys(ends)).toContain("expired, 0 tickets, money kept, no mail");
  },
);
