import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("on a phone every desk is one button away, and focus comes back to it", async ({ desk, site }) => {
  await desk.setViewportSize({ width: 390, height: 800 });
  await desk.goto(`${site.baseUrl}/admin`);
  const button = desk.getByRole("button", { name: "Staff desks, now: Overview" });
  await button.press("Enter");
  const sheet = desk.getByRole("dialog", { name: "Staff desks" });
  await expect(sheet).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();
  await button.press("Enter");
  await sheet.getByRole("link", { name: "Audit log" }).press("Enter");
  await expect(desk).toHaveURL(/\/admin\?section=audit$/);
  await expect(sheet).toBeHidden();
  await desk.goBack();
  await expect(desk.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
});

test("what an admin sets stands in the footer of every page, and in the log as it was and as it is", async ({
  desk,
  site,
  browser,
  refusals,
}) => {
  refusals.push(/status of 400/);
  await desk.goto(`${site.baseUrl}/admin?section=settings`);
  await desk.getByLabel("Contact e-mail").fill("house@example.com");
  await desk.getByLabel("Instagram").fill("https://evil.example.com");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("An https address at instagram is needed")).toBeVisible();
  await desk.getByLabel("Instagram").fill("https://instagram.com/example.house");
  await desk.keyboard.press("Enter");
  await expect(desk.getByText("Settings saved").first()).toBeVisible();
  await expect(desk.getByText("Nothing is changed.")).toBeVisible();

  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const page = await visitor.newPage();
  await page.goto(`${site.baseUrl}/events`);
  await expect(page.getByRole("link", { name: "house@example.com" })).toHaveAttribute(
    "href",
    "mailto:house@example.com",
  );
  await expect(page.getByRole("link", { name: "Instagram" })).toHaveAttribute(
    "href",
    "https://instagram.com/example.house",
  );
  await visitor.close();

  await desk.getByLabel("Contact e-mail").fill("");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("Nothing is changed.")).toBeVisible();
  await desk.getByRole("link", { name: "Audit log" }).click();
  await desk.getByLabel("About", { exact: true }).selectOption("setting");
  await expect(desk).toHaveURL(/kind=setting/);
  const first = desk.getByRole("row").nth(1);
  await expect(first.locator("del")).toHaveText("house@example.com");
  await expect(first).toContainText("taken away");
  const download = desk.waitForEvent("download");
  await desk.getByRole("link", { name: "CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  const aboutTheAddress = (line: string): boolean =>
    line.includes("settings.changed") && line.includes("house@example.com");
  expect(file.split("\r\n").filter(aboutTheAddress)).toHaveLength(2);
});
