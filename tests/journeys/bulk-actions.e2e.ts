import { expect } from "@playwright/test";
import { sql } from "kysely";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("selected people are suspended together, and skipped ones are listed with the reason", async ({
  adminPage,
  site,
}) => {
  for (const name of ["crowd-one", "crowd-two"]) await site.as("user", name);
  await sql`update users set display_name = 'Crowd Admin' where role = 'admin'`.execute(site.db);
  await adminPage.goto(`${site.baseUrl}/user-management?q=crowd`);
  await expect(adminPage.getByRole("row")).toHaveCount(4);
  await adminPage.getByLabel("Select all on this page").press("Space");
  const bar = adminPage.getByRole("group", { name: "Selected rows" });
  await expect(bar.getByText("3 selected")).toBeVisible();
  const suspend = bar.getByRole("button", { name: "Suspend" });
  await suspend.press("Enter");
  const dialog = adminPage.getByRole("dialog", { name: "Suspend selected accounts" });
  await dialog.getByLabel("Reason").fill("Sold comps at the gate");
  expect(await barriers(adminPage)).toEqual([]);
  await dialog.getByRole("button", { name: "Suspend" }).press("Enter");
  const left = adminPage.getByRole("dialog", { name: "1 was skipped" });
  await expect(left.getByText("This is your own account.")).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await left.getByRole("button", { name: "OK" }).press("Enter");
  await expect(adminPage.getByText("Suspended", { exact: true }).and(adminPage.locator("td *"))).toHaveCount(2);
  await expect(suspend).toBeFocused();
});
