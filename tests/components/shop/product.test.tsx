import { within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { createNetwork } from "#tests/components/kit/browser-network.ts";
import { expectConsoleError } from "#tests/components/kit/console-errors.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
let variantIds: number[];
beforeAll(async () => {
  site = await createSite({ sharedReplyMs: 0 });
  const { create } = site;
  const tee = await create.product({
    title: "Yard Tee",
    slug: "yard-tee",
    options: [
      { name: "Color", values: ["Black", "Bone"] },
      { name: "Size", values: ["M", "L"] },
    ],
    collections: ["tees"],
  });
  const of = (options: string[], sku: string, onHand: number) =>
    create.variant({ productId: tee, options, sku, onHand, maxPerOrder: 3 });
  variantIds = [
    await of(["Black", "M"], "YT-BM", 0),
    await of(["Black", "L"], "YT-BL", 50),
    await of(["Bone", "L"], "YT-NL", 2),
  ];
  await sql`update products set size_guide = ${JSON.stringify({
    rows: [
      ["Size", "Chest"],
      ["M", "40 in"],
    ],
    note: "Runs wide.",
  })} where id = ${tee}`.execute(site.db);
});
afterAll(() => site.close());

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
/** A network on which the shop doesn't answer. */
function createBrokenShop() {
  const network = createNetwork(site.app);
  network.on("GET", /\/products/, () => answer(500, { code: "internal" }));
  return network;
}

const becomes = (read: () => unknown, value: unknown) =>
  vi.waitFor(() => expect(read()).toEqual(value), { timeout: 60_000 });

test("the choice is in the URL; what is sold out is struck through, and can be waited for with an email", async () => {
  const { screen, user, address, network } = await openApp(site, "/shop?product=yard-tee");
  const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });
  expect(radio("Black").checked).toBe(true);
  expect(radio("L").checked).toBe(false);
  await user.click(radio(/^M\s?, sold out$/));
  await becomes(address, "/shop?product=yard-tee&variant=YT-BM");
  screen.getByText("Sold out", { selector: "p" });
  expect(screen.queryByRole("button", { name: "Add to cart" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Email me when it's back" }));
  const field = await screen.findByLabelText<HTMLInputElement>("Email", {}, { timeout: 60_000 });
  await user.type(field, "marva@");
  await user.click(screen.getByRole("button", { name: "Email me when it's back" }));
  await screen.findByText("Enter an email like name@example.com");
  await user.type(field, "example.com");
  await user.click(screen.getByRole("button", { name: "Email me when it's back" }));
  await screen.findByText(/If marva@example\.com is new to us or unsubscribed before, we sent it a link/);
  expect(network.callsTo("POST", /back-in-stock/)).toHaveLength(1);
  const { rows } = await sql<{
    email: string;
  }>`select email from interests where topic = ${`back-in-stock:${variantIds[0]!}`}`.execute(site.db);
  expect(rows).toEqual([{ email: "marva@example.com" }]);
  expect(await barriers()).toEqual([]);
  // There is no M in bone.
  await user.click(radio(/^Bone/));
  expect(radio(/^M/).checked).toBe(false);
  await becomes(address, "/shop?product=yard-tee");
});

test("each sold-out size has an alert of its own: one that is set says nothing of the others", async () => {
  const productId = await site.create.product({
    title: "Road Cap",
    slug: "road-cap",
    options: [{ name: "Size", values: ["S", "M"] }],
  });
  for (const size of ["S", "M"])
    await site.create.variant({ productId, options: [size], sku: `RC-${size}`, onHand: 0 });
  const { screen, user } = await openApp(site, "/shop?product=road-cap&variant=RC-S");
  const press = () => user.click(screen.getByRole("button", { name: "Email me when it's back" }));
  await press();
  await user.type(await screen.findByLabelText("Email", {}, { timeout: 60_000 }), "marva@example.com");
  await press();
  await screen.findByText(/when Road Cap in S is back/);
  await user.click(screen.getByRole("radio", { name: /^M/ }));
  await screen.findByRole("button", { name: "Email me when it's back" });
  expect(screen.queryByText(/We'll email marva/)).toBeNull();
});

test("a shared link opens its variant, and adding it says what the visitor saw", async () => {
  const { screen, user, network } = await openApp(site, "/shop?product=yard-tee&variant=YT-BL");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "L" }).checked).toBe(true);
  screen.getByText("In stock");
  screen.getByText("We ship to the US only.");
  await user.click(screen.getByRole("button", { name: "More: Yard Tee" }));
  await user.click(screen.getByRole("button", { name: "Add to cart" }));
  await vi.waitFor(() => expect(network.callsTo("POST", /^\/api\/cart/)).toHaveLength(1));
  const { body } = network.callsTo("POST", /^\/api\/cart/)[0]!;
  expect(JSON.parse(body!)).toEqual({ kind: "variant", itemId: variantIds[1], quantity: 2, unitCents: 3000 });
  await user.click(await screen.findByRole("button", { name: "Close" }, { timeout: 60_000 }));
  await user.click(await screen.findByRole("button", { name: "More: Yard Tee" }));
  screen.getByText("Up to 3 per order.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "More: Yard Tee" }).disabled).toBe(true);
});

test("nobody gets a size that they didn't choose: the button asks for it first", async () => {
  const { screen, user, network } = await openApp(site, "/shop?product=yard-tee");
  await user.click(screen.getByRole("button", { name: "Add to cart" }));
  await screen.findByText("Choose a size first");
  expect((document.activeElement as HTMLInputElement).name).toBe("Size");
  expect(network.callsTo("POST", /cart/)).toEqual([]);
  await user.click(screen.getByRole("radio", { name: "L" }));
  expect(screen.queryByText("Choose a size first")).toBeNull();
});

test("buying now leads to the checkout of the cart; what can't be added stays here, with the reason", async () => {
  const { screen, user, network, address } = await openApp(site, "/shop?product=yard-tee&variant=YT-BL");
  const stop = network.on("POST", /^\/api\/cart/, () =>
    answer(409, { code: "over_limit", message: "Only 3 per order" }),
  );
  await user.click(screen.getByRole("button", { name: "Buy now" }));
  await screen.findByText(/Only 3 per order/, {}, { timeout: 60_000 });
  expect(address()).toBe("/shop?product=yard-tee&variant=YT-BL");
  await user.click(screen.getByRole("button", { name: "Close" }));
  stop();
  await user.click(screen.getByRole("button", { name: "Buy now" }));
  await becomes(address, "/checkout?cart=1");
});

test("the few that are left are the most that can be chosen", async () => {
  const { screen, user } = await openApp(site, "/shop?product=yard-tee&variant=YT-NL");
  screen.getByText("2 left");
  await user.click(screen.getByRole("button", { name: "More: Yard Tee" }));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "More: Yard Tee" }).disabled).toBe(true);
});

