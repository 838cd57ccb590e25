import { within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createCode, pay } from "#tests/promotions/kit.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import { checkoutPath, fillBuyer, payButton, watchLeaving } from "./checkout-kit.tsx";

// The total next to a Pay button is the amount charged.

let site: Site;
let admin: Client;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

const wait = { timeout: 60_000 };

let codes = 0;

/** An event whose tickets cost $25.00 including $2.00 in fees, and a code for 10 percent off. */
async function eventWithCode() {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const code = `SOCA${++codes}`;
  await createCode(admin, { code });
  return { eventId, ticketTypeId, code };
}

/** The rows of the order summary: term and amount. */
const sums = (part: HTMLElement) =>
  [...part.querySelectorAll("dl > div")].map((row) => [...row.children].map((cell) => cell.textContent).join(": "));

const orderPart = ({ screen }: Pick<OpenApp, "screen">) => screen.getByRole("complementary", { name: "Your order" });

test("with a promo code every total on the way is discounted, and the discounted total is charged", async () => {
  const { eventId, ticketTypeId, code } = await eventWithCode();
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }, { promo: code }), { as: buyer });
  await fillBuyer(app);
  const discounted = ["2 × General: $50.00", `Code ${code}: −$5.00`, "Total: $45.00"];
  const press = await app.screen.findByRole("button", { name: "Hold tickets & pay $45.00" });
  expect(sums(orderPart(app))).toEqual(discounted);
  await app.user.click(press);

  await app.screen.findByRole("timer", { name: "Time left" });
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);
  app.screen.getByRole("button", { name: "Pay $45.00 now" });
  expect(sums(orderPart(app))).toEqual(discounted);
  const orderId = new URLSearchParams(app.address().split("?")[1]).get("order")!;
  const charged = await site.db
    .selectFrom("payments")
    .select("amount_cents")
    .where("subject_id", "=", orderId)
    .execute();
  expect(charged).toEqual([{ amount_cents: 4500 }]);

  await pay(buyer, orderId);
  app.close();
  const paid = await openApp(site, `/payment-success?order=${orderId}`, { as: buyer });
  expect(sums(await paid.screen.findByRole("region", { name: "Your order" }))).toEqual(discounted);
});

test("entering a code updates the button and the totals at once, and removing it restores them", async () => {
  const { eventId, ticketTypeId, code } = await eventWithCode();
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), { as: await site.as("guest") });
  await app.screen.findByRole("button", { name: "Hold tickets & pay $50.00" });
  await app.user.click(app.screen.getByText("Have a promo code?"));
  await app.user.type(app.screen.getByLabelText("Promo code"), `${code.toLowerCase()}{Enter}`);
  await app.screen.findByRole("button", { name: "Hold tickets & pay $45.00" });
  app.screen.getByText("$5.00 off your order");
  expect(sums(orderPart(app)).at(-1)).toBe("Total: $45.00");

  await app.user.click(app.screen.getByRole("button", { name: `Remove code ${code}` }));
  await app.screen.findByRole("button", { name: "Hold tickets & pay $50.00" });
  expect(sums(orderPart(app))).toEqual(["2 × General: $50.00", "Total: $50.00"]);
});

test("a code that does not apply shows an error, and the button and the order keep the full price", async () => {
  const { eventId, ticketTypeId } = await eventWithCode();
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }, { promo: "NOSUCH" }), { as: buyer });
  await app.screen.findByRole("alert");
  await fillBuyer(app);
  await app.user.click(await app.screen.findByRole("button", { name: "Hold tickets & pay $25.00" }));
  await app.screen.findByRole("timer", { name: "Time left" });
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);
  const [sent] = app.network.callsTo("POST", /^\/api\/checkout$/);
  expect(JSON.parse(sent!.body!)).not.toHaveProperty("promoCode");
});

test("a code that is used up at the moment of payment shows the full price before anything is charged", async () => {
  const { eventId, ticketTypeId } = await eventWithCode();
  const code = "LASTUSE";
  await createCode(admin, { code, totalLimit: 1 });
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }, { promo: code }), { as: buyer });
  await fillBuyer(app);
  const press = await app.screen.findByRole("button", { name: "Hold tickets & pay $22.50" });
  const rival = await site.as("guest");
  const taken = await rival.post("/api/orders", {
    lines: [{ ticketTypeId, quantity: 1 }],
    buyer: { name: "Rival", email: "rival@example.com" },
    promoCode: code,
  });
  expect(taken.status).toBe(201);
  await app.user.click(press);
  const alert = await app.screen.findByText("Your promo code doesn't work anymore");
  expect(within(alert.closest<HTMLElement>("[role=alert]")!).getByText(/You weren't charged/)).toBeTruthy();
  await payButton(app.screen);
  await app.screen.findByRole("button", { name: "Hold tickets & pay $25.00" });
  expect(leaving.addresses).toEqual([]);
});

test("a buyer's order shows what was refunded of its total, and what is on its way", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event(), priceCents: 6000 });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  const one = wish(6000, { ticketIds: [order.tickets[0]!.id] });
  expect((await refund(admin, order.id, one)).status).toBe(201);
  const shown = async () => {
    const app = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
    const rows = sums(await app.screen.findByRole("region", { name: "Your order" }));
    app.close();
    return rows.slice(1);
  };
  expect(await shown()).toEqual(["Total: $120.00", "Refund on its way: −$60.00", "Total after refunds: $60.00"]);
  for (let round = 0; round < 2; round++) await site.app.runJob("refunds");
  expect(await shown()).toEqual(["Total: $120.00", "Refunded: −$60.00", "Total after refunds: $60.00"]);
});
