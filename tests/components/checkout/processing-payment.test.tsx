import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Order } from "#contract/orders.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { installMovingClock, moveClock } from "#tests/kit/moving-clock.ts";
import { completePage, createSite, draft, type Site } from "#tests/kit/site.ts";
import { createStripeSite, openOrder } from "#tests/payments/stripe-kit.ts";
import { watchLeaving } from "./checkout-kit.tsx";

// While a bank works on a payment nobody reads that nothing was charged: nobody knows that yet.

let site: Site;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
  await installMovingClock(site.database);
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

/** An order whose payment the sandbox's page has in this state. */
async function orderWith(outcome: "approve_late" | "cancel" | undefined) {
  const buyer = await site.as("guest");
  const ticketTypeId = await site.make.ticketType();
  const placed = await buyer.post<Order>("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  if (outcome) await completePage(buyer, payment.body.url, outcome);
  await site.app.payments.sandbox.work();
  const read = async () => (await buyer.get<Order>(`/api/orders/${placed.body.id}`)).body;
  return { buyer, id: placed.body.id, read, status: (await read()).payment!.status };
}

const nothingCharged = (app: OpenApp) => app.screen.queryAllByText(/nothing was charged/i).length;

test("the page after paying says that the payment is being checked, and shows the tickets once it is there", async () => {
  const { buyer, id, status } = await orderWith("approve_late");
  expect(status).toBe("processing");
  const app = await openApp(site, `/payment-success?order=${id}`, { as: buyer });
  await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
  app.screen.getByText(/The bank is still working on it/);
  expect(nothingCharged(app)).toBe(0);
  expect(app.screen.queryByRole("link", { name: "Back to the payment" })).toBeNull();

  await site.db
    .updateTable("payments")
    .set({ next_check_at: new Date(0) })
    .where("subject_id", "=", id)
    .execute();
  await moveClock(site.database, 30);
  await site.app.sweep("sandbox");
  await site.app.sweep("payments");
  await app.screen.findByRole("heading", { level: 1, name: "You are in" });
});

test("a payment page that was left open is being checked as well, with a way back to it in time", async () => {
  const { buyer, id, status } = await orderWith(undefined);
  expect(status).toBe("open");
  const app = await openApp(site, `/payment-success?order=${id}`, { as: buyer });
  await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
  app.screen.getByText(/We are asking the bank/);
  expect(nothingCharged(app)).toBe(0);
});

test("a payment page that was left says that nothing was charged and leads back to pay", async () => {
  const { buyer, id } = await orderWith("cancel");
  const app = await openApp(site, `/payment-success?order=${id}`, { as: buyer });
  await app.screen.findByRole("heading", { level: 1, name: "Not paid yet" });
  expect(nothingCharged(app)).toBe(1);
  await app.user.click(app.screen.getByRole("link", { name: "Back to the payment" }));
  await app.user.click(await app.screen.findByRole("button", { name: "Pay $25.00 now" }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), { timeout: 20_000 });
});

test("a slow payment that comes to nothing says so once the bank has, and can be tried again", async () => {
  const stripe = await createStripeSite();
  try {
    const order = await openOrder(stripe);
    await stripe.stripe.payLate(order.session);
    const app = await openApp(stripe, `/payment-success?order=${order.id}`, { as: order.buyer });
    await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
    expect(nothingCharged(app)).toBe(0);
    await stripe.stripe.failLate(order.session);
    await app.screen.findByRole("link", { name: "Back to the payment" });
    expect(nothingCharged(app)).toBe(1);
    app.close();
  } finally {
    await stripe.close();
  }
});

test("who comes back to the checkout while the bank works is led to where it is checked, not offered to pay again", async () => {
  const { buyer, id } = await orderWith("approve_late");
  const app = await openApp(site, `/checkout?order=${id}`, { as: buyer });
  await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
  expect(app.address()).toBe(`/payment-success?order=${id}`);
  expect(nothingCharged(app)).toBe(0);
  expect(app.screen.queryByRole("button", { name: /Pay|give the tickets back/ })).toBeNull();
});

test("giving back an order that another tab has just paid by a slow way says that it is checked, not that it is over", async () => {
  const stripe = await createStripeSite();
  try {
    const order = await openOrder(stripe);
    const app = await openApp(stripe, `/checkout?order=${order.id}`, { as: order.buyer });
    const giveBack = await app.screen.findByRole("button", { name: "Cancel and give the tickets back" });
    await stripe.stripe.payLate(order.session);
    await app.user.click(giveBack);
    await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
    expect(nothingCharged(app)).toBe(0);
    expect(await order.read()).toMatchObject({ status: "paying", payment: { status: "processing" } });
    app.close();
  } finally {
    await stripe.close();
  }
});