test("the size guide is a table in a dialog", async () => {
  const { screen, user } = await openApp(site, "/shop?product=yard-tee");
  await user.click(screen.getByRole("button", { name: "Size guide" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Size guide" }, { timeout: 60_000 }));
  dialog.getByRole("columnheader", { name: "Chest" });
  dialog.getByRole("rowheader", { name: "M" });
  dialog.getByText("Runs wide.");
  expect(await barriers()).toEqual([]);
});

test("a drop counts down by the server's clock, whatever the device's says, and opens when the server says so", async () => {
  const { create } = site;
  const drop = await create.product({ title: "Mas Drop", slug: "mas-drop" });
  const opensAt = new Date(Date.now() + 90 * 60_000);
  const variantId = await create.variant({ productId: drop, salesStartAt: opensAt });
  const app = await openApp(site, "/shop?product=mas-drop");
  const { screen, network } = app;
  app.close();

  // The server is 89 minutes ahead of this device: one minute is left.
  const ahead = (ms: number) => answer(200, { now: new Date(Date.now() + ms).toISOString() });
  let skewMs = 89 * 60_000;
  network.on("GET", /^\/api\/shop\/time/, () => ahead(skewMs));
  await openApp(site, "/shop?product=mas-drop", { network });
  const timer = await screen.findByRole("timer");
  await vi.waitFor(() => expect(timer.textContent).toMatch(/^00hr(00min5\dsec|01min00sec)$/), { timeout: 60_000 });
  expect(screen.queryByRole("button", { name: "Add to cart" })).toBeNull();

  // The device's clock is set back, so the server is asked again. The time has come, but the server doesn't sell it yet.
  skewMs = 2 * 60 * 60_000;
  const passed = performance.now.bind(performance);
  const timerOfPage = vi.spyOn(performance, "now").mockImplementation(() => passed() + 10_000);
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findByText("Opening now …");
  const asked = () => network.callsTo("GET", /products\/mas-drop/).length;
  const before = asked();
  // Sooner than the 15 seconds in which an open page reads what is left.
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before + 1), { timeout: 12_000 });
  expect(screen.queryByRole("button", { name: "Add to cart" })).toBeNull();
  await sql`update variants set sales_start_at = clock_now() where id = ${variantId}`.execute(site.db);
  await screen.findByRole("button", { name: "Add to cart" }, { timeout: 60_000 });
  expect(screen.queryByRole("timer")).toBeNull();
  timerOfPage.mockRestore();
});

test("search engines read an offer for each variant, and only what is true of it", async () => {
  await openApp(site, "/shop?product=yard-tee&variant=YT-BL");
  const [product, crumbs] = JSON.parse(document.querySelector('script[type="application/ld+json"]')!.textContent);
  expect(
    product.offers.map(({ sku, availability, price }: any) => [sku, availability.split("/").at(-1), price]),
  ).toEqual([
    ["YT-BM", "SoldOut", "30.00"],
    ["YT-BL", "InStock", "30.00"],
    ["YT-NL", "LimitedAvailability", "30.00"],
  ]);
  expect(crumbs.itemListElement).toHaveLength(3);
  const { body } = await site.anon.get("/api/shop/products/yard-tee");
  const at = (selector: string) => document.head.querySelector(selector)!.getAttribute("content");
  expect(at('meta[property="og:image"]')).toMatch(/\/feeds\/products\/yard-tee\/social\.jpg\?v=/);
  expect(document.head.querySelector("link[rel=canonical]")!.getAttribute("href")).toMatch(/\/shop\?product=yard-tee$/);
  expect(body.variants).toHaveLength(3);
});

test.each(["no-such-tee", "Not%20A%20Slug", "..%2Fproducts"])(
  "a product that isn't there (%s) is Page Not Found",
  async (slug) => {
    expectConsoleError(/40[04]/);
    const { screen } = await openApp(site, `/shop?product=${slug}`);
    screen.getByText("Sorry, we couldn't find the page you're looking for...");
  },
);

test("products that belong to an event are on its page, and the first ones of the shop on the home page", async () => {
  const eventId = await site.create.event({ title: "Soca Supper" });
  const flag = await site.create.product({ title: "Fete Flag", slug: "fete-flag", eventIds: [eventId] });
  await site.create.variant({ productId: flag });
  const { body } = await site.anon.get(`/api/events/${eventId}`);
  const event = await openApp(site, `/events/${eventId}/${body.slug}`);
  const row = within(await event.screen.findByRole("region", { name: "Wear it there" }, { timeout: 60_000 }));
  row.getByRole("link", { name: "Fete Flag" });
  event.close();
  // A row that can't be read is left out: the page sells tickets without it.
  expectConsoleError(/500/);
  const broken = createBrokenShop();
  const without = await openApp(site, `/events/${eventId}/${body.slug}`, { network: broken });
  await without.screen.findByRole("heading", { level: 1, name: "Soca Supper" });
  expect(without.screen.queryByRole("region", { name: "Wear it there" })).toBeNull();
  without.close();
  const home = await openApp(site, "/");
  const strip = await home.screen.findByRole("region", { name: "From the shop" }, { timeout: 60_000 });
  within(strip).getByRole("link", { name: "Yard Tee" });
  within(strip).getByRole("link", { name: "See the shop" });
});

test("a picture opens large, comes closer by key and button, and closing returns the focus", async () => {
  const tote = await site.create.product({
    title: "Market Tote",
    slug: "market-tote",
    pictures: ["velvet-riddim", "wet-fete"],
  });
  await site.create.variant({ productId: tote });
  const { screen, user } = await openApp(site, "/shop?product=market-tote");
  const opener = screen.getByRole("link", { name: /^Zoom in on picture 1 of 2/ });
  opener.focus();
  await user.click(opener);
  const dialog = within(await screen.findByRole("dialog", { name: "Pictures of Market Tote" }, { timeout: 60_000 }));
  const said = () => dialog.getByRole("status").textContent;
  expect(said()).toBe("1 / 2");
  dialog.getByRole("button", { name: "Zoom in" }).focus();
  await user.keyboard("+");
  expect(said()).toBe("1 / 2150%");
  await user.click(dialog.getByRole("button", { name: "Zoom out" }));
  expect(said()).toBe("1 / 2");
  await user.click(dialog.getByRole("button", { name: "Next picture" }));
  expect(said()).toBe("2 / 2");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test("a product's former address opens it at its current one, with the variant that the link names", async () => {
  const productId = await site.create.product({ title: "Dock Tee", slug: "dock-tee" });
  await site.create.variant({ productId, sku: "DT-1" });
  await sql`insert into product_slugs (slug, product_id) values ('old-dock-tee', ${productId})`.execute(site.db);
  const { screen, address } = await openApp(site, "/shop?product=old-dock-tee&variant=DT-1");
  await screen.findByRole("heading", { level: 1, name: "Dock Tee" });
  expect(address()).toBe("/shop?product=dock-tee&variant=DT-1");
});
