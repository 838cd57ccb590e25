import { within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  const { create } = site;
  const options = [
    { name: "Color", values: ["Black", "Bone"] },
    { name: "Size", values: ["M", "L"] },
  ];
  const createNamed = (title: string, position: number, more: object = {}) =>
    create.product({ title, slug: title.toLowerCase().replaceAll(" ", "-"), position, tagline: "", ...more });
  const tee = await createNamed("Yard Tee", 1, { options, collections: ["road"], tagline: "Heavyweight cotton" });
  await create.variant({ productId: tee, options: ["Black", "M"], priceCents: 3000 });
  await create.variant({ productId: tee, options: ["Bone", "L"], priceCents: 3500 });
  const cap = await createNamed("Harbor Cap", 2, { options, collections: ["road", "caps"] });
  await create.variant({ productId: cap, options: ["Black", "L"], priceCents: 1500 });
  const jacket = await createNamed("Track Jacket", 3, { options });
  await create.variant({ productId: jacket, options: ["Black", "M"], priceCents: 1500, onHand: 0 });
  await create.variant({ productId: jacket, options: ["Black", "L"], priceCents: 6000, compareAtCents: 8000 });
  const late = await createNamed("Late Drop", 4);
  await create.variant({ productId: late, salesStartAt: new Date("2099-12-24T00:00:00Z"), priceCents: 22_000 });
  const soon = await createNamed("Soon Drop", 5);
  await create.variant({ productId: soon, salesStartAt: new Date("2099-12-06T00:00:00Z"), priceCents: 22_000 });
});
afterAll(() => site.close());

const becomes = (read: () => unknown, value: unknown) =>
  vi.waitFor(() => expect(read()).toEqual(value), { timeout: 60_000 });
const titles = ({ screen }: OpenApp) =>
  screen.queryAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
const linksIn = (part: HTMLElement) =>
  Object.fromEntries(
    within(part)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  );
const paramsOf = (href: string | null | undefined) => [...new URL(href!, "http://x").searchParams].toSorted();

test("each active filter is taken out by itself, and the others, the words and the order stay", async () => {
  const query =
    "collection=road&q=t&size=M,L&color=Black,Bone&minCents=2500&maxCents=4999&inStock=true&sort=-price&page=2";
  const app = await openApp(site, `/shop?${query}`);
  const active = await app.screen.findByRole("list", { name: "Active filters" });
  const links = linksIn(active);
  expect(Object.keys(links)).toEqual([
    "Remove filter: “t”",
    "Remove filter: M",
    "Remove filter: L",
    "Remove filter: Black",
    "Remove filter: Bone",
    "Remove filter: $25 to $50",
    "Remove filter: In stock",
    "Clear all",
  ]);
  const all = {
    collection: "road",
    q: "t",
    size: "M,L",
    color: "Black,Bone",
    minCents: "2500",
    maxCents: "4999",
    inStock: "true",
    sort: "-price",
  };
  const without = (change: Partial<Record<keyof typeof all, string | undefined>>) =>
    Object.entries({ ...all, ...change })
      .filter(([, value]) => value !== undefined)
      .toSorted();
  const expected: [label: string, change: Parameters<typeof without>[0]][] = [
    ["“t”", { q: undefined }],
    ["M", { size: "L" }],
    ["L", { size: "M" }],
    ["Black", { color: "Bone" }],
    ["Bone", { color: "Black" }],
    ["$25 to $50", { minCents: undefined, maxCents: undefined }],
    ["In stock", { inStock: undefined }],
  ];
  for (const [label, change] of expected)
    expect([label, paramsOf(links[`Remove filter: ${label}`])]).toEqual([label, without(change)]);
  expect(paramsOf(links["Clear all"])).toEqual([
    ["collection", "road"],
    ["sort", "-price"],
  ]);
  // A page that isn't there leads to the first one, with everything else.
  app.screen.getByText("There's nothing on this page");
  expect(paramsOf(app.screen.getByRole("link", { name: "Back to page 1" }).getAttribute("href"))).toEqual(without({}));
  const filters = app.screen.getByRole("complementary", { name: "Filters" });
  const stock = within(filters).getByRole("link", { name: /In stock/ });
  expect(paramsOf(stock.getAttribute("href"))).toEqual(without({ inStock: undefined }));
  const nav = linksIn(app.screen.getByRole("navigation", { name: "Collections" }));
  expect(paramsOf(nav["Everything"])).toEqual(without({ collection: undefined }));
  const sort = app.screen.getByText("Price: high to low", { selector: "summary" }).closest("details")!;
  const sorts = linksIn(sort);
  expect(paramsOf(sorts["Newest"])).toEqual(without({ sort: "newest" }));
  expect(paramsOf(sorts["Featured"])).toEqual(without({ sort: undefined }));
});

