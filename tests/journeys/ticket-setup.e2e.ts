import { expect } from "@playwright/test";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("an event gets price tiers, shared capacity and a package, and guests see them", async ({ adminPage, site }) => {
  const eventId = await site.create.event({ title: "Harbor Lights" });
  await adminPage.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=tickets`);
  await expect(adminPage.getByText("Nothing is on sale yet")).toBeVisible();

  await adminPage.getByRole("button", { name: "Price tiers" }).click();
  const tiers = adminPage.getByRole("dialog", { name: "Price tiers" });
  await expect(tiers).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await tiers.getByLabel("Quantity").first().fill("2");
  await tiers.getByRole("button", { name: "Add tiers" }).click();
  await expect(tiers).toBeHidden();
  await expect(adminPage.getByRole("article", { name: "Door" })).toContainText(
    "opens when General admission sells out",
  );

  await adminPage.getByRole("button", { name: "Add shared capacity" }).click();
  const pool = adminPage.getByRole("dialog", { name: "New shared capacity" });
  await pool.getByLabel("Name").fill("Upper deck");
  await pool.getByRole("textbox", { name: "Spots" }).fill("40");
  await pool.getByRole("button", { name: "Save" }).click();
  await expect(pool).toBeHidden();

  await adminPage.getByRole("button", { name: "Package", exact: true }).click();
  const drawer = adminPage.getByRole("dialog", { name: "New ticket type" });
  await expect(drawer).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(drawer.getByLabel("Buyer pays")).toBeFocused();
  await drawer.getByLabel("Buyer pays").fill("320");
  await drawer.getByLabel("Upper deck (40 people)").check();
  await drawer.getByRole("radio", { name: "Pink" }).check();
  await drawer.getByRole("button", { name: "Add ticket type" }).click();
  await expect(drawer).toBeHidden();
  await expect(adminPage.getByRole("button", { name: "Package", exact: true })).toBeFocused();
  await expect(adminPage.getByRole("article", { name: "Table for four" })).toContainText("Admits 4");
  expect(await barriers(adminPage)).toEqual([]);
  await adminPage.setViewportSize({ width: 320, height: 640 });
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(adminPage)).toEqual([]);

  await adminPage.setViewportSize({ width: 390, height: 844 });
  await adminPage.goto(`${site.baseUrl}/events/${eventId}`);
  const tickets = adminPage.getByRole("region", { name: "Tickets" });
  await expect(tickets).toContainText("On sale when Early bird sells out");
  await expect(tickets).toContainText("Admits 4");
});

test("ticket types are reordered by keyboard and by the arrow buttons, and the page shows what is saved", async ({
  adminPage,
  site,
}) => {
  const eventId = await site.create.event();
  await site.create.ticketType({ eventId, name: "General", position: 0 });
  await site.create.ticketType({ eventId, name: "Balcony", position: 1 });
  await adminPage.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=tickets`);
  const names = () =>
    adminPage.getByRole("article").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
  const saved = async () => {
    const answer = await adminPage.context().request.get(`${site.baseUrl}/api/admin/events/${eventId}/ticket-types`);
    return (await answer.json()).types.map(({ name }: { name: string }) => name);
  };
  await expect.poll(names).toEqual(["General", "Balcony"]);

  await adminPage.getByRole("button", { name: "Move Balcony" }).focus();
  await adminPage.keyboard.press("Space");
  await expect(adminPage.getByText("Balcony is in position 2")).toBeAttached();
  await adminPage.keyboard.press("ArrowUp");
  await expect(adminPage.getByText("Balcony is in position 1")).toBeAttached();
  await adminPage.keyboard.press("Space");
  await expect.poll(saved).toEqual(["Balcony", "General"]);
  await expect.poll(names).toEqual(["Balcony", "General"]);
  await expect(adminPage.getByRole("button", { name: "Move Balcony" })).toBeFocused();
  await adminPage.getByRole("button", { name: "Move down: Balcony" }).click();
  await expect.poll(saved).toEqual(["General", "Balcony"]);
  await expect.poll(names).toEqual(["General", "Balcony"]);
});
