import { within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { completePage, createSite, type Site } from "#tests/kit/site.ts";
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

const wait = { timeout: 20_000 };
const leaves = () => vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);

test("a fan registers on the way to the checkout and finds the tickets under My Tickets", async () => {
  const eventId = await site.make.event({ title: "Steel and Strings" });
  await site.make.ticketType({ eventId, name: "General admission" });
  const app = await openApp(site, `/events/${eventId}`);
  const more = await app.screen.findByRole("button", { name: "More: General admission" });
  await app.user.click(more);
  await app.user.click(more);
  await app.user.click(app.screen.getAllByRole("button", { name: "Checkout" })[0]!);
  const dialog = within(await app.screen.findByRole("dialog", { name: "Join The Community" }));
  await app.user.click(dialog.getByRole("tab", { name: "Register" }));
  await app.user.type(await dialog.findByLabelText(/Username/), "marva_bright");
  await app.user.type(dialog.getByLabelText(/Display Name/), "Marva Bright");
  await app.user.type(dialog.getByLabelText(/^Password/), "Cocoa-tea-1");
  await app.user.type(dialog.getByLabelText(/Confirm Password/), "Cocoa-tea-1");
  await app.user.click(dialog.getByRole("button", { name: "Create Account" }));
  await app.user.type(await app.screen.findByLabelText(/E-mail/, {}, wait), "marva@example.com");
  expect(app.screen.getByLabelText(/Your name/)).toHaveProperty("value", "Marva Bright");
  await app.user.click(await app.screen.findByRole("button", { name: "Hold my tickets & Pay $50.00" }));
  await leaves();
  await completePage(site.anon, leaving.addresses[0]!, "approve");
  const orderId = new URLSearchParams(app.address().split("?")[1]).get("order");
  await app.go(`/payment-success?order=${orderId}`);
  await vi.waitFor(() => expect(app.screen.getAllByRole("img", { name: /^QR code of ticket/ })).toHaveLength(2), wait);
  await app.user.click(app.screen.getAllByRole("link", { name: "My Tickets" })[0]!);
  await app.screen.findByRole("button", { name: "Show 2 tickets" });
  app.screen.getByRole("link", { name: "Steel and Strings" });
});

test("tickets that were set aside are found on the way back to the event, and given back they are on sale again", async () => {
  const eventId = await site.make.event({ title: "Last Lap" });
  const ticketTypeId = await site.make.ticketType({ eventId, name: "General", capacity: 2 });
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await site.as("guest") });
  await fillBuyer(app);
  await app.user.click(await payButton(app.screen));
  await leaves();
  await app.go(checkoutPath(eventId, { [ticketTypeId]: 1 }));
  await app.screen.findByText("You already hold tickets for this night");
  await app.user.click(app.screen.getByRole("link", { name: "Pay or give back that order" }));
  await app.user.click(await app.screen.findByRole("button", { name: "Cancel and give the tickets back" }));
  await app.screen.findByRole("heading", { level: 1, name: "Given back" });
  app.screen.getByText("Nothing was charged.");
  expect(await ordersOf(site, eventId)).toEqual([{ status: "cancelled", quantity: 1 }]);
  await app.user.click(app.screen.getByRole("link", { name: "Choose other tickets" }));
  await app.screen.findByRole("button", { name: "More: General" });
});

test("who leaves the processor's page finds the tickets set aside, and pays on the same page", async () => {
  const order = await openOrder(far);
  const { url } = order.payment.body;
  const app = await openApp(far, `/checkout?order=${order.id}`, { as: order.buyer });
  await app.user.click(await app.screen.findByRole("button", { name: "Pay $25.00 now" }));
  await leaves();
  expect(leaving.addresses).toEqual([url]);
  await far.stripe.pay(order.session);
  await app.go(`/payment-success?order=${order.id}`);
  await app.screen.findByRole("heading", { level: 1, name: "You are in" });
  expect(far.stripe.books().charges.filter(({ amountCents }) => amountCents === 2500)).toHaveLength(1);
});

test("while the processor is down a buyer is told that the page is busy and the tickets wait, and then pays", async () => {
  far.stripe.script([{ on: "POST /v1/checkout/sessions", fault: "500", times: 9 }]);
  const eventId = await far.make.event({ title: "Patience Fete" });
  const ticketTypeId = await far.make.ticketType({ eventId });
  const app: OpenApp = await openApp(far, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await far.as("guest") });
  await fillBuyer(app);
  await app.user.click(await payButton(app.screen));
  await app.screen.findByText("The payment page is busy", {}, { timeout: 40_000 });
  expect(leaving.addresses).toEqual([]);
  app.screen.getByText(/Your tickets stay set aside for you/);
  await app.screen.findByText(/your tickets stay set aside 10 minutes longer/);
  expect(app.screen.getByRole("timer", { name: "Time left" }).textContent).toMatch(/^1\d:\d\d$/);
  await app.user.click(app.screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), { timeout: 40_000 });
  expect(leaving.addresses[0]).toMatch(/\/pay\/cs_test_/);
});

test("a page that the browser kept while the buyer was on the payment page can pay again", async () => {
  const eventId = await site.make.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.make.ticketType({ eventId, name: "General" });
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await site.as("guest") });
  await fillBuyer(app);
  await app.user.click(await payButton(app.screen));
  await leaves();
  // While the browser leaves, another press does nothing.
  const pay = await app.screen.findByRole("button", { name: /Pay \$25\.00/ });
  await app.user.click(pay);
  expect(leaving.addresses).toHaveLength(1);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await vi.waitFor(
    () => expect(app.screen.getByRole("button", { name: /Pay \$25\.00/ }).ariaDisabled).not.toBe("true"),
    wait,
  );
  await app.user.click(app.screen.getByRole("button", { name: /Pay \$25\.00/ }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(2), wait);
  expect(leaving.addresses[1]).toBe(leaving.addresses[0]);
});
