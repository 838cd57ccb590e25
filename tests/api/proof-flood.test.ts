import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import type { ErrorReply } from "#contract/errors.ts";
import { maxDerivations } from "#server/platform/proof/challenges.ts";
import { maxIssued, proofCacheMs } from "#server/platform/proof/issuer.ts";
import { hardFromUnsolved } from "#server/platform/proof/levels.ts";
import { openSites } from "#testing/open-sites.ts";
import { draft, type Answer, type Client, type Site } from "#testing/site.ts";
import { findCounter, proofOf } from "#testing/solve-proof.ts";

// Whoever floods the site where proofs are asked for pays for it, and the site doesn't.

const openSite = openSites();
const settings = { RATE_LIMITS: "on", TRUST_PROXY: "1" };
const venue = { "x-forwarded-for": "203.0.113.7" };
afterEach(() => void vi.useRealTimers());

/** A site, and the statements that it sends. */
async function openWatched() {
  const statements: string[] = [];
  const site = await openSite({
    settings,
    proofCacheMs: proofCacheMs * 100,
    watchSql: (text, values) => void statements.push(`${text} ${JSON.stringify(values)}`),
  });
  return { site, countOf: (part: string) => statements.filter((text) => text.includes(part)).length };
}

const join = (site: Site, headers = {}) =>
  site.anon.post("/api/interest", { topic: "shop", email: "ada@example.com" }, { ...venue, ...headers });

/** The refusals of so many calls of strangers after those that their network has. */
async function flood(site: Site, count: number): Promise<Answer[]> {
  for (let call = 0; call < 120; call++) await join(site);
  const refused: Answer[] = [];
  for (let call = 0; call < count; call++) refused.push(await join(site));
  return refused;
}

const challengeOf = ({ body }: Answer) => (body as ErrorReply).proof!.parameters;
const nonces = (refused: Answer[]) => new Set(refused.map((answer) => challengeOf(answer).nonce)).size;
const hardest = (refused: Answer[]) =>
  Math.max(
    ...[...new Map(refused.map((answer) => [challengeOf(answer).nonce, challengeOf(answer)])).values()].map(
      (challenge) => findCounter(challenge).counter + 1,
    ),
  );

test("a refused flood costs a hundred derivations, and one query for its level", async () => {
  const { site, countOf } = await openWatched();
  const before = countOf("expired-holds");
  const refused = await flood(site, 390);
  // The level rises once meanwhile.
  expect(nonces(refused)).toBeLessThanOrEqual(2 * maxIssued.network);
  expect(countOf("expired-holds") - before).toBe(1);
});

test("a solution that is sent with every call is stored once, and read only where one is asked for", async () => {
  const { site, countOf } = await openWatched();
  const [refused] = await flood(site, 1);
  const proof = proofOf(refused!);
  for (let call = 0; call < 20; call++) await site.anon.get("/api/events", { ...venue, ...proof });
  expect(countOf("insert into proofs")).toBe(0);
  expect((await join(site, proof)).status).toBe(202);
  for (let call = 0; call < 20; call++) expect((await join(site, proof)).status).toBe(429);
  expect(countOf("insert into proofs")).toBe(1);
  expect(countOf("from proofs")).toBe(0);
});

test("a second node that gets a solution again stores it neither", async () => {
  const { site } = await openWatched();
  const second = await openSite({ settings, database: site.database });
  const [refused] = await flood(site, 1);
  await flood(second, 0);
  const replies = [await join(site, proofOf(refused!)), await join(second, proofOf(refused!))];
  expect(replies.map(({ status }) => status)).toEqual([202, 429]);
});

/** Someone's order that their network's share would refuse. */
async function openBusy(site: Site) {
  const ticketTypeId = await site.create.ticketType({ capacity: 200 });
  const place = (buyer: Client, quantity: number) =>
    buyer.post("/api/orders", draft([{ ticketTypeId, quantity }]), venue) as Promise<Answer>;
  for (let taken = 0; taken < 2; taken++) await place(await site.as("guest"), 10);
  return (buyer: Client) => place(buyer, 1);
}

test("a flood makes its network's challenges up to eight times as hard, but not for a confirmed email, and quiet makes them easy", async () => {
  const { site } = await openWatched();
  const place = await openBusy(site);
  const member = await site.as("user");
  // Another one than they order with, which would let them through.
  await sql`update users set email = 'bea@example.com' where id = ${member.id}`.execute(site.db);
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  const refused = await flood(site, hardFromUnsolved[2] + maxIssued.network);
  expect(hardest(refused.slice(0, 90))).toBeLessThanOrEqual(maxDerivations[0]);
  const last = hardest(refused.slice(-maxIssued.network));
  expect(last).toBeGreaterThan(maxDerivations[2]);
  expect(last).toBeLessThanOrEqual(8 * maxDerivations[0]);
  expect(hardest([await place(member)])).toBeLessThanOrEqual(maxDerivations[0]);

  vi.setSystemTime(Date.now() + 6 * 60_000);
  expect(hardest(await flood(site, 30))).toBeLessThanOrEqual(maxDerivations[0]);
});

test("nothing gets harder for a crowd of strangers who solve what they are asked for", async () => {
  const { site } = await openWatched();
  await flood(site, 0);
  const asked: Answer[] = [];
  for (let fan = 0; fan < hardFromUnsolved[0] + 30; fan++) {
    const refused = await join(site);
    asked.push(refused);
    expect((await join(site, proofOf(refused))).status).toBe(202);
  }
  expect(hardest(asked)).toBeLessThanOrEqual(maxDerivations[0]);
});

test("a buyer who presses again gets the same challenge, and another one after its use", async () => {
  const { site } = await openWatched();
  const place = await openBusy(site);
  const fan = await site.as("guest");
  const refused = [await place(fan), await place(fan)];
  expect(nonces(refused)).toBe(1);
  const order = fan.post("/api/orders", {}, { ...venue, ...proofOf(refused[0]!) });
  expect((await order).status).toBe(400);
  // The proof was recorded and let the next order through.
  expect((await place(fan)).status).toBe(201);
  const next = await place(fan);
  expect(nonces([refused[0]!, next])).toBe(2);
});
