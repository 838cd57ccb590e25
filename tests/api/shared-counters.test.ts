import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { budgets as codeBudgets } from "#server/modules/promotions/offers/guesses.ts";
import { requestsPerNetwork } from "#server/modules/accounts/recovery/service.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { budgets } from "#server/platform/http/limits.ts";
import { createBrowser } from "#tests/accounts/browser.ts";
import { password, register } from "#tests/accounts/second-factor-kit.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";

// A site of several nodes gives nobody several budgets.

const sites: Site[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const site of sites.splice(0).toReversed()) await site.close();
});

const settings = { RATE_LIMITS: "on" };

async function twoNodes(options: SiteOptions = {}): Promise<Site[]> {
  sites.push(await createSite({ settings, ...options }));
  sites.push(await createSite({ settings, ...options, database: sites[0]!.database }));
  return sites;
}

/** The statuses of so many calls, one after the other, each on the next node. */
async function inTurns(count: number, call: (node: Site, index: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await call(sites[index % sites.length]!, index)).status);
  return statuses;
}

const logIn = (node: Site, username: string, word: string, address = "10.1.0.2") =>
  createBrowser(node.app.server, { address }).post("/api/auth/login", { username, password: word });

test("ten wrong passwords lock an account for an address, whichever nodes they were sent to", async () => {
  const [node] = await twoNodes();
  const { username } = await register(node!.app.server, "10.1.0.1");
  const seen = await inTurns(14, (on) => logIn(on, username, "Wrong-password-1"));
  expect(seen).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
  expect(await inTurns(2, (on) => logIn(on, username, password))).toEqual([429, 429]);
  expect(await inTurns(2, (on) => logIn(on, username, password, "10.1.0.3"))).toEqual([200, 200]);
});

test("ten wrong passwords at once on two nodes get ten answers", async () => {
  const [node] = await twoNodes();
  const { username } = await register(node!.app.server, "10.1.0.1");
  // The lock ends after a minute of the nodes' clocks, which a slow machine may need for thirty passwords.
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) => logIn(sites[index % 2]!, username, "Wrong-password-1")),
  );
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
});

test("a person's checkouts on all nodes share one budget", async () => {
  const [node] = await twoNodes();
  const buyer = await node!.as("guest");
  const seen = await inTurns(budgets.checkout.perPerson + 4, (on) =>
    on.clientOf(buyer).post("/api/orders", { nonsense: 1 }),
  );
  expect(seen).toEqual([...Array<number>(budgets.checkout.perPerson).fill(400), ...Array<number>(4).fill(429)]);
});

test("a person's invalid promo codes on all nodes share one budget", async () => {
  const [node] = await twoNodes();
  const lines = [{ ticketTypeId: await node!.create.ticketType(), quantity: 1 }];
  const buyer = await node!.as("guest");
  const quote = (on: Site, promoCode: string) => on.clientOf(buyer).post("/api/orders/quote", { lines, promoCode });
  const seen = await inTurns(codeBudgets.person + 2, (on, index) => quote(on, `GUESS${index}`));
  expect(seen).toEqual([...Array<number>(codeBudgets.person).fill(409), 429, 429]);
});

test("a network's password reset requests on all nodes share one budget", async () => {
  await twoNodes();
  const seen = await inTurns(requestsPerNetwork + 2, (on, index) =>
    on.anon.post("/api/auth/password-reset", { identifier: `nobody-${index}` }),
  );
  expect(seen.slice(-3)).toEqual([202, 429, 429]);
});

test("counts at once on two nodes share statements, and each gets its own place: exactly the budget passes", async () => {
  let statements = 0;
  await twoNodes({ watchSql: (text) => void (statements += Number(text.includes("into rate_counters"))) });
  const counters = sites.map(({ app }) => app.deps.openCounter({ name: "crowd", points: 10, duration: 60 }));
  const keys = Array.from({ length: 120 }, (_, index) => ["ada", "grace", "marva"][index % 3]!);
  const outcomes = await Promise.all(
    keys.map((key, index) =>
      counters[index % 2]!.consume(key).then(
        ({ consumedPoints }) => ({ key, place: consumedPoints }),
        ({ consumedPoints }) => ({ key, refused: consumedPoints as number }),
      ),
    ),
  );
  for (const key of new Set(keys)) {
    const own = outcomes.filter((outcome) => outcome.key === key);
    const places = own.flatMap((outcome) => ("place" in outcome ? outcome.place : []));
    expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const refused = own.flatMap((outcome) => ("refused" in outcome ? outcome.refused : []));
    expect(refused.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 11));
  }
  // A node's first count goes alone, and the others go together after it.
  expect(statements).toBe(4);
});

test("while the counters can't be reached, people get in, and each node still limits guesses", async () => {
  const broken = () => sabotage(["rate_counters", "no_such_counters"]);
  sites.push(await createSite({ settings, rewriteSql: broken() }));
  const [node] = sites;
  const { username } = await register(node!.app.server, "10.1.0.1");
  expect((await logIn(node!, username, password)).status).toBe(200);
  const seen = await inTurns(12, (on) => logIn(on, username, "Wrong-password-1"));
  expect(seen).toEqual([...Array<number>(10).fill(401), 429, 429]);
  const ticketTypeId = await node!.create.ticketType();
  const buyer: Client = await node!.as("guest");
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]), {
    "idempotency-key": randomUUID(),
  });
  expect(placed.status).toBe(201);
});

test("counts that wait for a locked table fail together, and each node counts by itself at once", async () => {
  let statements = 0;
  const [node] = await twoNodes({
    watchSql: (text) => void (statements += Number(text.includes("into rate_counters"))),
  });
  const { openCounter } = node!.app.deps;
  const counter = openCounter({ name: "crowd", points: 10, duration: 60 });
  const passed = await inTransaction(node!.db, async (tx) => {
    await sql`lock table rate_counters in access exclusive mode`.execute(tx);
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => counter.consume("ada")));
    return outcomes.filter(({ status }) => status === "fulfilled").length;
  });
  expect(passed).toBe(10);
  // The first one alone, and the others together: none of them was split.
  expect(statements).toBe(2);
});

test("counters whose time is over are deleted, others stay", async () => {
  const [node] = await twoNodes();
  const now = Date.now();
  await sql`insert into rate_counters values ('old', 3, ${now - 1000}), ('new', 3, ${now + 60_000})`.execute(node!.db);
  await node!.app.runJob("rate-counters");
  const { rows } = await sql<{ key: string }>`select key from rate_counters`.execute(node!.db);
  expect(rows).toEqual([{ key: "new" }]);
});
