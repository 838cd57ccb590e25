import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeCart } from "#web/features/carts/queries.ts";
import { isChanging } from "#web/features/carts/change-cart.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { holdCalls } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  await setDelivery(await site.as("admin"), [rate({ freeFromCents: 10_000 })]);
});
afterAll(() => site.close());
// A change whose page closes before its answer is never over, for the next test neither.
afterEach(async () => {
  await waitFor(() => expect(isChanging()).toBe(false));
  closeCart();
});

const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
const createVariant = async (title: string, more: object = {}, product: object = {}) =>
  site.create.variant({ productId: await site.create.product({ title, ...product }), ...more });
const add = (buyer: Client, kind: string, itemId: number, quantity: number, unitCents?: number) =>
  buyer.post("/api/cart", { kind, itemId, quantity, ...(unitCents === undefined ? {} : { unitCents }) });
const unitsOf = async (buyer: Client) =>
  (await buyer.get("/api/cart")).body.lines.map(({ itemId, quantity }) => [itemId, quantity]);

async function openDrawer(app: OpenApp, name: string | RegExp = /^Cart/) {
  await app.user.click(await app.screen.findByRole("button", { name }));
  const drawer = within(await app.screen.findByRole("dialog", { name: "Your cart" }));
  return { drawer, lines: () => drawer.getAllByRole("listitem").map(({ textContent }) => textContent) };
}

test("each line reads as it is: its event's day where it is, both prices, what it comes to and what is wrong", async () => {
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const ticket = await site.create.ticketType({ eventId, name: "Pair", priceCents: 5000, feeCents: 0, minPerOrder: 2 });
  const tee = await createVariant("Yard Tee", { options: ["M"], onHand: 3 });
  const mix = await createVariant("Road Mix", { priceCents: 1200, onHand: 0 }, { kind: "digital", slug: "road-mix" });
  const buyer = await site.as("guest");
  await add(buyer, "ticket", ticket, 2, 4800);
  await add(buyer, "variant", tee, 1);
  await add(buyer, "variant", mix, 2);
  const { drawer, lines } = await openDrawer(await openApp(site, "/events", { as: buyer }), "Cart: 5");
  await drawer.findByRole("link", { name: "Soca Supper" });
  expect(lines()).toEqual([
    expect.stringMatching(
      /^Soca SupperJune 7, 2031 at 10:00 PM EDTPairIt was \$48\.00, now \$50\.00 each.*\$100\.00Price changed from \$48\.00 to \$50\.00\.$/,
    ),
    expect.stringMatching(/^Yard TeeM\$30\.00(?! each).*\$30\.00$/),
    expect.stringMatching(/^Road Mix\$12\.00(?! each)(?!.*\$).*Sold out\.$/),
  ]);
  const hrefs = ["Soca Supper", "Road Mix", "Check out"].map((name) =>
    drawer.getByRole("link", { name }).getAttribute("href"),
  );
  expect(hrefs).toEqual([expect.stringMatching(`^/events/${eventId}/`), "/shop?product=road-mix", "/checkout?cart=1"]);
  drawer.getByText("$130.00", { selector: "output" });
  drawer.getByText("Add $70.00 of merch for free shipping.");
  const bar = drawer.getByRole<HTMLProgressElement>("progressbar", { hidden: true });
  expect([bar.value, bar.max]).toEqual([3000, 10_000]);
  drawer.getByText("Shipping and tax are calculated at checkout. We ship to the US only.");
});

test("without merch nothing is said of shipping; with enough of it, shipping is free", async () => {
  const ticket = await site.create.ticketType();
  const buyer = await site.as("guest");
  await add(buyer, "ticket", ticket, 1);
  const app = await openApp(site, "/events", { as: buyer });
  const first = await openDrawer(app);
  await first.drawer.findByText("Items in your cart aren't on hold until you check out.");
  expect(first.drawer.queryByText(/shipping/i)).toBeNull();
  await add(buyer, "variant", await createVariant("Track Jacket", { priceCents: 12_000 }), 1);
  app.close();
  const second = await openDrawer(await openApp(site, "/events", { as: buyer }));
  await second.drawer.findByText("You've got free shipping.");
});

