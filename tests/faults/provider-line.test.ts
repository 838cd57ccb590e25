import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { sabotage } from "#testing/sabotage.ts";
import { draft, type Answer, type Client, type SiteOptions, paymentPageOf } from "#testing/site.ts";
import { carryTo, createStripeSite, startFarStripe, type StripeSite } from "#tests/payments/stripe-kit.ts";
import { comeToRest, findContradictions } from "./kit/oracles.ts";
import { isFull, report } from "./kit/progress.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** Two nodes that reach their processor over a faulty connection; buyers and webhook events bypass it. */
async function openShop(options: SiteOptions = {}) {
  const database = await createTestDatabase();
  await installMovingClock(database);
  const far = await startFarStripe({ perSecond: Infinity });
  open.push({ close: () => database.drop() }, far);
  const nodes: StripeSite[] = [];
  let turns = 0;
  const watchSql = (text: string) => {
    if (text.includes("insert into provider_pace")) turns++;
  };
  for (let node = 0; node < 2; node++) {
    nodes.push(await createStripeSite({ ...options, watchSql, at: far.stripe, settings: far.settings, database }));
    open.push(nodes[node]!);
  }
  far.stripe.webhookEvents.sendTo(carryTo(nodes[0]!));
  const ticketTypeId = await nodes[0]!.create.ticketType({ capacity: 10_000, priceCents: 2500 });
  return {
    ...far,
    nodes,
    site: nodes[0]!,
    /** How many calls have taken a turn so far. */
    turns: () => turns,
    async place(number: number) {
      const node = nodes[number % 2]!;
      const buyer = node.clientOf(await nodes[0]!.as("guest"));
      const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
      expect(placed.status).toBe(201);
      return { buyer, id: placed.body.id };
    },
    async pass(seconds: number) {
      await moveClock(database, seconds);
      far.stripe.ledger.clockOffsetSeconds += seconds;
    },
  };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const sessionAt = (url: string) => new URL(url).pathname.split("/").at(-1)!;

/** Tries to pay until the page is there, as a patient buyer does, and reports each error. */
async function insist(buyer: Client, orderId: string, onRefusal: (refusal: Answer) => void): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await buyer.post(`/api/orders/${orderId}/payment`);
    if (answer.status === 200) return sessionAt(paymentPageOf(answer));
    onRefusal(answer);
    await sleep(400 + Math.random() * 200);
  }
  throw new Error("The page never opened");
}

/** The worst that buyers can do: pay every open page they have. */
async function payAllPages({ stripe }: Shop): Promise<void> {
  for (const { id, status } of stripe.ledger.sessions.values()) if (status === "open") await stripe.pay(id);
}

