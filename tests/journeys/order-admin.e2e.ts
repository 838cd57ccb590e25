import { expect } from "@playwright/test";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("staff open an order from its event, change its tickets and give a reason", async ({ adminPage, site }) => {
  const eventId = await site.create.event({ title: "Rooftop Friday" });
  const other = await site.create.event({ title: "Rooftop Saturday" });
  const general = await site.create.ticketType({ eventId, name: "General", capacity: 20 });
  await site.create.ticketType({ eventId: other, name: "Saturday floor", capacity: 1 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 3 }]);

  await adminPage.goto(`${site.baseUrl}/ticket-management?event=${eventId}&tab=orders`);
  await adminPage.getByRole("link", { name: order.number }).click();
  await expect(adminPage).toHaveURL(new RegExp(`order=${order.id}$`));
  await expect(adminPage.getByRole("heading", { name: order.number })).toBeVisible();
  const tickets = adminPage.getByRole("list", { name: "Order tickets" }).getByRole("listitem");
  await expect(tickets).toHaveCount(3);
  expect(await barriers(adminPage)).toEqual([]);

  const [first, second, third] = order.tickets.map(({ id }: { id: number }) =>
    adminPage.getByRole("button", { name: new RegExp(`^Actions for ticket ${id},`) }),
  );
  // By keyboard only; the focus returns to where it was.
  await first!.focus();
  await adminPage.keyboard.press("Enter");
  await adminPage.getByRole("menuitem", { name: "Change name" }).press("Enter");
  const dialog = adminPage.getByRole("dialog");
  await dialog.getByLabel("Name on the ticket").fill("Bea Field");
  await dialog.getByLabel("Reason").fill("Her friend cannot come");
  expect(await barriers(adminPage)).toEqual([]);
  await dialog.getByRole("button", { name: "Change name" }).click();
  await expect(dialog).toBeHidden();
  await expect(tickets.first()).toContainText("Bea Field");
  await expect(first!).toBeFocused();

  await second!.click();
  await adminPage.getByRole("menuitem", { name: "Move to another type or event" }).click();
  await dialog.getByLabel("Event").selectOption({ value: String(other) });
  await dialog.getByRole("radio", { name: /Saturday floor/ }).check();
  await dialog.getByLabel("Reason").fill("Asked for Saturday");
  await dialog.getByRole("button", { name: "Move ticket" }).click();
  await expect(dialog).toBeHidden();
  await expect(tickets.nth(1)).toContainText("Rooftop Saturday");

  await third!.click();
  await adminPage.getByRole("menuitem", { name: "Check in manually" }).click();
  await dialog.getByLabel("Reason").fill("Lost the phone, known by face");
  await dialog.getByRole("button", { name: "Check in" }).click();
  await expect(tickets.nth(2)).toContainText("Checked in");
  await third!.click();
  await adminPage.getByRole("menuitem", { name: "Undo check-in" }).click();
  await dialog.getByLabel("Reason").fill("Came back with the phone");
  await dialog.getByRole("button", { name: "Undo check-in" }).click();
  await expect(tickets.nth(2)).toContainText("Valid");

  await third!.click();
  await adminPage.getByRole("menuitem", { name: "Cancel ticket" }).click();
  await dialog.getByLabel("Put its spot back on sale").check();
  await dialog.getByLabel("Reason").fill("Bought twice by mistake");
  await dialog.getByRole("button", { name: "Cancel ticket" }).click();
  await expect(tickets.nth(2)).toContainText("canceled");

  await adminPage.getByLabel("New note").fill("Wants the aisle");
  await adminPage.getByRole("button", { name: "Add note" }).click();
  const notes = adminPage.getByRole("list", { name: "Order notes" });
  await expect(notes).toContainText("Wants the aisle");
  await notes.getByRole("button", { name: /^Delete note/ }).click();
  await expect(notes.locator("del")).toHaveText("Wants the aisle");
  const history = adminPage.getByRole("region", { name: "History" });
  await expect(history).toContainText("moved ticket");
  await expect(history).toContainText("undid the check-in of ticket");

  await adminPage.setViewportSize({ width: 320, height: 640 });
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(adminPage)).toEqual([]);
});

test("an event's tickets are filtered and canceled together, and its sales are downloaded and shown", async ({
  adminPage,
  refusals,
  site,
}) => {
  // The overview may be reading its figures when the network is cut.
  refusals.push(/ERR_INTERNET_DISCONNECTED/);
  const eventId = await site.create.event({ title: "Rooftop Sunday" });
  const general = await site.create.ticketType({ eventId, name: "General", capacity: 20 });
  await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 3 }]);
  const admin = await site.as("admin");
  const guest = { name: "Selector Duke", email: "duke@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId: general, quantity: 1, guest, reason: "Plays" });

  await adminPage.goto(`${site.baseUrl}/ticket-management?event=${eventId}`);
  await expect(adminPage.getByRole("row")).toHaveCount(1 + 4);
  await adminPage.getByLabel("Sold or comp").selectOption("sold");
  await expect(adminPage.getByRole("row")).toHaveCount(1 + 3);
  await adminPage.getByRole("checkbox", { name: "Select all on this page" }).check();
  await adminPage.getByRole("button", { name: "Cancel tickets" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Cancel 3 tickets" });
  await dialog.getByLabel("Put their spots back on sale").check();
  await dialog.getByLabel("Reason").fill("The whole group stays at home");
  expect(await barriers(adminPage)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel tickets" }).click();
  await expect(adminPage.getByText("Tickets canceled", { exact: true })).toBeVisible();
  await adminPage.getByLabel("Status").selectOption("canceled");
  await expect(adminPage.getByRole("row")).toHaveCount(1 + 3);
  for (const [name, file] of [
    ["CSV", /^[\w-]+-\d{4}-\d{2}-\d{2}-attendees\.csv$/],
    ["Excel", /^[\w-]+-\d{4}-\d{2}-\d{2}-attendees\.xlsx$/],
  ] as const) {
    const download = adminPage.waitForEvent("download");
    await adminPage.getByRole("link", { name, exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(file);
  }

  await adminPage.getByRole("link", { name: "Sales", exact: true }).click();
  await expect(adminPage.getByRole("figure", { name: "By ticket type" })).toContainText("$75.00");
  await expect(adminPage.getByText("No orders used a promo code.")).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  await adminPage.setViewportSize({ width: 320, height: 640 });
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  const tabs = adminPage.getByRole("navigation", { name: "Event sections" });
  await tabs.getByRole("link", { name: "Overview" }).click();
  await expect(adminPage.getByRole("status").filter({ hasText: "Updating live" })).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await adminPage.context().setOffline(true);
  await expect(adminPage.getByText(/Offline\. Updated/)).toBeVisible();
  await adminPage.context().setOffline(false);
  await expect(adminPage.getByRole("status").filter({ hasText: "Updating live" })).toBeVisible();
});
