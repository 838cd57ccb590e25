import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminProduct } from "#contract/shop/products.ts";
import { dialogOf, fill, valueOf } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { create, createPicture, shirt, single } from "#tests/shop/admin/kit.ts";
import { createDigital } from "#tests/shop/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
});
afterAll(() => site.close());

const drafted = { publication: "draft" } as const;
const readProduct = async (id: number) => (await admin.get(`/api/admin/products/${id}`)).body;
async function openEditor(id: number) {
  const app = await openApp(site, `/admin?section=products&id=${id}`, { as: admin });
  await app.screen.findByRole("form", { name: "Product" });
  return app;
}
const says = ({ screen }: OpenApp, text: string) =>
  waitFor(() => expect(screen.getAllByRole("status").some((status) => status.textContent.includes(text))).toBe(true));
async function save(app: OpenApp) {
  await app.user.click(app.screen.getByRole("button", { name: "Save" }));
  await says(app, "All changes saved");
}
const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

test("each product's row says what it is, what is left and what it brought, and its filters are in the files", async () => {
  const tee = await site.create.product({
    title: "Row Tee",
    position: 1,
    kind: "digital",
    options: [{ name: "Size", values: ["M", "L"] }],
  });
  const medium = await site.create.variant({ productId: tee, options: ["M"], onHand: 6, lowStockAt: 4, position: 0 });
  await site.create.variant({ productId: tee, options: ["L"], onHand: 1200, priceCents: 3500, position: 1 });
  await site.buy(await site.as("guest"), [{ variantId: medium, quantity: 3 }]);
  const gone = await site.create.product({ title: "Row Cap", position: 2, publication: "draft" });
  await site.create.variant({ productId: gone, priceCents: 2000, onHand: 0, lowStockAt: 1 });
  const mix = await site.create.product({ title: "Row Mix", position: 3, kind: "digital" });
  await site.create.variant({ productId: mix, priceCents: 1200, onHand: 1_000_000_000 });
  const app = await openApp(site, "/admin?section=products&q=row", { as: admin });
  const { screen, user, address } = app;
  await screen.findByRole("link", { name: /Row Tee/ });
  const rows = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows()).toEqual([
    ["Row TeeDownload · 2 variantsLow: M (3 left)", "Active", "$30.00", "Low1,203 left", "3 sold", "$90.00 revenue"],
    ["Row CapPhysical · 1 variantLow: 0 left", "Draft", "$20.00", "Sold out", "0 sold", "$0.00 revenue"],
    ["Row MixDownload · 1 variant", "Active", "$12.00", "Unlimited", "0 sold", "$0.00 revenue"],
  ]);
  const link = screen.getByRole("link", { name: /Row Tee/ });
  expect(link.getAttribute("href")).toContain(`id=${tee}`);
  await user.selectOptions(screen.getByLabelText("Status"), "low");
  await waitFor(() => expect(address()).toContain("show=low"));
  await waitFor(() => expect(rows()).toHaveLength(1));
  const files = ["CSV", "CSV to edit"].map((name) => screen.getByRole("link", { name }).getAttribute("href"));
  expect(files[0]).toMatch(/^\/api\/admin\/product-list\.csv\?(?=.*q=row)(?=.*show=low)/);
  expect(files[1]).toBe("/api/admin/products.csv?show=low");
});

