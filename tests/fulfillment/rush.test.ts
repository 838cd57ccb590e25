import { sql } from "kysely";
import { expect, test } from "vitest";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { brokenInvariants } from "#tests/kit/invariants.ts";
import { openSites } from "#tests/kit/open-sites.ts";
import { sabotage, withoutRowLocks } from "#tests/kit/sabotage.ts";
import type { SiteOptions } from "#tests/kit/site.ts";
import { buyPickup, buyShipped, handOverAtDoor, readFulfillment, readStock, returnUnits, sendParcel, unitsOf } from "./kit.ts";

const open = openSites();

/** Without the lock of the order, with a pause before what is sent is stored. */
const loose = () =>
  sabotage(withoutRowLocks(), [
    "insert into shipments (",
    "with pause as materialized (select pg_sleep(0.1)) insert into shipments (",
  ]);

/** Two nodes with a variant on sale, and an admin on each. */
async function twoNodes(options: SiteOptions = {}) {
  const site = await open(options);
  const second = await open({ ...options, database: site.database });
  const admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
  const variantId = await site.make.variant({ priceCents: 3000, onHand: 50 });
  return { site, variantId, admins: [admin, second.clientOf(admin)] };
}

async function dropOnce(site: { db: Parameters<ReturnType<typeof sql>["execute"]>[0] }) {
  await sql`drop index shipment_units_once`.execute(site.db);
}

/** Ten scanners on two nodes show one pickup code at once. */
async function rushAtDoor(options: SiteOptions = {}, isLoose = false) {
  const { site, variantId, admins } = await twoNodes(options);
  if (isLoose) await dropOnce(site);
  const { order, buyer, eventId } = await buyPickup(site, [{ variantId, quantity: 2 }]);
  const code = (await readFulfillment(buyer, order.id)).pickup!.code!;
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
  const { site, verdicts } = await rushAtDoor({ rewriteSql: loose() }, true);
  expect(verdicts.filter((verdict) => verdict === "ready").length).toBeGreaterThan(1);
  expect((await brokenInvariants(site.db)).map(({ id }) => id)).toContain("I-111");
});

/** Staff on two nodes ship the same order at once, while others refund a unit of it. */
async function rushToShip(options: SiteOptions = {}, isLoose = false) {
  const { site, variantId, admins } = await twoNodes(options);
  if (isLoose) await dropOnce(site);
  const { order } = await buyShipped(site, [{ variantId, quantity: 3 }]);
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
  const { site } = await rushToShip({ rewriteSql: loose() }, true);
  expect((await brokenInvariants(site.db)).map(({ id }) => id)).toContain("I-111");
});

test("twenty returns of one unit at once put it on sale once", async () => {
  const { site, variantId, admins } = await twoNodes();
  const { order } = await buyShipped(site, [{ variantId, quantity: 1 }]);
  await sendParcel(admins[0]!, order.id, unitsOf(order, 1));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => returnUnits(admins[index % 2]!, order.id, unitsOf(order, 1))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await readStock(site, variantId)).toEqual({ capacity: 51, sold: 1 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});
