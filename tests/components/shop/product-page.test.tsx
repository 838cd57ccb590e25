import { within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { fill } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite({ sharedReplyMs: 0 });
});
afterAll(() => site.close());

const becomes = (read: () => unknown, value: unknown) =>
  vi.waitFor(() => expect(read()).toEqual(value), { timeout: 60_000 });
const product = (slug: string, more: object = {}) =>
  site.create.product({ slug, title: slug.replaceAll("-", " "), tagline: "", ...more });
const box = () => document.getElementById("buy")!;
const stock = () => box().querySelector("[role=status]")!.textContent;
const price = () => box().firstElementChild!.firstElementChild!.textContent;
const buttons = () => [...box().querySelectorAll("button")].map(({ textContent }) => textContent.trim());
const radio = ({ screen }: OpenApp, name: string | RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });

test("price, stock and buttons follow the choice: in stock, few left, pre-order, in carts, ended, sold out", async () => {
  const sizes = ["S", "M", "L", "XL", "2XL", "3XL"];
  const productId = await product("size-run", { options: [{ name: "Size", values: sizes }] });
  const createSize = (size: string, more: object) =>
    site.create.variant({ productId, options: [size], sku: `SR-${size}`, position: sizes.indexOf(size), ...more });
  await createSize("S", { priceCents: 3000, compareAtCents: 4000, onHand: 50 });
  await createSize("M", { priceCents: 2500, onHand: 3, preorderShipsOn: "2099-01-31" });
  await createSize("L", { priceCents: 3500, onHand: 50, preorderShipsOn: "2099-02-28" });
  const held = await createSize("XL", { priceCents: 3000, onHand: 2 });
  await createSize("2XL", { priceCents: 1000, salesEndAt: new Date(Date.now() - 1000) });
  await createSize("3XL", { priceCents: 3000, onHand: 0 });
  await sql`update stock set held = 2 where id = (select stock_id from variants where id = ${held})`.execute(site.db);
  const app = await openApp(site, "/shop?product=size-run");
  const { user, address } = app;
  const buys = ["Add to cart", "Buy now"];
  expect([price(), stock()]).toEqual(["from $25.00", "In stock"]);
  const seen: [size: RegExp, price: string, stock: string, buttons: string[]][] = [
    [/^S$/, "$30.00Was $40.00", "In stock", buys],
    [/^M$/, "$25.00", "3 leftPre-order: ships from Sat, Jan 31", buys],
    [/^L$/, "$35.00", "Pre-order: ships from Sat, Feb 28", buys],
    [
      /^XL\s?, sold out$/,
      "$30.00",
      "All in carts. Any that aren't bought go back on sale here.",
      ["Email me when it's back"],
    ],
    [/^2XL\s?, sold out$/, "$10.00", "No longer sold", []],
    [/^3XL\s?, sold out$/, "$30.00", "Sold out", ["Email me when it's back"]],
  ];
  for (const [size, cost, text, actions] of seen) {
    await user.click(radio(app, size));
    const shown = () => buttons().filter((label) => label !== "" && !/^(More|Fewer)/.test(label));
    await becomes(() => [price(), stock(), shown()], [cost, text, actions]);
  }
  await becomes(address, "/shop?product=size-run&variant=SR-3XL");
  await sql`update stock set held = 0 where id = (select stock_id from variants where id = ${held})`.execute(site.db);
});

test("the quantity that was chosen is added or bought, as far as the next choice has it", async () => {
  const productId = await product("quantity-tee", { options: [{ name: "Size", values: ["M", "L"] }] });
  const medium = await site.create.variant({ productId, options: ["M"], sku: "QT-M", onHand: 50, maxPerOrder: 5 });
  const large = await site.create.variant({ productId, options: ["L"], sku: "QT-L", onHand: 2, priceCents: 3500 });
  const app = await openApp(site, "/shop?product=quantity-tee&variant=QT-M");
  const { screen, user, network, address } = app;
  const more = () => screen.getByRole<HTMLButtonElement>("button", { name: "More: quantity tee" });
  for (let times = 0; times < 4; times++) await user.click(more());
  expect(more().disabled).toBe(true);
  screen.getByText("Up to 5 per order.");
  await user.click(radio(app, "L"));
  expect(screen.queryByText(/per order/)).toBeNull();
  expect(more().disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: "Buy now" }));
  await becomes(address, "/checkout?cart=1");
  const sent = network.callsTo("POST", /^\/api\/cart/).map(({ body }) => JSON.parse(body!) as object);
  expect(sent).toEqual([{ kind: "variant", itemId: large, quantity: 2, unitCents: 3500 }]);
  expect(medium).not.toBe(large);
});

