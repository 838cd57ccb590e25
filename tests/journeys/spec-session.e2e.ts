import { expect } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { visit } from "./spec-kit.ts";

const test = withSite();

test("a user signs in, stays signed in after a reload, and Logout in one tab signs out all tabs", async ({
  page,
  context,
  site,
  quiet,
}) => {
  quiet.expect(/status of 401/);
  const username = `marva.${process.pid}.${Date.now().toString(36)}`;
  const password = "Carnival2026";
  await site.anon.post("/api/auth/register", { username, displayName: "Marva Bright", password });
  await visit(page, `${site.baseUrl}/my-tickets`);
  const dialog = page.getByRole("dialog", { name: "Join The Community" });
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Login", exact: true }).click();
  const tickets = page.getByRole("heading", { level: 1, name: "My Tickets" });
  await expect(tickets).toBeVisible();
  const session = (await context.cookies(site.baseUrl)).find(({ name }) => name === "sg_session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  await page.reload();
  await expect(tickets).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${site.baseUrl}/shop`);
  await other.getByRole("button", { name: "Account: Marva Bright" }).click();
  await other.getByRole("menuitem", { name: "Logout" }).click();
  await expect(other.getByRole("button", { name: "Sign In" })).toBeVisible();
  const cookies = async () => (await context.cookies(site.baseUrl)).map(({ name }) => name);
  await expect.poll(cookies, "the screen is signed out before the server's answer arrives").not.toContain("sg_session");

  // The first tab is notified automatically.
  await expect(dialog).toBeVisible();
  await expect(tickets).toHaveCount(0);
  await page.reload();
  await expect(dialog).toBeVisible();
});
