import { expect, type Page } from "@playwright/test";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

const curtain = {
  key: "velvet-riddim",
  alt: "A velvet curtain",
  dominant: "#101010",
  accent: "#c9a24b",
  placeholder: null,
  width: 4,
  height: 5,
};

// Nobody's own zone may matter.
test.use({ timezoneId: "Asia/Tokyo" });

const saved = (desk: Page) => expect(desk.getByRole("status").filter({ hasText: "All saved" })).toBeVisible();
const preview = (desk: Page) => desk.frameLocator('iframe[title^="Preview"]');

test("a night is begun, written and published with the keyboard alone", async ({ desk, night, site, page }) => {
  expect(night.eventId).toBeGreaterThan(0);
  await inTransaction(site.db, (tx) => adoptPicture(tx, curtain));
  await desk.setViewportSize({ width: 1440, height: 1000 });
  await desk.goto(`${site.baseUrl}/admin?section=events`);
  await expect(desk.getByRole("link", { name: "Velvet Riddim" })).toBeVisible();
  await desk.getByRole("button", { name: "New night" }).focus();
  await desk.keyboard.press("Enter");
  await expect(desk.getByRole("dialog", { name: "New night" })).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.type("Rum & Riddim Review");
  await desk.keyboard.press("Tab");
  await desk.keyboard.press("Enter");
  await desk.getByRole("searchbox", { name: "Find a place" }).fill("yard");
  await desk.getByRole("button", { name: /The Yard/ }).focus();
  await desk.keyboard.press("Enter");
  await desk.getByLabel("Starts").fill("2035-03-03T22:00");
  await expect(desk.getByText("Sat, March 3, 2035 at 10:00 PM EST")).toBeVisible();
  await desk.getByLabel("Starts").press("Enter");
  await expect(desk.getByRole("heading", { level: 1, name: "Rum & Riddim Review" })).toBeVisible();

  await desk.getByLabel("In one line").fill("Six sounds, one bar, no mercy");
  await expect(preview(desk).getByRole("heading", { name: "Rum & Riddim Review" })).toBeVisible();
  await expect(preview(desk).getByText("SAT 3 MAR", { exact: false })).toBeVisible();
  const story = desk.getByRole("textbox", { name: "The story" });
  await story.focus();
  await desk.keyboard.type("Come ");
  await desk.keyboard.press("Control+b");
  await desk.keyboard.type("early");
  await desk.keyboard.press("Control+s");
  await saved(desk);
  const id = Number(new URL(desk.url()).searchParams.get("id"));
  expect((await page.request.get(`${site.baseUrl}/api/events/${id}`)).status()).toBe(404);

  // What is missing leads to where it is filled in.
  await desk.getByRole("link", { name: /A poster/ }).focus();
  await desk.keyboard.press("Enter");
  await desk.getByRole("button", { name: "Choose Poster" }).press("Enter");
  await desk.getByRole("button", { name: "A velvet curtain" }).press("Enter");
  await desk
    .getByRole("button", { name: /^(Use|Choose|Take)/ })
    .last()
    .press("Enter");
  await saved(desk);
  expect(await barriers(desk)).toEqual([]);

  await desk.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const dialog = desk.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish now" }).press("Enter");
  await expect(desk.getByText("Published").first()).toBeVisible();
  const shown = await (await page.request.get(`${site.baseUrl}/api/events/${id}`)).json();
  expect(shown).toMatchObject({
    title: "Rum & Riddim Review",
    startsAt: "2035-03-04T03:00:00.000Z",
    descriptionHtml: "<p>Come <strong>early</strong></p>",
    poster: { key: "velvet-riddim" },
  });
});

test("what is not saved is not lost: leaving asks, and two who save meet", async ({ desk, night, site, refusals }) => {
  refusals.push(/409/);
  const address = `${site.baseUrl}/admin?section=events&id=${night.eventId}`;
  await desk.goto(address);
  await desk.getByLabel("In one line").fill("Mine");
  await desk.getByRole("link", { name: "All nights" }).click();
  const leave = desk.getByRole("dialog", { name: "Leave without saving?" });
  expect(await barriers(desk)).toEqual([]);
  await leave.getByRole("button", { name: "Stay" }).click();
  await expect(desk.getByLabel("In one line")).toHaveValue("Mine");

  const api = desk.context().request;
  const headers = { origin: site.baseUrl };
  const path = `${site.baseUrl}/api/admin/events/${night.eventId}`;
  const elsewhere = async (changes: object) => {
    const { version } = await (await api.get(path)).json();
    const reply = await api.patch(path, { data: { version, changes }, headers });
    expect(reply.status()).toBe(200);
  };
  // Another field: both changes are kept. The same field: it is asked.
  await elsewhere({ dressCode: "Linen" });
  await desk.keyboard.press("Control+s");
  await saved(desk);
  expect(await (await api.get(path)).json()).toMatchObject({ summary: "Mine", dressCode: "Linen" });

  await desk.getByLabel("In one line").fill("Mine again");
  await elsewhere({ summary: "Theirs" });
  await desk.keyboard.press("Control+s");
  const meet = desk.getByRole("dialog", { name: "Saved meanwhile" });
  await expect(meet.getByText("Theirs")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await meet.getByRole("button", { name: "Save this" }).click();
  await saved(desk);
  expect(await (await api.get(path)).json()).toMatchObject({ summary: "Mine again" });
});
