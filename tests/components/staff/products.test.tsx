import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminProduct } from "#contract/shop/products.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, errorAt, fill, holdCalls, valueOf } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createDigital } from "#tests/shop/kit.ts";
import { create, editOf, shirt, single } from "#tests/shop/admin/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const saves = /^\/api\/admin\/products\/\d+$/;
const readProduct = async (id: number) => (await admin.get(`/api/admin/products/${id}`)).body;
const historyOf = async (variantId: number) => (await admin.get(`/api/admin/variants/${variantId}/stock`)).body.items;
/** A draft: a DOM without layout shows the first choice of a select, whatever it was set to. */
const drafted = { publication: "draft" } as const;
const noDialog = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

/** The part of the page or of a dialog that has this name. */
const part = async ({ screen }: OpenApp, name: string) => within(await screen.findByRole("region", { name }));
const says = ({ screen }: OpenApp, text: string) =>
  waitFor(() => expect(screen.getAllByRole("status").some((status) => status.textContent.includes(text))).toBe(true));
const save = ({ screen, user }: OpenApp) => user.click(screen.getByRole("button", { name: "Save" }));

async function openEditor(product: AdminProduct) {
  const app = await openApp(site, `/admin?section=products&id=${product.id}`, { as: admin });
  await app.screen.findByRole("form", { name: "Product" });
  return app;
}

test("a new product starts with a name and a price, and what is missing is said at its field", async () => {
  const app = await openApp(site, "/admin?section=products", { as: admin });
  const { screen, user, address } = app;
  await user.click((await screen.findAllByRole("button", { name: "New product" }))[0]!);
  const dialog = await dialogOf(app, "New product");
  await user.click(dialog.getByRole("button", { name: "Create" }));
  const name = dialog.getByLabelText("Name");
  await waitFor(() => expect(errorAt(name)).toContain("Enter a name"));
  expect(errorAt(dialog.getByLabelText("Price"))).toContain("Enter a price, like 45.00");
  expect(errorAt(dialog.getByLabelText("SKU"))).toBeUndefined();
  expect(await barriers()).toEqual([]);

  await user.type(name, "J'ouvert Tee");
  await user.type(dialog.getByLabelText("Price"), "45");
  await user.type(dialog.getByLabelText("Units on hand"), "12{Enter}");
  await screen.findByRole("form", { name: "Product" });
  const product = await readProduct(Number(new URLSearchParams(address().split("?")[1]).get("id")));
  expect(product).toMatchObject({ title: "J'ouvert Tee", slug: "jouvert-tee", publication: "draft" });
  expect(product.variants).toMatchObject([{ sku: "JOUVERT-TEE", priceCents: 4500, left: 12 }]);
});

test("options become variants, which are priced together and saved, and the page stays where it was", async () => {
  const product = await create(admin, single({ priceCents: 2000 }, drafted));
  const app = await openEditor(product);
  const { screen, user } = app;
  const options = await part(app, "Options");
  await user.click(options.getByRole("button", { name: "Size" }));
  await user.type(options.getByLabelText("Values"), "S{Enter}M{Enter}");
  await user.click(options.getByRole("button", { name: "Color" }));
  await user.type(options.getAllByLabelText("Values")[1]!, "Black{Enter}Bone{Enter}");
  const list = within(screen.getByRole("list", { name: "Variants" }));
  for (const name of ["S / Black", "S / Bone", "M / Black", "M / Bone"]) list.getByRole("region", { name });

  const bulk = within(screen.getByRole("group", { name: "Set for several variants" }));
  await user.click(list.getByRole("checkbox", { name: "M / Black" }));
  await user.click(list.getByRole("checkbox", { name: "M / Bone" }));
  const letGo = holdCalls(app, "PUT", saves);
  await user.type(bulk.getByLabelText("To"), "48{Enter}");
  const prices = () => list.getAllByLabelText("Price").map(valueOf);
  expect(prices()).toEqual(["20", "20", "48", "48"]);
  // Enter set the price, and didn't save the product.
  await says(app, "Unsaved changes");
  letGo();

  await user.click(screen.getByRole("radio", { name: "Selling" }));
  await save(app);
  await says(app, "All changes saved");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Selling" }).checked).toBe(true);
  const { variants, ...saved } = await readProduct(product.id);
  expect(saved.options.map(({ name }) => name)).toEqual(["Size", "Color"]);
  expect(variants.map(({ priceCents }) => priceCents)).toEqual([2000, 2000, 4800, 4800]);
  expect(variants[0]!.id).toBe(product.variants[0]!.id);
  expect(await barriers()).toEqual([]);
});

