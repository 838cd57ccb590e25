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
