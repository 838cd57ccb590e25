import { expect, type Page } from "@playwright/test";
import type { LiveSite } from "#tests/kit/live-site.ts";
import { withSite } from "./journey-kit.ts";
import { fillIn, inParts, look, lookAround, type Place } from "./look-kit.ts";

// The desks and the door, with something on them.

async function makeEvent(site: LiveSite): Promise<number> {
  const eventId = await site.make.event({
    title: "Velvet Riddim on the Long Pier of Fort Lauderdale",
    startsAt: new Date(Date.now() + 3_600_000),
  });
  const ticketTypeId = await site.make.ticketType({
    eventId,
    name: "General admission, all night long",
    capacity: 5,
  });
  for (const quantity of [1, 2]) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  const admin = await site.as("admin");
  const comp = await admin.post("/api/admin/comps", {
    ticketTypeId,
    quantity: 1,
    guest: { name: "Selector Duke of the Long Pier", email: "duke@example.com" },
    reason: "Plays the second set",
  });
  expect(comp.status).toBeLessThan(300);
  return eventId;
}

const test = withSite().extend<{ desk: Page; eventId: number; personId: number; orderId: string }>({
  eventId: async ({ site }, use) => use(await site.once("event", () => makeEvent(site))),
  personId: async ({ site }, use) =>
    use(await site.once("person", async () => (await site.as("user", "marva-bright-of-the-long-pier")).id)),
  orderId: async ({ site }, use) =>
    use(
      await site.once("order", async () => {
        const ticketTypeId = await site.make.ticketType({ name: "General admission, all night long" });
        const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
        return body.id;
      }),
    ),
  desk: async ({ page, context, site }, use) => {
    await context.addCookies([await site.cookieOf("admin")]);
    await use(page);
  },
});
test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const dialog = "[role=dialog]";

const desks: Place[] = [
  ["the overview", "/admin"],
  ["analytics", "/analytics"],
  ["ticket management", "/ticket-management"],
  ["all orders", "/ticket-management?tab=orders"],
  ["the attendees of a night", "/ticket-management?event={eventId}"],
  ["the orders of a night", "/ticket-management?event={eventId}&tab=orders"],
  ["an order", "/ticket-management?order={orderId}"],
  ["user management", "/user-management"],
  ["a search that finds nobody", "/user-management?q=zzzzz"],
  ["a person", "/user-management?id={personId}"],
  ["free tickets", "/free-tickets"],
  [
    "free tickets with faults",
    "/free-tickets",
    (page) => page.getByRole("button", { name: "Give tickets" }).first().click(),
  ],
  ["e-mail management", "/email-management"],
  [
    "a mail",
    "/email-management",
    async (page) => {
      await page.locator("tbody a").first().click();
      await expect(page.getByRole("button", { name: "Send again" })).toBeVisible();
    },
  ],
  ["the scanner", "/ticket-scanner"],
  ["the nights' desk", "/admin?section=events"],
  ["people, by the overview", "/admin?section=users"],
];

for (const part of inParts(desks))
  test(`no barrier, nothing covered and nothing cut on any screen: ${part.map(([name]) => name).join(", ")}`, async ({
    desk,
    site,
    eventId,
    personId,
    orderId,
    quiet,
  }) => {
    quiet.expect(/Blocked script execution/);
    await lookAround(desk, part, { open: (path) => site.baseUrl + fillIn(path, { eventId, personId, orderId }) });
  });

test("the dialogs of the desks have no barrier, empty and with a fault", async ({
  desk,
  site,
  eventId,
  personId,
  orderId,
}) => {
  expect(eventId).toBeGreaterThan(0);
  await desk.goto(`${site.baseUrl}/ticket-management?order=${orderId}`);
  await desk.getByRole("button", { name: "Refund" }).click();
  await expect(desk.getByRole("dialog", { name: "Refund" })).toBeVisible();
  expect(await look(desk, "refund", { within: dialog })).toEqual([]);
  await desk.goto(`${site.baseUrl}/user-management?id=${personId}`);
  await desk.getByRole("button", { name: "Suspend" }).click();
  await expect(desk.getByRole("dialog")).toBeVisible();
  expect(await look(desk, "suspend", { within: dialog })).toEqual([]);
  await desk.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  expect(await look(desk, "suspend with a fault", { within: dialog })).toEqual([]);
  await desk.keyboard.press("Escape");
  await desk.getByRole("button", { name: "Make a reset link" }).click();
  await expect(desk.getByRole("dialog").getByLabel("Link")).toBeVisible();
  expect(await look(desk, "reset link", { within: dialog })).toEqual([]);
  await desk.goto(`${site.baseUrl}/free-tickets`);
  await desk
    .getByRole("button", { name: /^Revoke/ })
    .first()
    .click();
  expect(await look(desk, "revoke", { within: dialog })).toEqual([]);
});

test("an open door has no barrier", async ({ desk, site, eventId }) => {
  await desk.goto(`${site.baseUrl}/ticket-scanner?event=${eventId}`);
  await desk.getByRole("button", { name: "Open the door" }).click();
  await expect(desk.getByLabel("Code by hand")).toBeVisible();
  expect(await look(desk, "open door", { within: "dialog" })).toEqual([]);
});
