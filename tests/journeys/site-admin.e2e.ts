import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("on a phone every admin section is one button away, and the focus returns to it", async ({ adminPage, site }) => {
  await adminPage.setViewportSize({ width: 390, height: 800 });
  await adminPage.goto(`${site.baseUrl}/admin`);
  const button = adminPage.getByRole("button", { name: "Admin, current page: Overview" });
  await button.press("Enter");
  const sheet = adminPage.getByRole("dialog", { name: "Admin" });
  await expect(sheet).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await adminPage.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();
  await button.press("Enter");
  await sheet.getByRole("link", { name: "Activity log" }).press("Enter");
  await expect(adminPage).toHaveURL(/\/admin\?section=audit$/);
  await expect(sheet).toBeHidden();
  await adminPage.goBack();
  await expect(adminPage.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
});

test("on a phone the chrome of admin takes an eighth of the screen at most, and tabs fade where there are more", async ({
  adminPage,
  site,
}) => {
  await adminPage.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/admin", "/ticket-management", "/admin?section=events", "/email-management"]) {
    await adminPage.goto(site.baseUrl + path);
    await adminPage.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const covered = await adminPage.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((element) => ["sticky", "fixed"].includes(getComputedStyle(element).position))
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height, top, bottom }) => width > 300 && height > 0 && bottom > 0 && top < innerHeight)
        .reduce((sum, { height }) => sum + height, 0),
    );
    expect(covered, path).toBeLessThanOrEqual(844 / 8);
  }
  const tabs = adminPage.getByRole("navigation", { name: "Email sections" });
  await expect(tabs).toHaveAttribute("data-fade", "end");
  await tabs.evaluate((row) => (row.scrollLeft = row.scrollWidth));
  await expect(tabs).toHaveAttribute("data-fade", "start");
});

test("an admin's settings appear in every page's footer, and the log shows the old and new values", async ({
  adminPage,
  site,
  browser,
  refusals,
}) => {
  refusals.push(/status of 400/);
  await adminPage.goto(`${site.baseUrl}/admin?section=settings`);
  await adminPage.getByLabel("Contact email").fill("hello@example.com");
  await adminPage.getByLabel("Instagram").fill("https://evil.example.com");
  await adminPage.getByRole("button", { name: "Save" }).click();
  await expect(adminPage.getByText("Enter a link like https://instagram.com/yourname")).toBeVisible();
  await adminPage.getByLabel("Instagram").fill("https://instagram.com/example.events");
  await adminPage.keyboard.press("Enter");
  await expect(adminPage.getByText("Settings saved").first()).toBeVisible();
  await expect(adminPage.getByText("No changes")).toBeVisible();

  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const page = await visitor.newPage();
  await page.goto(`${site.baseUrl}/events`);
  await expect(page.getByRole("link", { name: "hello@example.com" })).toHaveAttribute(
    "href",
    "mailto:hello@example.com",
  );
  await expect(page.getByRole("link", { name: "Instagram" })).toHaveAttribute(
    "href",
    "https://instagram.com/example.events",
  );
  await visitor.close();

  await adminPage.getByLabel("Contact email").fill("");
  await adminPage.getByRole("button", { name: "Save" }).click();
  await expect(adminPage.getByText("No changes")).toBeVisible();
  await adminPage.getByRole("link", { name: "Activity log" }).click();
  await adminPage.getByLabel("About", { exact: true }).selectOption("setting");
  await expect(adminPage).toHaveURL(/kind=setting/);
  const first = adminPage.getByRole("row").nth(1);
  await expect(first.locator("del")).toHaveText("hello@example.com");
  await expect(first).toContainText("removed");
  const download = adminPage.waitForEvent("download");
  await adminPage.getByRole("link", { name: "CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  const aboutTheAddress = (line: string): boolean =>
    line.includes("settings.changed") && line.includes("hello@example.com");
  expect(file.split("\r\n").filter(aboutTheAddress)).toHaveLength(2);
});
