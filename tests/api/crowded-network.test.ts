import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ErrorReply } from "#contract/errors.ts";
import { createBrowser } from "#tests/accounts/browser.ts";
import { openChannel } from "#testing/channel.ts";
import { openSites } from "#testing/open-sites.ts";
import type { Answer, Site } from "#testing/site.ts";
import { proofOf } from "#testing/solve-proof.ts";

// A troublemaker behind the same address uses up what the network has. Whoever proves something still gets through.

const openSite = openSites();
const settings = { RATE_LIMITS: "on", TRUST_PROXY: "1" };
const venue = { "x-forwarded-for": "203.0.113.7" };
const password = "Carnival2026";

type Send = (headers: Record<string, string>) => Promise<Pick<Answer, "status" | "body">>;

/** Calls, and again with the proof as often as one is asked for. @returns the last reply, and how many proofs it took */
async function sendWithProof(send: Send, max = 1) {
  let { status, body } = await send(venue);
  let proofs = 0;
  while (proofs < max && (body as Partial<ErrorReply>).code === "proof_required") {
    proofs++;
    ({ status, body } = await send({ ...venue, ...proofOf({ body } as Answer) }));
  }
  return { status, body, proofs };
}

async function register(site: Site, username: string) {
  const browser = createBrowser(site.app.server, { address: "198.51.100.1" });
  const form = { username, displayName: username, password };
  expect((await browser.post("/api/auth/register", form)).status).toBe(201);
  return browser;
}

test("after a neighbor's wrong codes a fan tries a promo code with one proof, and orders with the same", async () => {
  const site = await openSite({ settings });
  const lines = [{ ticketTypeId: await site.create.ticketType({ capacity: 200 }), quantity: 1 }];
  for (let guest = 0; guest < 10; guest++) {
    const guesser = await site.as("guest");
    for (let guess = 0; guess < 10; guess++)
      await guesser.post("/api/orders/quote", { lines, promoCode: `GUESS${guest}X${guess}` }, venue);
  }
  const hold = { lines: [{ ...lines[0]!, quantity: 10 }], buyer: { name: "A", email: "a@example.com" } };
  for (let taken = 0; taken < 2; taken++) await (await site.as("guest")).post("/api/orders", hold, venue);
  const fan = await site.as("guest");
  const quote: Send = (headers) => fan.post("/api/orders/quote", { lines, promoCode: "SOCA" }, headers);
  expect(await sendWithProof(quote)).toMatchObject({ status: 409, body: { code: "code_invalid" }, proofs: 1 });
  expect(await sendWithProof(quote)).toMatchObject({ status: 409, body: { code: "code_invalid" }, proofs: 0 });
  const order = { lines, buyer: { name: "Ada", email: "ada@example.com" } };
  expect(await sendWithProof((headers) => fan.post("/api/orders", order, headers))).toMatchObject({
    status: 201,
    proofs: 0,
  });
  // A proof buys no more guesses than anyone has.
  const statuses: number[] = [];
  for (let guess = 0; guess < 10; guess++) statuses.push((await quote(venue)).status);
  expect(statuses.at(-1)).toBe(429);
});

test("after a neighbor's flood a fan joins a waitlist and asks for links with one proof each", async () => {
  const site = await openSite({ settings });
  const join = (email: string): Send => {
    return (headers) => site.anon.post("/api/interest", { topic: "shop", email }, headers);
  };
  for (let flood = 0; flood < 400; flood++) await join(`flood${flood}@example.com`)(venue);
  expect(await sendWithProof(join("ada@example.com"))).toMatchObject({ status: 202, proofs: 1 });
  const find: Send = (headers) => site.anon.post("/api/my-tickets/find", { email: "ada@example.com" }, headers);
  expect(await sendWithProof(find)).toMatchObject({ status: 202, proofs: 1 });
  // Two shares are used up: a call proves one after the other.
  for (let neighbor = 0; neighbor < 20; neighbor++) {
    const ask: Send = (headers) =>
      site.anon.post("/api/my-tickets/find", { email: `neighbor${neighbor}@example.com` }, headers);
    await sendWithProof(ask);
  }
  expect(await sendWithProof(find, 2)).toMatchObject({ status: 202, proofs: 2 });
});

test("a provider of email that can do no work reads when it can come back", async () => {
  const site = await openSite({ settings });
  const leave = () => site.anon.post(`/api/interest/${randomUUID()}/unsubscribe?key=wrong`, {}, venue);
  for (let flood = 0; flood < 120; flood++) await leave();
  const refused = await leave();
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});

test("after a neighbor's wrong passwords people sign in on a new device with one proof, and a known device needs none", async () => {
  const site = await openSite({ settings });
  const owner = await register(site, "marva");
  await register(site, "other");
  const logIn = (username: string, word: string, browser = createBrowser(site.app.server)): Send => {
    return (headers) => browser.post("/api/auth/login", { username, password: word }, headers);
  };
  for (let guess = 0; guess < 11; guess++) await logIn("marva", "Wrong-password1")(venue);
  expect(await sendWithProof(logIn("marva", password))).toMatchObject({ status: 200, proofs: 1 });
  for (let guess = 0; guess < 110; guess++) await logIn(`nobody-${guess}`, "Wrong-password1")(venue);
  expect(await sendWithProof(logIn("other", password))).toMatchObject({ status: 200, proofs: 1 });
  expect(await sendWithProof(logIn("marva", password, owner))).toMatchObject({ status: 200, proofs: 0 });
  // Every guess takes a proof of its own, and they are limited by account.
  const guesses: number[] = [];
  for (let guess = 0; guess < 55; guess++)
    guesses.push((await sendWithProof(logIn("marva", "Wrong-password1"))).status);
  expect(guesses.filter((status) => status === 401)).toHaveLength(50);
  expect(guesses.at(-1)).toBe(429);
  expect(await sendWithProof(logIn("marva", password, owner))).toMatchObject({ status: 200, proofs: 0 });
});

test("where a neighbor keeps fifty live connections open, others get theirs with a proof", async () => {
  const site = await openChannel({ settings });
  const topic = `sample.${randomUUID()}`;
  const open = (headers: Record<string, string>) => site.open(topic, { headers: { ...venue, ...headers } });
  for (let connection = 0; connection < 50; connection++) expect((await open({})).status).toBe(200);
  const asked = await fetch(`${site.baseUrl}/api/stream/${topic}`, { headers: venue });
  expect(asked.status).toBe(429);
  const proof = proofOf({ body: await asked.json() } as Answer);
  expect((await open(proof)).status).toBe(200);
  expect((await open(proof)).status).toBe(429);
  await site.close();
});
