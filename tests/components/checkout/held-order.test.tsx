import { within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { completePage, createSite, type Site, paymentPageOf } from "#testing/site.ts";
import { createStripeSite, openOrder, type StripeSite } from "#tests/payments/stripe-kit.ts";
import { checkoutPath, fillBuyer, ordersOf, payButton, watchLeaving } from "./checkout-kit.tsx";

let site: Site;
let far: StripeSite;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
  far = await createStripeSite();
});
afterAll(async () => {
  await far.close();
  await site.close();
});
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

const wait = { timeout: 60_000 };
const leaves = () => vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);

test("a fan registers on the way to checkout and finds the tickets under My Tickets", async () => {
  const eventId = await site.create.event({ title: "Steel and Strings" });
  await site.create.ticketType({ eventId, name: "General admission" });
  const app = await openApp(site, `/events/${eventId}`);
  const more = await app.screen.findByRole("button", { name: "More: General admission" });
  await app.user.click(more);
  await app.user.click(more);
  await app.user.click(app.screen.getAllByRole("button", { name: "Check out" })[0]!);
  const dialog = within(await app.screen.findByRole("dialog", { name: "Join The Community" }));
  await app.user.click(dialog.getByRole("tab", { name: "Register" }));
  await app.user.type(await dialog.findByLabelText(/Username/), "marva_bright");
  await app.user.type(dialog.getByLabelText(/Display name/), "Marva Bright");
  await app.user.type(dialog.getByLabelText(/^Password/), "Cocoa-tea-1");
  await app.user.type(dialog.getByLabelText(/Confirm password/), "Cocoa-tea-1");
  await app.user.click(dialog.getByRole("button", { name: "Create account" }));
  await app.user.type(await app.screen.findByRole("textbox", { name: /Email/ }, wait), "marva@example.com");
  expect(app.screen.getByLabelText(/Your name/)).toHaveProperty("value", "Marva Bright");
  await app.user.click(await app.screen.findByRole("button", { name: "Hold tickets & pay $50.00" }));
  await leaves();
  await completePage(site.anon, leaving.addresses[0]!, "approve");
  const orderId = new URLSearchParams(app.address().split("?")[1]).get("order");
  await app.go(`/payment-success?order=${orderId}`);
  await vi.waitFor(() => expect(app.screen.getAllByRole("img", { name: /^QR code for ticket/ })).toHaveLength(2), wait);
  await app.user.click(app.screen.getAllByRole("link", { name: "My Tickets" })[0]!);
  await app.screen.findByRole("button", { name: "Show 2 tickets" });
  app.screen.getByRole("link", { name: "Steel and Strings" });
});

test("a buyer who returns to the event finds the tickets on hold, and released tickets go back on sale", async () => {
  const eventId = await site.create.event({ title: "Last Lap" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", capacity: 2 });
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await site.as("guest") });
  await fillBuyer(app);
  await app.user.click(await payButton(app.screen));
  await leaves();
  await app.go(checkoutPath(eventId, { [ticketTypeId]: 1 }));
  await app.screen.findByText("You already have tickets on hold for this event");
  await app.user.click(app.screen.getByRole("link", { name: "Pay for or release that order" }));
  await app.user.click(await app.screen.findByRole("button", { name: "Release tickets" }));
  await app.screen.findByRole("heading", { level: 1, name: "Tickets released" });
  app.screen.getByText("You weren't charged.");
  expect(await ordersOf(site, eventId)).toEqual([{ status: "canceled", quantity: 1 }]);
  await app.user.click(app.screen.getByRole("link", { name: "Choose other tickets" }));
  await app.screen.findByRole("button", { name: "More: General" });
});

test("a buyer who leaves the payment page finds the tickets on hold and pays on the same payment page", async () => {
  const order = await openOrder(far);
  const url = paymentPageOf(order.payment);
  const app = await openApp(far, `/checkout?order=${order.id}`, { as: order.buyer });
  await app.user.click(await app.screen.findByRole("button", { name: "Pay $25.00 now" }));
  await leaves();
  expect(leaving.addresses).toEqual([url]);
  await far.stripe.pay(order.session);
  await app.go(`/payment-success?order=${order.id}`);
  await app.screen.findByRole("heading", { level: 1, name: "You're in" });
  expect(far.stripe.books().charges.filter(({ amountCents }) => amountCents === 2500)).toHaveLength(1);
});

test("while the processor is down a buyer sees that the payment page is busy and the tickets are on hold, and pays later", async () => {
  far.stripe.script([{ on: "POST /v1/checkout/sessions", fault: "500", times: 9 }]);
  const eventId = await far.create.event({ title: "Patience Fete" });
  const ticketTypeId = await far.create.ticketType({ eventId });
  const app: OpenApp = await openApp(far, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await far.as("guest") });
  await fillBuyer(app);
  await app.user.click(await payButton(app.screen));
  await app.screen.findByText("We're busy right now", {}, { timeout: 40_000 });
  expect(leaving.addresses).toEqual([]);
  app.screen.getByText(/Tickets on hold stay on hold/);
  await app.screen.findByText(/we're holding your tickets 10 minutes longer/);
  expect(app.screen.getByRole("timer", { name: "Time left" }).textContent).toMatch(/^1\d:\d\d$/);
  await app.screen.findByRole("heading", { name: "Your tickets are on hold" });
  await app.user.click(app.screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), { timeout: 40_000 });
  expect(leaving.addresses[0]).toMatch(/\/pay\/cs_test_/);
});

test("a page restored from the browser's cache after the payment page can pay again", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await site.as("guest") });
  await fillBuyer(app);
  await app.user.click(await payButton(app.screen));
  await leaves();
  // While the browser navigates away, another click does nothing.
  const pay = await app.screen.findByRole("button", { name: /pay \$25\.00/i });
  await app.user.click(pay);
  expect(leaving.addresses).toHaveLength(1);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await vi.waitFor(
    () => expect(app.screen.getByRole("button", { name: /pay \$25\.00/i }).ariaDisabled).not.toBe("true"),
    wait,
  );
  await app.user.click(app.screen.getByRole("button", { name: /pay \$25\.00/i }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(2), wait);
  expect(leaving.addresses[1]).toBe(leaving.addresses[0]);
});
