import { within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";
import { checkoutPath, fillBuyer, ordersOf, payButton, watchLeaving } from "./checkout-kit.tsx";

// Someone else bought the tickets at the last moment: the page says what is left and always offers a next step.

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

/** A checkout for two of three tickets, at the moment when someone else has bought this many of them. */
async function quickerBy(quantity: number) {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", capacity: 3 });
  await site.create.ticketType({ eventId, name: "Balcony", priceCents: 4000 });
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), { as: await site.as("guest") });
  await fillBuyer(app);
  const press = await app.screen.findByRole("button", { name: "Hold tickets & pay $50.00" });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  await app.user.click(press);
  return { app, eventId, ticketTypeId };
}

const refusedOnce = async (app: Awaited<ReturnType<typeof openApp>>) =>
  expect(app.network.callsTo("POST", /^\/api\/checkout$/)).toHaveLength(1);

test("when fewer tickets are left they are offered at their price, and the same button buys them", async () => {
  const { app, eventId } = await quickerBy(2);
  await app.screen.findByText("Your total is now $25.00. You weren't charged.");
  expect(app.screen.getByRole("alert").textContent).toContain("Someone beat you to it");
  expect(app.screen.getByRole("complementary", { name: "Your order" }).textContent).toContain("1 × General");
  await refusedOnce(app);
  await app.user.click(await app.screen.findByRole("button", { name: "Hold tickets & pay $25.00" }));
  await app.screen.findByRole("timer", { name: "Time left" });
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), { timeout: 60_000 });
  expect(await ordersOf(site, eventId)).toEqual([
    { status: "paid", quantity: 2 },
    { status: "paying", quantity: 1 },
  ]);
});

test("when none are left the page leads back to the event, where other tickets can be bought", async () => {
  const { app, eventId } = await quickerBy(3);
  await app.screen.findByText("These tickets are no longer available");
  app.screen.getByText("Your tickets for Velvet Riddim are no longer on sale. You weren't charged.");
  await refusedOnce(app);
  await app.user.click(app.screen.getByRole("link", { name: "Choose again" }));
  await app.user.click(await app.screen.findByRole("button", { name: "More: Balcony" }));
  app.screen.getByText("Sold out");
  await app.user.click(app.screen.getAllByRole("button", { name: "Check out" })[0]!);
  await app.user.click(await app.screen.findByRole("button", { name: "Hold tickets & pay $40.00" }));
  await app.screen.findByRole("timer", { name: "Time left" });
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), { timeout: 60_000 });
  expect(await ordersOf(site, eventId)).toEqual([
    { status: "paid", quantity: 3 },
    { status: "paying", quantity: 1 },
  ]);
});

test("the buyer can change the selection instead, and the event page says how many tickets are left", async () => {
  const { app, eventId, ticketTypeId } = await quickerBy(2);
  // The tab remembers the selection from the event page.
  sessionStorage.setItem(`sg:picks:${eventId}`, JSON.stringify({ [ticketTypeId]: { quantity: 2 } }));
  await app.screen.findByText(/Your total is now \$25\.00/);
  await app.user.click(app.screen.getByRole("link", { name: "Change tickets" }));
  await app.screen.findByText("Someone beat you to it. You can still get 1.");
  await app.user.click(app.screen.getByRole("button", { name: "Fewer: General" }));
  await app.user.click(app.screen.getByRole("button", { name: "More: General" }));
  await app.user.click(app.screen.getAllByRole("button", { name: "Check out" })[0]!);
  await app.screen.findByRole("button", { name: "Hold tickets & pay $25.00" });
});

test("an unexpected rejection says why, keeps what was typed and leads to a new selection", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), { as: await site.as("guest") });
  await fillBuyer(app);
  // The page's own request still shows them on sale: another node's response may be a moment old.
  const stale = await app.network.ask(`/api/events/${eventId}`);
  app.network.on("GET", /^\/api\/events\/\d+/, () => answer(200, stale.body));
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 10 }]);
  await site.db.updateTable("stock").set({ capacity: 10 }).where("sold", "=", 10).execute();
  await app.user.click(await payButton(app.screen));
  const alert = await app.screen.findByRole("alert");
  expect(alert.textContent).toContain("Someone beat you to it");
  expect(alert.textContent).toContain("You weren't charged");
  expect(app.screen.getByLabelText(/Your name/)).toHaveProperty("value", "Marva Bright");
  // Without a promo code there is no price to request again.
  expect(app.network.callsTo("POST", /quote/)).toEqual([]);
  expect(within(alert).getByRole("link", { name: "Choose again" }).getAttribute("href")).toMatch(/^\/events\/\d+\//);
});
