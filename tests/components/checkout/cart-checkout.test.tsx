import { waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { errorAt, valueOf } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { authDialog } from "#tests/components/kit/visitor.ts";
import { rate, setDelivery, ship as shipping, tax } from "#tests/delivery/kit.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { fillBuyer, watchLeaving } from "./checkout-kit.tsx";

let site: Site;
let admin: Client;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await setDelivery(
    admin,
    [rate({ freeFromCents: 10_000 }), rate({ name: "Express", priceCents: 2500 })],
    [tax(), tax({ state: "NJ", rate: 6625 })],
  );
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

/** Someone with two shirts for $60.00 in their cart. */
async function shopper(): Promise<Client> {
  const buyer = await site.as("guest");
  const productId = await site.create.product({ title: "Yard Tee" });
  const variantId = await site.create.variant({ productId });
  const added = await buyer.post("/api/cart", { kind: "variant", itemId: variantId, quantity: 2 });
  expect(added.status).toBe(200);
  return buyer;
}

const sums = ({ screen }: OpenApp) =>
  [...screen.getByRole("complementary", { name: "Your order" }).querySelectorAll("dl > div")].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(": "),
  );
const ordersOf = async (buyer: Client) => (await buyer.get("/api/held-orders")).body.items;

test("a cart is shipped: the address is checked in place, and shipping and tax show as they change", async () => {
  const buyer = await shopper();
  await site.create.event({ title: "Velvet Riddim" });
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  const { screen, user } = app;
  const ship = await screen.findByRole("radio", { name: "Ship it" });
  screen.getByText("Add $40.00 of merch for free shipping.");
  expect(sums(app).at(-1)).toMatch(/^Total before shipping and tax: /);
  await fillBuyer(app);
  await user.click(screen.getByRole("button", { name: "Hold items & pay" }));
  await screen.findByText("Choose shipping or a pickup");
  await user.click(ship);

  await user.type(await screen.findByLabelText(/Street address/), "1 Shore Road");
  await user.type(screen.getByLabelText(/City/), "Brooklyn");
  await user.selectOptions(screen.getByLabelText(/State/), "NY");
  await screen.findByRole("radio", { name: "Ground $7.00" });
  await user.type(screen.getByLabelText(/ZIP Code/), "07030");
  await user.click(screen.getByRole("button", { name: /Hold items & pay \$/ }));
  await waitFor(() => expect(errorAt(screen.getByLabelText(/ZIP Code/))).toBe("That ZIP Code isn't in New York"));
  expect(await ordersOf(buyer)).toEqual([]);
  expect(await barriers()).toEqual([]);

  await user.selectOptions(screen.getByLabelText(/State/), "NJ");
  await waitFor(() => expect(sums(app)).toContain("Tax: $4.44"));
  await user.click(screen.getByRole("radio", { name: "Express $25.00" }));
  await waitFor(() => expect(sums(app).slice(1)).toEqual(["Shipping: $25.00", "Tax: $5.64", "Total: $90.64"]));
  await user.click(screen.getByRole("button", { name: "Hold items & pay $90.64" }));
  await waitFor(() => expect(leaving.addresses).toHaveLength(1));
  const [order] = await ordersOf(buyer);
  expect(order).toMatchObject({
    totalCents: 9064,
    delivery: { rateName: "Express", address: { name: "Marva Bright", line1: "1 Shore Road", zip: "07030" } },
  });

  // The page of the held order, and the form after a reload.
  app.close();
  const held = await openApp(site, `/checkout?order=${order!.id}`, { as: buyer, network: app.network });
  await held.screen.findByText("1 Shore Road");
  held.close();
  const again = await openApp(site, "/checkout?cart=1", { as: buyer, network: app.network });
  await waitFor(() => expect(valueOf(again.screen.getByLabelText(/Street address/))).toBe("1 Shore Road"));
});

test("a cart is picked up at an event, without shipping", async () => {
  const buyer = await shopper();
  // 10:00 PM in Brooklyn.
  const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
  await site.create.event({ title: "Soca Sunrise", ...dates });
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  const { screen, user } = app;
  await user.click(await screen.findByRole("radio", { name: "Pick it up at an event" }));
  await fillBuyer(app);
  await user.click(screen.getByRole("button", { name: "Hold items & pay" }));
  await screen.findByText("Choose an event");
  await user.click(await screen.findByRole("radio", { name: /Soca Sunrise.*June 7, 2031 at 10:00 PM/s }));
  await user.click(await screen.findByRole("button", { name: "Hold items & pay $65.33" }));
  await waitFor(() => expect(leaving.addresses).toHaveLength(1));
  expect((await ordersOf(buyer))[0]).toMatchObject({
    shippingCents: 0,
    delivery: { event: { title: "Soca Sunrise" } },
  });
});