test("sums change at once, before the server answers, and each change is sent as it was meant", async () => {
  const tee = await createVariant("Yard Tee", { onHand: 3 });
  const cap = await createVariant("Harbor Cap", { priceCents: 2000 });
  const buyer = await site.as("guest");
  await add(buyer, "variant", tee, 1, 3000);
  await add(buyer, "variant", cap, 2, 2000);
  const app = await openApp(site, "/events", { as: buyer });
  const { drawer } = await openDrawer(app, "Cart: 3");
  const more = await drawer.findByRole("button", { name: "More: Yard Tee" });
  const letGo = holdCalls(app, "PUT", /cart/);
  await app.user.click(more);
  await app.user.click(more);
  drawer.getByText("$130.00", { selector: "output" });
  drawer.getByText("$90.00", { selector: "span" });
  app.screen.getByRole("button", { name: "Cart: 5", hidden: true });
  expect((more as HTMLButtonElement).disabled).toBe(true);
  letGo();
  await waitFor(async () =>
    expect(await unitsOf(buyer)).toEqual([
      [tee, 3],
      [cap, 2],
    ]),
  );
  const sent = app.network.callsTo("PUT", /cart/).map(({ body }) => JSON.parse(body!) as object);
  const change = { kind: "variant", itemId: tee, unitCents: 3000 };
  expect(sent).toEqual([
    { ...change, quantity: 2 },
    { ...change, quantity: 3 },
  ]);
  drawer.getByText("$130.00", { selector: "output" });
});

test("Undo brings back all units of the line that was removed last, also after stepping down to none", async () => {
  const tee = await createVariant("Yard Tee");
  const cap = await createVariant("Harbor Cap");
  const buyer = await site.as("guest");
  await add(buyer, "variant", tee, 4);
  await add(buyer, "variant", cap, 1);
  const app = await openApp(site, "/events", { as: buyer });
  const { drawer } = await openDrawer(app, "Cart: 5");
  await app.user.click(await drawer.findByRole("button", { name: "Remove Yard Tee" }));
  drawer.getByText("Yard Tee removed");
  drawer.getByText("$30.00", { selector: "output" });
  await waitFor(async () => expect(await unitsOf(buyer)).toEqual([[cap, 1]]));
  await app.user.click(drawer.getByRole("button", { name: "Undo" }));
  await waitFor(async () =>
    expect(await unitsOf(buyer)).toEqual([
      [cap, 1],
      [tee, 4],
    ]),
  );
  expect(drawer.queryByText("Yard Tee removed")).toBeNull();
  app.screen.getByRole("button", { name: "Cart: 5", hidden: true });
  await app.user.click(drawer.getByRole("button", { name: "Fewer: Harbor Cap" }));
  drawer.getByText("Harbor Cap removed");
  await app.user.click(drawer.getByRole("button", { name: "Undo" }));
  await waitFor(async () =>
    expect(await unitsOf(buyer)).toEqual([
      [tee, 4],
      [cap, 1],
    ]),
  );
});

test("what can't be removed stays, without an Undo, and each refusal has its own words", async () => {
  const tee = await createVariant("Yard Tee");
  const buyer = await site.as("guest");
  await add(buyer, "variant", tee, 2);
  const app = await openApp(site, "/events", { as: buyer });
  const { drawer } = await openDrawer(app, "Cart: 2");
  const refusals: [status: number, code: string, message: string, said: string][] = [
    [409, "sales_closed", "Yard Tee: sales have ended", "Yard Tee: sales have ended"],
    [429, "too_many_requests", "Too many attempts. Wait a minute.", "Too many attempts. Wait a minute."],
    [404, "not_found", "We can't find that item", "We don't sell that anymore."],
    [500, "internal", "oops", "Something went wrong on our side. Please try again."],
  ];
  for (const [status, code, message, said] of refusals) {
    const mend = app.network.on("PUT", /cart/, () => answer(status, { code, message }));
    await app.user.click(await drawer.findByRole("button", { name: "Remove Yard Tee" }));
    await drawer.findByText(said);
    await drawer.findByRole("link", { name: "Yard Tee" });
    expect(drawer.queryByRole("button", { name: "Undo" })).toBeNull();
    mend();
  }
  app.screen.getByRole("button", { name: "Cart: 2", hidden: true });
  // The next change that works takes the message away.
  await app.user.click(drawer.getByRole("button", { name: "More: Yard Tee" }));
  await waitFor(() => expect(drawer.queryByText("We couldn't change your cart")).toBeNull());
  await waitFor(async () => expect(await unitsOf(buyer)).toEqual([[tee, 3]]));
  await waitFor(() => app.screen.getByRole("button", { name: "Cart: 3", hidden: true }));
});

