import { fireEvent } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, draft, type Site } from "#testing/site.ts";
import { checkoutPath, fillBuyer, ordersOf, payButton, watchLeaving } from "./checkout-kit.tsx";

// A click repeated after a lost response is the same order; a different selection is a different order.

let site: Site;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => {
  vi.useRealTimers();
  leaving.stop();
});

const waiting = { timeout: 60_000, interval: 20 };
const placing = /^\/api\/checkout$/;
const starting = /^\/api\/orders\/[^/]+\/payment$/;
const keysOf = ({ network }: OpenApp, path: RegExp) =>
  network.callsTo("POST", path).map(({ headers }) => headers.get("idempotency-key"));

/**
 * Clicks a button whose response gets lost: the server executed the request, but the page receives neither its response
 * nor those of its retries. Returns when the page says so; the network works again from then on.
 */
async function pressWithReplyLost(
  { network, screen, queryClient }: OpenApp,
  button: HTMLElement,
  path: RegExp,
): Promise<void> {
  let lost = 0;
  const mend = network.on("POST", path, async (_call, reach) => {
    if (lost === 0) await reach();
    lost++;
    throw new TypeError("Failed to fetch");
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(button);
  await vi.waitFor(() => {
    // Skip the pauses between retries once no request is under way.
    if (lost > 0) vi.advanceTimersByTime(200);
    screen.getByText("No connection");
    expect(queryClient.isFetching()).toBe(0);
  }, waiting);
  vi.useRealTimers();
  mend();
}

/** Waits for the result of a successful click: the tickets are on hold, and the browser goes to the payment page. */
async function reachPayment({ screen }: OpenApp): Promise<void> {
  await screen.findByRole("timer", { name: "Time left" });
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), waiting);
}

async function eventOnSale() {
  const eventId = await site.create.event();
  return { eventId, ticketTypeId: await site.create.ticketType({ eventId, name: "General" }) };
}

test("an order whose response was lost is placed again with the same key, and only one order exists", async () => {
  const { eventId, ticketTypeId } = await eventOnSale();
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), { as: await site.as("guest") });
  await fillBuyer(app);
  await pressWithReplyLost(app, await payButton(app.screen), placing);
  expect(await ordersOf(site, eventId)).toHaveLength(1);

  await app.user.click(await payButton(app.screen));
  await reachPayment(app);
  const keys = keysOf(app, placing);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(await ordersOf(site, eventId)).toEqual([{ status: "paying", quantity: 2 }]);
  expect(app.address()).toMatch(/^\/checkout\?order=/);
});

test("a price that changed after a lost response places no second order: the first is found, and seen before it's paid", async () => {
  const { eventId, ticketTypeId } = await eventOnSale();
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), { as: buyer });
  await fillBuyer(app);
  await pressWithReplyLost(app, await payButton(app.screen), placing);
  await site.db.updateTable("ticket_types").set({ price_cents: 3000 }).where("id", "=", ticketTypeId).execute();
  app.close();

  const after = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), {
    as: { ...site.anon, token: app.network.token() },
  });
  await after.user.click(await after.screen.findByRole("button", { name: /pay \$60\.00/i }));
  await after.screen.findByRole("timer", { name: "Time left" });
  expect(new Set([...keysOf(app, placing), ...keysOf(after, placing)]).size).toBe(1);
  expect(await ordersOf(site, eventId)).toHaveLength(1);
  expect(leaving.addresses).toEqual([]);
});

test("after a reload the same selection is still the same order", async () => {
  const { eventId, ticketTypeId } = await eventOnSale();
  const before = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await site.as("guest") });
  await fillBuyer(before);
  await pressWithReplyLost(before, await payButton(before.screen), placing);
  const [key] = keysOf(before, placing);
  before.close();

  const after = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), {
    as: { ...site.anon, token: before.network.token() },
  });
  await after.user.click(await payButton(after.screen));
  await reachPayment(after);
  expect(keysOf(after, placing)).toEqual([key]);
  expect(await ordersOf(site, eventId)).toHaveLength(1);
});

test("a different selection is a new order with its own key", async () => {
  const { eventId, ticketTypeId } = await eventOnSale();
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await site.as("guest") });
  await fillBuyer(app);
  await pressWithReplyLost(app, await payButton(app.screen), placing);
  const [first] = keysOf(app, placing);

  await app.go(checkoutPath(eventId, { [ticketTypeId]: 3 }));
  await app.user.click(await app.screen.findByRole("button", { name: /pay \$75\.00/i }));
  await reachPayment(app);
  expect(keysOf(app, placing).at(-1)).not.toBe(first);
  expect((await ordersOf(site, eventId)).map(({ quantity }) => quantity)).toEqual([1, 3]);
});

test("a double-click places one order", async () => {
  const { eventId, ticketTypeId } = await eventOnSale();
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: await site.as("guest") });
  await fillBuyer(app);
  await app.user.dblClick(await payButton(app.screen));
  await reachPayment(app);
  expect(app.network.callsTo("POST", placing)).toHaveLength(1);
  expect(await ordersOf(site, eventId)).toHaveLength(1);
});

test("paying again after a lost response opens the existing payment page and starts no second payment", async () => {
  const { ticketTypeId } = await eventOnSale();
  const buyer = await site.as("guest");
  const { body: order } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const app = await openApp(site, `/checkout?order=${order.id}`, { as: buyer });
  const press = await app.screen.findByRole("button", { name: "Pay $25.00 now" });
  await pressWithReplyLost(app, press, starting);
  expect(leaving.addresses).toEqual([]);
  await app.user.click(app.screen.getByRole("button", { name: "Pay $25.00 now" }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), waiting);
  const payments = await site.db.selectFrom("payments").selectAll().execute();
  const ours = payments.filter(({ subject_id }) => subject_id === order.id);
  expect(ours).toHaveLength(1);
  expect(leaving.addresses[0]).toContain(ours[0]!.provider_ref);
});
