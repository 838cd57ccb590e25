import { sql } from "kysely";
import { expect, test } from "vitest";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { brokenInvariants } from "#tests/kit/invariants.ts";
import { openSites } from "#tests/kit/open-sites.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import type { Site, SiteOptions } from "#tests/kit/site.ts";
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

/** Once it is set off: no locks of rows, and a pause between reading where units are and storing that they are sent. */
function loose() {
  let isOn = false;
  const when = () => isOn;
  return {
    rewriteSql: sabotage(
      [/ for update( of \w+)?( skip locked)?/g, "", { when }],
      ["as refunded", "as refunded, pg_sleep(0.2)", { when, in: "shipment_units" }],
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
  const variantId = await site.make.variant({ priceCents: 3000, onHand: 50 });
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
  const { site } = await rushToShip(loose());
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
