import { expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { openSites } from "#testing/open-sites.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import type { Site } from "#testing/site.ts";
import {
  cancelAll,
  confirmEmail,
  countHeld,
  endHolds,
  grabAll,
  longestAbove,
  movableClock,
  placeFrom,
  placeWithProof,
  readCode,
  underAttack,
  type Hold,
  type Item,
} from "./hoarders.ts";

const openSite = openSites();
const minute = 60;
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index + 1}`);

interface Attack {
  networks: number;
  minutes: number;
  rewriteSql?: Sabotage | undefined;
  /** Gives everything up before it counts as expired, and takes it again. */
  cancels?: boolean;
}

/** Attackers take what they can get every minute. @returns what was on hold from the fourth minute on */
async function attack(sell: (site: Site) => Promise<Item>, { networks, minutes, rewriteSql, cancels = false }: Attack) {
  const site = await openSite({ settings: underAttack, rewriteSql });
  const moveTo = await movableClock(site);
  const item = await sell(site);
  const samples: number[] = [];
  let holds: Hold[] = [];
  for (let now = 0; now <= minutes; now++) {
    if (cancels) {
      await moveTo(now * (minute + 1) - 10);
      await cancelAll(holds);
      holds = [];
    }
    // A second later than the deadlines of three minutes ago.
    await moveTo(now * (minute + 1));
    await endHolds(site);
    for (const network of addresses(networks))
      holds.push(...(await grabAll(site, item, network, now === 0 ? [10] : [10, 2])));
    if (now >= 4) samples.push(await countHeld(site, item));
  }
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
  return samples;
}

const seats = async (site: Site) => ({ ticketTypeId: await site.create.ticketType({ capacity: 1000 }) });
const mixtapes = async (site: Site) => {
  const productId = await site.create.product({ kind: "digital" });
  return { variantId: await site.create.variant({ productId, onHand: 300 }) };
};

test("ten addresses that never pay hold more than a twentieth of a thousand seats for three minutes at most", async () => {
  const samples = await attack(seats, { networks: 10, minutes: 60 });
  expect(longestAbove(samples, 50)).toBeLessThanOrEqual(3);
});

test("an address that gives up its holds within a minute, again and again, doesn't get more", async () => {
  const samples = await attack(seats, { networks: 1, minutes: 8, cancels: true });
  expect(longestAbove(samples, 50)).toBeLessThanOrEqual(3);
});

test("negative control: without the count of what was given up at once it does", async () => {
  const rewriteSql = sabotage(["else greatest(0, c.canceled - ", "else 0 * greatest(0, c.canceled - "]);
  const samples = await attack(seats, { networks: 1, minutes: 8, cancels: true, rewriteSql });
  expect(longestAbove(samples, 50)).toBeGreaterThan(3);
});

test.each([
  ["short holds", sabotage(["make_interval(secs => h.seconds)", "make_interval(secs => 600)"])],
  ["the count of what expired", sabotage(["then c.expired + case", "then 0 * case"])],
])("negative control: without %s they hold more for longer", async (_, rewriteSql) => {
  expect(longestAbove(await attack(seats, { networks: 10, minutes: 8, rewriteSql }), 50)).toBeGreaterThan(3);
});

test("one address holds more than a tenth of a variant for three minutes at most", async () => {
  expect(longestAbove(await attack(mixtapes, { networks: 1, minutes: 15 }), 30)).toBeLessThanOrEqual(3);
});

test("negative control: without the count of what expired one address holds more of a variant for longer", async () => {
  const rewriteSql = sabotage(["then c.expired + case", "then 0 * case"]);
  expect(longestAbove(await attack(mixtapes, { networks: 1, minutes: 9, rewriteSql }), 30)).toBeGreaterThan(3);
});

const newcomers = process.env.TEST_FULL === "1" ? 100 : 8;

/** How many of some newcomers, who come at different moments, got two of the last ten tickets within five minutes. */
async function countLucky(runs: number, rewriteSql?: Sabotage): Promise<number> {
  const site = await openSite({ settings: underAttack, rewriteSql });
  const moveTo = await movableClock(site);
  let lucky = 0;
  for (let run = 0; run < runs; run++) {
    // Each has a type of its own, before its event begins.
    const start = run * 600;
    await moveTo(start);
    const item = { ticketTypeId: await site.create.ticketType({ capacity: 10 }) };
    for (const network of addresses(10)) await grabAll(site, item, network, [10, 2]);
    const arrival = start + ((run * 107) % 180);
    await moveTo(arrival);
    if (await triesUntilHeld(site, item, arrival, moveTo)) lucky++;
  }
  return lucky;
}

/** A newcomer tries every fifteen seconds; all ten addresses always try right before. */
async function triesUntilHeld(site: Site, item: Item, arrival: number, moveTo: (at: number) => Promise<void>) {
  const newcomer = await site.as("guest");
  const email = `${crypto.randomUUID()}@gmail.com`;
  for (let waited = 0; waited <= 300; waited += 15) {
    await moveTo(arrival + waited);
    await endHolds(site);
    for (const network of addresses(10)) await placeWithProof(await site.as("guest"), item, 2, network);
    const tried = await placeWithProof(newcomer, item, 2, "203.0.113.7", email);
    if (tried.status === 201) return true;
    if (tried.body.code === "confirm_email") {
      expect((await confirmEmail(newcomer, email, await readCode(site, newcomer, email))).status).toBe(200);
    }
  }
  return false;
}

test("a newcomer who keeps trying gets two of the last ten tickets within five minutes", async () => {
  expect(await countLucky(newcomers)).toBeGreaterThanOrEqual(newcomers * 0.95);
});

test("negative control: if units that expired are for everyone at once, newcomers come too late", async () => {
  const rewriteSql = sabotage(["then c.freed else 0 end", "then 0 else 0 end"]);
  expect(await countLucky(3, rewriteSql)).toBeLessThan(3);
});

test("while little is left a hold lasts three minutes, payment page included; a confirmed email gives it the whole time", async () => {
  const site = await openSite({ settings: underAttack });
  const moveTo = await movableClock(site);
  const item = await seats(site);
  const plenty = await placeFrom(await site.as("guest"), item, 10, "203.0.113.7");
  expect(plenty.body).toMatchObject({ holdSecondsLeft: 600, confirmUntil: null });
  for (const network of addresses(2)) await placeFrom(await site.as("guest"), item, 10, network);
  const buyer = await site.as("guest");
  const email = "ada@gmail.com";
  const short = await placeFrom(buyer, item, 2, "203.0.113.9", { email });
  expect(short.body.holdSecondsLeft).toBe(180);
  expect(Date.parse(short.body.confirmUntil!) - Date.parse(short.body.holdExpiresAt!)).toBe(420_000);
  const impatient = await site.as("guest");
  const unconfirmed = await placeFrom(impatient, item, 2, "203.0.113.10");
  await impatient.post(`/api/orders/${unconfirmed.body.id}/payment`);
  await moveTo(100);
  expect((await confirmEmail(buyer, email, await readCode(site, buyer, email))).status).toBe(200);
  await moveTo(190);
  await endHolds(site);
  const read = async (person: typeof buyer, id: string) => (await person.get(`/api/orders/${id}`)).body;
  expect(await read(buyer, short.body.id)).toMatchObject({ status: "awaiting_payment", confirmUntil: null });
  expect(await read(impatient, unconfirmed.body.id)).toMatchObject({ status: "expired" });
  await moveTo(601);
  await endHolds(site);
  expect(await read(buyer, short.body.id)).toMatchObject({ status: "expired" });
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});