test("a price range is chosen and taken out again by the same press, and removing it shows everything", async () => {
  const app = await openApp(site, "/shop?color=Black");
  const { screen, user, address } = app;
  const filters = within(screen.getByRole("complementary", { name: "Filters" }));
  await user.click(filters.getByRole("link", { name: /^\$25 to \$50/ }));
  await becomes(
    () => paramsOf(address()),
    [
      ["color", "Black"],
      ["maxCents", "4999"],
      ["minCents", "2500"],
    ],
  );
  await becomes(() => titles(app), ["Yard Tee"]);
  await user.click(filters.getByRole("link", { name: /^\$25 to \$50/ }));
  await becomes(address, "/shop?color=Black");
  await user.click(filters.getByRole("link", { name: /^Under \$25/ }));
  await becomes(() => titles(app), ["Harbor Cap", "Track Jacket"]);
  await user.click(screen.getByRole("link", { name: "Remove filter: Under $25" }));
  await becomes(address, "/shop?color=Black");
  await becomes(() => titles(app), ["Yard Tee", "Harbor Cap", "Track Jacket"]);
});

test("cards show the price of what can be bought, lead to their product, and the soonest drop stands first", async () => {
  const app = await openApp(site, "/shop");
  const card = (title: string) => {
    const article = app.screen.getByRole("heading", { level: 3, name: title }).closest("article")!;
    return [article.textContent, within(article).getByRole("link").getAttribute("href")];
  };
  expect(card("Yard Tee")).toEqual([
    expect.stringMatching(/^Yard TeeHeavyweight cottonFrom \$30\.00Colors: Black, Bone$/i),
    "/shop?product=yard-tee",
  ]);
  expect(card("Track Jacket")).toEqual([
    expect.stringMatching(/^Track Jacket\$60\.00Was \$80\.00Colors: Black, Bone$/),
    "/shop?product=track-jacket",
  ]);
  expect(card("Late Drop")[0]).toMatch(/^Drops Wed, Dec 23, 7:00 PM ESTLate Drop\$220\.00$/);
  const drop = app.screen.getByRole("complementary", { name: "Next drop" });
  expect(drop.textContent).toBe("Next dropSoon DropSat, Dec 5, 7:00 PM EST");
  expect(within(drop).getByRole("link").getAttribute("href")).toBe("/shop?product=soon-drop");
  app.screen.getByText("5 products", { selector: "p" });
  expect(linksIn(app.screen.getByRole("navigation", { name: "Collections" }))).toEqual({
    Everything: "/shop",
    "ROAD2 products": "/shop?collection=road",
    "CAPS1 product": "/shop?collection=caps",
  });
  app.close();
  // Narrowed down, the next drop isn't the point.
  const narrowed = await openApp(site, "/shop?q=drop");
  await becomes(() => titles(narrowed), ["Late Drop", "Soon Drop"]);
  expect(narrowed.screen.queryByRole("complementary", { name: "Next drop" })).toBeNull();
});

test("an empty collection and filters that nothing fits say different things and lead on", async () => {
  await sql`insert into collections (slug, name) values ('empty', 'Empty')`.execute(site.db);
  const first = await openApp(site, "/shop?collection=empty");
  await first.screen.findByText("This collection is empty");
  expect(first.screen.getByRole("link", { name: "See everything" }).getAttribute("href")).toBe("/shop");
  expect(first.screen.queryByRole("link", { name: "Clear filters" })).toBeNull();
  first.close();
  const second = await openApp(site, "/shop?collection=road&size=XXL&sort=price");
  await second.screen.findByText("Nothing fits");
  expect(second.screen.getByRole("link", { name: "Clear filters" }).getAttribute("href")).toBe(
    "/shop?collection=road&sort=price",
  );
  // A chosen size that nothing has stays in sight, so that it can be taken out.
  const sizes = within(second.screen.getByRole("complementary", { name: "Filters" }));
  expect(sizes.getByRole("link", { name: /^XXL/ }).getAttribute("href")).toBe("/shop?collection=road&sort=price");
});

test("a long list has pages that keep the filters", async () => {
  const { create } = site;
  for (let index = 0; index < 21; index++) {
    const productId = await create.product({ title: `Pin ${index}`, position: 100 + index, collections: ["pins"] });
    await create.variant({ productId, priceCents: 500 });
  }
  const app = await openApp(site, "/shop?collection=pins&sort=price");
  const { screen, user, address } = app;
  await screen.findByText("Page 1 of 2");
  expect(titles(app)).toHaveLength(20);
  expect(screen.queryByRole("link", { name: /Previous/ })).toBeNull();
  await user.click(screen.getByRole("link", { name: /Next/ }));
  await becomes(address, "/shop?collection=pins&sort=price&page=2");
  await screen.findByText("Page 2 of 2");
  expect(titles(app)).toEqual(["Pin 20"]);
  expect(screen.queryByRole("link", { name: /Next/ })).toBeNull();
  expect(screen.getByRole("link", { name: /Previous/ }).getAttribute("href")).toMatch(
    /^\/shop\?collection=pins&sort=price/,
  );
});
