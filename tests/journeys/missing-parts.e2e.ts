import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

const cut = (page: Page, part: string) => page.route(`**/assets/${part}-*.js`, (route) => route.abort());
const mend = (page: Page, part: string) => page.unroute(`**/assets/${part}-*.js`);
const notice = (page: Page, what: string) => page.getByRole("alert").filter({ hasText: `${what} could not be loaded` });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of the night" }).getByRole("link", { name });
const broken = (page: Page) => page.getByRole("heading", { name: /Something went wrong|No connection/ });

test("a tab of the editor that cannot be fetched says so, comes with the network, and nothing typed is lost", async ({
  desk,
  site,
  night,
  refusals,
}) => {
  refusals.push(/ERR_INTERNET_DISCONNECTED/);
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${night.eventId}`);
  await desk.getByLabel("In one line").fill("Six sounds, no mercy");
  await desk.context().setOffline(true);
  await tab(desk, "Pictures").click();
  await expect(notice(desk, "The pictures")).toContainText("It comes by itself when the network is back.");
  expect(await barriers(desk)).toEqual([]);
  await notice(desk, "The pictures").getByRole("button", { name: "Try again" }).press("Enter");
  await expect(notice(desk, "The pictures").getByRole("button", { name: "Try again" })).toBeFocused();

  await tab(desk, "Details").click();
  await expect(desk.getByLabel("In one line")).toHaveValue("Six sounds, no mercy");
  await tab(desk, "Pictures").click();
  await expect(notice(desk, "The pictures")).toBeVisible();
  await desk.context().setOffline(false);
  await expect(desk.getByRole("heading", { name: "Gallery" })).toBeVisible();
  await expect(notice(desk, "The pictures")).toHaveCount(0);
  await tab(desk, "Details").click();
  await expect(desk.getByLabel("In one line")).toHaveValue("Six sounds, no mercy");
  await expect(desk.getByRole("status").filter({ hasText: "Not saved yet" })).toBeVisible();
});

test("a view of the money comes when it is asked for again, and the focus goes on from its place", async ({
  desk,
  site,
}) => {
  await cut(desk, "ledger-view");
  await desk.goto(`${site.baseUrl}/admin?section=money&view=journal`);
  await desk.getByRole("link", { name: "Ledger" }).click();
  await expect(notice(desk, "The ledger")).toBeVisible();
  await notice(desk, "The ledger").getByRole("button", { name: "Try again" }).click();
  // With a network and yet not there: a new page may know better.
  await expect(notice(desk, "The ledger").getByRole("button", { name: "Reload the page" })).toBeVisible();
  await mend(desk, "ledger-view");
  await notice(desk, "The ledger").getByRole("button", { name: "Try again" }).press("Enter");
  await expect(notice(desk, "The ledger")).toHaveCount(0);
  await expect(desk.getByRole("table").first()).toBeVisible();
  const goesOn = () =>
    desk.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement !== body && activeElement?.contains(document.querySelector("table"));
    });
  await expect.poll(goesOn).toBe(true);
});

test("a part that a newer release replaced asks for the page to be loaded again, and does not do it by itself", async ({
  desk,
  site,
  refusals,
}) => {
  refusals.push(/status of 404/);
  await desk.route("**/assets/disputes-view-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await desk.goto(`${site.baseUrl}/admin?section=money`);
  await desk.getByRole("link", { name: "Disputes" }).click();
  await expect(notice(desk, "The list of disputes")).toContainText("The site was renewed since you opened it.");
  await mend(desk, "disputes-view");
  await notice(desk, "The list of disputes").getByRole("button", { name: "Reload the page" }).click();
  await expect(desk.getByRole("link", { name: "Disputes" })).toHaveAttribute("aria-current", "page");
  await expect(notice(desk, "The list of disputes")).toHaveCount(0);
});

test("what a press opens says in passing that it is not there, and opens at the next press", async ({
  desk,
  site,
  night,
}) => {
  const gallery = ["tropic-noir", "last-lap"].map((key) => ({
    key,
    alt: key,
    dominant: "#101010",
    accent: "#c9a24b",
    placeholder: null,
    width: 960,
    height: 1200,
  }));
  await sql`update events set gallery = ${JSON.stringify(gallery)}::jsonb where id = ${night.eventId}`.execute(site.db);
  for (const part of ["lightbox", "search-dialog", "user-menu-list"]) await cut(desk, part);
  await desk.goto(`${site.baseUrl}/events/${night.eventId}`);
  await desk.waitForLoadState("networkidle");

  await desk.getByRole("link", { name: /Look at picture 1/ }).click();
  await expect(desk.getByText("The picture could not be loaded").first()).toBeVisible();
  await desk.getByRole("button", { name: "Search", exact: true }).click();
  await expect(desk.getByText("The search could not be loaded").first()).toBeVisible();
  await desk
    .getByRole("button", { name: /Account|menu/i })
    .first()
    .click();
  await expect(desk.getByText("The menu could not be loaded").first()).toBeVisible();
  await expect(broken(desk)).toHaveCount(0);
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Velvet Riddim");

  for (const part of ["lightbox", "search-dialog", "user-menu-list"]) await mend(desk, part);
  await desk.getByRole("link", { name: /Look at picture 1/ }).click();
  await expect(desk.getByRole("dialog", { name: "Pictures" })).toBeVisible();
  await desk.keyboard.press("Escape");
  await desk.getByRole("button", { name: "Search", exact: true }).click();
  await expect(desk.getByRole("dialog")).toBeVisible();
});

test("the map of the nights fails in its own place, the list is one press away, and the map comes back", async ({
  desk,
  site,
  night,
}) => {
  expect(night.eventId).toBeGreaterThan(0);
  await cut(desk, "map-view");
  await desk.goto(`${site.baseUrl}/events`);
  await desk.getByRole("link", { name: "Map", exact: true }).click();
  await expect(notice(desk, "The map")).toBeVisible();
  await expect(broken(desk)).toHaveCount(0);
  await expect(desk.getByRole("link", { name: "Map", exact: true })).toHaveAttribute("aria-current", "page");
  await desk.getByRole("link", { name: "Posters", exact: true }).click();
  await expect(desk.getByRole("heading", { name: "Velvet Riddim" })).toBeVisible();
  await desk.getByRole("link", { name: "Map", exact: true }).click();
  await expect(notice(desk, "The map")).toBeVisible();
  await mend(desk, "map-view");
  await notice(desk, "The map").getByRole("button", { name: "Try again" }).click();
  await expect(notice(desk, "The map")).toHaveCount(0);
  await expect(desk.getByRole("link", { name: "Posters", exact: true })).toBeVisible();
});
