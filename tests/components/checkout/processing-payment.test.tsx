import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { completePage, createSite, draft, type Site, paymentPageOf } from "#testing/site.ts";
import { createStripeSite, openOrder } from "#tests/payments/stripe-kit.ts";
import { watchLeaving } from "./checkout-kit.tsx";

// While a bank processes a payment, no page says that the buyer wasn't charged: nobody knows that yet.

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

/** An order whose payment has this outcome on the sandbox's page. */
async function orderWith(outcome: "approve_late" | "cancel" | undefined) {
  const buyer = await site.as("guest");
  const ticketTypeId = await site.create.ticketType();
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  if (outcome) await completePage(buyer, paymentPageOf(payment), outcome);
  await site.app.services.payments.sandbox.work();
  const read = async () => (await buyer.get(`/api/orders/${placed.body.id}`)).body;
  return { buyer, id: placed.body.id, read, status: (await read()).payment!.status };
}

const nothingCharged = (app: OpenApp) => app.screen.queryAllByText(/you weren't charged/i).length;

test("the page after payment says that the payment is being checked, and shows the tickets once the money arrives", async () => {
  const { buyer, id, status } = await orderWith("approve_late");
  expect(status).toBe("processing");
  const app = await openApp(site, `/payment-success?order=${id}`, { as: buyer });
  await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
  app.screen.getByText(/Your bank is still processing it/);
  expect(nothingCharged(app)).toBe(0);
  expect(app.screen.queryByRole("link", { name: "Back to payment" })).toBeNull();

  await site.db
    .updateTable("payments")
    .set({ next_check_at: new Date(0) })
    .where("subject_id", "=", id)
    .execute();
  await moveClock(site.database, 30);
  await site.app.runJob("sandbox");
  await site.app.runJob("payments");
  await app.screen.findByRole("heading", { level: 1, name: "You're in" });
});

test("a payment page left open also shows as being checked", async () => {
  const { buyer, id, status } = await orderWith(undefined);
  expect(status).toBe("open");
  const app = await openApp(site, `/payment-success?order=${id}`, { as: buyer });
  await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
  app.screen.getByText(/We're checking with your bank/);
  expect(nothingCharged(app)).toBe(0);
});

test("after a canceled payment the page says that nothing was charged and leads back to payment", async () => {
  const { buyer, id } = await orderWith("cancel");
  const app = await openApp(site, `/payment-success?order=${id}`, { as: buyer });
  await app.screen.findByRole("heading", { level: 1, name: "Not paid yet" });
  expect(nothingCharged(app)).toBe(1);
  await app.user.click(app.screen.getByRole("link", { name: "Back to payment" }));
  await app.user.click(await app.screen.findByRole("button", { name: "Pay $25.00 now" }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), { timeout: 60_000 });
});

test("a slow payment that fails says so once the bank reports it, and the buyer can try again", async () => {
  const stripe = await createStripeSite();
  try {
    const order = await openOrder(stripe);
    await stripe.stripe.payLate(order.session);
    const app = await openApp(stripe, `/payment-success?order=${order.id}`, { as: order.buyer });
    await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
    expect(nothingCharged(app)).toBe(0);
    await stripe.stripe.failLate(order.session);
    await app.screen.findByRole("link", { name: "Back to payment" });
    expect(nothingCharged(app)).toBe(1);
    app.close();
  } finally {
    await stripe.close();
  }
});

test("a buyer who returns to checkout while the bank is working sees the payment check, not a Pay button", async () => {
  const { buyer, id } = await orderWith("approve_late");
  const app = await openApp(site, `/checkout?order=${id}`, { as: buyer });
  await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
  expect(app.address()).toBe(`/payment-success?order=${id}`);
  expect(nothingCharged(app)).toBe(0);
  expect(app.screen.queryByRole("button", { name: /Pay|Release tickets/ })).toBeNull();
});

test("releasing an order that another tab just paid by a slow method shows the payment check, not a canceled order", async () => {
  const stripe = await createStripeSite();
  try {
    const order = await openOrder(stripe);
    const app = await openApp(stripe, `/checkout?order=${order.id}`, { as: order.buyer });
    const release = await app.screen.findByRole("button", { name: "Release tickets" });
    await stripe.stripe.payLate(order.session);
    await app.user.click(release);
    await app.screen.findByRole("heading", { level: 1, name: "Checking your payment" });
    expect(nothingCharged(app)).toBe(0);
    expect(await order.read()).toMatchObject({ status: "paying", payment: { status: "processing" } });
    app.close();
  } finally {
    await stripe.close();
  }
});
