import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { postgresTarget, startFaultProxy } from "#testing/fault-proxy.ts";
import { sabotage } from "#testing/sabotage.ts";
import {
  completePage,
  createSite,
  draft,
  paymentPageOf,
  type Answer,
  type Client,
  type Site,
  type SiteOptions,
} from "#testing/site.ts";
import { findContradictions } from "./kit/oracles.ts";
import { isFull } from "./kit/progress.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** A site that reaches its database over a faulty connection, and one that reaches the same database directly. */
async function openLine(options: SiteOptions = {}) {
  const database = await createTestDatabase();
  const proxy = await startFaultProxy(postgresTarget(database.connection));
  const connection = { ...database.connection, host: "127.0.0.1", port: proxy.port };
  const near = await createSite({ database });
  const far = await createSite({ ...options, database: { ...database, connection } });
  open.push(
    { close: () => database.drop() },
    { close: () => proxy.close() },
    { close: () => near.close() },
    { close: () => far.close() },
  );
  const ticketTypeId = await near.create.ticketType({ capacity: 10_000 });
  const buyer = far.clientOf(await near.as("user"));
  return { proxy, near, far, buyer, ticketTypeId };
}

const isCommit = (chunk: Buffer) => chunk.includes("commit\0");

/** Repeats a request with the same key as long as the outcome is unknown. */
async function insist<Body>(ask: () => Promise<Answer<Body>>): Promise<{ answer: Answer<Body>; refusals: Answer[] }> {
  const refusals: Answer[] = [];
  for (let tries = 0; tries < 40; tries++) {
    const answer = await ask();
    if (answer.status < 500) return { answer, refusals };
    refusals.push(answer);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No final response: ${refusals.at(-1)?.text}`);
}

async function buyInsisting(buyer: Client, ticketTypeId: number) {
  const refusals: Answer[] = [];
  const insisting = async <Path extends string>(path: Path, body: object) => {
    const key = { "idempotency-key": randomUUID() };
    const { answer, refusals: more } = await insist(() => buyer.post(path, body, key));
    refusals.push(...more);
    return answer;
  };
  const placed = await insisting("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const page = await insisting(`/api/orders/${placed.body.id}/payment`, {});
  const pressed = await insist(() => completePage(buyer, paymentPageOf(page), "approve"));
  refusals.push(...pressed.refusals);
  return { orderId: placed.body.id, refusals };
}

/** Settles what was missed, and reads an order over the direct connection. */
async function settleAndRead(near: Site, buyer: Client, orderId: string): Promise<string> {
  await sql`update webhook_inbox set next_attempt_at = clock_now() where processed_at is null`.execute(near.db);
  await sql`update payments set next_check_at = clock_now()`.execute(near.db);
  await near.app.runJob("webhooks");
  await near.app.runJob("payments");
  return (await near.clientOf(buyer).get(`/api/orders/${orderId}`)).body.status;
}

const rounds = isFull ? 500 : 15;

describe.each(["before", "after"] as const)("a connection that breaks at a commit, %s it was carried out", (moment) => {
  test("gives a buyer who retries with the same key one order, paid once", { timeout: 600_000 }, async () => {
    const { proxy, near, buyer, ticketTypeId } = await openLine();
    let cuts = 0;
    const refusals: Answer[] = [];
    for (let round = 0; round < rounds; round++) {
      // One commit of this purchase, a different one each round.
      let countdown = round % 5;
      proxy.set({
        cut: (chunk) => {
          if (!isCommit(chunk) || countdown-- !== 0) return undefined;
          cuts++;
          return moment;
        },
      });
      const bought = await buyInsisting(buyer, ticketTypeId);
      refusals.push(...bought.refusals);
      proxy.set({});
      await expect.poll(() => settleAndRead(near, buyer, bought.orderId), { timeout: 60_000 }).toBe("paid");
    }
    expect(cuts).toBeGreaterThan(rounds / 2);
    // An unknown outcome is reported as such: try again in a moment.
    expect(new Set(refusals.map(({ status, headers }) => `${status} ${headers["retry-after"] !== undefined}`))).toEqual(
      new Set(["503 true"]),
    );
    const { rows } = await sql`
      select (select count(*)::integer from orders) as orders, (select count(*)::integer from tickets) as tickets,
        (select count(*)::integer from payments where status = 'captured') as payments`.execute(near.db);
    expect(rows).toEqual([{ orders: rounds, tickets: rounds, payments: rounds }]);
    expect(await findContradictions(near)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^I-/)]));
  });
});

test("negative control: without the stored responses a cut commit makes a second order", async () => {
  const { proxy, near, buyer, ticketTypeId } = await openLine({
    rewriteSql: sabotage(
      [/[\s\S]+/, "$& on conflict do nothing", { in: "insert into idempotency_keys" }],
      ["join idempotency_keys k on", "join idempotency_keys k on false and"],
    ),
  });
  let countdown = 0;
  proxy.set({ cut: (chunk) => (isCommit(chunk) && countdown-- === 0 ? "after" : undefined) });
  const key = { "idempotency-key": randomUUID() };
  await insist(() => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]), key)).catch(() => undefined);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from orders`.execute(near.db);
  expect(rows[0]!.count).toBeGreaterThan(1);
});

test("a slow connection that sends a few bytes at a time only makes a purchase slower", async () => {
  const { proxy, near, buyer, ticketTypeId } = await openLine();
  proxy.set({ latencyMs: 40, jitterMs: 40, sliceBytes: 64 });
  const { orderId, refusals } = await buyInsisting(buyer, ticketTypeId);
  expect(refusals).toEqual([]);
  await expect.poll(() => settleAndRead(near, buyer, orderId), { timeout: 60_000 }).toBe("paid");
});

test(
  "a connection that goes silent is dropped: errors until then, and everything works on a new one",
  { timeout: 90_000 },
  async () => {
    const { proxy, buyer, ticketTypeId } = await openLine();
    await buyInsisting(buyer, ticketTypeId);
    proxy.set({ isSilent: true });
    const asked = await Promise.all(
      Array.from({ length: 40 }, () => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]));
    proxy.set({});
    const { refusals } = await buyInsisting(buyer, ticketTypeId);
    expect(new Set(refusals.map(({ status }) => status))).toEqual(refusals.length === 0 ? new Set() : new Set([503]));
  },
);
