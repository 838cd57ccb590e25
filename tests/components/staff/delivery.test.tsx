import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const saved = async () => (await admin.get("/api/admin/delivery")).body;

type Wish = Partial<Record<"Name" | "Price" | "Free from" | "fromPounds" | "toPounds", string>> & { state?: string };

async function addRate(app: OpenApp, { state, fromPounds, toPounds, ...texts }: Wish) {
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Add rate" }));
  const dialog = await dialogOf(app, "New shipping rate");
  for (const [label, text] of Object.entries(texts)) await user.type(dialog.getByLabelText(new RegExp(label)), text);
  const [from, to] = dialog.getAllByLabelText("Pounds");
  if (fromPounds) await user.type(from!, fromPounds);
  if (toPounds) await user.type(to!, toPounds);
  if (state) await user.click(dialog.getByRole("checkbox", { name: state }));
  await user.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("an admin sets rates and taxes from nothing, sees what an order costs, and is told of a gap at its row", async () => {
  const app = await openApp(site, "/admin?section=delivery", { as: admin });
  const { screen, user } = app;
  await screen.findByText("Nothing is shipped yet");
  screen.getByText("No sales tax yet");
  await addRate(app, { Name: "Ground", Price: "7", "Free from": "100", toPounds: "1", state: "New York" });
  await addRate(app, { Name: "Ground", Price: "12", "Free from": "150", fromPounds: "2", state: "New York" });
  screen.getByText("Under 1 lb");
  screen.getByText("$7.00, free from $100.00");
  await user.click(screen.getByRole("button", { name: "Add tax" }));
  const tax = await dialogOf(app, "New sales tax");
  await user.selectOptions(tax.getByLabelText(/State/), "NY");
  await user.type(tax.getByLabelText(/Rate/), "8.875");
  await user.click(tax.getByRole("button", { name: "Done" }));
  await screen.findByText("8.875%");

  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Rates for NY leave a gap between 454 and 907 g");
  expect((await saved()).rates).toEqual([]);
  expect(await barriers()).toEqual([]);

  await user.click(screen.getAllByRole("button", { name: "Edit Ground" })[1]!);
  const edit = await dialogOf(app, "Edit shipping rate");
  const from = edit.getAllByLabelText("Pounds")[0]!;
  await user.clear(from);
  await user.type(from, "1");
  await user.click(edit.getByRole("button", { name: "Done" }));
  const preview = within(screen.getByRole("status", { name: "A 1 lb order to New York" }));
  preview.getByText("$12.00 + $1.07 tax");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Shipping and tax saved");
  expect(await saved()).toMatchObject({
    rates: [
      { name: "Ground", states: ["NY"], fromGrams: 0, belowGrams: 454, priceCents: 700, freeFromCents: 10_000 },
      { fromGrams: 454, belowGrams: null, priceCents: 1200, freeFromCents: 15_000 },
    ],
    taxes: [{ state: "NY", zipFrom: null, category: null, rate: 8875 }],
  });
});

test("a tax row may have a price under which items are free of it; a row for shipping has no such field", async () => {
  await setDelivery(admin, [rate()]);
  const app = await openApp(site, "/admin?section=delivery", { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Add tax" }));
  const tax = await dialogOf(app, "New sales tax");
  const under = () => tax.queryByLabelText(/No tax on items under/);
  await user.selectOptions(tax.getByLabelText(/State/), "NY");
  await user.selectOptions(tax.getByLabelText(/What it's for/), "shipping");
  expect(under()).toBeNull();
  await user.selectOptions(tax.getByLabelText(/What it's for/), "clothing");
  await user.type(tax.getByLabelText(/Rate/), "8.875");
  await user.type(under()!, "a lot");
  await user.click(tax.getByRole("button", { name: "Done" }));
  await tax.findByText("Enter a price, such as 110.00, or leave it blank");
  expect(await barriers()).toEqual([]);
  await user.clear(under()!);
  await user.type(under()!, "110");
  await user.click(tax.getByRole("button", { name: "Done" }));
  await screen.findByText("8.875%, no tax under $110.00");
  within(screen.getByRole("status", { name: "A 1 lb order to New York" })).getByText("Tax on the shirt, 0%");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Shipping and tax saved");
  expect((await saved()).taxes).toMatchObject([{ state: "NY", category: "clothing", freeBelowCents: 11_000 }]);
  await user.click(screen.getByRole("button", { name: /^Edit tax for New York/ }));
  const edit = await dialogOf(app, "Edit sales tax");
  expect(edit.getByLabelText(/No tax on items under/)).toHaveProperty("value", "110");
});

test("what someone else saved in the meantime is merged, not overwritten", async () => {
  await setDelivery(admin, []);
  const app = await openApp(site, "/admin?section=delivery", { as: admin });
  const { screen, user } = app;
  await addRate(app, { Name: "Express", Price: "25" });
  const { version } = await saved();
  const taxes = [{ state: "NJ", zipFrom: null, zipTo: null, category: null, rate: 6625 }];
  expect((await admin.call("PUT", "/api/admin/delivery", { version, rates: [], taxes })).status).toBe(200);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Someone else saved changes");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () =>
    expect(await saved()).toMatchObject({ rates: [rate({ name: "Express", priceCents: 2500 })], taxes }),
  );
});