test("every field of a product is read into its form and saved as it is typed", async () => {
  const eventId = await site.create.event({ title: "Field Fete" });
  const { body: road } = await admin.post("/api/admin/collections", { name: "Road", slug: "road" });
  const { body: caps } = await admin.post("/api/admin/collections", { name: "Caps", slug: "caps" });
  const pictureIds = [await createPicture(site, "velvet-riddim"), await createPicture(site, "wet-fete")];
  const input = shirt({
    ...drafted,
    title: "Field Tee",
    slug: "field-tee",
    tagline: "Heavy",
    description: "Cut wide.",
    position: 7,
    pictureIds,
    collectionIds: [road.id],
    sizeGuide: {
      rows: [
        ["Size", "Chest"],
        ["M", "40 in"],
      ],
      note: "Wide",
    },
  });
  Object.assign(input.variants[1]!, {
    compareAtCents: 4000,
    costCents: 950,
    weightGrams: 241,
    lowStockAt: 2,
    maxPerOrder: 4,
    maxPerPerson: 3,
    preorderShipsOn: "2099-01-31",
    salesStartAt: "2026-01-01T17:00:00.000Z",
    picture: 1,
  });
  const made = await create(admin, input);
  const app = await openEditor(made.id);
  const { screen, user } = app;
  expect(screen.queryByRole("link", { name: "View in shop" })).toBeNull();
  fill(screen.getByLabelText(/^Tagline/), "Heavier");
  await user.click(await screen.findByRole("checkbox", { name: "Caps" }));
  await user.click(screen.getByRole("checkbox", { name: "Road" }));
  await user.click(await screen.findByRole("checkbox", { name: /^Field Fete/ }));
  await user.click(screen.getByRole("button", { name: "Move picture 2 forward" }));
  await save(app);
  const variantsOf = ({ variants }: AdminProduct) => variants.map(({ picture: _, ...variant }) => variant);
  const after = await readProduct(made.id);
  expect(after).toMatchObject({
    ...made,
    version: made.version + 1,
    tagline: "Heavier",
    collectionIds: [caps.id],
    eventIds: [eventId],
    variants: expect.anything(),
    pictures: [{ id: pictureIds[1] }, { id: pictureIds[0] }],
  });
  expect(variantsOf(after)).toEqual(variantsOf(made));
  // The variant keeps its picture, which moved to the front.
  expect(after.variants.map(({ picture }) => picture)).toEqual([null, 0, null, null]);
  const list = within(screen.getByRole("list", { name: "Variants" }));
  const second = (label: string) => valueOf(list.getAllByLabelText(label)[1]!);
  expect(["Price", "Compare-at price", "Cost per unit"].map(second)).toEqual(["30", "40", "9.50"]);
  await user.click(screen.getByRole("radio", { name: "Stock" }));
  expect([second("Weight (oz)"), second("Low stock at")]).toEqual(["8.5", "2"]);
  await user.click(screen.getByRole("radio", { name: "Selling" }));
  expect(["Most per order", "Most per person", "Pre-order ships on"].map(second)).toEqual(["4", "3", "2099-01-31"]);
});

test("publishing and archiving save at once, and only what is on sale is linked in the shop", async () => {
  const product = await create(admin, single({}, drafted));
  const app = await openEditor(product.id);
  const { screen, user } = app;
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await says(app, "All changes saved");
  expect((await readProduct(product.id)).publication).toBe("active");
  const inShop = await screen.findByRole("link", { name: "View in shop" });
  expect(inShop.getAttribute("href")).toBe(`/shop?product=${product.slug}`);
  await user.click(screen.getByRole("button", { name: "Archive" }));
  await screen.findByRole("button", { name: "Put back on sale" });
  await waitFor(async () => expect((await readProduct(product.id)).publication).toBe("archived"));
  await waitFor(() => expect(screen.queryByRole("link", { name: "View in shop" })).toBeNull());
});

test("each reason changes stock in its own direction, and the numbers beside it follow at once", async () => {
  const product = await create(admin, single({ onHand: 5, lowStockAt: 4 }, drafted));
  const [variant] = product.variants;
  await sql`update stock set sold = 1, held = 1 where id = (select stock_id from variants where id = ${variant!.id})`.execute(
    site.db,
  );
  const app = await openEditor(product.id);
  const { screen, user } = app;
  await user.click(screen.getByRole("radio", { name: "Stock" }));
  const region = screen.getByRole("region", { name: variant!.sku });
  expect(region.textContent).toMatch(/Low3 left/);
  expect(region.textContent).toMatch(/Units on hand4 \(1 on hold\)/);
  await user.click(within(region).getByRole("button", { name: /^Adjust/ }));
  const dialog = await dialogOf(app, /^Stock of/);
  dialog.getByText("4 on hand, 1 of them on hold. 1 sold.");
  const change = async (reason: string, label: string, units: string, said: string) => {
    await user.selectOptions(dialog.getByLabelText("Reason"), reason);
    fill(dialog.getByLabelText(label), units);
    await user.click(dialog.getByRole("button", { name: "Change stock" }));
    await says(app, said);
  };
  await change("received", "Units to add", "6", "Stock changed: 10 units on hand");
  await change("given_away", "Units to remove", "2", "Stock changed: 8 units on hand");
  await change("counted", "Units on hand now", "7", "Stock changed: 7 units on hand");
  await change("returned", "Units to add", "1", "Stock changed: 8 units on hand");
  const history = within(dialog.getByRole("region", { name: "History" }));
  await waitFor(() =>
    expect(
      history.getAllByRole("listitem").map((item) => [item.children[0]!.textContent, item.children[2]!.textContent]),
    ).toEqual([
      ["+1", "8 on hand"],
      ["-1", "7 on hand"],
      ["-2", "8 on hand"],
      ["+6", "10 on hand"],
      ["+5", "5 on hand"],
    ]),
  );
  expect(history.getAllByRole("listitem")[2]!.textContent).toMatch(/Given away.*Ada Admin/);
  await user.click(dialog.getByRole("button", { name: "Done" }));
  await isShut();
  expect(region.textContent).toMatch(/7 left/);
  expect(region.textContent).not.toMatch(/Low\d/);
  expect((await readProduct(product.id)).variants[0]!.stock).toEqual({ capacity: 9, sold: 1, held: 1 });
});

