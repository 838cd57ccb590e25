import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { tally } from "#testing/crowd.ts";
import { openSites } from "#testing/open-sites.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import type { Answer, Client, Site } from "#testing/site.ts";
import { proofOf } from "#testing/solve-proof.ts";
import { createCode } from "./kit.ts";

// Where a network has guessed too many promo codes, a proof of work is good for ten more unknown codes.

const openSite = openSites();
const settings = { RATE_LIMITS: "on", TRUST_PROXY: "1" };
const venue = { "x-forwarded-for": "203.0.113.7" };
afterEach(() => void vi.useRealTimers());

type Lines = { ticketTypeId: number; quantity: number }[];

const quote = (site: Site, fan: Client, lines: Lines, promoCode: string, headers = {}) =>
  site.clientOf(fan).post("/api/orders/quote", { lines, promoCode }, { ...venue, ...headers });

const codeOf = ({ status, body }: Answer) => (status === 200 ? 200 : (body as { code: string }).code);

/** Uses up what a network can guess. */
async function guessTooMany(site: Site, lines: Lines): Promise<void> {
  for (let guest = 0; guest < 10; guest++) {
    const guesser = await site.as("guest");
    for (let guess = 0; guess < 10; guess++) await quote(site, guesser, lines, `GUESS${guest}X${guess}`);
  }
}

/** A site of two nodes on which a fan has proven something; what anyone guesses in ten minutes can be forgotten. */
async function openGuessed(rewriteSql?: Sabotage) {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  const site = await openSite({ settings, rewriteSql });
  const second = await openSite({ settings, database: site.database, rewriteSql });
  const lines = [{ ticketTypeId: await site.create.ticketType({ capacity: 200 }), quantity: 1 }];
  await createCode(await site.as("admin"), { code: "SOCA" });
  await guessTooMany(site, lines);
  const fan = await site.as("guest");
  const asked = await quote(site, fan, lines, "WRONG");
  expect(codeOf(await quote(site, fan, lines, "WRONG", proofOf(asked)))).toBe("code_invalid");
  const waitTenMinutes = async () => {
    vi.setSystemTime(Date.now() + 601_000);
    await guessTooMany(site, lines);
  };
  return { site, second, lines, fan, waitTenMinutes };
}

test("a proof is good for ten unknown codes on all nodes, whenever they are tried, and right codes use none", async () => {
  const { site, second, lines, fan, waitTenMinutes } = await openGuessed();
  for (let guess = 0; guess < 6; guess++) await quote(site, fan, lines, `WRONG${guess}`);
  for (let right = 0; right < 5; right++) expect(codeOf(await quote(site, fan, lines, "SOCA"))).toBe(200);
  await waitTenMinutes();
  const rush = await Promise.all(
    Array.from({ length: 6 }, (_, index) => quote([site, second][index % 2]!, fan, lines, `LATER${index}`)),
  );
  expect(tally(rush.map((answer) => String(codeOf(answer))))).toEqual({ code_invalid: 3, proof_required: 3 });
  const asked = await quote(site, fan, lines, "SOCA");
  expect(codeOf(await quote(site, fan, lines, "SOCA", proofOf(asked)))).toBe(200);
  expect(codeOf(await quote(second, fan, lines, "SOCA"))).toBe(200);
});

test("negative control: without the count of its tries a proof is good for every code of an hour", async () => {
  const { site, lines, fan, waitTenMinutes } = await openGuessed(sabotage([/ and tries < \$\d+/, " and $2 > 0"]));
  for (let guess = 0; guess < 6; guess++) await quote(site, fan, lines, `WRONG${guess}`);
  await waitTenMinutes();
  for (let guess = 0; guess < 6; guess++)
    expect(codeOf(await quote(site, fan, lines, `LATER${guess}`))).toBe("code_invalid");
});

test("unknown codes that are tried with a proof don't count for the network", async () => {
  const { site, lines, fan } = await openGuessed();
  for (let guess = 0; guess < 9; guess++) await quote(site, fan, lines, `WRONG${guess}`);
  const { rows } = await sql`select points from rate_counters where key like 'promo-codes:network:%'`.execute(site.db);
  expect(rows).toEqual([{ points: 100 }]);
});
