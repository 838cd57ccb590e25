import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
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

test("a time that the clocks skip or show twice is said so, whatever the browser's own zone", async ({
  desk,
  night,
  site,
}) => {
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${night.eventId}`);
  const starts = desk.getByLabel("Starts");
  await starts.fill("2035-03-11T02:30");
  await expect(desk.getByText("02:30 does not exist that night")).toBeVisible();
  await expect(starts).toHaveValue("2035-03-11T03:30");
  await starts.fill("2035-11-04T01:30");
  const twice = desk.getByRole("group", { name: /comes twice/ }).first();
  await twice.getByLabel(/The second/).check();
  await expect(twice.getByLabel(/The second: November 4, 2035 at 01:30 AM EST/)).toBeChecked();
  await expect(desk.getByText("Not saved yet")).toBeVisible();
  const undo = desk.getByRole("button", { name: "Undo", exact: true });
  while (await undo.isEnabled()) await undo.click();
  await saved(desk);
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

test("a save that is asked for while another is under way goes out after it, and meets nobody", async ({
  desk,
  site,
}) => {
  const eventId = await site.make.event({ title: "Twice Saved" });
  let letGo = () => {};
  const wait = new Promise<void>((resolve) => (letGo = resolve));
  const path = `${site.baseUrl}/api/admin/events/${eventId}`;
  const sent: number[] = [];
  await desk.route(path, async (route) => {
    if (route.request().method() === "PATCH") {
      sent.push((route.request().postDataJSON() as { version: number }).version);
      await wait;
    }
    await route.continue();
  });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}`);
  await desk.getByLabel("In one line").fill("First");
  await desk.keyboard.press("Control+s");
  await expect(desk.getByRole("status").filter({ hasText: "Saving" })).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
  await desk.getByLabel("In one line").fill("Second");
  await desk.keyboard.press("Control+s");
  letGo();
  await saved(desk);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBeGreaterThan(sent[0]!);
  expect(await (await desk.context().request.get(path)).json()).toMatchObject({ summary: "Second" });
});

test("calling a night off says first whom it reaches, then takes a yes", async ({ desk, site }) => {
  const eventId = await site.make.event({ title: "Ferry Fete" });
  await site.make.ticketType({ eventId, name: "General", capacity: 5 });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=standing`);
  await desk.getByRole("button", { name: "Cancel the night" }).click();
  const dialog = desk.getByRole("dialog", { name: "Cancel the night" });
  await expect(dialog.getByText("The money is the next step")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  const act = dialog.getByRole("button", { name: "Cancel the night" });
  await expect(act).toBeDisabled();
  await dialog.getByLabel("What they read").fill("The ferry does not run");
  await dialog.getByLabel("Yes, this night is cancelled for good").check();
  await act.click();
  await expect(desk.getByText("Cancelled").first()).toBeVisible();
  await expect(desk.getByText("The ferry does not run").first()).toBeVisible();
  await expect(desk.getByRole("button", { name: "Cancel the night" })).toHaveCount(0);
});

test("a night with holders moves only once it is said what they hear", async ({ desk, site, refusals }) => {
  refusals.push(/409/);
  const eventId = await site.make.event({
    title: "Harbour Fete",
    startsAt: new Date("2035-05-13T00:00:00.000Z"),
    endsAt: new Date("2035-05-13T06:00:00.000Z"),
  });
  const ticketTypeId = await site.make.ticketType({ eventId, name: "General", capacity: 5 });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  const read = async () => (await desk.context().request.get(`${site.baseUrl}/api/admin/events/${eventId}`)).json();
  await desk.setViewportSize({ width: 390, height: 800 });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}`);
  await desk.getByLabel("Starts").fill("2035-05-12T21:30");
  await desk.keyboard.press("Control+s");
  const dialog = desk.getByRole("dialog", { name: "People hold tickets" });
  await expect(dialog.getByText("1 person has 2 tickets")).toBeVisible();
  const mail = dialog.getByRole("region", { name: "The mail" });
  await expect(mail.getByText("New times for Harbour Fete")).toBeVisible();
  await expect(mail.getByText(/now begins on Saturday, May 12, 2035 at 09:30 PM EDT/)).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByLabel("A word from you").fill("The boat leaves later");
  await expect(mail.getByText("The boat leaves later")).toBeVisible();
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(desk.getByText("Not saved yet")).toBeVisible();
  expect((await read()).startsAt).toBe("2035-05-13T00:00:00.000Z");

  await desk.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("button", { name: "Save and tell 1 person" }).click();
  await expect(desk.getByText("Saved. 1 person is being told.").first()).toBeVisible();
  await saved(desk);
  expect(await read()).toMatchObject({ startsAt: "2035-05-13T01:30:00.000Z", movedFrom: "2035-05-13T00:00:00.000Z" });

  await desk.getByLabel("Ends").fill("2035-05-13T03:00");
  await desk.keyboard.press("Control+s");
  await dialog.getByLabel("It is only a correction").check();
  await dialog.getByRole("button", { name: "Save, tell nobody" }).click();
  await saved(desk);
  expect((await read()).endsAt).toBe("2035-05-13T07:00:00.000Z");
});

