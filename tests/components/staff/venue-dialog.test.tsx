import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, errorAt, fill } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("a venue has a state and a ZIP Code that agree, and its place comes from a pasted map link", async () => {
  const app = await openApp(site, "/admin?section=events&new=1", { as: admin });
  const { screen, user } = app;
  await dialogOf(app, "New event");
  await user.click(screen.getByRole("button", { name: "Choose venue" }));
  await user.click(await screen.findByRole("button", { name: "New venue" }));
  const dialog = await dialogOf(app, "New venue");
  await user.type(dialog.getByLabelText(/^Name/), "The Ferry Shed");
  await user.type(dialog.getByLabelText(/^City/), "Brooklyn");
  await user.selectOptions(dialog.getByLabelText(/^State/), "NJ");
  await user.type(dialog.getByLabelText(/^ZIP Code/), "11201");
  const link = dialog.getByLabelText(/^Map link/);
  const add = dialog.getByRole("button", { name: "Add venue" });
  fill(link, "40.7033, -73.9881");
  await user.click(add);
  await waitFor(() => expect(errorAt(link)).toContain("Paste a link from Google Maps"));
  fill(link, "https://maps.app.goo.gl/AbCdEf");
  await user.click(add);
  await waitFor(() => expect(errorAt(link)).toContain("This short link doesn't say where the place is"));
  fill(link, "https://www.google.com/maps/place/Pier/@40.7,-73.9,17z/data=!3d40.7033!4d-73.9881");
  await dialog.findByText("The link has a place. The event shows there on our map.");
  await user.click(add);
  await waitFor(() =>
    expect(errorAt(dialog.getByLabelText(/^ZIP Code/))).toContain("11201 is in New York, not New Jersey"),
  );
  expect(await barriers()).toEqual([]);
  await user.selectOptions(dialog.getByLabelText(/^State/), "NY");
  await user.click(add);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New venue" })).toBeNull());
  const { body } = await admin.get("/api/admin/venues?q=ferry");
  expect(body.items).toMatchObject([{ region: "NY", postalCode: "11201", latitude: 40.7033, longitude: -73.9881 }]);
});

test("another country writes its address as it does", async () => {
  const app = await openApp(site, "/admin?section=events", { as: admin });
  const { screen, user } = app;
  await user.click((await screen.findAllByRole("button", { name: /New event/ }))[0]!);
  await user.click(await screen.findByRole("button", { name: "Choose venue" }));
  await user.click(await screen.findByRole("button", { name: "New venue" }));
  const dialog = await dialogOf(app, "New venue");
  await user.type(dialog.getByLabelText(/^Name/), "The Savannah");
  await user.type(dialog.getByLabelText(/^City/), "Port of Spain");
  fill(dialog.getByLabelText(/^Country/), "tt");
  await user.type(await dialog.findByLabelText(/^State or region/), "St. George");
  await user.type(dialog.getByLabelText(/^ZIP or postal code/), "POS 1");
  await user.click(dialog.getByRole("button", { name: "Add venue" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New venue" })).toBeNull());
  const { body } = await admin.get("/api/admin/venues?q=savannah");
  expect(body.items).toMatchObject([{ region: "St. George", postalCode: "POS 1", country: "TT", latitude: null }]);
});
