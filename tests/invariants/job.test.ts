import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariants } from "#db/invariants.ts";
import { checkInvariants } from "#server/modules/invariants/service.ts";
import { pace, restAfter } from "#server/modules/invariants/rules.ts";
import { readAttention } from "#testing/attention.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  const ticketTypeId = await site.create.ticketType();
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
});
afterAll(() => site.close());

const due = () => sql`update invariant_checks set next_check_at = clock_now()`.execute(site.db);
const details = async () => (await site.anon.get("/readyz?details")).body;
const metric = async (name: string) => {
  const line = (await site.anon.get("/metrics")).text.split("\n").find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(" ")[1]);
};
const ticketless = () => sql`update tickets set status = 'canceled'`.execute(site.db);
const whole = () => sql`update tickets set status = 'valid'`.execute(site.db);

test("a broken invariant shows on /metrics, /readyz, the dashboard and in the list until fixed, and the site stays ready", async () => {
  expect((await details()).invariants).toEqual({ status: "unknown", broken: [], unchecked: [], checkedSince: null });
  await site.app.runJob("invariants");
  expect((await details()).invariants).toMatchObject({ status: "sound", broken: [], unchecked: [] });
  expect(await metric('invariant_violations{id="I-21"}')).toBe(0);

  await ticketless();
  await site.app.runJob("invariants");
  // It was checked a moment ago.
  expect((await details()).invariants!.status).toBe("sound");
  await due();
  await site.app.runJob("invariants");
  const answer = await site.anon.get("/readyz?details");
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    status: "ok",
    invariants: { status: "broken", broken: [{ id: "I-21", rowCount: 1 }] },
  });
  expect((await site.anon.get("/readyz")).body.invariants).toBeUndefined();
  expect(await metric('invariant_violations{id="I-21"}')).toBe(1);
  expect((await readAttention(admin)).brokenInvariants).toBe(1);
  const { items } = (await admin.get("/api/admin/invariants")).body;
  expect(items).toHaveLength(invariants.length);
  expect(items[0]).toMatchObject({ id: "I-21", outcome: "broken", rowCount: 1 });
  const since = items[0]!.brokenSince;

  await due();
  await site.app.runJob("invariants");
  expect((await admin.get("/api/admin/invariants")).body.items[0]!.brokenSince).toBe(since);

  await whole();
  await due();
  await site.app.runJob("invariants");
  expect((await details()).invariants).toMatchObject({ status: "sound", broken: [] });
  expect((await readAttention(admin)).brokenInvariants).toBeUndefined();
});

test("a query that exceeds its budget or fails is reported as unknown and doesn't stop the other checks", async () => {
  await sql`delete from invariant_checks`.execute(site.db);
  const slow = { id: "I-98", holds: "Slow", sql: "select pg_sleep(60)" };
  const wrong = { id: "I-99", holds: "Wrong", sql: "select nothing from nowhere" };
  const last = { id: "I-A0", holds: "Last", sql: "select 1" };
  const impatient = { ...pace, budgetMs: 1000 };
  await checkInvariants(site.app.deps, [slow, wrong, last], impatient);
  const { items } = (await admin.get("/api/admin/invariants")).body;
  expect(items.map(({ id, outcome }: { id: string; outcome: string }) => `${id} ${outcome}`)).toEqual([
    "I-A0 broken",
    "I-98 too_slow",
    "I-99 failed",
  ]);
  expect((await details()).invariants).toMatchObject({ status: "broken", unchecked: ["I-98", "I-99"] });
  expect(await metric('invariant_unchecked{id="I-98"}')).toBe(1);

  // An invariant that was broken and can't be checked now stays broken until a check passes.
  await due();
  const blocked = { ...last, sql: "select pg_sleep(60)" };
  await checkInvariants(site.app.deps, [blocked], impatient);
  const after = (await admin.get("/api/admin/invariants")).body.items;
  expect(after).toMatchObject([{ id: "I-A0", outcome: "too_slow" }]);
  expect(after[0]!.brokenSince).not.toBeNull();
});

test("a query that exceeded its budget gets a longer one in the next round, one such query per round", async () => {
  await sql`delete from invariant_checks`.execute(site.db);
  const sleepers = ["I-94", "I-95"].map((id) => ({ id, holds: "Long", sql: "select 1 where pg_sleep(0.3) is null" }));
  const round = async () => {
    const isMore = await checkInvariants(site.app.deps, sleepers, { ...pace, budgetMs: 50 });
    expect(isMore).toBe(false);
    const { items } = (await admin.get("/api/admin/invariants")).body;
    return items.map(({ id, outcome }: { id: string; outcome: string }) => `${id} ${outcome}`);
  };
  expect(await round()).toEqual(["I-94 too_slow", "I-95 too_slow"]);
  await due();
  expect(await round()).toEqual(["I-95 too_slow", "I-94 holds"]);
  await sql`update invariant_checks set next_check_at = clock_now() where id = 'I-95'`.execute(site.db);
  expect(await round()).toEqual(["I-94 holds", "I-95 holds"]);
  // Its last duration marks it as slow, so it isn't cut off again.
  await due();
  expect(await round()).toEqual(["I-94 holds", "I-95 holds"]);
});

test("one round ends on time and the next continues with the rest", async () => {
  await sql`delete from invariant_checks`.execute(site.db);
  const slow = ["I-91", "I-92", "I-93"].map((id) => ({
    id,
    holds: "Slow",
    sql: "select 1 where pg_sleep(0.03) is null",
  }));
  expect(await checkInvariants(site.app.deps, slow, { ...pace, roundMs: 20 })).toBe(true);
  expect((await admin.get("/api/admin/invariants")).body.items).toHaveLength(1);
  while (await checkInvariants(site.app.deps, slow, { ...pace, roundMs: 20 }));
  expect((await admin.get("/api/admin/invariants")).body.items).toHaveLength(3);
});

test("two nodes don't check at the same time", async () => {
  await sql`delete from invariant_checks`.execute(site.db);
  await site.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('invariants: checks', 0))`.execute(tx);
    await site.app.runJob("invariants");
    expect((await sql`select from invariant_checks`.execute(tx)).rows).toHaveLength(0);
  });
  await site.app.runJob("invariants");
  expect((await sql`select from invariant_checks`.execute(site.db)).rows).toHaveLength(invariants.length);
});

test.each([
  ["holds", 3, 54_000],
  ["holds", 200, 100_000],
  ["broken", 2000, 1_000_000],
  ["holds", 25_000, 7_200_000],
  ["too_slow", 2000, 54_000],
  ["too_slow", 30_000, 7_200_000],
  ["failed", 1, 7_200_000],
] as const)("an invariant that is %s after %i ms rests %i ms", (outcome, tookMs, rest) => {
  expect(restAfter({ outcome, tookMs })).toBe(rest);
});
