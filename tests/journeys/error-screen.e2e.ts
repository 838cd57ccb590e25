import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { withSite } from "./journey-kit.ts";

const test = withSite();
test.beforeEach(({ site }) => sql`truncate error_reports`.execute(site.db));

/** Makes the next page load a script that throws. */
async function breakShop(page: Page): Promise<void> {
  await page.route("**/assets/shop-page-*.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `export const page = { Component() { throw new Error("Sample failure 17") } };`,
    }),
  );
}

const errorReports = async (site: { db: any }) =>
  (await sql<any>`select source, message, route, agent, first_release, occurrences from error_reports`.execute(site.db))
    .rows;

test("§2 the error screen says what happened, the team really is notified, and Reload Page reloads", async ({
  page,
  site,
  quiet,
}) => {
  quiet.expect(/Sample failure 17/);
  await breakShop(page);
  await page.goto(`${site.baseUrl}/events`);
  await page.getByRole("link", { name: "Shop" }).first().click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByText("We've encountered an unexpected error. Our team has been notified.")).toBeVisible();
  await expect
    .poll(() => errorReports(site))
    .toEqual([
      {
        source: "browser",
        message: "Error: Sample failure 17",
        route: "/shop",
        agent: "Chrome",
        first_release: expect.stringMatching(/^\d+\.\d+\.\d+\+[\w-]{8}$/),
        occurrences: 1,
      },
    ]);
  await page.unroute("**/assets/shop-page-*.js");
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload Page" }).click()]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The shop opens soon");
});

test("an uncaught error is reported once, without the address where it happened", async ({ page, site, quiet }) => {
  // No order exists at this address.
  quiet.expect(/Stray sample|status of 40[14]/);
  await page.goto(`${site.baseUrl}/payment-success?order=0199b2f0-0000-7000-8000-000000000000&key=secret`);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    for (let count = 0; count < 3; count++)
      setTimeout(() => {
        throw new Error("Stray sample");
      });
    void Promise.reject(new Error("Stray sample of a promise"));
  });
  await expect
    .poll(async () =>
      (await errorReports(site)).map(({ message, route, occurrences }: any) => [message, route, occurrences]),
    )
    .toEqual(
      expect.arrayContaining([
        ["Error: Stray sample", "/payment-success", 1],
        ["Error: Stray sample of a promise", "/payment-success", 1],
      ]),
    );
  const { rows } = await sql<any>`select * from error_reports`.execute(site.db);
  expect(JSON.stringify(rows)).not.toMatch(/secret|0199b2f0/);
});

test("without a network a page that fails to load says so, doesn't claim a report, and loads when the network is back", async ({
  page,
  site,
  context,
  quiet,
}) => {
  quiet.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported module/);
  await page.goto(`${site.baseUrl}/events`);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Shop" }).first().click();
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(page.getByText("Our team has been notified")).toHaveCount(0);
  await context.setOffline(false);
  // By itself, once the browser says that there is a network.
  await expect(page).toHaveTitle(/Shop/);
  await expect(page.getByRole("heading", { name: "No connection" })).toHaveCount(0);
});

test("a page whose file a newer release replaced reloads automatically, but only once", async ({
  page,
  site,
  quiet,
}) => {
  quiet.expect(/status of 404|Failed to fetch/);
  let misses = 1;
  const notes: string[] = [];
  await page.exposeFunction("recordScreen", (title: string) => notes.push(title));
  await page.addInitScript(() =>
    new MutationObserver(() => {
      if (document.body?.innerText.includes("Something went wrong"))
        void (window as any).recordScreen(location.pathname);
    }).observe(document, { childList: true, subtree: true }),
  );
  await page.route("**/assets/shop-page-*.js", (route) =>
    misses-- > 0 ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  await page.goto(`${site.baseUrl}/events`);
  await page.getByRole("link", { name: "Shop" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The shop opens soon");
  await expect(page).toHaveURL(`${site.baseUrl}/shop`);
  expect(notes).toEqual([]);

  misses = Number.POSITIVE_INFINITY;
  await page.goto(`${site.baseUrl}/events`);
  await page.getByRole("link", { name: "Shop" }).first().click();
  await expect(page.getByText("Our team has been notified")).toBeVisible();
  await expect
    .poll(async () => (await errorReports(site)).map(({ message, route }: any) => [message, route]))
    .toEqual([[expect.stringMatching(/Failed to fetch \/assets\/shop-page-.*: 404/), "/shop"]]);
});