test("a line that an unpaid order holds leads to that order, and leaving by any link closes the drawer", async () => {
  const tee = await createVariant("Last Tee", { onHand: 1, priceCents: 1500 }, { kind: "digital", slug: "last-tee" });
  const buyer = await site.as("guest");
  await add(buyer, "variant", tee, 1);
  const { body: order } = await buyer.post("/api/orders", draft([{ variantId: tee, quantity: 1 }]));
  const app = await openApp(site, "/events", { as: buyer });
  const { drawer } = await openDrawer(app);
  const pay = await drawer.findByRole("link", { name: "Pay for or release that order" });
  expect(pay.getAttribute("href")).toBe(`/checkout?order=${order.id}`);
  drawer.getByText("Nothing in your cart is available right now.");
  await app.user.click(drawer.getByRole("link", { name: "Last Tee" }));
  await waitFor(() => expect(app.address()).toBe("/shop?product=last-tee"));
  await waitFor(() => expect(app.screen.queryByRole("dialog", { name: "Your cart" })).toBeNull());
});

test("a closed cart reads prices anew when it opens again", async () => {
  const tee = await createVariant("Yard Tee");
  const buyer = await site.as("guest");
  await add(buyer, "variant", tee, 1, 3000);
  const app = await openApp(site, "/events", { as: buyer });
  const first = await openDrawer(app);
  await first.drawer.findByText("$30.00", { selector: "output" });
  await app.user.keyboard("{Escape}");
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  await sql`update variants set price_cents = 3500 where id = ${tee}`.execute(site.db);
  const second = await openDrawer(app);
  await second.drawer.findByText("$35.00", { selector: "output" });
  second.drawer.getByText("Price changed from $30.00 to $35.00.");
});

test("of the chosen tickets those that were refused stay chosen, and only what was added is counted", async () => {
  const eventId = await site.create.event({ title: "Two Types", ...dates });
  const floor = await site.create.ticketType({ eventId, name: "Floor", position: 0 });
  const deck = await site.create.ticketType({ eventId, name: "Deck", position: 1 });
  const app = await openApp(site, `/events/${eventId}`, {});
  for (const name of ["Floor", "Deck", "Deck"])
    await app.user.click(await app.screen.findByRole("button", { name: `More: ${name}` }));
  const mend = app.network.on("POST", /^\/api\/cart/, ({ body }, reach) =>
    (JSON.parse(body!) as { itemId: number }).itemId === deck
      ? answer(409, { code: "over_limit", message: "You can order 1 of these at most" })
      : reach(),
  );
  await app.user.click(app.screen.getAllByRole("button", { name: "Add to cart" })[0]!);
  const drawer = within(await app.screen.findByRole("dialog", { name: "Your cart" }));
  await drawer.findByText("You can order 1 of these at most");
  const sent = app.network.callsTo("POST", /^\/api\/cart/).map(({ body }) => JSON.parse(body!) as object);
  expect(sent).toEqual([
    { kind: "ticket", itemId: floor, quantity: 1, unitCents: 2500 },
    { kind: "ticket", itemId: deck, quantity: 2, unitCents: 2500 },
  ]);
  await waitFor(() => app.screen.getByRole("button", { name: "Cart: 1", hidden: true }));
  mend();
  await app.user.keyboard("{Escape}");
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  await app.user.click(app.screen.getAllByRole("button", { name: "Add to cart" })[0]!);
  await waitFor(() => app.screen.getByRole("button", { name: "Cart: 3", hidden: true }));
});
