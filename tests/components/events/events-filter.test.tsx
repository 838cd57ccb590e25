import { within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  for (const [title, startsAt, latitude] of [
    ["Early Lime", "2035-06-09T23:00:00Z", 40.65],
    ["Panorama", "2035-06-20T23:00:00Z", 10.66],
    ["July Fete", "2035-07-04T23:00:00Z", 25.77],
  ] as const) {
    const at = { startsAt: new Date(startsAt), endsAt: new Date(Date.parse(startsAt) + 18_000_000) };
    const id = await site.create.event({ title, ...at, categories: ["Soca"] });
    await sql`update venues set latitude = ${latitude}, longitude = -70, city = ${title}
      where id = (select venue_id from events where id = ${id})`.execute(site.db);
  }
});
afterAll(() => site.close());

test("dates filter both posters and map, and changing the view keeps the rest of the filter", async () => {
  const { screen, user, address } = await openApp(site, "/events?view=map&category=Soca");
  const pins = () => within(screen.getByRole("group", { name: "Map of events" })).getAllByRole("link");
  await vi.waitFor(() => expect(pins()).toHaveLength(3), { timeout: 60_000 });
  await user.click(screen.getByText("Choose dates"));
  await user.type(screen.getByLabelText("First day"), "2035-06-15");
  await user.type(screen.getByLabelText("Last day"), "2035-06-30");
  await user.click(screen.getByRole("button", { name: "Show these dates" }));
  await vi.waitFor(() => expect(address()).toMatch(/from=2035-06-15&to=2035-06-30/), { timeout: 60_000 });
  await vi.waitFor(() => expect(pins()).toHaveLength(1), { timeout: 60_000 });
  await user.click(screen.getByRole("link", { name: "Posters" }));
  await screen.findByRole("heading", { name: "Panorama" });
  expect(address()).toMatch(/category=Soca/);
  expect(screen.queryByRole("heading", { name: "Early Lime" })).toBeNull();
});

test("on a phone the filters are in a sheet behind a button that counts those that are on", async () => {
  const { screen, user, address } = await openApp(site, "/events?city=Panorama");
  await user.click(await screen.findByRole("button", { name: "Filters 1 on" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
  expect(sheet.getByRole("link", { name: /^Panorama/ }).getAttribute("aria-current")).toBe("true");
  await user.click(sheet.getByRole("link", { name: /^Soca/ }));
  await vi.waitFor(() => expect(address()).toBe("/events?city=Panorama&category=Soca"), { timeout: 60_000 });
  expect(await barriers()).toEqual([]);
  await user.click(sheet.getByRole("link", { name: "Clear" }));
  await vi.waitFor(() => expect(address()).toBe("/events"), { timeout: 60_000 });
  await user.click(sheet.getByRole("button", { name: "Show events" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  screen.getByRole("button", { name: "Filters" });
});
