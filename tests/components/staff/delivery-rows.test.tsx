import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dialogOf, fill, valueOf } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { rate, setDelivery, tax } from "#tests/delivery/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => setDelivery(admin, []));

const rates = [
  rate({ belowGrams: 1000, freeFromCents: 7500 }),
  rate({ fromGrams: 1000, priceCents: 1200 }),
  rate({ name: "Sea mail", states: ["AK", "GU", "HI", "PR"], priceCents: 0 }),
];
const taxes = [
  tax({ state: "NJ", rate: 6625, freeBelowCents: null }),
  tax({ state: "CA", category: "shipping", rate: 1000, freeBelowCents: null }),
  tax({ state: "NY", zipFrom: "10001", zipTo: "10001", category: "clothing", rate: 8875, freeBelowCents: 11_000 }),
];
const saved = async () => (await admin.get("/api/admin/delivery")).body;
async function openSettings() {
  const app = await openApp(site, "/admin?section=delivery", { as: admin });
  await app.screen.findByRole("heading", { level: 1, name: "Shipping & tax" });
  await app.screen.findByRole("button", { name: "Save" });
  return app;
}
const cells = ({ screen }: OpenApp, table: number) =>
  within(screen.getAllByRole("table")[table]!)
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].slice(0, -1).map(({ textContent }) => textContent));
const saveAll = async (app: OpenApp) => {
  await app.user.click(app.screen.getByRole("button", { name: "Save" }));
  await app.screen.findByText("Shipping and tax saved");
};

