import { within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  const { create } = site;
  const options = [
    { name: "Color", values: ["Black", "Bone"] },
    { name: "Size", values: ["M", "L"] },
  ];
  const tee = await create.product({
    title: "Yard Tee",
    slug: "yard-tee",
    options,
    position: 1,
    collections: ["tees"],
  });
  await create.variant({ productId: tee, options: ["Black", "M"], onHand: 2, priceCents: 3000, compareAtCents: 4000 });
  await create.variant({ productId: tee, options: ["Bone", "L"], onHand: 0, priceCents: 3000 });
  const jacket = await create.product({ title: "Track Jacket", slug: "track-jacket", options, position: 2 });
  await create.variant({ productId: jacket, options: ["Black", "L"], priceCents: 12_000 });
  const cap = await create.product({ title: "Harbor Cap", slug: "harbor-cap", position: 3 });
  await create.variant({ productId: cap, priceCents: 2000, onHand: 0 });
  const drop = await create.product({ title: "Mas Drop", slug: "mas-drop", position: 4 });
  await create.variant({ productId: drop, salesStartAt: new Date("2099-12-06T00:00:00Z") });
  const preorder = await create.product({ title: "Fete Flag", slug: "fete-flag", position: 5 });
  await create.variant({ productId: preorder, preorderShipsOn: "2099-01-31", priceCents: 1500 });
});
afterAll(() => site.close());

type App = Awaited<ReturnType<typeof openApp>>;
const titles = ({ screen }: App) =>
  screen.queryAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
const products = (app: App) => titles(app).filter((title) => !/^(Size|Color|Price|Availability)$/.test(title ?? ""));
const becomes = (read: () => unknown, value: unknown) =>
  vi.waitFor(() => expect(read()).toEqual(value), { timeout: 60_000 });

test("each product says honestly how it can be had", async () => {
  const app = await openApp(site, "/shop");
  const card = (title: string) =>
    app.screen.getByRole("heading", { level: 3, name: title }).closest("article")!.textContent;
  expect(card("Yard Tee")).toMatch(/2 left.*\$30\.00Was \$40\.00.*Colors: Black, Bone/);
  expect(card("Harbor Cap")).toContain("Sold out");
  expect(card("Mas Drop")).toContain("Drops Sat, Dec 5, 7:00 PM");
  expect(card("Fete Flag")).toContain("Pre-order");
  expect(card("Track Jacket")).not.toMatch(/left|Sold|Drops|Pre-order/);
  const drop = within(app.screen.getByRole("complementary", { name: "Next drop" }));
  expect(drop.getByRole("link", { name: "Mas Drop" }).getAttribute("href")).toBe("/shop?product=mas-drop");
  expect(await barriers()).toEqual([]);
});

test("filters are links into the URL, add up, and each can be taken out again", async () => {
  const app = await openApp(site, "/shop");
  const { screen, user, address } = app;
  const filters = within(screen.getByRole("complementary", { name: "Filters" }));
  await user.click(filters.getByRole("link", { name: "Black 2 products" }));
  await becomes(() => products(app), ["Yard Tee", "Track Jacket"]);
  await user.click(filters.getByRole("link", { name: "L 1 product" }));
  await becomes(address, "/shop?size=L&color=Black");
  await becomes(() => products(app), ["Track Jacket"]);
  screen.getByText("1 product", { selector: "p" });
  const active = within(screen.getByRole("list", { name: "Active filters" }));
  await user.click(active.getByRole("link", { name: "Remove filter: Black" }));
  await becomes(address, "/shop?size=L");
  await user.click(await filters.findByRole("link", { name: "$50 to $100" }));
  await screen.findByText("Nothing fits");
  await user.click(screen.getByRole("link", { name: "Clear filters" }));
  await becomes(address, "/shop");
  await becomes(() => products(app).length, 5);
});

test("what was opened from a link is shown: collection, words, stock and order; the words are searched while typing", async () => {
  const app = await openApp(site, "/shop?inStock=true&sort=-price");
  const { screen, user, address } = app;
  expect(products(app)).toEqual(["Track Jacket", "Yard Tee", "Fete Flag"]);
  expect(screen.getByText("Price: high to low", { selector: "summary" })).toBeTruthy();
  await user.type(screen.getByRole("searchbox", { name: "Search the shop" }), "tee");
  await becomes(address, "/shop?q=tee&inStock=true&sort=-price");
  await becomes(() => products(app), ["Yard Tee"]);
  await user.click(
    within(screen.getByRole("navigation", { name: "Collections" })).getByRole("link", { name: /^TEES/ }),
  );
  await becomes(address, "/shop?collection=tees&q=tee&inStock=true&sort=-price");
  await screen.findByRole("heading", { level: 1, name: "TEES" });
});

test("on a phone the filters are in a sheet behind a button that counts those that are on", async () => {
  const { screen, user, address } = await openApp(site, "/shop?color=Black");
  await user.click(await screen.findByRole("button", { name: "Filters 1 on" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
  expect(sheet.getByRole("link", { name: /^Black/ }).getAttribute("aria-current")).toBe("true");
  await user.click(sheet.getByRole("link", { name: "In stock" }));
  await becomes(address, "/shop?color=Black&inStock=true");
  expect(await barriers()).toEqual([]);
  await user.click(sheet.getByRole("link", { name: "Clear" }));
  await becomes(address, "/shop");
  await user.click(await sheet.findByRole("button", { name: "Show 5 products" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("§7 a press on a product's card opens it; the click and the view are reported", async () => {
  const { screen, user, address, network } = await openApp(site, "/shop");
  await user.click(screen.getByRole("link", { name: "Harbor Cap" }));
  await becomes(address, "/shop?product=harbor-cap");
  await screen.findByRole("heading", { level: 1, name: "Harbor Cap" });
  await vi.waitFor(() => {
    expect(network.callsTo("POST", /products\/\d+\/detail-click$/)).toHaveLength(1);
    expect(network.callsTo("POST", /products\/\d+\/view$/)).toHaveLength(1);
  });
  await vi.waitFor(() => expect(document.activeElement?.id).toBe("main"));
});
