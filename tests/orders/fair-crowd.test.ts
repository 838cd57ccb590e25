import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import type { ErrorReply } from "#contract/errors.ts";
import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { issueChallenge, maxDerivations } from "#server/platform/proof/challenges.ts";
import { inCrowd, tally } from "#testing/crowd.ts";
import { openSites } from "#testing/open-sites.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { client, completePage, draft, paymentPageOf, type Answer, type Client, type Site } from "#testing/site.ts";
import { proofOf, solveChallenge } from "#testing/solve-proof.ts";

const openSite = openSites();
const settings = { RATE_LIMITS: "on", TRUST_PROXY: "1" };
const venue = { "x-forwarded-for": "203.0.113.7" };

const place = (buyer: Client, ticketTypeId: number, quantity: number, headers: Record<string, string> = {}) =>
  buyer.post("/api/orders", draft([{ ticketTypeId, quantity }]), { ...venue, ...headers });

/** Places an order as the web does: if a proof is asked for, once more with it. */
async function placeWithProof(buyer: Client, ticketTypeId: number, quantity: number) {
  const first = await place(buyer, ticketTypeId, quantity);
  if (first.body.code !== "proof_required") return { placed: first, proofs: 0 };
  return { placed: await place(buyer, ticketTypeId, quantity, proofOf(first)), proofs: 1 };
}

async function joinAsGuest(site: Site): Promise<Client> {
  const joined = await site.anon.post("/api/auth/guest", {}, venue);
  const token = /sg_session=([\w-]+)/.exec(String(joined.headers["set-cookie"]))?.[1];
  return client(site.app, joined.body.id, token);
}

/** A fan's way to two tickets, in words if it ends anywhere else. */
async function buyTwo(site: Site, ticketTypeId: number) {
  const fan = await joinAsGuest(site);
  const { placed, proofs } = await placeWithProof(fan, ticketTypeId, 2);
  if (placed.status !== 201) return { proofs, outcome: `${placed.status} ${placed.body.code}`, pay: undefined };
  return {
    proofs,
    outcome: "held",
    async pay() {
      const startedAt = performance.now();
      const page = await fan.post(`/api/orders/${placed.body.id}/payment`, {}, venue);
      await completePage(fan, paymentPageOf(page), "approve");
      const order = await fan.get(`/api/orders/${placed.body.id}`, venue);
      return { status: order.body.status as string, seconds: (performance.now() - startedAt) / 1000 };
    },
  };
}

/** Four thousand calls of one person behind the same address: guests who hold what they get, and prove nothing. */
async function createTrouble(site: Site, ticketTypeId: number): Promise<void> {
  const guests = await Promise.all(Array.from({ length: 20 }, () => joinAsGuest(site)));
  await inCrowd(guests, 10, async (guest) => {
    for (let calls = 0; calls < 199; calls++) await place(guest, ticketTypeId, 10);
  });
}