test("what a product is: the way back, its story, its parts, its events and what goes with it", async () => {
  // 10:00 PM the evening before, in Brooklyn.
  const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const part = await site.create.variant({ productId: await product("part-cap", { title: "Part Cap" }) });
  const productId = await product("fete-pack", {
    title: "Fete Pack",
    tagline: "Ready for the road",
    description: "Cut wide.\n\nWash cold.",
    collections: ["packs"],
    eventIds: [eventId],
  });
  await site.create.variant({ productId, parts: [{ variantId: part, quantity: 2 }] });
  await site.create.variant({ productId: await product("kin-tee", { title: "Kin Tee", collections: ["packs"] }) });
  const { screen } = await openApp(site, "/shop?product=fete-pack");
  const linksIn = (region: HTMLElement) =>
    within(region)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
  expect(linksIn(screen.getByRole("navigation", { name: "Breadcrumbs" }))).toEqual([
    ["Shop", "/shop"],
    ["PACKS", "/shop?collection=packs"],
  ]);
  screen.getByText("Ready for the road");
  const details = screen.getByRole("region", { name: "Details" });
  expect([...details.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual(["Cut wide.", "Wash cold."]);
  expect(linksIn(screen.getByRole("region", { name: "What's included" }))).toEqual([
    ["2×Part Cap", "/shop?product=part-cap"],
  ]);
  expect(linksIn(screen.getByRole("region", { name: "Where you'll see it" }))).toEqual([
    ["Soca SupperSat, Jun 7, 10:00 PM · Brooklyn", expect.stringMatching(`^/events/${eventId}/`)],
  ]);
  const related = await screen.findByRole("region", { name: "Goes with it" });
  expect(linksIn(related)).toEqual([["Kin Tee", "/shop?product=kin-tee"]]);
  screen.getByText("We ship to the US only.");
});

test("a download says so, and the pictures follow the color that is chosen", async () => {
  const mix = await product("road-mix", { kind: "digital" });
  await site.create.variant({ productId: mix });
  const first = await openApp(site, "/shop?product=road-mix");
  first.screen.getByText("Download it right after you pay");
  expect(first.screen.queryByText("We ship to the US only.")).toBeNull();
  first.close();
  const productId = await product("two-tone", {
    options: [{ name: "Color", values: ["Night", "Bone"] }],
    pictures: ["velvet-riddim", "wet-fete"],
  });
  await site.create.variant({ productId, options: ["Night"], sku: "TT-N", picture: 0, position: 0 });
  await site.create.variant({ productId, options: ["Bone"], sku: "TT-B", picture: 1, position: 1 });
  const second = await openApp(site, "/shop?product=two-tone&variant=TT-B");
  // The picture that a shared link is about comes first.
  const zoom = () =>
    second.screen
      .getAllByRole("link", { name: /^Zoom in on picture/ })
      .map((link) => link.querySelector("img")?.src ?? "");
  expect(zoom()[0]).toContain("wet-fete");
  expect(radio(second, "Bone").checked).toBe(true);
});

test.each([
  [404, "We don't sell it anymore, so it won't be back in stock."],
  [429, "Too many attempts. Please try again in a minute."],
  [500, "Something went wrong on our side. Please try again."],
])("an alert that isn't stored (%i) says why, and can be asked for again", async (status, said) => {
  const productId = await product(`gone-${status}`);
  const variantId = await site.create.variant({ productId, onHand: 0 });
  const { screen, user, network } = await openApp(site, `/shop?product=gone-${status}`);
  const press = () => user.click(screen.getByRole("button", { name: "Email me when it's back" }));
  await press();
  fill(await screen.findByLabelText("Email", {}, { timeout: 60_000 }), "marva@example.com");
  const mend = network.on("POST", /back-in-stock/, () => answer(status, { code: "internal" }));
  await press();
  await screen.findByText(said);
  mend();
  await press();
  await screen.findByText(/If marva@example\.com is new to us or unsubscribed before, we sent it a link/);
  const { rows } = await sql`select email from interests where topic = ${`back-in-stock:${variantId}`}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ email: "marva@example.com" }]);
});