test("every part of the editor stands without barriers at 320 px", async ({ desk, night, site }) => {
  await desk.setViewportSize({ width: 320, height: 700 });
  for (const tab of ["", "&tab=pictures", "&tab=sharing", "&tab=dates", "&tab=standing"]) {
    await desk.goto(`${site.baseUrl}/admin?section=events&id=${night.eventId}${tab}`);
    await expect(desk.getByRole("navigation", { name: "Parts of the night" })).toBeVisible();
    await expect(desk.locator("main section h2").first()).toBeVisible();
    await expect(desk.locator("[aria-busy=true]")).toHaveCount(0);
    expect([tab, await desk.evaluate(() => document.documentElement.scrollWidth)]).toEqual([tab, 320]);
    expect([tab, await barriers(desk)]).toEqual([tab, []]);
  }
});

test("lists of nights, codes and errors go on where their page ends", async ({ desk, site }) => {
  for (let made = 0; made < 30; made++) await site.make.event({ title: `Crowded ${String(made).padStart(2, "0")}` });
  await sql`
    with made as (insert into stock (kind, capacity) select 'promo', 100 from generate_series(1, 30) returning id)
    insert into promo_codes (stock_id, code, kind, percent, total_limit)
    select id, 'CROWD-' || id, 'percent', 10, 100 from made`.execute(site.db);
  // Whatever went wrong under other journeys is theirs.
  await site.db.deleteFrom("faults").execute();
  await sql`
    insert into faults (fingerprint, source, message, stack, route, first_release, last_release, occurrences)
    select md5('crowd-' || n), 'server', 'Crowded ' || n, '', '/', 'r', 'r', 1 from generate_series(1, 30) n`.execute(
    site.db,
  );
  for (const [section, label] of [
    ["section=events&q=crowded&sort=title", "Nights"],
    ["section=promotions&q=crowd&sort=code", "Promo codes"],
    ["section=errors", "Errors"],
  ]) {
    await desk.goto(`${site.baseUrl}/admin?${section}`);
    const table = desk.getByRole("table", { name: label! });
    const cells = () => table.getByRole("row").allTextContents();
    await expect(table.getByText(/crowd/i).first()).toBeVisible();
    const first = await cells();
    await desk.getByRole("link", { name: "Next page" }).click();
    await expect(desk.getByText(/^2[16]–30 of 30/)).toBeVisible();
    const second = await cells();
    expect([label, second.slice(1).filter((row) => first.includes(row))]).toEqual([label, []]);
    await desk.getByRole("link", { name: "Previous page" }).click();
    await expect(desk.getByText(/^1–2[05] of 30/)).toBeVisible();
  }
});