test("a removed value that is typed again has its variants back, with their stock", async () => {
  const product = await create(admin, shirt(drafted));
  const app = await openEditor(product);
  const { user } = app;
  const options = await part(app, "Options");
  await user.click(options.getByRole("button", { name: "Remove M" }));
  await user.type(options.getAllByLabelText("Values")[1]!, "M{Enter}");
  await save(app);
  await says(app, "All changes saved");
  const idsOf = ({ variants }: AdminProduct) => variants.map(({ id }) => id).toSorted((a, b) => a - b);
  expect(idsOf(await readProduct(product.id))).toEqual(idsOf(product));
});

test("stock changes at once with a reason, a lost answer counts once, and typed changes stay", async () => {
  const product = await create(admin, single({ onHand: 5 }, drafted));
  const [variant] = product.variants;
  const app = await openEditor(product);
  const { screen, user, network } = app;
  fill(screen.getByLabelText("Tagline"), "Typed before");
  await user.click(screen.getByRole("radio", { name: "Stock" }));
  await user.click(screen.getByRole("button", { name: /^Adjust/ }));
  const dialog = await dialogOf(app, /^Stock of/);
  const history = await part(app, "History");
  await history.findByText("Opening stock");
  await user.click(dialog.getByRole("button", { name: "Change stock" }));
  await waitFor(() => expect(errorAt(dialog.getByLabelText("Units to add"))).toContain("Enter a whole number"));
  expect(await barriers()).toEqual([]);

  await user.selectOptions(dialog.getByLabelText("Reason"), "Damaged");
  await user.type(dialog.getByLabelText("Units to remove"), "2");
  await user.type(dialog.getByLabelText("Note"), "Wet box");
  const mend = network.on("POST", /\/stock$/, async (_call, reach) => {
    await reach();
    throw new TypeError("Failed to fetch");
  });
  await user.click(dialog.getByRole("button", { name: "Change stock" }));
  await dialog.findByText("You're offline or the site isn't responding. Try again.");
  mend();
  await user.click(dialog.getByRole("button", { name: "Change stock" }));
  await says(app, "Stock changed: 3 units on hand");
  history.getByText("3 on hand");
  expect(await historyOf(variant!.id)).toMatchObject([
    { reason: "damaged", units: -2, onHand: 3, note: "Wet box" },
    { reason: "opening" },
  ]);
  await user.keyboard("{Escape}");
  await noDialog();
  expect(valueOf(screen.getByLabelText("Tagline"))).toBe("Typed before");
  expect((await readProduct(product.id)).tagline).toBe("");
});

test("what can't be saved is named at its field and above, with the variant", async () => {
  const taken = await create(admin, single({}, drafted));
  const product = await create(admin, shirt(drafted));
  const app = await openEditor(product);
  const { screen, user, network } = app;
  const sku = screen.getAllByLabelText("SKU")[1]!;
  await user.clear(sku);
  await save(app);
  await waitFor(() => expect(errorAt(sku)).toContain("Enter a SKU"));
  screen.getByText(/^Black \/ L: Enter a SKU/);
  expect(network.callsTo("PUT", saves)).toEqual([]);

  await user.type(sku, taken.variants[0]!.sku);
  await save(app);
  await waitFor(() => expect(network.callsTo("PUT", saves)).toHaveLength(1));
  await waitFor(() => expect(errorAt(screen.getAllByLabelText("SKU")[1]!)).toMatch(/SKU/));
  await says(app, "1 issue to fix");
  expect(valueOf(screen.getAllByLabelText("SKU")[1]!)).toBe(taken.variants[0]!.sku);
});