test("a collection keeps its place and words when only one of them is changed, and moves down by one", async () => {
  const add = async (name: string) =>
    (await admin.post("/api/admin/collections", { name, slug: name.toLowerCase(), description: `About ${name}` })).body;
  const made = [await add("Alpha"), await add("Beta"), await add("Gamma")];
  await create(admin, single({}, { ...drafted, collectionIds: [made[1]!.id] }));
  const app = await openApp(site, "/admin?section=collections", { as: admin });
  const { screen, user } = app;
  const items = async () => {
    const all = (await admin.get("/api/admin/collections")).body.items as { name: string; slug: string }[];
    return all.filter(({ slug }) => ["alpha", "beta", "gamma", "the-beta"].includes(slug));
  };
  const row = (await screen.findByRole("button", { name: "Beta" })).closest("li")!;
  expect(row.textContent).toContain("About Beta1 product · /shop?collection=beta");
  await user.click(screen.getByRole("button", { name: "Move down: Alpha" }));
  await waitFor(async () => expect((await items()).map(({ name }) => name)).toEqual(["Beta", "Alpha", "Gamma"]));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Move down: Gamma" }).disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: "Beta" }));
  const dialog = await dialogOf(app, "Edit collection");
  expect(
    ["Name", "Handle", "Description"].map((label) => valueOf(dialog.getByLabelText(new RegExp(`^${label}`)))),
  ).toEqual(["Beta", "beta", "About Beta"]);
  fill(dialog.getByLabelText(/^Handle/), "the-beta");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await isShut();
  expect(await items()).toMatchObject([
    { name: "Beta", slug: "the-beta", description: "About Beta", productCount: 1 },
    { name: "Alpha" },
    { name: "Gamma" },
  ]);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Beta" }).closest("li")!.textContent).toContain("collection=the-beta"),
  );
});

test("the sales report shows each figure under its heading, and its file is of what is listed and of its days", async () => {
  const { productId, variantIds } = await createDigital(site, [9, 9], { priceCents: 10_000, costCents: 2500 });
  await sql`update products set title = 'Report Tee' where id = ${productId}`.execute(site.db);
  await sql`update variants set cost_cents = null where id = ${variantIds[1]}`.execute(site.db);
  const { body: order } = await site.buy(await site.as("guest"), [
    { variantId: variantIds[0]!, quantity: 3 },
    { variantId: variantIds[1]!, quantity: 1 },
  ]);
  const wish = { withFee: true, returnsStock: true, reason: "Asked", amountCents: 10_000 };
  const units = [{ lineId: order.lines[0]!.id, quantity: 1 }];
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, { ...wish, units })).status).toBe(201);
  const { screen, user } = await openApp(site, "/admin?section=products&view=sales&by=variant", { as: admin });
  const table = within(await screen.findByRole("region", { name: "Sales by variant" }));
  const cells = (name: RegExp) =>
    [...table.getByRole("row", { name }).children].slice(1).map(({ textContent }) => textContent);
  const heads = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(["Variant", "Units", "Full price", "Discounts", "Refunds", "Revenue", "Cost", "Margin", "%"]);
  expect(cells(/Report Tee · No\. 1/)).toEqual([
    "2",
    "$300.00",
    "$0.00",
    "$100.00",
    "$200.00",
    "$50.00",
    "$150.00",
    "75.0%",
  ]);
  expect(cells(/Report Tee · No\. 2/)).toEqual(["1", "$100.00", "$0.00", "$0.00", "$100.00", "$0.00", "–", "–"]);
  screen.getByText(/^\d units? without a cost left out$/);
  const csv = () => new URL(screen.getByRole("link", { name: "CSV" }).getAttribute("href")!, "http://x").searchParams;
  expect(csv().get("by")).toBe("variant");
  expect(csv().get("from")).toMatch(/^\d{4}-\d\d-\d\d$/);
  await user.click(screen.getByRole("link", { name: "In stock now" }));
  const stock = within(await screen.findByRole("region", { name: "In stock now" }));
  const row = [...stock.getByRole("row", { name: /Report Tee · No\. 1/ }).children].slice(1);
  expect(row.map(({ textContent }) => textContent)).toEqual(["7", "$25.00", "$175.00", "$700.00"]);
  expect(csv().get("by")).toBe("inventory");
});
