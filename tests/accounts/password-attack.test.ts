import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createAuthenticator } from "#testing/authenticator.ts";
import { findParts, startMailServer } from "#testing/mail-server.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Answer, type Site, type SiteOptions } from "#testing/site.ts";
import { proofOf } from "#testing/solve-proof.ts";
import { createBrowser } from "./browser.ts";
import { createMember, password } from "./make-member.ts";
import { addPasskey } from "./second-factor-kit.ts";

// Ten thousand guesses at one account from a thousand networks, on two nodes, in an hour of the nodes' clocks. Every
// guess that is checked ends as 401.

const baseUrl = "http://localhost:3998";
let mails: Awaited<ReturnType<typeof startMailServer>>;
const sites: Site[] = [];

beforeAll(async () => {
  mails = await startMailServer();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const site of sites.splice(0).toReversed()) await site.close();
});
afterAll(() => mails.close());

async function openNodes(options: SiteOptions = {}): Promise<Site[]> {
  const settings = { SMTP_URL: mails.url, RATE_LIMITS: "on", BASE_URL: baseUrl };
  sites.push(await createSite({ settings, ...options }));
  sites.push(await createSite({ settings, ...options, database: sites[0]!.database }));
  return sites;
}

/** An account whose password is checked at once; its real cost is tested elsewhere. */
async function createVictim(site: Site) {
  const victim = await createMember(site, "besieged", "besieged@example.com");
  const cheap = await hash(password, { memoryCost: 8, timeCost: 1 });
  await sql`update users set password_hash = ${cheap} where id = ${victim.id}`.execute(site.db);
  return victim;
}

const from = (site: Site, address: string) => createBrowser(site.app.server, { address });
const logIn = (browser: ReturnType<typeof createBrowser>, word: string, headers = {}) =>
  browser.post("/api/auth/login", { username: "besieged", password: word }, headers);

/** Guesses of a thousand networks within an hour, each on the other node. @returns how many were checked */
async function besiege(nodes: Site[], { guesses, provenGuesses = 0 }: { guesses: number; provenGuesses?: number }) {
  const checked = { free: 0, proven: 0 };
  const startedAt = Date.now();
  const guess = async (index: number, isProven: boolean) => {
    const browser = from(nodes[index % 2]!, `10.${index % 250}.${Math.floor(index / 250) % 4}.1`);
    const refused = await logIn(browser, "Wrong-password1");
    if (refused.status === 401) checked.free++;
    if (!isProven || String(refused.body["code"]) !== "proof_required") return;
    const { status } = await logIn(browser, "Wrong-password1", proofOf(refused as unknown as Answer));
    if (status === 401) checked.proven++;
  };
  const crowd = 40;
  for (let start = 0; start < guesses; start += crowd) {
    vi.setSystemTime(startedAt + (start / guesses) * 3_599_000);
    const isProven = start < provenGuesses;
    await Promise.all(Array.from({ length: crowd }, (_, index) => guess(start + index, isProven)));
  }
  return checked;
}

const freezeNodes = () => vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });

test("of ten thousand guesses of a thousand networks in an hour, fifty are checked without a proof and fifty with one, and the owner still signs in", async () => {
  const nodes = await openNodes();
  const [site] = nodes;
  const { browser: owner } = await createVictim(site!);
  const device = createAuthenticator(baseUrl);
  expect((await addPasskey(owner, device)).status).toBe(201);
  freezeNodes();
  expect(await besiege(nodes, { guesses: 10_000, provenGuesses: 400 })).toEqual({ free: 50, proven: 50 });

  const refused = await logIn(from(site!, "172.16.0.1"), password);
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(refused.body["message"]).toMatch(
    /^Too many incorrect passwords for this account\. Sign in with the link we email you, or a passkey, or try again in /,
  );
  // The clock has moved by an hour less a second, and those of others go on meanwhile.
  await owner.post("/api/auth/logout");
  expect((await logIn(owner, password)).body["code"]).toBe("second_factor_required");
  expect(await signInByPasskey(nodes[1]!, device)).toBe(200);
  await sql`delete from passkeys`.execute(site!.db);
  expect(await signInByLink(nodes[1]!)).toBe(200);
});

async function signInByPasskey(site: Site, device: ReturnType<typeof createAuthenticator>) {
  const browser = from(site, "172.16.0.2");
  const options = await browser.post("/api/auth/passkey/challenge");
  const assertion = device.assert(options.body as unknown as Parameters<typeof device.assert>[0]);
  return (await browser.post("/api/auth/passkey", { assertion })).status;
}

async function signInByLink(site: Site) {
  const browser = from(site, "172.16.0.3");
  expect((await browser.post("/api/auth/sign-in-link", { identifier: "besieged" })).status).toBe(202);
  await site.app.runJob("account-recovery");
  await site.app.runJob("mail");
  const text = findParts(mails.taken.at(-1)!, "text/plain")[0]!.content.toString("utf8");
  const token = /sign-in=([\w-]{22})/.exec(text)![1];
  return (await browser.post("/api/auth/sign-in-link/use", { token })).status;
}

test("an owner on a new device gets in by password too, with one proof, while nobody else works", async () => {
  const nodes = await openNodes();
  await createVictim(nodes[0]!);
  freezeNodes();
  expect(await besiege(nodes, { guesses: 400 })).toEqual({ free: 50, proven: 0 });
  const browser = from(nodes[0]!, "172.16.0.1");
  const asked = await logIn(browser, password);
  expect((await logIn(browser, password, proofOf(asked as unknown as Answer))).status).toBe(200);
});

test("negative control: if the nodes don't share what they count, more guesses are checked", async () => {
  const nodes = await openNodes({ rewriteSql: sabotage(["rate_counters", "no_such_counters"]) });
  await createVictim(nodes[0]!);
  freezeNodes();
  expect((await besiege(nodes, { guesses: 400 })).free).toBe(100);
});

test("someone signed in changes the password while strangers guess", async () => {
  const nodes = await openNodes();
  const { browser } = await createVictim(nodes[0]!);
  freezeNodes();
  await besiege(nodes, { guesses: 400, provenGuesses: 400 });
  const change = { currentPassword: password, password: "NewCarnival27" };
  expect((await browser.post("/api/me/password", change)).status).toBe(200);
});
