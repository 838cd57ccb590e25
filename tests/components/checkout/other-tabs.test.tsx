import { waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { checkOut } from "#web/features/orders/purchase.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, draft, type Site } from "#testing/site.ts";
import { checkoutPath, fillBuyer, ordersOf, payButton, watchLeaving } from "./checkout-kit.tsx";

// Two tabs of one browser share its local storage; each has its own session storage.

let site: Site;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

const placings = (app: OpenApp) => app.network.callsTo("POST", /^\/api\/(orders|checkout)$/);

/** Places an order as another tab of the same browser does, while this one stays open. */
async function orderInOtherTab(ticketTypeId: number): Promise<Order> {
  const own = { ...sessionStorage };
  sessionStorage.clear();
  const { order } = await checkOut(draft([{ ticketTypeId, quantity: 2 }]), undefined);
  sessionStorage.clear();
  for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, String(value));
  return order;
}

test.each(["event", "cart"])("an older tab warns before it orders again for the same event, once: %s", async (kind) => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const buyer = await site.as("guest");
  await buyer.post("/api/cart", { kind: "ticket", itemId: ticketTypeId, quantity: 1 });
  const path = kind === "cart" ? "/checkout?cart=1" : checkoutPath(eventId, { [ticketTypeId]: 1 });
  const older = await openApp(site, path, { as: buyer });
  await fillBuyer(older);
  const press = await payButton(older.screen);
  await orderInOtherTab(ticketTypeId);

  await older.user.click(press);
  const title = await older.screen.findByText("You already have tickets on hold for this event");
  await waitFor(() => expect(document.activeElement?.contains(title)).toBe(true));
  older.screen.getByText(/You haven't ordered anything here yet/);
  expect(placings(older)).toHaveLength(1);
  await older.user.click(await payButton(older.screen));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), { timeout: 60_000 });
  expect((await ordersOf(site, eventId)).map(({ quantity }) => quantity)).toEqual([2, 1]);
});

test("a new checkout for the same event says what was bought before, and doesn't stop for it", async () => {
  const eventId = await site.create.event({ title: "Soca Sunrise" });
  const free = { pricing: "free" as const, priceCents: 0, feeCents: 0 };
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", ...free });
  const buyer = await site.as("guest");
  const before = await openApp(site, "/events", { as: buyer });
  const { id } = await orderInOtherTab(ticketTypeId);
  expect((await buyer.post(`/api/orders/${id}/payment`)).body).toEqual({ status: "paid" });
  before.close();

  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: buyer, network: before.network });
  await app.screen.findByText("You already have tickets for this event");
  const link = app.screen.getByRole("link", { name: "See your tickets" });
  expect(link.getAttribute("href")).toBe(`/payment-success?order=${id}`);
  await app.user.click(await app.screen.findByRole("button", { name: "Get free tickets" }));
  await app.screen.findByRole("article", { name: "Ticket 1 of 1: General" });
  expect(placings(app)).toHaveLength(2);
});