test("both tables read as they are; a row that is opened and closed again keeps everything", async () => {
  const before = await setDelivery(admin, rates, taxes);
  const app = await openSettings();
  const { screen, user } = app;
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  expect(cells(app, 0)).toEqual([
    ["Ground", "Everywhere in the US", "Under 2 lb 3.3 oz", "$7.00, free from $75.00"],
    ["Ground", "Everywhere in the US", "2 lb 3.3 oz and up", "$12.00"],
    ["Sea mail", "Alaska, Guam, Hawaii + 1 more", "Any weight", "Free"],
  ]);
  // Sorted by place, whatever order they were saved in.
  expect(cells(app, 1)).toEqual([
    ["California", "Shipping", "1%"],
    ["New Jersey", "Everything", "6.625%"],
    ["New York, 10001", "Clothing", "8.875%, no tax under $110.00"],
  ]);
  screen.getByText("No changes");
  expect(button("Save").disabled).toBe(true);
  const openRow = async (name: string, title: string) => {
    await user.click(button(name));
    return dialogOf(app, title);
  };
  await user.click(screen.getAllByRole("button", { name: "Edit Ground" })[0]!);
  const ground = await dialogOf(app, "Edit shipping rate");
  const texts = ["Name", "Price", "Free from"].map((label) => valueOf(ground.getByLabelText(new RegExp(`^${label}`))));
  expect(texts).toEqual(["Ground", "7", "75"]);
  await user.click(ground.getByRole("button", { name: "Done" }));
  const sea = await openRow("Edit Sea mail", "Edit shipping rate");
  sea.getByText("4 selected");
  fill(sea.getByLabelText(/^Name/), "Slow boat");
  await user.click(sea.getByRole("button", { name: "Done" }));
  const york = await openRow("Edit tax for New York, 10001", "Edit sales tax");
  const fields = [/^State/, /^First ZIP/, /^Last ZIP/, /^What it's for/, /^Rate/, /^No tax on items/];
  expect(fields.map((label) => valueOf(york.getByLabelText(label)))).toEqual([
    "NY",
    "10001",
    "10001",
    "clothing",
    "8.875",
    "110",
  ]);
  await user.click(york.getByRole("button", { name: "Done" }));
  await saveAll(app);
  const [light, heavy, slow] = before.rates;
  expect(await saved()).toEqual({
    ...before,
    rates: [light, heavy, { ...slow, name: "Slow boat" }],
    version: before.version + 1,
  });
});

test("what is deleted or edited is the row that was pressed, also in a table that is sorted", async () => {
  // Stored by code, AR before AZ; shown by name, Arizona before Arkansas.
  const ofStates = ["AR", "AZ", "NY"].map((state, index) => tax({ state, rate: 1000 + index, freeBelowCents: null }));
  const before = await setDelivery(admin, rates, ofStates);
  const app = await openSettings();
  const { screen, user } = app;
  await user.click(screen.getByRole("button", { name: "Delete tax for Arkansas" }));
  await user.click(screen.getByRole("button", { name: "Edit tax for Arizona" }));
  const dialog = await dialogOf(app, "Edit sales tax");
  fill(dialog.getByLabelText(/^Rate/), "2.5");
  await user.click(dialog.getByRole("button", { name: "Done" }));
  await user.click(screen.getAllByRole("button", { name: "Edit Ground" })[1]!);
  const heavy = await dialogOf(app, "Edit shipping rate");
  fill(heavy.getByLabelText(/^Price/), "13.50");
  await user.click(heavy.getByRole("button", { name: "Done" }));
  await user.click(screen.getByRole("button", { name: "Delete Sea mail" }));
  screen.getByText("Unsaved changes");
  expect(cells(app, 1).map(([where, , rateText]) => [where, rateText])).toEqual([
    ["Arizona", "2.5%"],
    ["New York", "1.002%"],
  ]);
  await saveAll(app);
  const [light, second] = before.rates;
  expect(await saved()).toMatchObject({
    rates: [light, { ...second, priceCents: 1350 }],
    taxes: [{ state: "AZ", rate: 2500 }, ofStates[2]],
  });
  await waitFor(() => screen.getByText("No changes"));
});

test("Discard brings back what was saved, and the states that are left out are named", async () => {
  await setDelivery(admin, [rate()]);
  const app = await openSettings();
  const { screen, user } = app;
  await user.click(screen.getByRole("button", { name: "Edit Ground" }));
  const dialog = await dialogOf(app, "Edit shipping rate");
  await user.type(dialog.getByRole("searchbox", { name: "Find a state" }), "new");
  const found = dialog.getAllByRole("checkbox").map((box) => box.closest("label")!.textContent);
  expect(found).toEqual(["New Hampshire", "New Jersey", "New Mexico", "New York"]);
  await user.click(dialog.getByRole("checkbox", { name: "New York" }));
  await user.click(dialog.getByRole("checkbox", { name: "New Jersey" }));
  await user.click(dialog.getByRole("checkbox", { name: "New Mexico" }));
  await user.click(dialog.getByRole("checkbox", { name: "New Mexico" }));
  dialog.getByText("2 selected");
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect(cells(app, 0)).toEqual([["Ground", "New Jersey, New York", "Any weight", "$7.00"]]);
  screen.getByText("You don't ship to 57 states and territories.");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(cells(app, 0)).toEqual([["Ground", "Everywhere in the US", "Any weight", "$7.00"]]);
  expect(screen.queryByText(/You don't ship to/)).toBeNull();
  expect((await saved()).rates).toMatchObject([{ states: [] }]);
});

test("the preview follows the state, the weight and the tables as they are typed", async () => {
  await setDelivery(
    admin,
    [
      rate({ belowGrams: 1000 }),
      rate({ fromGrams: 1000, priceCents: 1200 }),
      rate({ name: "Express", priceCents: 2500, freeFromCents: 3000 }),
      rate({ name: "Sea mail", states: ["HI"], priceCents: 3000, freeFromCents: 3001 }),
    ],
    [tax({ state: "NY", rate: 8875 }), tax({ state: "NY", category: "clothing", rate: 4000 })],
  );
  const { screen, user } = await openSettings();
  const shown = (name: string) =>
    [...screen.getByRole("status", { name }).querySelectorAll("dt")].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
  expect(shown("A 1 lb order to New York")).toEqual([
    ["Express", "Free"],
    ["Ground", "$7.00 + $0.62 tax"],
    ["Tax on the shirt, 4%", "$1.20"],
  ]);
  fill(screen.getByLabelText("Weight (lb)"), "2.5");
  expect(shown("A 2.5 lb order to New York")[1]).toEqual(["Ground", "$12.00 + $1.07 tax"]);
  await user.selectOptions(screen.getByLabelText("To"), "HI");
  expect(shown("A 2.5 lb order to Hawaii")).toEqual([
    ["Sea mail", "$30.00"],
    ["Tax on the shirt, 0%", "$0.00"],
  ]);
});

test("a range of ZIP Codes may be a single one, and a new rate may have ounces and an end", async () => {
  const app = await openSettings();
  const { screen, user } = app;
  await user.click((await screen.findAllByRole("button", { name: "Add rate" }))[0]!);
  const dialog = await dialogOf(app, "New shipping rate");
  await user.click(dialog.getByRole("button", { name: "Done" }));
  await dialog.findByText("Name it as buyers will see it, such as Ground");
  dialog.getByText("Enter a price, such as 7.00. 0 is free shipping.");
  fill(dialog.getByLabelText(/^Name/), "Ground");
  fill(dialog.getByLabelText(/^Price/), "7");
  fill(dialog.getByLabelText(/^Free from/), "75.5");
  const [, below] = dialog.getAllByLabelText("Pounds");
  const [, ounces] = dialog.getAllByLabelText("Ounces");
  fill(below!, "1");
  fill(ounces!, "8");
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect(cells(app, 0)).toEqual([["Ground", "Everywhere in the US", "Under 1 lb 8 oz", "$7.00, free from $75.50"]]);
  await user.click(screen.getByRole("button", { name: "Add rate" }));
  const heavy = await dialogOf(app, "New shipping rate");
  fill(heavy.getByLabelText(/^Name/), "Ground");
  fill(heavy.getByLabelText(/^Price/), "0");
  fill(heavy.getAllByLabelText("Pounds")[0]!, "1");
  fill(heavy.getAllByLabelText("Ounces")[0]!, "8");
  await user.click(heavy.getByRole("button", { name: "Done" }));
  expect(cells(app, 0)[1]).toEqual(["Ground", "Everywhere in the US", "1 lb 8 oz and up", "Free"]);
  await user.click(screen.getByRole("button", { name: "Add tax" }));
  const row = await dialogOf(app, "New sales tax");
  await user.selectOptions(row.getByLabelText(/^State/), "NY");
  fill(row.getByLabelText(/^First ZIP/), "11231");
  fill(row.getByLabelText(/^Rate/), "8.875%");
  await user.click(row.getByRole("button", { name: "Done" }));
  expect(cells(app, 1)).toEqual([["New York, 11231", "Everything", "8.875%"]]);
  await saveAll(app);
  expect(await saved()).toMatchObject({
    rates: [
      { fromGrams: 0, belowGrams: 680, priceCents: 700, freeFromCents: 7550 },
      { fromGrams: 680, belowGrams: null, priceCents: 0, freeFromCents: null },
    ],
    taxes: [{ state: "NY", zipFrom: "11231", zipTo: "11231", category: null, rate: 8875, freeBelowCents: null }],
  });
});
