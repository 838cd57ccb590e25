import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

for (const [section, title] of [
  ["audit", "Audit Log"],
  ["errors", "Errors"],
  ["money", "Money"],
  ["money&view=ledger", "Money"],
  ["money&view=checks", "Money"],
  ["settings", "Settings"],
  ["users", "User Management"],
] as const) {
  test(`the part ${section} has no barriers, on a desktop and at 320 px`, async ({ desk, site }) => {
    await desk.goto(`${site.baseUrl}/admin?section=${section}`);
    await expect(desk.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(desk.getByRole("navigation", { name: "Staff desks" }).locator("[aria-current=page]")).toHaveCount(1);
    await desk.waitForLoadState("networkidle");
    await expect(desk.locator("[aria-busy=true]")).toHaveCount(0);
    expect(await barriers(desk)).toEqual([]);
    await desk.setViewportSize({ width: 320, height: 640 });
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await barriers(desk)).toEqual([]);
  });
}

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

test("errors are chosen with the keyboard, marked as mended together, and that is undone", async ({ desk, site }) => {
  // Whatever went wrong under other journeys is theirs.
  await site.db.deleteFrom("faults").execute();
  for (const name of ["one", "two"]) {
    const body = { message: `Error: ${name}`, stack: "at a (b.js:1:1)", route: "/shop", release: "1.0.0" };
    await desk.request.post(`${site.baseUrl}/api/errors`, { data: body });
  }
  await desk.goto(`${site.baseUrl}/admin?section=errors`);
  await expect(async () => {
    await desk.reload();
    await expect(desk.getByRole("row")).toHaveCount(3, { timeout: 2000 });
  }).toPass();
  await desk.getByRole("link", { name: "Error: one" }).press("Enter");
  await expect(desk.getByRole("dialog").getByText("at a (b.js:1:1)")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("Escape");
  await desk.getByLabel("Choose all on this page").press("Space");
  await expect(desk.getByText("2 rows chosen")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Mark as mended" }).press("Enter");
  await expect(desk.getByText("All quiet")).toBeVisible();
  await desk.getByRole("button", { name: "Undo" }).click();
  await expect(desk.getByRole("row")).toHaveCount(3);
});
