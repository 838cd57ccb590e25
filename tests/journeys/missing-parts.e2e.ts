import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { browserArguments, fullChromiumPath } from "#testing/browser.ts";
import { barriers, withAdmin } from "./admin-kit.ts";
import { waitForToasts } from "./journey-kit.ts";

const test = withAdmin();
// In the headless shell, a page that goes offline reports a failed fetch of its own as an error.
test.use({ launchOptions: { executablePath: fullChromiumPath, args: browserArguments } });

const cut = (page: Page, part: string) => page.route(`**/assets/${part.slice(0, 12)}-*.js`, (route) => route.abort());
const mend = (page: Page, part: string) => page.unroute(`**/assets/${part.slice(0, 12)}-*.js`);
const callout = (page: Page, what: string) => page.getByRole("alert").filter({ hasText: `${what} didn't load` });
const tab = (page: Page, name: string) => page.getByRole("navigation", { name: "Editor" }).getByRole("link", { name });
const broken = (page: Page) => page.getByRole("heading", { name: /Something went wrong|No connection/ });

test("an editor tab that fails to load says so, loads when the network is back, and nothing typed is lost", async ({
  adminPage,
  site,
  event,
  refusals,
}) => {
  refusals.push(/ERR_INTERNET_DISCONNECTED/);
  await adminPage.goto(`${site.baseUrl}/admin?section=events&id=${event.eventId}&tab=details`);
  await adminPage.getByLabel("Tagline").fill("Six sounds, no mercy");
  await waitForToasts(adminPage);
  await adminPage.context().setOffline(true);
  await tab(adminPage, "Dates").click();
  await expect(callout(adminPage, "The dates")).toContainText("This will load when you're back online.");
  expect(await barriers(adminPage)).toEqual([]);
  await callout(adminPage, "The dates").getByRole("button", { name: "Try again" }).press("Enter");
  await expect(callout(adminPage, "The dates").getByRole("button", { name: "Try again" })).toBeFocused();

  await tab(adminPage, "Details").click();
  await expect(adminPage.getByLabel("Tagline")).toHaveValue("Six sounds, no mercy");
  await tab(adminPage, "Dates").click();
  await expect(callout(adminPage, "The dates")).toBeVisible();
  await adminPage.context().setOffline(false);
  await expect(adminPage.getByRole("heading", { name: "Other dates" })).toBeVisible();
  await expect(callout(adminPage, "The dates")).toHaveCount(0);
  await tab(adminPage, "Details").click();
  await expect(adminPage.getByLabel("Tagline")).toHaveValue("Six sounds, no mercy");
  await expect(adminPage.getByRole("status").filter({ hasText: "Unsaved changes" })).toBeVisible();
});

test("a money view loads on the next try, and the focus continues from its place", async ({ adminPage, site }) => {
  await cut(adminPage, "ledger-view");
  await adminPage.goto(`${site.baseUrl}/admin?section=money&view=ledger-export`);
  await adminPage.getByRole("link", { name: "Ledger", exact: true }).click();
  await expect(callout(adminPage, "The ledger")).toBeVisible();
  await callout(adminPage, "The ledger").getByRole("button", { name: "Try again" }).click();
  // The network is up but the part is missing: reloading the page may help.
  await expect(callout(adminPage, "The ledger").getByRole("button", { name: "Reload page" })).toBeVisible();
  await mend(adminPage, "ledger-view");
  await callout(adminPage, "The ledger").getByRole("button", { name: "Try again" }).press("Enter");
  await expect(callout(adminPage, "The ledger")).toHaveCount(0);
  await expect(adminPage.getByRole("table").first()).toBeVisible();
  const goesOn = () =>
    adminPage.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement !== body && activeElement?.contains(document.querySelector("table"));
    });
  await expect.poll(goesOn).toBe(true);
});

