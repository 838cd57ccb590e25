import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { Limit } from "#contract/endpoint.ts";
import { countInMemory } from "#server/platform/counters.ts";
import { budgets, createLimiter, type Limiter } from "#server/platform/http/limits.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite, draft, type Answer, type Site } from "#testing/site.ts";
import { proofOf } from "#testing/solve-proof.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { expectRefusal } from "./refusal.ts";
import { openSession, sendRaw } from "./scene.ts";

const sites: Site[] = [];

async function open(settings: Record<string, string> = {}, rewriteSql?: Sabotage): Promise<Site> {
  const site = await createSite({ settings: { RATE_LIMITS: "on", ...settings }, rewriteSql });
  sites.push(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});
afterAll(() => expect(sites).toEqual([]));

interface Ask {
  method: string;
  url: string;
  payload?: string;
  token?: string;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

function ask(site: Site, { token, payload, headers, remoteAddress = "10.9.0.1", ...rest }: Ask): Promise<Answer> {
  return sendRaw(site, {
    ...rest,
    remoteAddress,
    ...(payload === undefined ? {} : { payload }),
    headers: {
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}

/** Makes the given number of calls, fifty at a time, and returns the replies. */
async function spend(site: Site, count: number, make: (index: number) => Ask): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < count; start += 50) {
    const batch = Array.from({ length: Math.min(50, count - start) }, (_, index) => ask(site, make(start + index)));
    answers.push(...(await Promise.all(batch)));
  }
  return answers;
}

const refused = (answers: Answer[]) => answers.filter((answer) => answer.status === 429);

function expectWait(answer: Answer): void {
  expectRefusal(answer, "too_many_requests");
  const seconds = Number(answer.headers["retry-after"]);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
}

const nothing = '{"nonsense":1}';

const signOut = { method: "POST", url: "/api/auth/logout", payload: nothing };
const signOuts = budgets.write.perAddress;

describe.for(Object.entries(budgets))("the budget for %s", ([name, { perPerson, perAddress }]) => {
  const spendOf = async (limiter: Limiter, count: number, address: (index: number) => string, person?: number) => {
    let refusals = 0;
    for (let index = 0; index < count; index++) {
      try {
        await limiter.spend(name as Limit, address(index), person);
      } catch (error) {
        expect(error).toMatchObject({ code: "too_many_requests" });
        refusals++;
      }
    }
    return refusals;
  };

  test("is counted per person, wherever they call from", async () => {
    const limiter = createLimiter(true, countInMemory, { has: async () => false });
    expect(await spendOf(limiter, perPerson + 7, (index) => `10.0.${index % 250}.1`, 1)).toBe(7);
    expect(await spendOf(limiter, 1, () => "10.0.0.1", 2)).toBe(0);
  });

  test("is counted per IP address, whoever calls", async () => {
    const limiter = createLimiter(true, countInMemory, { has: async () => false });
    expect(await spendOf(limiter, perAddress + 7, () => "10.0.0.1")).toBe(7);
    expect(await spendOf(limiter, 1, () => "10.0.0.2")).toBe(0);
  });
});

describe("one person", () => {
  const calls = [
    ["read", { method: "GET", url: "/api/me" }, "user"],
    ["checkout", { method: "POST", url: "/api/orders", payload: nothing }, "guest"],
  ] as const;

  test.for(calls)("who uses up the budget for %s must wait, and nobody else does", async ([name, call, role]) => {
    const site = await open();
    const person = await site.as(role);
    const token = await openSession(site, person.id);
    const answers = await spend(site, budgets[name].perPerson + 20, (index) => ({
      ...call,
      token,
      remoteAddress: `10.1.${index % 250}.1`,
    }));
    expect(refused(answers)).toHaveLength(20);
    for (const answer of refused(answers)) expectWait(answer);
    const other = await site.as(role);
    expect((await ask(site, { ...call, token: await openSession(site, other.id) })).status).not.toBe(429);
  });

  test("whose call is refused changes nothing", async () => {
    const site = await open();
    const ticketTypeId = await site.create.ticketType();
    const token = await openSession(site, (await site.as("guest")).id);
    const order = { method: "POST", url: "/api/orders", token, headers: { "idempotency-key": "refused" } };
    await spend(site, budgets.checkout.perPerson, () => ({ ...order, payload: nothing }));
    const before = await readSnapshot(site.db);
    expectWait(await ask(site, { ...order, payload: JSON.stringify(draft([{ ticketTypeId, quantity: 1 }])) }));
    expect(await readSnapshot(site.db)).toEqual(before);
  });
});

describe("one IP address", () => {
  const claims = (index: number): Record<string, string> => {
    const address = `203.0.${index % 250}.${(index * 7) % 250}`;
    return {
      "x-forwarded-for": address,
      "x-real-ip": address,
      forwarded: `for=${address}`,
      "cf-connecting-ip": address,
      "true-client-ip": address,
    };
  };

  test("gains nothing by claiming another address when no proxy is trusted", async () => {
    const site = await open();
    const answers = await spend(site, signOuts + 50, (index) => ({ ...signOut, headers: claims(index) }));
    expect(refused(answers)).toHaveLength(50);
    for (const answer of refused(answers)) expectRefusal(answer, "proof_required");
    expect((await ask(site, { ...signOut, remoteAddress: "10.9.0.2" })).status).toBe(400);
  });

  test("never shuts out who proves something: an account is asked once, others for each call", async () => {
    const site = await open();
    await spend(site, signOuts, () => signOut);
    const guest = await site.as("guest");
    const write = { ...signOut, url: "/api/me/sessions", method: "DELETE", token: guest.token! };
    const asked = await ask(site, write);
    expectRefusal(asked, "proof_required");
    expect((await ask(site, { ...write, headers: proofOf(asked) })).body).not.toMatchObject({ code: "proof_required" });
    expect((await ask(site, write)).body).not.toMatchObject({ code: "proof_required" });
    const proof = proofOf(await ask(site, signOut));
    expect((await ask(site, { ...signOut, headers: proof })).status).toBe(400);
    expectRefusal(await ask(site, { ...signOut, headers: proof }), "proof_required");
    // Another visitor's proof doesn't count, nor does an account's for someone without one.
    const other = await site.as("guest");
    expectRefusal(await ask(site, { ...write, token: other.token!, headers: proofOf(asked) }), "proof_required");
    // One person's own budget is never for sale.
    const answers = await spend(site, budgets.write.perPerson, () => write);
    expectRefusal(answers.at(-1)!, "too_many_requests");
  });

  test("gains nothing by prepending addresses to the one from the trusted proxy", async () => {
    const site = await open({ TRUST_PROXY: "1" });
    const behind = (index: number) => ({ ...claims(index), "x-forwarded-for": `198.51.100.${index % 250}, 192.0.2.7` });
    expect(refused(await spend(site, signOuts + 50, (index) => ({ ...signOut, headers: behind(index) })))).toHaveLength(
      50,
    );
    // Another client of the same proxy has another address.
    const neighbour = await ask(site, { ...signOut, headers: { "x-forwarded-for": "192.0.2.8" } });
    expect(neighbour.status).toBe(400);
  });

  test("in IPv6 is a household of 2^64", async () => {
    const site = await open();
    const answers = await spend(site, signOuts + 50, (index) => ({
      ...signOut,
      // Written short and in full: devices choose the last half of their address.
      remoteAddress: `2001:db8:7:1:${index % 2 === 0 ? ":" : "5:6:7:"}${(index + 1).toString(16)}`,
    }));
    expect(refused(answers)).toHaveLength(50);
    expect((await ask(site, { ...signOut, remoteAddress: "2001:db8:7:2::1" })).status).toBe(400);
  });
});

test("health checks and provider webhooks are never limited", async () => {
  const site = await open();
  const calls = [
    { method: "GET", url: "/healthz" },
    { method: "POST", url: "/api/payments/webhooks/sandbox", payload: "{}" },
  ];
  for (const call of calls) expect(refused(await spend(site, signOuts + 50, () => call))).toEqual([]);
});

test("with limits off, nobody is refused, as the tests above would see without the guard", async () => {
  const site = await open({ RATE_LIMITS: "off" });
  expect(refused(await spend(site, signOuts + 50, () => signOut))).toEqual([]);
});

describe("unpaid orders of one person", () => {
  const count = async (site: Site, userId: number) => {
    const { rows } = await sql<{ orders: number; held: number }>`
      select (select count(*)::int from orders where user_id = ${userId}) as orders,
             (select coalesce(sum(held), 0)::int from stock) as held`.execute(site.db);
    return rows[0]!;
  };

  test("are limited to five, even when placed at once", async () => {
    const site = await open();
    const ticketTypeId = await site.create.ticketType();
    const buyer = await site.as("guest");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 201)) expectRefusal(answer, "over_limit");
    expect(await count(site, buyer.id)).toEqual({ orders: 5, held: 5 });
  });

  /** One person places twelve orders at once, each for a different event, half of them on another node. */
  async function placeAtOnce(rewriteSql?: Sabotage) {
    const site = await open({}, rewriteSql);
    const twin = await createSite({ settings: { RATE_LIMITS: "on" }, database: site.database, rewriteSql });
    sites.unshift(twin);
    const types = await Promise.all(Array.from({ length: 12 }, () => site.create.ticketType()));
    const buyer = await site.as("guest");
    const token = await openSession(site, buyer.id);
    const answers = await Promise.all(
      types.map((ticketTypeId, index) =>
        ask(index % 2 === 0 ? site : twin, {
          method: "POST",
          url: "/api/orders",
          token,
          headers: { "idempotency-key": `key-${index}` },
          payload: JSON.stringify(draft([{ ticketTypeId, quantity: 1 }])),
        }),
      ),
    );
    return { placed: answers.filter((answer) => answer.status === 201).length, ...(await count(site, buyer.id)) };
  }

  test("are limited to five when each is for a different event, at once and over two nodes", async () => {
    expect(await placeAtOnce()).toEqual({ placed: 5, orders: 5, held: 5 });
  });

  test("exceed five when orders don't wait for each other's count", async () => {
    // Six calls count before any of them places an order.
    const unlocked = sabotage(
      [/pg_advisory_xact_lock\(.*?\)\)/s, "1"],
      [/select (clock_now\(\) as now, \(\s+select json_object_agg\(user_id)/, "select meet(6), $1"],
    );
    expect((await placeAtOnce(unlocked)).orders).toBeGreaterThan(5);
  });

  test("make room again when one is canceled, and don't count against anyone else", async () => {
    const site = await open();
    const ticketTypeId = await site.create.ticketType();
    const buyer = await site.as("guest");
    const place = () => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
    const first = await place();
    for (let round = 0; round < 4; round++) await place();
    expectRefusal(await place(), "over_limit");
    expect((await (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).status).toBe(
      201,
    );
    await buyer.call("DELETE", `/api/orders/${first.body.id}`);
    expect((await place()).status).toBe(201);
    expectRefusal(await place(), "over_limit");
  });
});
