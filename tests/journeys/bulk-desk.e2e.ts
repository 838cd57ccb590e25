import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { sql } from "kysely";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("chosen people are suspended at once, and whoever is left out is named with the reason", async ({
  desk,
  site,
}) => {
  for (const name of ["crowd-one", "crowd-two"]) await site.as("user", name);
  await sql`update users set display_name = 'Crowd Admin' where role = 'admin'`.execute(site.db);
  await desk.goto(`${site.baseUrl}/user-management?q=crowd`);
  await expect(desk.getByRole("row")).toHaveCount(4);
  await desk.getByLabel("Choose all on this page").press("Space");
  const bar = desk.getByRole("group", { name: "Chosen rows" });
  await expect(bar.getByText("3 rows chosen")).toBeVisible();
  const suspend = bar.getByRole("button", { name: "Suspend" });
  await suspend.press("Enter");
  const dialog = desk.getByRole("dialog", { name: "Suspend the chosen" });
  await dialog.getByLabel("Reason").fill("Sold comps at the gate");
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByRole("button", { name: "Suspend" }).press("Enter");
  const left = desk.getByRole("dialog", { name: "One was left out" });
  await expect(left.getByText("This is you.")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await left.getByRole("button", { name: "Understood" }).press("Enter");
  await expect(desk.getByText("Suspended", { exact: true }).and(desk.locator("td *"))).toHaveCount(2);
  await expect(suspend).toBeFocused();
});

test("chosen free tickets are revoked at once, and the list goes home as a file", async ({ desk, site }) => {
  const admin = await site.as("admin");
  const ticketTypeId = await site.make.ticketType({ name: "Comps" });
  for (const name of ["Selector Duke", "Auntie Merle"]) {
    const guest = { name, email: `${name.split(" ")[0]!.toLowerCase()}@example.com` };
    const body = { ticketTypeId, quantity: 1, guest, reason: "Plays the second set" };
    expect((await admin.post("/api/admin/comps", body)).status).toBe(201);
  }
  await desk.goto(`${site.baseUrl}/free-tickets?q=second`);
  await expect(desk.getByRole("row")).toHaveCount(3);
  await desk.getByLabel("Choose all on this page").press("Space");
  await desk.getByRole("group", { name: "Chosen rows" }).getByRole("button", { name: "Revoke" }).press("Enter");
  const dialog = desk.getByRole("dialog", { name: "Revoke the chosen" });
  await dialog.getByLabel("Reason").fill("The set was called off");
  await dialog.getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(desk.getByText("2 of 2").first()).toBeVisible();
  await expect(desk.getByText(/^Revoked by/)).toHaveCount(2);
  const [file] = await Promise.all([desk.waitForEvent("download"), desk.getByRole("link", { name: "CSV" }).click()]);
  expect(file.suggestedFilename()).toBe("comps.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(3);
  expect(text).toContain("The set was called off");
});

test("chosen mails are sent again together", async ({ desk, night, site }) => {
  expect(night.eventId).toBeGreaterThan(0);
  await desk.goto(`${site.baseUrl}/email-management?q=ada@&status=kept`);
  await expect(desk.getByRole("row")).toHaveCount(3, { timeout: 45_000 });
  await desk.getByLabel("Choose all on this page").press("Space");
  await desk.getByRole("group", { name: "Chosen rows" }).getByRole("button", { name: "Send again" }).press("Enter");
  const dialog = desk.getByRole("dialog", { name: "Send the chosen again" });
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByRole("button", { name: "Send again" }).press("Enter");
  await expect(dialog).toBeHidden();
  const { rows } = await sql`select from emails where resend_of is not null`.execute(site.db);
  expect(rows).toHaveLength(2);
});

test("a new night starts on the clock that the settings name", async ({ desk, night, site }) => {
  expect(night.eventId).toBeGreaterThan(0);
  const admin = await site.as("admin");
  expect((await admin.post("/api/admin/settings", { defaultTimeZone: "Europe/London" })).status).toBe(200);
  await desk.goto(`${site.baseUrl}/admin?section=events`);
  await expect(desk.getByRole("link", { name: "Velvet Riddim" })).toBeVisible();
  await desk.getByRole("button", { name: "New night" }).press("Enter");
  const dialog = desk.getByRole("dialog", { name: "New night" });
  await expect(dialog.getByLabel("Time zone")).toHaveValue("Europe/London");
  await expect(dialog.getByLabel("Starts")).toHaveValue(/T22:00$/);
  // The site is other journeys' as well.
  expect((await admin.post("/api/admin/settings", { defaultTimeZone: "America/New_York" })).status).toBe(200);
});