test("what someone else saved is merged and shown before it is overwritten; what is typed meanwhile stays", async () => {
  const product = await create(admin, single({}, drafted));
  const app = await openEditor(product);
  const { screen, user } = app;
  fill(screen.getByLabelText("Tagline"), "Mine");
  const theirs = { ...editOf(product), title: "Their name" };
  expect((await admin.call("PUT", `/api/admin/products/${product.id}`, theirs)).status).toBe(200);
  await save(app);
  await screen.findByText("Someone else saved changes");
  expect(valueOf(screen.getByLabelText("Name"))).toBe("Their name");
  expect((await readProduct(product.id)).tagline).toBe("");

  const letGo = holdCalls(app, "PUT", saves);
  await user.keyboard("{Control>}s{/Control}");
  await says(app, "Saving");
  fill(screen.getByLabelText("Description"), "Typed meanwhile");
  letGo();
  await says(app, "Unsaved changes");
  expect(screen.queryByText("Someone else saved changes")).toBeNull();
  expect(await readProduct(product.id)).toMatchObject({ title: "Their name", tagline: "Mine", description: "" });
  await save(app);
  await says(app, "All changes saved");
  expect((await readProduct(product.id)).description).toBe("Typed meanwhile");
});

test("leaving with unsaved changes asks first", async () => {
  const product = await create(admin, single({}, drafted));
  const app = await openEditor(product);
  const { screen, user, address } = app;
  fill(screen.getByLabelText("Tagline"), "Mine");
  await user.click(screen.getByRole("link", { name: "All products" }));
  let leave = await dialogOf(app, "Leave without saving?");
  await user.click(leave.getByRole("button", { name: "Stay" }));
  await noDialog();
  expect(valueOf(screen.getByLabelText("Tagline"))).toBe("Mine");
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);

  await user.click(screen.getByRole("link", { name: "All products" }));
  leave = await dialogOf(app, "Leave without saving?");
  await user.click(leave.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(address()).not.toContain("id="));
  expect((await readProduct(product.id)).tagline).toBe("");
});

test("collections are created, moved and deleted, and their products stay", async () => {
  const app = await openApp(site, "/admin?section=collections", { as: admin });
  const { screen, user } = app;
  const saved = async () => (await admin.get("/api/admin/collections")).body.items;
  for (const name of ["Road", "Fete"]) {
    await user.click((await screen.findAllByRole("button", { name: "New collection" }))[0]!);
    const dialog = await dialogOf(app, "New collection");
    await user.type(dialog.getByLabelText("Name"), `${name}{Enter}`);
    await noDialog();
  }
  const product = await create(admin, single({}, { collectionIds: [(await saved())[0]!.id] }));
  await user.click(await screen.findByRole("button", { name: "Move up: Fete" }));
  await waitFor(async () => expect((await saved()).map(({ slug }) => slug)).toEqual(["fete", "road"]));
  await user.click(screen.getByRole("button", { name: "Road" }));
  const dialog = await dialogOf(app, "Edit collection");
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await saved()).toHaveLength(2);
  await user.click(dialog.getByRole("button", { name: "Confirm and delete" }));
  await noDialog();
  expect((await saved()).map(({ slug }) => slug)).toEqual(["fete"]);
  expect((await readProduct(product.id)).collectionIds).toEqual([]);
});

test("the sales report shows what each product earned, in dollars on the axis too", async () => {
  const { variantIds } = await createDigital(site, [5], { priceCents: 80_000, costCents: 20_000 });
  await site.buy(await site.as("guest"), [{ variantId: variantIds[0]!, quantity: 2 }]);
  const app = await openApp(site, "/admin?section=products&view=sales", { as: admin });
  const table = await part(app, "Sales by product");
  const row = await table.findByRole("row", { name: /\$1,600\.00/ });
  within(row).getByText("75.0%");
  expect(document.body.textContent).toContain("$1.5K");
  await app.user.click(app.screen.getByRole("link", { name: "Variants" }));
  await app.screen.findByRole("region", { name: "Sales by variant" });
  expect(await barriers()).toEqual([]);
});
