import { expect, type Page } from "@playwright/test";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

const curtain = {
  key: "velvet-riddim",
  alt: "A velvet curtain",
  dominant: "#101010",
  accent: "#c9a24b",
  placeholder: null,
  width: 4,
  height: 5,
};

// The browser's time zone must not matter.
test.use({ timezoneId: "Asia/Tokyo" });

const saved = (adminPage: Page) =>
  expect(adminPage.getByRole("status").filter({ hasText: "All changes saved" })).toBeVisible();
const preview = (adminPage: Page) => adminPage.frameLocator('iframe[title^="Preview"]');

test("an event is created, edited and published by keyboard only", async ({ adminPage, event, site, page }) => {
  expect(event.eventId).toBeGreaterThan(0);
  await inTransaction(site.db, (tx) => adoptPicture(tx, curtain));
  await adminPage.setViewportSize({ width: 1440, height: 1000 });
  await adminPage.goto(`${site.baseUrl}/admin?section=events`);
  await expect(adminPage.getByRole("link", { name: "Velvet Riddim" })).toBeVisible();
  await adminPage.getByRole("button", { name: "New event" }).focus();
  await adminPage.keyboard.press("Enter");
  await expect(adminPage.getByRole("dialog", { name: "New event" })).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await adminPage.keyboard.type("Rum & Riddim Review");
  await adminPage.keyboard.press("Tab");
  await adminPage.keyboard.press("Enter");
  await adminPage.getByRole("searchbox", { name: "Find a venue" }).fill("yard");
  await adminPage.getByRole("button", { name: /The Yard/ }).focus();
  await adminPage.keyboard.press("Enter");
  await adminPage.getByLabel("Starts").fill("2035-03-03T22:00");
  await expect(adminPage.getByText("Sat, March 3, 2035 at 10:00 PM EST")).toBeVisible();
  await adminPage.getByLabel("Starts").press("Enter");
  await expect(adminPage.getByRole("heading", { level: 1, name: "Rum & Riddim Review" })).toBeVisible();

  await adminPage.getByLabel("Tagline").fill("Six sounds, one bar, no mercy");
  await expect(preview(adminPage).getByRole("heading", { name: "Rum & Riddim Review" })).toBeVisible();
  await expect(preview(adminPage).getByText("Sat, Mar 3", { exact: false })).toBeVisible();
  const story = adminPage.getByRole("textbox", { name: "Description" });
  await story.focus();
  await adminPage.keyboard.type("Come ");
  await adminPage.keyboard.press("Control+b");
  await adminPage.keyboard.type("early");
  await adminPage.keyboard.press("Control+s");
  await saved(adminPage);
  const id = Number(new URL(adminPage.url()).searchParams.get("id"));
  expect((await page.request.get(`${site.baseUrl}/api/events/${id}`)).status()).toBe(404);

  // Each missing item links to where it is filled in.
  await adminPage.getByRole("link", { name: /^Poster/ }).focus();
  await adminPage.keyboard.press("Enter");
  await adminPage.getByRole("button", { name: "Choose Poster" }).press("Enter");
  await adminPage.getByRole("button", { name: "A velvet curtain" }).press("Enter");
  await adminPage
    .getByRole("button", { name: /^(Use|Choose|Take)/ })
    .last()
    .press("Enter");
  await saved(adminPage);
  expect(await barriers(adminPage)).toEqual([]);

  await adminPage.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const dialog = adminPage.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish now" }).press("Enter");
  await expect(adminPage.getByText("Published").first()).toBeVisible();
  const shown = await (await page.request.get(`${site.baseUrl}/api/events/${id}`)).json();
  expect(shown).toMatchObject({
    title: "Rum & Riddim Review",
    startsAt: "2035-03-04T03:00:00.000Z",
    descriptionHtml: "<p>Come <strong>early</strong></p>",
    poster: { key: "velvet-riddim" },
  });
});

test("unsaved changes are not lost: leaving asks first, and two people who save get an edit conflict", async ({
  adminPage,
  event,
  site,
  refusals,
}) => {
  refusals.push(/409/);
  const address = `${site.baseUrl}/admin?section=events&id=${event.eventId}&tab=details`;
  await adminPage.goto(address);
  await adminPage.getByLabel("Tagline").fill("Mine");
  await adminPage.getByRole("link", { name: "All events" }).click();
  const leave = adminPage.getByRole("dialog", { name: "Leave without saving?" });
  expect(await barriers(adminPage)).toEqual([]);
  await leave.getByRole("button", { name: "Stay" }).click();
  await expect(adminPage.getByLabel("Tagline")).toHaveValue("Mine");

  const api = adminPage.context().request;
  const headers = { origin: site.baseUrl };
  const path = `${site.baseUrl}/api/admin/events/${event.eventId}`;
  const elsewhere = async (changes: object) => {
    const { version } = await (await api.get(path)).json();
    const reply = await api.patch(path, { data: { version, changes }, headers });
    expect(reply.status()).toBe(200);
  };
  // In different fields, both changes are kept. In the same field, the editor asks.
  await elsewhere({ dressCode: "Linen" });
  await adminPage.keyboard.press("Control+s");
  await saved(adminPage);
  expect(await (await api.get(path)).json()).toMatchObject({ summary: "Mine", dressCode: "Linen" });

  await adminPage.getByLabel("Tagline").fill("Mine again");
  await elsewhere({ summary: "Theirs" });
  await adminPage.keyboard.press("Control+s");
  const conflict = adminPage.getByRole("dialog", { name: "Edit conflict" });
  await expect(conflict.getByText("Theirs")).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await conflict.getByRole("button", { name: "Save" }).click();
  await saved(adminPage);
  expect(await (await api.get(path)).json()).toMatchObject({ summary: "Mine again" });
});
