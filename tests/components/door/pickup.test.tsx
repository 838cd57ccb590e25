import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { buyPickup, readFulfillment } from "#tests/fulfillment/kit.ts";
import { createSite, type Site } from "#testing/site.ts";
import { enterCode, openDoor, readVerdict } from "./door-kit.tsx";

let site: Site;
let tee: number;
beforeAll(async () => {
  site = await createSite();
  await setDelivery(await site.as("admin"), [rate()]);
  tee = await site.create.variant({ priceCents: 3000, onHand: 50 });
});
afterAll(() => site.close());

/** An order to pick up, and its code in an event's open scanner. */
async function showPickup(more: { eventId?: number } = {}) {
  const startsAt = new Date(Date.now() + 3_600_000);
  const { order, buyer, eventId } = await buyPickup(
    site,
    [{ variantId: tee, quantity: 2 }],
    await site.create.event({ startsAt }),
  );
  const code = (await readFulfillment(buyer, order.id)).pickup!.code!;
  const app = await openDoor(site, more.eventId ?? eventId, { gate: "Merch" });
  enterCode(app, code.toLowerCase());
  return { ...app, order, buyer, code, eventId };
}

test("the scanner shows what to hand over, hands it over with one press, and can undo it", async () => {
  const app = await showPickup();
  const shown = await readVerdict("ready");
  expect(shown.text).toContain(app.order.lines[0]!.name);
  expect(shown.text).toContain("× 2");
  expect(await barriers()).toEqual([]);
  await app.user.click(app.screen.getByRole("button", { name: "Hand over" }));
  await app.screen.findByText("Handed over");
  expect((await readFulfillment(app.buyer, app.order.id)).status).toBe("picked_up");

  await app.user.click(app.screen.getByRole("button", { name: "Next" }));
  enterCode(app, app.code);
  expect((await readVerdict("handed_over")).text).toContain("Gate: Merch");
  await app.user.click(app.screen.getByRole("button", { name: "Undo handover" }));
  await waitFor(async () => expect((await readFulfillment(app.buyer, app.order.id)).status).toBe("to_pick_up"));
});

test("a lost response shows that nothing is sure, and the next press hands over once", async () => {
  const app = await showPickup();
  await readVerdict("ready");
  const restore = app.network.on("POST", /handovers$/, async (_, reach) => {
    await reach();
    throw new TypeError("The response was lost");
  });
  await app.user.click(app.screen.getByRole("button", { name: "Hand over" }));
  await app.screen.findByText(/^No connection/);
  restore();
  await app.user.click(app.screen.getByRole("button", { name: "Hand over" }));
  await app.screen.findByText("Handed over");
  expect((await readFulfillment(app.buyer, app.order.id)).handovers).toHaveLength(1);
});

test("a pickup at another event says where it is", async () => {
  const other = await site.create.event({ startsAt: new Date(Date.now() + 3_600_000) });
  await showPickup({ eventId: other });
  expect((await readVerdict("wrong_event")).text).toContain("Wrong event");
});

test("a pickup without its code is found by the buyer's name or the order number, and handed over", async () => {
  const startsAt = new Date(Date.now() + 3_600_000);
  const at = await site.create.event({ startsAt });
  const { order, buyer, eventId } = await buyPickup(site, [{ variantId: tee, quantity: 2 }], at);
  const app = await openDoor(site, eventId);
  const field = app.door.getByLabelText("Name, email, order or code");
  await app.user.type(field, order.number);
  await app.user.click(await app.door.findByRole("button", { name: new RegExp(`^Hand over ${order.number}`) }));
  await readVerdict("ready");
  await app.user.click(app.screen.getByRole("button", { name: "Hand over" }));
  await app.screen.findByText("Handed over");
  expect((await readFulfillment(buyer, order.id)).status).toBe("picked_up");
  await app.user.click(app.screen.getByRole("button", { name: "Next" }));
  await app.door.findByText("Picked up");
  await app.user.clear(field);
  await app.user.type(field, order.buyer.name.slice(0, 5));
  await app.door.findByRole("button", { name: new RegExp(`^Show ${order.number}`) });
});
