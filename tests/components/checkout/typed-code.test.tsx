import { waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createCode } from "#tests/promotions/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { checkoutPath, fillBuyer, payButton, watchLeaving } from "./checkout-kit.tsx";

// A promo code that stands in its field when Pay is pressed counts, and nobody pays a total that the button didn't show.

let site: Site;
let admin: Client;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await createCode(admin, { code: "TENOFF" });
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

const wait = { timeout: 60_000 };

/** A checkout for two tickets, $50.00, with the buyer filled in and a code typed. */
async function typing(code: string) {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), { as: buyer });
  await fillBuyer(app);
  await app.user.click(app.screen.getByText("Have a promo code?"));
  await app.user.type(codeField(app), code);
  return { app, buyer, eventId, ticketTypeId };
}

const codeField = ({ screen }: OpenApp) => screen.getByLabelText<HTMLInputElement>("Promo code");
const placed = (app: OpenApp) => app.network.callsTo("POST", /^\/api\/checkout$/).map(({ body }) => JSON.parse(body!));

test("a typed code is applied by Pay: the new total is in the button, in sight and in focus, and a second press pays it", async () => {
  const { app } = await typing("tenoff");
  await app.user.click(await payButton(app.screen));
  await app.screen.findByText("Your promo code changed the total");
  app.screen.getByText(/We applied TENOFF\. Your total is now \$45\.00\. You weren't charged\./);
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Your total is now $45.00"));
  expect(placed(app)).toEqual([]);
  await app.user.click(app.screen.getByRole("button", { name: "Hold tickets & pay $45.00" }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);
  expect(placed(app)).toMatchObject([{ promoCode: "TENOFF" }]);
});

test("a typed code that doesn't exist stops Pay at the field once, and its error goes when the code changes", async () => {
  const { app } = await typing("NOSUCH");
  await app.user.click(await payButton(app.screen));
  await app.screen.findByText("We can't find that promo code");
  await waitFor(() => expect(document.activeElement).toBe(codeField(app)));
  expect(placed(app)).toEqual([]);
  await app.user.type(codeField(app), "X");
  expect(app.screen.queryByText("We can't find that promo code")).toBeNull();
  await app.user.type(codeField(app), "{Backspace}");
  app.screen.getByText("We can't find that promo code");
  // The buyer has seen that it doesn't apply, and the button still says the full price.
  await app.user.click(app.screen.getByRole("button", { name: "Hold tickets & pay $50.00" }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);
  expect(placed(app)[0]).not.toHaveProperty("promoCode");
});

test("a code that was emptied again doesn't count", async () => {
  const { app } = await typing("NOSUCH{Backspace>6/}");
  await app.user.click(await payButton(app.screen));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);
  expect(app.network.callsTo("POST", /quote/)).toEqual([]);
});

test("a refused code that was deleted from its field is forgotten by Pay, which pays without one", async () => {
  const { app } = await typing("NOSUCH");
  await app.user.click(await payButton(app.screen));
  await app.screen.findByText("We can't find that promo code");
  await waitFor(() => expect(app.address()).toContain("promo=NOSUCH"));
  await app.user.clear(codeField(app));
  app.network.cut();
  await app.user.click(await payButton(app.screen));
  await app.screen.findByText("No connection", undefined, wait);
  expect(app.address()).not.toContain("promo=");
  expect((await payButton(app.screen)).getAttribute("aria-busy")).toBeNull();
  app.network.restore();
  await app.user.click(await payButton(app.screen));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);
  expect(placed(app).at(-1)).not.toHaveProperty("promoCode");
});

test("the refusal of a used-up code goes with the code", async () => {
  await createCode(admin, { code: "LASTONE", totalLimit: 1 });
  const { app, ticketTypeId } = await typing("LASTONE{Enter}");
  const press = await app.screen.findByRole("button", { name: "Hold tickets & pay $45.00" });
  const lines = [{ ticketTypeId, quantity: 1 }];
  const draft = { lines, buyer: { name: "Rival", email: "rival@example.com" }, promoCode: "LASTONE" };
  expect((await (await site.as("guest")).post("/api/orders", draft)).status).toBe(201);
  await app.user.click(press);
  await app.screen.findByText("Your promo code doesn't work anymore");
  await app.screen.findByText("This code has no uses left");
  await app.user.clear(codeField(app));
  await app.user.type(codeField(app), "TENOFF{Enter}");
  await app.screen.findByText("$5.00 off your order");
  expect(app.screen.queryByText("Your promo code doesn't work anymore")).toBeNull();
});

test("a price that rose since the page was loaded is seen before anything is paid", async () => {
  const { app, buyer, ticketTypeId } = await typing(" ");
  const press = await payButton(app.screen);
  await site.db.updateTable("ticket_types").set({ price_cents: 3000 }).where("id", "=", ticketTypeId).execute();
  await app.user.click(press);
  await app.screen.findByText("The total changed");
  app.screen.getByText(
    /^A price changed while you were checking out\. Your total is now \$60\.00\. You weren't charged\./,
  );
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Your total is now $60.00"));
  const again = await app.screen.findByRole("button", { name: "Hold tickets & pay $60.00" });
  expect(leaving.addresses).toEqual([]);
  expect((await buyer.get("/api/held-orders")).body.items).toEqual([]);
  await app.user.click(again);
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);
  expect(placed(app).map(({ shownTotalCents }) => shownTotalCents)).toEqual([5000, 6000]);
});

test("offline, a press brings its refusal into sight and focus", async () => {
  const { app } = await typing("TENOFF");
  const press = await payButton(app.screen);
  app.network.cut();
  await app.user.click(press);
  const alert = (await app.screen.findByText("No connection", {}, wait)).closest("[role=alert]");
  expect(document.activeElement?.contains(alert)).toBe(true);
  app.network.restore();
});
