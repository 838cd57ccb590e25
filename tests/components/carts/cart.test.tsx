import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeCart } from "#web/features/carts/queries.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { answer, createNetwork } from "#tests/components/kit/browser-network.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
afterEach(() => closeCart());

/** Someone with units of a product in their cart. */
async function shopper(title: string, quantity: number, more: object = {}) {
  const buyer = await site.as("guest");
  const variantId = await site.create.variant({ productId: await site.create.product({ title }), ...more });
  await buyer.post("/api/cart", { kind: "variant", itemId: variantId, quantity, unitCents: 3000 });
  return { buyer, variantId };
}

async function openDrawer(app: OpenApp, name: string | RegExp = /^Cart: /) {
  await app.user.click(await app.screen.findByRole("button", { name }));
  return within(await app.screen.findByRole("dialog", { name: "Your cart" }));
}

const unitsOf = async (buyer: Client) => (await buyer.get("/api/cart")).body.lines.map(({ quantity }) => quantity);

test("an event's tickets go in the cart with the press of a button, and the drawer leads to checkout", async () => {
  const dates = { startsAt: new Date("2031-06-07T23:00:00Z"), endsAt: new Date("2031-06-08T04:00:00Z") };
  const eventId = await site.create.event({ title: "Velvet Riddim", ...dates });
  await site.create.ticketType({ eventId, name: "General" });
  const app = await openApp(site, `/events/${eventId}`, {});
  expect(app.network.callsTo("GET", /^\/api\/cart/)).toEqual([]);
  await app.user.click(await app.screen.findByRole("button", { name: "More: General" }));
  await app.user.click(app.screen.getAllByRole("button", { name: "Add to cart" })[0]!);
  const drawer = within(await app.screen.findByRole("dialog", { name: "Your cart" }));
  await drawer.findByRole("link", { name: "Velvet Riddim" });
  drawer.getByText("June 7, 2031 at 07:00 PM EDT");
  expect(drawer.getByRole("link", { name: "Check out" }).getAttribute("href")).toBe("/checkout?cart=1");
  expect(await barriers()).toEqual([]);
  // The selection moved: what is left on the page isn't bought a second time.
  await app.user.keyboard("{Escape}");
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  app.screen.getByRole("button", { name: "Cart: 1" });
  expect(app.screen.queryByRole("button", { name: "Add to cart" })).toBeNull();
});

test("what is added stays in the cart, although a read from before it answers later", async () => {
  const eventId = await site.create.event({ title: "Late Riddim" });
  await site.create.ticketType({ eventId, name: "General" });
  const app = await openApp(site, `/events/${eventId}`, {});
  let release = () => {};
  const isReleased = new Promise<void>((done) => (release = done));
  let wasRead = false;
  app.network.on("GET", /^\/api\/cart/, async (_call, reach) => {
    const reply = await reach();
    wasRead = true;
    await isReleased;
    return reply;
  });
  // The drawer's read is answered with an empty cart, which arrives only after the change.
  app.network.on("POST", /^\/api\/cart/, async (_call, reach) => {
    await waitFor(() => expect(wasRead).toBe(true));
    return reach();
  });
  await app.user.click(await app.screen.findByRole("button", { name: "More: General" }));
  await app.user.click(app.screen.getAllByRole("button", { name: "Add to cart" })[0]!);
  const drawer = within(await app.screen.findByRole("dialog", { name: "Your cart" }));
  await drawer.findByRole("link", { name: "Late Riddim" });
  release();
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  drawer.getByRole("link", { name: "Late Riddim" });
});

test("the quantity changes at once, and goes back with a message when the server can't be reached", async () => {
  const { buyer } = await shopper("Harbor Cap", 1);
  const app = await openApp(site, "/events", { as: buyer });
  const drawer = await openDrawer(app, "Cart: 1");
  const more = await drawer.findByRole("button", { name: "More: Harbor Cap" });
  await app.user.click(more);
  await app.user.click(more);
  app.screen.getByRole("button", { name: "Cart: 3", hidden: true });
  await waitFor(async () => expect(await unitsOf(buyer)).toEqual([3]));
  app.network.cut();
  await app.user.click(more);
  await drawer.findByText("Nothing was changed. Check your internet connection and try again.");
  await waitFor(() => drawer.getByText("$90.00", { selector: "span" }));
  app.network.restore();
  app.network.on("PUT", /cart/, () => answer(409, { code: "over_limit", message: "You can order 3 of these at most" }));
  await app.user.click(more);
  await drawer.findByText("You can order 3 of these at most");
  app.screen.getByRole("button", { name: "Cart: 3", hidden: true });
});

