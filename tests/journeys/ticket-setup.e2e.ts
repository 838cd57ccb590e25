import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("a night gets releases, a pool and a package, and guests see them so", async ({ desk, site }) => {
  const eventId = await site.make.event({ title: "Harbour Lights" });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=tickets`);
  await expect(desk.getByText("Nothing is on sale yet")).toBeVisible();

  await desk.getByRole("button", { name: "Early bird, general, door" }).click();
  const chain = desk.getByRole("dialog", { name: "Three releases" });
  await expect(chain).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await chain.getByLabel("Units").first().fill("2");
  await chain.getByRole("button", { name: "Add the releases" }).click();
  await expect(chain).toBeHidden();
  await expect(desk.getByRole("article", { name: "Door" })).toContainText("opens when General admission sells out");

  await desk.getByRole("button", { name: "Add a pool" }).click();
  const pool = desk.getByRole("dialog", { name: "New pool" });
  await pool.getByLabel("Name").fill("Upper deck");
  await pool.getByLabel("Places").fill("40");
  await pool.getByRole("button", { name: "Save" }).click();
  await expect(pool).toBeHidden();

  await desk.getByRole("button", { name: "Package", exact: true }).click();
  const drawer = desk.getByRole("dialog", { name: "New ticket type" });
  await expect(drawer).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(drawer.getByLabel("Guest pays")).toBeFocused();
  await drawer.getByLabel("Guest pays").fill("320");
  await drawer.getByLabel("Upper deck (40 people)").check();
  await drawer.getByRole("radio", { name: "Pink" }).check();
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(drawer).toBeHidden();
  await expect(desk.getByRole("button", { name: "Package", exact: true })).toBeFocused();
  await expect(desk.getByRole("article", { name: "Table for four" })).toContainText("Admits 4");
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(desk)).toEqual([]);

  await desk.setViewportSize({ width: 390, height: 844 });
  await desk.goto(`${site.baseUrl}/events/${eventId}`);
  const tickets = desk.getByRole("region", { name: "Tickets" });
  await expect(tickets).toContainText("Opens when Early bird sells out");
  await expect(tickets).toContainText("Admits 4");
});

test("ticket types are put in another order by keys and by the arrows, and the page keeps to what is saved", async ({
  desk,
  site,
}) => {
  const eventId = await site.make.event();
  await site.make.ticketType({ eventId, name: "General", position: 0 });
  await site.make.ticketType({ eventId, name: "Balcony", position: 1 });
  await desk.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=tickets`);
  const names = () =>
    desk.getByRole("article").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
  const kept = async () => {
    const answer = await desk.context().request.get(`${site.baseUrl}/api/admin/events/${eventId}/ticket-types`);
    return (await answer.json()).types.map(({ name }: { name: string }) => name);
  };
  await expect.poll(names).toEqual(["General", "Balcony"]);

  await desk.getByRole("button", { name: "Move Balcony" }).focus();
  await desk.keyboard.press("Space");
  await expect(desk.getByText("Balcony is at place 2")).toBeAttached();
  await desk.keyboard.press("ArrowUp");
  await expect(desk.getByText("Balcony is at place 1")).toBeAttached();
  await desk.keyboard.press("Space");
  await expect.poll(kept).toEqual(["Balcony", "General"]);
  await expect.poll(names).toEqual(["Balcony", "General"]);
  await expect(desk.getByRole("button", { name: "Move Balcony" })).toBeFocused();
  await desk.getByRole("button", { name: "Balcony down" }).click();
  await expect.poll(kept).toEqual(["General", "Balcony"]);
  await expect.poll(names).toEqual(["General", "Balcony"]);
});
