import { expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { inCrowd, tally } from "#testing/crowd.ts";
import { openSites } from "#testing/open-sites.ts";
import { completePage, paymentPageOf, type Site } from "#testing/site.ts";
import { proofOf } from "#testing/solve-proof.ts";
import {
  confirmEmail,
  endHolds,
  movableClock,
  placeFrom,
  placeWithProof,
  readCode,
  underAttack,
  type Item,
} from "./hoarders.ts";

// Fans behind one address where others let their holds expire: at most one proof of work and one emailed code each.

const openSite = openSites();
const venue = "203.0.113.7";
const fans = 300;

/** A fan's way to two tickets, in words if it ends anywhere else, and what was asked for on the way. */
async function buyTwo(site: Site, item: Item, index: number) {
  const fan = await site.as("guest");
  const email = `fan${index}@gmail.com`;
  const asked = { proofs: 0, codes: 0 };
  let headers = {};
  for (let tries = 0; tries < 4; tries++) {
    const placed = await placeFrom(fan, item, 2, venue, { email, headers });
    if (placed.status === 201) {
      const page = await fan.post(`/api/orders/${placed.body.id}/payment`);
      await completePage(fan, paymentPageOf(page), "approve");
      return { outcome: (await fan.get(`/api/orders/${placed.body.id}`)).body.status as string, ...asked };
    }
    if (placed.body.code === "proof_required") {
      asked.proofs++;
      headers = proofOf(placed);
    } else if (placed.body.code === "confirm_email") {
      asked.codes++;
      expect((await fan.post("/api/orders/email-code", { email }, { "x-forwarded-for": venue })).status).toBe(202);
      expect((await confirmEmail(fan, email, await readCode(site, fan, email), venue)).status).toBe(200);
    } else return { outcome: String(placed.body.code), ...asked };
  }
  return { outcome: "asked too often", ...asked };
}

/** Sells to fans after others have let holds of their network expire. */
async function sellAfter(others: (site: Site, item: Item) => Promise<void>, settings: Record<string, string>) {
  const site = await openSite({ settings });
  const moveTo = await movableClock(site);
  const item = { ticketTypeId: await site.create.ticketType({ capacity: 1000 }) };
  await others(site, item);
  await moveTo(601);
  await endHolds(site);
  const bought = await inCrowd(
    Array.from({ length: fans }, (_, index) => index),
    30,
    (index) => buyTwo(site, item, index),
  );
  expect(tally(bought.map(({ outcome }) => outcome))).toEqual({ paid: fans });
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
  return {
    proofs: Math.max(...bought.map(({ proofs }) => proofs)),
    codes: Math.max(...bought.map(({ codes }) => codes)),
  };
}

const fiveLeave = async (site: Site, item: Item) => {
  for (let count = 0; count < 5; count++) await placeFrom(await site.as("guest"), item, 2, venue);
};

/** Four thousand calls of one person: guests who hold what they get, and never pay. */
const trouble = async (site: Site, item: Item) => {
  const guests = await Promise.all(Array.from({ length: 20 }, () => site.as("guest")));
  await inCrowd(guests, 10, async (guest) => {
    await placeWithProof(guest, item, 10, venue);
    for (let calls = 0; calls < 198; calls++) await placeFrom(guest, item, 10, venue);
  });
};

const { SMTP_URL: _, ...withoutMail } = underAttack;

test("300 fans all buy when five of the first left without paying: nobody is asked for a code", async () => {
  expect((await sellAfter(fiveLeave, underAttack)).codes).toBe(0);
});

test("300 fans all buy on a site that can't send emails, when five of the first left without paying", async () => {
  const asked = await sellAfter(fiveLeave, withoutMail);
  expect(asked.proofs).toBeLessThanOrEqual(1);
  expect(asked.codes).toBe(0);
});

test("300 fans all buy after 4,000 requests of a neighbor who never paid, with at most one proof and one code each", async () => {
  const asked = await sellAfter(trouble, underAttack);
  expect(asked.proofs).toBeLessThanOrEqual(1);
  expect(asked.codes).toBe(1);
});
