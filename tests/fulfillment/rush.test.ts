import { sql } from "kysely";
import { expect, test } from "vitest";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage } from "#testing/sabotage.ts";
import type { Site, SiteOptions } from "#testing/site.ts";
import {
  buyPickup,
  buyShipped,
  handOverAtDoor,
  readFulfillment,
  readStock,
  returnUnits,
  sendParcel,
  unitsOf,
} from "./kit.ts";

const open = openSites();

/** Once it is set off: no locks of rows, and the first `count` go on once all of them have read where units are. */
function loose(count = 2) {
  let isOn = false;
  const when = () => isOn;
  return {
    rewriteSql: sabotage(
      [/ for update( of \w+)?( skip locked)?/g, "", { when }],
      ["as refunded", `as refunded, ${haveRead(count)}`, { when, in: "shipment_units" }],
    ),
    setOff: () => void (isOn = true),
  };
}

/** Two nodes with a variant on sale, and an admin on each. */
async function twoNodes({ rewriteSql }: Pick<SiteOptions, "rewriteSql"> = {}) {
  const site = await open({ rewriteSql });
  const second = await open({ rewriteSql, database: site.database });
  const admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
  const variantId = await site.create.variant({ priceCents: 3000, onHand: 50 });
  return { site, variantId, admins: [admin, second.clientOf(admin)] };
}

/** Removes both guards of a unit. */
async function removeGuards({ db }: Site, { setOff }: ReturnType<typeof loose>): Promise<void> {
  await sql`drop index shipment_units_once`.execute(db);
  setOff();
}

/** Ten scanners on two nodes show one pickup code at once. */
async function rushAtDoor(control?: ReturnType<typeof loose>) {
  const { site, variantId, admins } = await twoNodes(control);
  const { order, buyer, eventId } = await buyPickup(site, [{ variantId, quantity: 2 }]);
  const code = (await readFulfillment(buyer, order.id)).pickup!.code!;
  if (control) await removeGuards(site, control);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => handOverAtDoor(admins[index % 2]!, code, eventId)),
  );
  return { site, verdicts: answers.map(({ body }) => body.verdict) };
}

test("ten scanners at once hand over once, and the others learn that it was done", async () => {
  const { site, verdicts } = await rushAtDoor();
  expect(verdicts.toSorted()).toEqual([...Array.from({ length: 9 }, () => "handed_over"), "ready"]);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from shipments`.execute(site.db);
  expect(rows[0]!.n).toBe(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("negative control: without the order's lock and the unique index it is handed over several times", async () => {
  const { site, verdicts } = await rushAtDoor(loose());
  expect(verdicts.filter((verdict) => verdict === "ready").length).toBeGreaterThan(1);
  expect((await brokenInvariants(site.db)).map(({ id }) => id)).toContain("I-111");
});

/** Staff on two nodes ship the same order at once, while others refund a unit of it. */
async function rushToShip(control?: ReturnType<typeof loose>) {
  const { site, variantId, admins } = await twoNodes(control);
  const { order } = await buyShipped(site, [{ variantId, quantity: 3 }]);
  if (control) await removeGuards(site, control);
  const refund = { withFee: true, returnsStock: true, reason: "Asked", amountCents: 3000, units: unitsOf(order, 1) };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 4 === 3
        ? admins[index % 2]!.post(`/api/admin/orders/${order.id}/refunds`, refund)
        : sendParcel(admins[index % 2]!, order.id, unitsOf(order, 1)),
    ),
  );
  return { site, variantId, answers };
}

test("staff who ship and refund the same units at once never ship one twice or one that was refunded", async () => {
  const { site } = await rushToShip();
  expect(await brokenInvariants(site.db)).toEqual([]);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from shipment_units`.execute(site.db);
  expect(rows[0]!.n).toBeLessThanOrEqual(3);
});

test("negative control: without the order's lock and the unique index one unit is shipped twice", async () => {
  // At most three of any five refund: two of them ship.
  const { site } = await rushToShip(loose(5));
  expect((await brokenInvariants(site.db)).map(({ id }) => id)).toContain("I-111");
});

/** Staff on two nodes record the return of one unit twenty times at once, each under a key of its own or all under one. */
async function rushToReturn({ key, control }: { key?: string; control?: ReturnType<typeof loose> } = {}) {
  const { site, variantId, admins } = await twoNodes(control);
  const { order } = await buyShipped(site, [{ variantId, quantity: 2 }]);
  await sendParcel(admins[0]!, order.id, unitsOf(order, 2));
  if (control) {
    await sql`alter table item_return_units drop constraint item_return_units_pkey`.execute(site.db);
    control.setOff();
  }
  const wanted = unitsOf(order, key === undefined ? 2 : 1);
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => returnUnits(admins[index % 2]!, order.id, wanted, {}, headers)),
  );
  return { site, answers, stock: await readStock(site, variantId) };
}

test("twenty returns of the same units at once put them on sale once, and the others learn that they came back", async () => {
  const { site, answers, stock } = await rushToReturn();
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  expect(answers.filter(({ body }) => body.code === "edited_meanwhile")).toHaveLength(19);
  expect(stock).toEqual({ capacity: 52, sold: 2 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("twenty requests with one key return one unit of two, and get the same reply", async () => {
  const { site, answers, stock } = await rushToReturn({ key: "pressed-often" });
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(201);
  expect(stock).toEqual({ capacity: 51, sold: 2 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("negative control: without the order's lock and the primary key the same units come back several times", async () => {
  const { site } = await rushToReturn({ control: loose() });
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from item_return_units`.execute(site.db);
  expect(rows[0]!.n).toBeGreaterThan(2);
});