async function paidOrders({ db }: StripeSite): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders where status = 'paid'`.execute(db);
  return rows[0]!.count;
}

describe("a processor that carries out requests but whose responses are lost", () => {
  const runs = isFull ? 500 : 16;
  const atOnce = 16;

  /** Each page is requested over a connection that hangs the first time. */
  async function buyOverHangingLines(shop: Shop, count: number): Promise<number> {
    const asked = new Set<string>();
    let hangs = 0;
    shop.line.set({
      cut(chunk) {
        const text = chunk.toString("latin1");
        const key = /idempotency-key: (\S+)/i.exec(text)?.[1];
        if (key === undefined || !text.startsWith("POST /v1/checkout/sessions ") || asked.has(key)) return undefined;
        asked.add(key);
        hangs++;
        return "hang";
      },
    });
    for (let first = 0; first < count; first += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => first + index);
      await Promise.all(
        some.map(async (number) => {
          const { buyer, id } = await shop.place(number);
          await insist(buyer, id, () => undefined);
        }),
      );
      report("hanging lines", { done: first + some.length, of: count, unit: "orders", violations: 0 });
    }
    shop.line.set({});
    return hangs;
  }

  test(`charges no one twice (${runs} times)`, { timeout: isFull ? 3_600_000 : 120_000 }, async () => {
    const shop = await openShop();
    expect(await buyOverHangingLines(shop, runs)).toBe(runs);
    expect(shop.stripe.ledger.sessions.size).toBe(runs);
    await payAllPages(shop);
    await comeToRest(shop.site, [0, 65]);
    expect(shop.stripe.books()).toMatchObject({ charges: { length: runs }, refunds: [] });
    expect(await paidOrders(shop.site)).toBe(runs);
    expect(await findContradictions(shop.site)).toEqual([]);
  });

  test(
    "negative control: if the processor forgets the attempt's key, one order has two pages, and both are paid",
    { timeout: 120_000 },
    async () => {
      const shop = await openShop();
      shop.stripe.forgetKeys();
      await buyOverHangingLines(shop, 1);
      await payAllPages(shop);
      expect(shop.stripe.books().charges.length).toBe(2);
    },
  );
});

/** Counts the requests of this process to a port. */
function countRequests(port: number) {
  let count = 0;
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (String(request.getHeader("host")) === `127.0.0.1:${port}`) count++;
  };
  subscribe("http.client.request.start", onRequest);
  open.push({ close: async () => void unsubscribe("http.client.request.start", onRequest) });
  return () => count;
}

describe("a processor that is down for ten minutes of the moved clock", () => {
  const perMinute = isFull ? 60 : 6;
  const minutes = 10;
  const faults = ["refused", "reset", "silent"] as const;

  /** Buyers come each minute and keep trying, while the connection fails in one way after the other. */
  async function liveThrough(shop: Shop) {
    const refusals: Answer[] = [];
    const buying: Promise<{ id: string; session: string }>[] = [];
    const early = await shop.place(0);
    const atPage = await insist(early.buyer, early.id, () => undefined);
    const port = Number(new URL(shop.settings.STRIPE_API_BASE).port);
    const requests = countRequests(port);
    const turnsBefore = shop.turns();
    await shop.line.down();
    for (let minute = 0; minute < minutes; minute++) {
      const fault = faults[Math.floor((minute * faults.length) / minutes)]!;
      if (fault === "reset" && shop.line.isDown) await shop.line.up();
      if (fault !== "refused") shop.line.set(fault === "reset" ? { cut: () => "before" } : { isSilent: true });
      for (let buyer = 0; buyer < perMinute; buyer++) {
        const { buyer: who, id } = await shop.place(minute * perMinute + buyer);
        const bought = insist(who, id, (refusal) => refusals.push(refusal)).then((session) => ({ id, session }));
        bought.catch(() => undefined);
        buying.push(bought);
      }
      await shop.pass(60);
      for (const name of ["payments", "holds"] as const) await shop.nodes[minute % 2]!.app.runJob(name);
      await sleep(300);
    }
    const during = requests();
    shop.line.set({ latencyMs: 50 });
    shop.line.reset();
    const upAt = Date.now();
    await Promise.race(buying);
    const recoveredMs = Date.now() - upAt;
    await shop.site.app.runJob("payments");
    const bought = [{ id: early.id, session: atPage }, ...(await Promise.all(buying))];
    return {
      refusals,
      during,
      requests: requests(),
      turns: shop.turns() - turnsBefore,
      recoveredMs,
      bought,
    };
  }

  test(
    "loses no one's tickets, sends few requests, and resumes sales by itself",
    { timeout: isFull ? 1_800_000 : 180_000 },
    async () => {
      const shop = await openShop();
      const { refusals, during, requests, turns, recoveredMs, bought } = await liveThrough(shop);
      expect(
        new Set(refusals.map(({ status, headers }) => `${status} ${Number(headers["retry-after"]) >= 1}`)),
      ).toEqual(new Set(["503 true"]));
      const { rows } = await sql<{ status: string; grace: number; count: number }>`
      select status, hold_grace_seconds as grace, count(*)::integer as count from orders group by 1, 2`.execute(
        shop.site.db,
      );
      expect(rows).toEqual([{ status: "paying", grace: 600, count: bought.length }]);
      await payAllPages(shop);
      await comeToRest(shop.site, [0, 65]);
      expect(await paidOrders(shop.site)).toBe(bought.length);
      expect(shop.stripe.books()).toMatchObject({ charges: { length: bought.length }, refunds: [] });
      expect(await findContradictions(shop.site)).toEqual([]);
      // Each node makes a few calls until its breaker opens, then one per pause; without it, one or more per try.
      expect(during).toBeLessThan(refusals.length / 2);
      // No request goes out without a turn, twenty a second, whatever fails and is repeated.
      expect(requests).toBeGreaterThan(bought.length);
      expect(requests).toBeLessThanOrEqual(turns);
      report(
        `outage: ${refusals.length} errors, ${during} requests during it, ${requests} in ${turns} turns, recovered after ms`,
        {
          done: recoveredMs,
          of: recoveredMs,
          unit: "ms",
          violations: 0,
        },
      );
    },
  );

  test(
    "negative control: without the grace period those who waited longest lose their tickets when it is back",
    { timeout: 120_000 },
    async () => {
      const shop = await openShop({
        rewriteSql: sabotage(["where p.id = due.id and p.grace_seconds = 0", "where false and p.id = due.id"]),
      });
      await shop.line.down();
      const { buyer, id } = await shop.place(0);
      expect((await buyer.post(`/api/orders/${id}/payment`)).status).toBe(503);
      await shop.pass(601);
      await shop.line.up();
      await shop.site.app.runJob("payments");
      expect((await buyer.get(`/api/orders/${id}`)).body.status).toBe("expired");
    },
  );
});
