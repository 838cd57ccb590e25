import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { create, single } from "#tests/shop/admin/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let host = "";
const server = createServer((_, response) => {
  response.statusCode = 404;
  response.end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site = await createSite({ settings: { FETCH_PRIVATE_ADDRESSES: "on" } });
  admin = await site.as("admin");
});
afterAll(async () => {
  server.close();
  await site.close();
});
beforeEach(async () => {
  await sql`truncate products, variants, stock_changes, collections, product_imports cascade`.execute(site.db);
});

const noDialog = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
const titles = async () =>
  (await sql<{ title: string }>`select title from products order by id`.execute(site.db)).rows.map(
    ({ title }) => title,
  );

const openImport = () => openApp(site, "/admin?section=products&import=1", { as: admin });
async function choose(app: OpenApp, csv: string, name = "drop.csv") {
  const dialog = await dialogOf(app, "Import products");
  await app.user.upload(dialog.getByLabelText("Product file"), new File([csv], name, { type: "text/csv" }));
  return dialog;
}
const items = (dialog: ReturnType<typeof within>, name: string) =>
  within(dialog.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

const header = "Handle,Title,Kind,SKU,Price\n";

test("an import shows what is new and what is left out, and imports the rest", async () => {
  const app = await openImport();
  const dialog = await choose(
    app,
    `${header}fall-tee,Fall Tee,physical,FALL-1,30\n,Fall Cap,physical,FALL-2,20\nfall-fan,Fall Fan,physical,FALL-3,"9,50"`,
  );
  await dialog.findByText("Read as our own export. 1 new product, 2 rows left out.");
  expect(items(dialog, "Products")).toEqual(["Fall TeeNew, 1 variant"]);
  expect(items(dialog, "2 rows left out")).toEqual([
    "Row 3HandleEnter the product's handle",
    "Row 4PriceWrite 9,50 as 9.50",
  ]);
  expect(await barriers()).toEqual([]);
  expect(await titles()).toEqual([]);
  await app.user.click(dialog.getByRole("button", { name: "Import" }));
  await noDialog();
  expect(await titles()).toEqual(["Fall Tee"]);

  await app.user.click(app.screen.getByRole("button", { name: "Import" }));
  const again = await choose(app, `${header}fall-tee,Fall Tee,physical,FALL-1,30`);
  await again.findByText("drop.csv changes no products");
  expect(again.queryByRole("button", { name: "Import" })).toBeNull();
});

test("a wrong file leads to a sentence that says what to choose", async () => {
  const app = await openImport();
  const dialog = await choose(app, "Name,Email\nMarva Pierre,marva@example.com", "guests.csv");
  await dialog.findByText(/We can't find products in this file\. Choose the product export of Shopify/);
  expect(dialog.queryByRole("button", { name: "Import" })).toBeNull();
  dialog.getByRole("button", { name: "Choose file" });
});

test("a file with nothing to import says so", async () => {
  const dialog = await choose(await openImport(), `${header}fall-tee,Fall Tee,physical,FALL-1,free`);
  await dialog.findByText("Nothing in drop.csv can be imported");
  expect(dialog.queryByRole("button", { name: "Import" })).toBeNull();
});

test("an SKU that Excel changed is asked about before anything is imported", async () => {
  await create(admin, single({ sku: "00123", priceCents: 2000 }, { title: "Flag", slug: "flag" }));
  const app = await openImport();
  const dialog = await choose(app, `${header}flag,Flag,physical,123,31`);
  const questions = within(await dialog.findByRole("region", { name: "Did Excel change these SKUs?" }));
  const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Import" });
  expect(button.disabled).toBe(true);
  dialog.getByText("Answer the questions about SKUs to import.");
  questions.getByLabelText("123 is another variant");
  await app.user.click(questions.getByLabelText("It's 00123: Flag"));
  expect(await barriers()).toEqual([]);
  await app.user.click(button);
  await noDialog();
  const { rows } = await sql`select sku, price_cents as price from variants`.execute(site.db);
  expect(rows).toEqual([{ sku: "00123", price: 3100 }]);
});

test("hosts of pictures are confirmed, and failed pictures are shown and fetched again", async () => {
  const app = await openImport();
  const dialog = await choose(
    app,
    `Handle,Title,Variant SKU,Variant Price,Image Src,Type,Tags\ntee,Tee,TEE,30,http://${host}/gone.png,Tees,summer`,
  );
  const pictures = within(await dialog.findByRole("region", { name: "Pictures" }));
  const confirm = pictures.getByRole<HTMLInputElement>("checkbox", { name: `${host} 1 picture` });
  expect(confirm.checked).toBe(false);
  const collections = within(dialog.getByRole("region", { name: "New collections" }));
  expect(collections.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked)).toEqual([true, false]);
  await app.user.click(confirm);
  await app.user.click(dialog.getByRole("button", { name: "Import" }));

  const progress = await dialogOf(app, "Pictures");
  await progress.findByText("0 of 1 picture copied");
  await site.app.runJob("product-pictures");
  await progress.findByText("0 of 1 picture copied, 1 failed", {}, { timeout: 20_000 });
  progress.getByText("There's no file at this address anymore");
  expect(await barriers()).toEqual([]);
  await app.user.click(progress.getByRole("button", { name: "Retry failed pictures" }));
  await progress.findByText("0 of 1 picture copied");
  await site.app.runJob("product-pictures");
  await app.user.click(progress.getByRole("button", { name: "Done" }));
  await noDialog();
  await app.user.click(await app.screen.findByRole("button", { name: "View pictures" }));
  await dialogOf(app, "Pictures");
});