test("a part that a newer release replaced asks the user to reload the page and does not reload automatically", async ({
  adminPage,
  site,
  refusals,
}) => {
  refusals.push(/status of 404/);
  await adminPage.route("**/assets/disputes-vie-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await adminPage.goto(`${site.baseUrl}/admin?section=money&view=discrepancies`);
  await adminPage.getByRole("link", { name: "Disputes" }).click();
  await expect(callout(adminPage, "The list of disputes")).toContainText(
    "The site was updated since you opened this page.",
  );
  await mend(adminPage, "disputes-view");
  await callout(adminPage, "The list of disputes").getByRole("button", { name: "Reload page" }).click();
  await expect(adminPage.getByRole("link", { name: "Disputes" })).toHaveAttribute("aria-current", "page");
  await expect(callout(adminPage, "The list of disputes")).toHaveCount(0);
});

test("something that fails to open shows a toast and opens on the next click", async ({ adminPage, site, event }) => {
  const gallery = ["tropic-noir", "last-lap"].map((key) => ({
    key,
    alt: key,
    dominant: "#101010",
    accent: "#c9a24b",
    placeholder: null,
    width: 960,
    height: 1200,
  }));
  await sql`update events set gallery = ${JSON.stringify(gallery)}::jsonb where id = ${event.eventId}`.execute(site.db);
  for (const part of ["lightbox", "search-dialog", "user-menu-list"]) await cut(adminPage, part);
  await adminPage.goto(`${site.baseUrl}/events/${event.eventId}`);
  await adminPage.waitForLoadState("networkidle");

  await adminPage.getByRole("link", { name: /View photo 1/ }).click();
  await expect(adminPage.getByText("The photo didn't load").first()).toBeVisible();
  await adminPage.getByRole("button", { name: "Search", exact: true }).click();
  await expect(adminPage.getByText("Search didn't load").first()).toBeVisible();
  await adminPage
    .getByRole("button", { name: /Account|menu/i })
    .first()
    .click();
  await expect(adminPage.getByText("The menu didn't load").first()).toBeVisible();
  await expect(broken(adminPage)).toHaveCount(0);
  await expect(adminPage.getByRole("heading", { level: 1 })).toHaveText("Velvet Riddim");

  for (const part of ["lightbox", "search-dialog", "user-menu-list"]) await mend(adminPage, part);
  await adminPage.getByRole("link", { name: /View photo 1/ }).click();
  await expect(adminPage.getByRole("dialog", { name: "Photos" })).toBeVisible();
  await adminPage.keyboard.press("Escape");
  await adminPage.getByRole("button", { name: "Search", exact: true }).click();
  await expect(adminPage.getByRole("dialog")).toBeVisible();
});

test("the events map fails in its own place, the list is one click away, and the map loads on the next try", async ({
  adminPage,
  site,
  event,
}) => {
  expect(event.eventId).toBeGreaterThan(0);
  await cut(adminPage, "map-view");
  await adminPage.goto(`${site.baseUrl}/events`);
  await adminPage.getByRole("link", { name: "Map", exact: true }).click();
  await expect(callout(adminPage, "The map")).toBeVisible();
  await expect(broken(adminPage)).toHaveCount(0);
  await expect(adminPage.getByRole("link", { name: "Map", exact: true })).toHaveAttribute("aria-current", "page");
  await adminPage.getByRole("link", { name: "Posters", exact: true }).click();
  await expect(adminPage.getByRole("heading", { name: "Velvet Riddim" })).toBeVisible();
  await adminPage.getByRole("link", { name: "Map", exact: true }).click();
  await expect(callout(adminPage, "The map")).toBeVisible();
  await mend(adminPage, "map-view");
  await callout(adminPage, "The map").getByRole("button", { name: "Try again" }).click();
  await expect(callout(adminPage, "The map")).toHaveCount(0);
  await expect(adminPage.getByRole("link", { name: "Posters", exact: true })).toBeVisible();
});

test("live updates whose code fails to load start by themselves on the next try", async ({ adminPage, site }) => {
  await cut(adminPage, "subscribe");
  const failed = adminPage.waitForEvent("requestfailed", (request) => request.url().includes("/assets/subscribe-"));
  await adminPage.goto(`${site.baseUrl}/admin`);
  await failed;
  const listening = adminPage.waitForRequest((request) => request.url().includes("/api/stream/"));
  await mend(adminPage, "subscribe");
  await listening;
});
