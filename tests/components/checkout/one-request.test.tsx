import { fireEvent } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ProviderDown } from "#server/modules/payments/provider.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";
import { checkoutPath, fillBuyer, ordersOf, payButton, watchLeaving } from "./checkout-kit.tsx";

// From Pay to the payment page the browser asks the site once.

let site: Site;
let leaving: ReturnType<typeof watchLeaving>;
let isDown = false;
beforeAll(async () => {
  site = await createSite({
    wrapProvider: (provider) => ({
      ...provider,
      openSession: async (request) => {
        if (isDown) throw new ProviderDown(1);
        return provider.openSession(request);
      },
    }),
  });
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => {
  isDown = false;
  vi.useRealTimers();
  leaving.stop();
});

const waiting = { timeout: 60_000, interval: 20 };
const left = () => vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), waiting);

async function readyToPay(more: Parameters<Site["create"]["ticketType"]>[0] = {}) {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", ...more });
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), { as: buyer });
  await fillBuyer(app);
  return { app, eventId, ticketTypeId, buyer };
}

/** The calls since so many before; not what is counted about page views. */
const callsSince = ({ network }: OpenApp, before: number) =>
  network.calls
    .slice(before)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !call.includes("/api/analytics") && !call.includes("/api/stream"));

test("Pay asks once, and the browser goes to the payment page; Back leads to the order on hold", async () => {
  const { app, eventId } = await readyToPay();
  const press = await payButton(app.screen);
  const before = app.network.calls.length;
  await app.user.click(press);
  await left();
  expect(callsSince(app, before)).toEqual(["POST /api/checkout"]);
  app.screen.getByRole("heading", { name: "Opening payment page" });
  app.screen.getByRole("timer", { name: "Time left" });
  expect(app.address()).toMatch(/^\/checkout\?order=/);
  expect(await ordersOf(site, eventId)).toEqual([{ status: "paying", quantity: 2 }]);
});

test("free tickets are there after one request that writes", async () => {
  const { app, eventId } = await readyToPay({ pricing: "free", priceCents: 0, feeCents: 0 });
  const before = app.network.calls.length;
  await app.user.click(await app.screen.findByRole("button", { name: "Get free tickets" }));
  await app.screen.findByRole("article", { name: "Ticket 1 of 2: General" });
  expect(callsSince(app, before).filter((call) => call.startsWith("POST"))).toEqual(["POST /api/checkout"]);
  expect(await ordersOf(site, eventId)).toEqual([{ status: "paid", quantity: 2 }]);
});

test("a phone that lost the reply and its cookie gets its order by the key", async () => {
  const { app, eventId } = await readyToPay();
  const press = await payButton(app.screen);
  let tries = 0;
  app.network.on("POST", /^\/api\/checkout$/, async ({ headers, body, path }, reach) => {
    if (tries++ === 0) {
      await reach();
      throw new TypeError("Failed to fetch");
    }
    const repeat = await site.anon.post(path, JSON.parse(body!), {
      "idempotency-key": headers.get("idempotency-key")!,
    });
    return answer(repeat.status, repeat.text);
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(press);
  await vi.waitFor(() => {
    if (tries > 0) vi.advanceTimersByTime(200);
    expect(leaving.addresses).toHaveLength(1);
  }, waiting);
  expect(tries).toBe(2);
  expect(await ordersOf(site, eventId)).toEqual([{ status: "paying", quantity: 2 }]);
});

test("if the provider is down, the order is on hold with its clock, and Pay opens its page later", async () => {
  const { app, eventId } = await readyToPay();
  isDown = true;
  const press = await payButton(app.screen);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(press);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(200);
    app.screen.getByText("We're busy right now");
  }, waiting);
  vi.useRealTimers();
  app.screen.getByRole("timer", { name: "Time left" });
  isDown = false;
  await app.screen.findByRole("heading", { name: "Your tickets are on hold" });
  await app.user.click(app.screen.getByRole("button", { name: "Pay $50.00 now" }));
  await left();
  expect(await ordersOf(site, eventId)).toEqual([{ status: "paying", quantity: 2 }]);
});

test("a second checkout of the same selection leads to the order that is on hold, not to a page that was left", async () => {
  const { app, eventId, ticketTypeId } = await readyToPay();
  await app.user.click(await payButton(app.screen));
  await left();
  const page = new URL(leaving.addresses[0]!).pathname;
  expect((await site.anon.call("POST", `${page}/complete`, { outcome: "cancel" })).status).toBe(200);
  await expect.poll(async () => (await ordersOf(site, eventId))[0]!.status).toBe("awaiting_payment");
  await app.go(checkoutPath(eventId, { [ticketTypeId]: 2 }));
  await app.user.click(await payButton(app.screen));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(2), waiting);
  expect(new URL(leaving.addresses[1]!).pathname).not.toBe(page);
  expect(await ordersOf(site, eventId)).toEqual([{ status: "paying", quantity: 2 }]);
});

test("the cart asks once, too, besides what its order's page shows of the event", async () => {
  const ticketTypeId = await site.create.ticketType({ name: "General" });
  const buyer = await site.as("guest");
  await buyer.post("/api/cart", { kind: "ticket", itemId: ticketTypeId, quantity: 1 });
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  await fillBuyer(app);
  const press = await payButton(app.screen);
  const before = app.network.calls.length;
  await app.user.click(press);
  await left();
  const calls = callsSince(app, before).filter((call) => !call.startsWith("GET /api/events/"));
  expect(calls).toEqual(["POST /api/checkout"]);
});