test("a removed line comes back with Undo, and an empty cart leads on", async () => {
  const { buyer } = await shopper("Kite Hoodie", 2);
  const app = await openApp(site, "/events", { as: buyer });
  const drawer = await openDrawer(app);
  await app.user.click(await drawer.findByRole("button", { name: "Remove Kite Hoodie" }));
  drawer.getByText("Your cart is empty");
  drawer.getByRole("link", { name: "Shop" });
  const undo = drawer.getByRole("button", { name: "Undo" });
  expect(document.activeElement).toBe(undo);
  await waitFor(async () => expect(await unitsOf(buyer)).toEqual([]));
  await app.user.click(undo);
  await drawer.findByRole("link", { name: "Kite Hoodie" });
  await waitFor(async () => expect(await unitsOf(buyer)).toEqual([2]));
});

test("what changed since is told in the drawer and at checkout, and the cart follows the order", async () => {
  const { buyer, variantId } = await shopper("Yard Tee", 3);
  await sql`update variants set price_cents = 3500 where id = ${variantId}`.execute(site.db);
  await sql`update stock set capacity = 2 where id = (select stock_id from variants where id = ${variantId})`.execute(
    site.db,
  );
  const app = await openApp(site, "/events", { as: buyer });
  const drawer = await openDrawer(app);
  await drawer.findByText("Only 2 left. Price changed from $30.00 to $35.00.");
  drawer.getByText("$70.00", { selector: "output" });
  await app.user.click(drawer.getByRole("link", { name: "Check out" }));
  await app.screen.findByText(
    "Yard Tee: only 2 left. Price changed from $30.00 to $35.00. We changed your quantity to 2.",
  );
  expect(app.screen.queryByRole("dialog")).toBeNull();
});

test("a cart in which everything sold out offers no checkout", async () => {
  const { buyer, variantId } = await shopper("Last Tee", 1);
  await sql`update stock set capacity = 0 where id = (select stock_id from variants where id = ${variantId})`.execute(
    site.db,
  );
  const drawer = await openDrawer(await openApp(site, "/events", { as: buyer }));
  await drawer.findByText("Nothing in your cart is available right now.");
  drawer.getByText("$0.00", { selector: "output" });
  expect(drawer.queryByRole("link", { name: "Check out" })).toBeNull();
});

test("a visitor's cart is counted again after a reload", async () => {
  const eventId = await site.create.event({ title: "Reload Riddim" });
  await site.create.ticketType({ eventId, name: "General" });
  const app = await openApp(site, `/events/${eventId}`, {});
  await app.user.click(await app.screen.findByRole("button", { name: "More: General" }));
  await app.user.click(app.screen.getAllByRole("button", { name: "Add to cart" })[0]!);
  await app.screen.findByRole("button", { name: "Cart: 1", hidden: true });
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  app.close();
  const reloaded = await openApp(site, "/events", { network: app.network });
  await reloaded.screen.findByRole("button", { name: "Cart: 1" });
});

test("the drawer says that it couldn't load, and loads again", async () => {
  const { buyer } = await shopper("Deck Bag", 1);
  const network = createNetwork(site.app, { token: buyer.token });
  const restore = network.on("GET", /^\/api\/cart/, () => answer(500, {}));
  const app = await openApp(site, "/events", { network });
  const drawer = await openDrawer(app, "Cart");
  await drawer.findByText("Your cart didn't load");
  restore();
  await app.user.click(drawer.getByRole("button", { name: "Try again" }));
  await drawer.findByRole("link", { name: "Deck Bag" });
});

test("after signing out the browser shows no cart", async () => {
  const { buyer } = await shopper("Sea Flag", 1);
  const app = await openApp(site, "/events", { as: buyer });
  await app.screen.findByRole("button", { name: "Cart: 1" });
  await app.user.click(app.screen.getByRole("button", { name: /^Account: / }));
  await app.user.click(await app.screen.findByRole("menuitem", { name: "Logout" }));
  await app.screen.findByRole("button", { name: "Cart" });
});
