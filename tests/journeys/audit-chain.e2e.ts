import { expect } from "@playwright/test";
import { sql } from "kysely";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("the log says until when it is whole, and says loudly when somebody changed it in the database", async ({
  desk,
  site,
}) => {
  const admin = await site.as("admin");
  await admin.post("/api/admin/settings", { mailSenderName: "The Box Office" });
  // Another node of the site may be at it, and only one is at a time.
  const sealAndLook = async () => {
    await site.app.sweep("audit-seals");
    await site.app.sweep("audit-walk");
    return (await admin.get("/api/admin/audit/chain")).body;
  };
  await expect.poll(sealAndLook).toMatchObject({ state: "whole", waiting: 0 });
  await desk.goto(`${site.baseUrl}/admin?section=audit`);
  await expect(desk.getByText(/Last found whole/)).toBeVisible();
  await expect(desk.getByText("Nobody can change or delete it")).toBeVisible();
  await expect(desk.getByRole("alert")).toHaveCount(0);

  site.breaksByHand("I-51");
  await site.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update audit_log set staff_name = 'Somebody else' where id = (select min(id) from audit_log)`.execute(tx);
  });
  await expect.poll(sealAndLook).toMatchObject({ state: "broken" });
  await desk.reload();
  const alert = desk.getByRole("alert").filter({ hasText: "This log is not as it was written" });
  await expect(alert).toBeVisible();
  await expect(desk.getByText("Nobody can change or delete it")).toHaveCount(0);
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await alert.getByRole("link", { name: "All checks" }).click();
  await expect(desk).toHaveURL(/view=checks/);
});

test("a house without an address is told that mails about money reach nobody, until it has one", async ({
  desk,
  site,
}) => {
  await desk.goto(`${site.baseUrl}/admin`);
  await desk.getByRole("link", { name: /Mails about failed refunds and disputes reach nobody/ }).click();
  const field = desk.getByRole("textbox", { name: "Contact e-mail" });
  await field.fill("house@example.com");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("Settings saved").first()).toBeVisible();
  await desk.goto(`${site.baseUrl}/admin`);
  await expect(desk.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  await desk.waitForLoadState("networkidle");
  await expect(desk.getByText("reach nobody")).toHaveCount(0);
});