test("behind one address 300 fans all get and pay for their two tickets with at most one proof each, whatever 4,000 requests of a neighbor do", async () => {
  const site = await openSite({ settings });
  const ticketTypeId = await site.create.ticketType({ capacity: 1000 });
  const trouble = createTrouble(site, ticketTypeId);
  const fans = await inCrowd(Array.from({ length: 300 }), 30, () => buyTwo(site, ticketTypeId));
  await trouble;
  expect(tally(fans.map(({ outcome }) => outcome))).toEqual({ held: 300 });
  expect(Math.max(...fans.map(({ proofs }) => proofs))).toBe(1);
  const paid = await inCrowd(fans, 30, ({ pay }) => pay!());
  expect(tally(paid.map(({ status }) => status))).toEqual({ paid: 300 });
  expect(Math.max(...paid.map(({ seconds }) => seconds))).toBeLessThan(60);
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

/** A site whose one type's network share is used up, and a guest there who was asked for a proof. */
async function openBusy(rewriteSql?: Sabotage) {
  const site = await openSite({ settings, rewriteSql });
  const ticketTypeId = await site.create.ticketType({ capacity: 200 });
  for (let taken = 0; taken < 2; taken++) await place(await site.as("guest"), ticketTypeId, 10);
  const fan = await site.as("guest");
  const asked = await place(fan, ticketTypeId, 1);
  return { site, ticketTypeId, fan, asked, proof: proofOf(asked) };
}

const results = (site: Site): Record<string, number> =>
  Object.fromEntries(
    site.app.deps.metrics
      .read()
      .find(({ name }) => name === "proofs_total")!
      .values.map(({ labels, value }) => [labels!.result!, value]),
  );
const codeOf = ({ status, body }: Answer): string | number => (status === 201 ? 201 : (body as ErrorReply).code);
const challengeOf = ({ body }: Answer): ProofChallenge => (body as { proof: ProofChallenge }).proof;

test("a proof lets one order through, for what it was asked for", async () => {
  const { site, ticketTypeId, fan, proof } = await openBusy();
  expect(codeOf(await place(fan, ticketTypeId, 1, proof))).toBe(201);
  expect(codeOf(await place(fan, ticketTypeId, 1, proof))).toBe("proof_required");
  expect(results(site)).toEqual({ accepted: 1, replayed: 1 });
  // What it holds doesn't count against others.
  expect((await placeWithProof(await site.as("guest"), ticketTypeId, 2)).placed.status).toBe(201);
});

test("negative control: without the note of its use a proof lets through whatever follows", async () => {
  const { ticketTypeId, fan, proof } = await openBusy(sabotage(["p.used_by is null and", ""]));
  expect(codeOf(await place(fan, ticketTypeId, 1, proof))).toBe(201);
  expect(codeOf(await place(fan, ticketTypeId, 1))).toBe(201);
});

test("the same proof sent many times at once to two nodes lets one order through", async () => {
  const { site, ticketTypeId, fan, proof } = await openBusy();
  const second = await openSite({ settings, database: site.database });
  const orders = Array.from({ length: 8 }, (_, index) =>
    place(index % 2 === 0 ? fan : second.clientOf(fan), ticketTypeId, 1, proof),
  );
  expect(tally((await Promise.all(orders)).map((answer) => String(codeOf(answer))))).toEqual({
    "201": 1,
    proof_required: 7,
  });
});

test("an order that fails for another reason leaves its proof for the next try", async () => {
  const { ticketTypeId, fan, proof } = await openBusy();
  expect(codeOf(await place(fan, ticketTypeId, 11, proof))).toBe("over_limit");
  expect(codeOf(await place(fan, ticketTypeId, 1))).toBe(201);
});

test("a proof of another visitor, for another event or of another site doesn't count", async () => {
  const { site, ticketTypeId, fan, asked, proof } = await openBusy();
  const other = await site.as("guest");
  expect(codeOf(await place(other, ticketTypeId, 1, proof))).toBe("proof_required");

  const elsewhere = await site.create.ticketType({ capacity: 200 });
  for (let taken = 0; taken < 2; taken++) await place(await site.as("guest"), elsewhere, 10);
  expect(codeOf(await place(fan, elsewhere, 1, proof))).toBe("proof_required");

  // It was accepted for the first type, so it still lets an order for that through.
  expect(codeOf(await place(fan, ticketTypeId, 1))).toBe(201);
  const forged = await issueChallenge(Buffer.alloc(32), bondOf(asked), 0, 1);
  expect(codeOf(await place(fan, ticketTypeId, 1, sent(forged)))).toBe("proof_required");
  expect(results(site)).toEqual({ foreign: 2, accepted: 1 });
});

const sent = (challenge: ProofChallenge) => ({ "x-proof": solveChallenge(challenge).header });
const bondOf = (answer: Answer) => challengeOf(answer).parameters.data;

test("malformed, wrong and expired solutions don't count, and derive nothing", async () => {
  const { site, ticketTypeId, fan, asked } = await openBusy();
  const { header } = solveChallenge(challengeOf(asked));
  const { challenge, solution } = JSON.parse(Buffer.from(header, "base64url").toString());
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const expired = await issueExpired(site, asked);
  const texts = [
    "",
    "x",
    encode(null),
    encode({ challenge }),
    encode({ solution }),
    "A".repeat(5000),
    encode({ challenge, solution: { ...solution, derivedKey: "00".repeat(32) } }),
    encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1e9 } }, solution }),
    solveChallenge(expired).header,
  ];
  for (const text of texts)
    expect(codeOf(await place(fan, ticketTypeId, 1, { "x-proof": text }))).toBe("proof_required");
  expect(results(site)).toEqual({ malformed: 6, wrong: 1, foreign: 1, expired: 1 });
  expect(codeOf(await place(fan, ticketTypeId, 1, { "x-proof": header }))).toBe(201);
});

async function issueExpired(site: Site, asked: Answer): Promise<ProofChallenge> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 11 * 60_000 });
  const expired = await issueChallenge(site.app.deps.keys.proofs, bondOf(asked), 0, 1);
  vi.useRealTimers();
  return expired;
}

test("a buyer who has confirmed the order's email isn't asked", async () => {
  const { site, ticketTypeId } = await openBusy();
  const regular = await site.as("user");
  expect(codeOf(await place(regular, ticketTypeId, 1))).toBe("proof_required");
  await sql`update users set email = 'ada@example.com' where id = ${regular.id}`.execute(site.db);
  expect(codeOf(await place(regular, ticketTypeId, 1))).toBe(201);
});

test("challenges get harder with what their network let expire", async () => {
  const { site, ticketTypeId, fan } = await openBusy();
  const hardest = async (buyer: Client) => {
    const asked: Answer[] = [];
    while (asked.length < 12) asked.push(await place(buyer, ticketTypeId, 1));
    return Math.max(...asked.map((answer) => solveChallenge(challengeOf(answer)).derivations));
  };
  expect(await hardest(fan)).toBeLessThanOrEqual(maxDerivations[0]);
  for (let count = 0; count < 80; count++) await placeWithProof(await site.as("guest"), ticketTypeId, 1);
  const later = await openSite({ settings, database: site.database, clockOffset: "11 minutes" });
  await later.app.runJob("holds");
  for (let taken = 0; taken < 2; taken++) await place(await site.as("guest"), ticketTypeId, 10);
  expect(await hardest(fan)).toBeGreaterThan(maxDerivations[1]);
});

test("proofs are deleted after an hour", async () => {
  const { site, ticketTypeId, fan, proof } = await openBusy();
  await place(fan, ticketTypeId, 1, proof);
  const count = async () => (await site.db.selectFrom("proofs").select("nonce").execute()).length;
  await site.app.runJob("proofs");
  expect(await count()).toBe(1);
  const later = await openSite({ settings, database: site.database, clockOffset: "61 minutes" });
  await later.app.runJob("proofs");
  expect(await count()).toBe(0);
});