test("nothing is paid before the buyer has seen a price that changed after the quote", async () => {
  const buyer = await shopper();
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  const { screen, user } = app;
  await site.create.event({ title: "Soca Sunrise" });
  await fillBuyer(app);
  await user.click(await screen.findByRole("radio", { name: "Pick it up at an event" }));
  await user.click((await screen.findAllByRole("radio", { name: /Velvet|Soca|Night/ }))[0]!);
  const pay = await screen.findByRole("button", { name: "Hold items & pay $65.33" });
  await site.db.updateTable("variants").set({ price_cents: 3100 }).execute();
  await user.click(pay);
  await screen.findByText("The total changed");
  const again = await screen.findByRole("button", { name: "Hold items & pay $67.50" });
  expect(await ordersOf(buyer)).toEqual([]);
  expect(leaving.addresses).toEqual([]);
  await user.click(again);
  await waitFor(() => expect(leaving.addresses).toHaveLength(1));
});

test("a cart whose items are in the buyer's own unpaid order leads to that order", async () => {
  const buyer = await site.as("guest");
  const variantId = await site.create.variant({ onHand: 1 });
  await buyer.post("/api/cart", { kind: "variant", itemId: variantId, quantity: 1 });
  const lines = [{ variantId, quantity: 1 }];
  const placed = await buyer.post("/api/orders", { ...draft(lines), ...shipping() });
  const { screen, user } = await openApp(site, "/shop", { as: buyer });
  await user.click(await screen.findByRole("button", { name: /^Cart/ }));
  const drawer = within(await screen.findByRole("dialog", { name: "Your cart" }));
  await drawer.findByText("These are on hold in your unpaid order.");
  const link = drawer.getByRole("link", { name: "Pay for or release that order" });
  expect(link.getAttribute("href")).toBe(`/checkout?order=${placed.body.id}`);
  await user.click(link);
  await screen.findByRole("button", { name: /^Pay .* now$/ });
});

test("each line of a cart's order names its event and date, before and after its price is asked for", async () => {
  const buyer = await site.as("guest");
  for (const [title, day] of [
    ["Velvet Riddim", "07"],
    ["Soca Sunrise", "08"],
  ] as const) {
    const dates = { startsAt: new Date(`2031-06-${day}T22:00:00Z`), endsAt: new Date(`2031-06-${day}T23:30:00Z`) };
    const eventId = await site.create.event({ title, ...dates });
    const itemId = await site.create.ticketType({ eventId, name: "General" });
    await buyer.post("/api/cart", { kind: "ticket", itemId, quantity: 1 });
  }
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  await app.screen.findByRole("button", { name: "Hold tickets & pay $50.00" });
  expect(sums(app).slice(0, 2)).toEqual([
    "1 × Velvet Riddim · GeneralJune 7, 2031 at 06:00 PM EDT: $25.00",
    "1 × Soca Sunrise · GeneralJune 8, 2031 at 06:00 PM EDT: $25.00",
  ]);
});

test("an empty cart says so", async () => {
  const app = await openApp(site, "/checkout?cart=1", { as: await site.as("guest") });
  await app.screen.findByText("There's nothing to check out");
});

test("a visitor sees what is in the cart in the sign-in dialog and behind it", async () => {
  const productId = await site.create.product({ title: "Harbor Cap" });
  const itemId = await site.create.variant({ productId });
  const shop = await openApp(site, "/shop");
  const body = JSON.stringify({ kind: "variant", itemId, quantity: 1 });
  const headers = { "content-type": "application/json" };
  expect((await fetch("/api/cart", { method: "POST", headers, body })).status).toBe(200);
  shop.close();
  const app = await openApp(site, "/checkout?cart=1", { network: shop.network });
  const dialog = within(await authDialog(app));
  const order = within(await dialog.findByRole("region", { name: "Your order" }));
  for (const text of ["Your cart", "1 × Harbor Cap", "$30.00"]) order.getByText(text);
});

test("what is pasted with invisible marks is taken, and a ZIP Code across a state line gets a hint", async () => {
  const buyer = await shopper();
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  const { screen, user } = app;
  const ship = await screen.findByRole("radio", { name: "Ship it" });
  const paste = async (label: RegExp, text: string) => {
    await user.clear(await screen.findByLabelText(label));
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  await paste(/Your name/, "\u2068Marva Pierre\u2069");
  await user.click(screen.getByRole("textbox", { name: /Email/ }));
  await user.paste("marva@example.com\u200b");
  await user.click(ship);
  await paste(/Street address/, "\u200e12 Dean\u00a0St");
  await paste(/City/, "Kaskaskia");
  await user.selectOptions(screen.getByLabelText(/State/), "IL");
  await paste(/ZIP Code/, "\u200e63673\u20131234");
  await screen.findByText("Most of 63673 is in Missouri. Check that your address is in Illinois.");
  await user.click(await screen.findByRole("button", { name: /Hold items & pay \$/ }));
  await waitFor(() => expect(leaving.addresses).toHaveLength(1));
  const [order] = await ordersOf(buyer);
  expect(order).toMatchObject({
    buyer: { name: "Marva Pierre", email: "marva@example.com" },
    delivery: { address: { line1: "12 Dean St", state: "IL", zip: "63673-1234" } },
  });
});
