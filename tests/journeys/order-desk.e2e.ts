import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("staff open an order from its night, change its tickets and write down why", async ({ desk, site }) => {
  const eventId = await site.make.event({ title: "Order Desk Friday" });
  const other = await site.make.event({ title: "Order Desk Saturday" });
  const general = await site.make.ticketType({ eventId, name: "General", capacity: 20 });
  await site.make.ticketType({ eventId: other, name: "Saturday floor", capacity: 1 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 3 }]);

  await desk.goto(`${site.baseUrl}/ticket-management?event=${eventId}&tab=orders`);
  await desk.getByRole("link", { name: order.number }).click();
  await expect(desk).toHaveURL(new RegExp(`order=${order.id}$`));
  await expect(desk.getByRole("heading", { name: order.number })).toBeVisible();
  const tickets = desk.getByRole("list", { name: "Tickets of this order" }).getByRole("listitem");
  await expect(tickets).toHaveCount(3);
  expect(await barriers(desk)).toEqual([]);

  const [first, second, third] = order.tickets.map(({ id }: { id: number }) =>
    desk.getByRole("button", { name: new RegExp(`^Change ticket ${id},`) }),
  );
  // By keys alone; the focus comes back to where it was.
  await first!.focus();
  await desk.keyboard.press("Enter");
  await desk.getByRole("menuitem", { name: "Change the name" }).press("Enter");
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Name on the ticket").fill("Bea Field");
  await dialog.getByLabel("Reason").fill("Her friend cannot come");
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByRole("button", { name: "Change name" }).click();
  await expect(dialog).toBeHidden();
  await expect(tickets.first()).toContainText("Bea Field");
  await expect(first!).toBeFocused();

  await second!.click();
  await desk.getByRole("menuitem", { name: "Move to another type or night" }).click();
  await dialog.getByLabel("Night").selectOption({ value: String(other) });
  await dialog.getByRole("radio", { name: /Saturday floor/ }).check();
  await dialog.getByLabel("Reason").fill("Asked for Saturday");
  await dialog.getByRole("button", { name: "Move ticket" }).click();
  await expect(dialog).toBeHidden();
  await expect(tickets.nth(1)).toContainText("Order Desk Saturday");

  await third!.click();
  await desk.getByRole("menuitem", { name: "Let in from the desk" }).click();
  await dialog.getByLabel("Reason").fill("Lost the phone, known by face");
  await dialog.getByRole("button", { name: "Let in" }).click();
  await expect(tickets.nth(2)).toContainText("In");
  await third!.click();
  await desk.getByRole("menuitem", { name: "Take the entry back" }).click();
  await dialog.getByLabel("Reason").fill("Came back with the phone");
  await dialog.getByRole("button", { name: "Take back" }).click();
  await expect(tickets.nth(2)).toContainText("Valid");

  await third!.click();
  await desk.getByRole("menuitem", { name: "Cancel the ticket" }).click();
  await dialog.getByLabel("Put its place on sale again").check();
  await dialog.getByLabel("Reason").fill("Bought twice by mistake");
  await dialog.getByRole("button", { name: "Cancel ticket" }).click();
  await expect(tickets.nth(2)).toContainText("cancelled");

  await desk.getByLabel("New note").fill("Wants the aisle");
  await desk.getByRole("button", { name: "Add note" }).click();
  const notes = desk.getByRole("list", { name: "Notes of this order" });
  await expect(notes).toContainText("Wants the aisle");
  await notes.getByRole("button", { name: /^Strike out/ }).click();
  await expect(notes.locator("del")).toHaveText("Wants the aisle");
  const history = desk.getByRole("region", { name: "History" });
  await expect(history).toContainText("moved ticket");
  await expect(history).toContainText("took the entry of ticket");

  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await barriers(desk)).toEqual([]);
});

test("a night's tickets are narrowed and cancelled together, and what it sold is told in four ways", async ({
  desk,
  site,
}) => {
  const eventId = await site.make.event({ title: "Order Desk Sunday" });
  const general = await site.make.ticketType({ eventId, name: "General", capacity: 20 });
  await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 3 }]);
  const admin = await site.as("admin");
  const guest = { name: "Selector Duke", email: "duke@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId: general, quantity: 1, guest, reason: "Plays" });

  await desk.goto(`${site.baseUrl}/ticket-management?event=${eventId}`);
  await expect(desk.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  await expect(desk.getByRole("row")).toHaveCount(1 + 4);
  await desk.getByLabel("Sold or given").selectOption("sold");
  await expect(desk.getByRole("row")).toHaveCount(1 + 3);
  await desk.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await desk.getByRole("button", { name: "Cancel tickets" }).click();
  const dialog = desk.getByRole("dialog", { name: "Cancel 3 tickets" });
  await dialog.getByLabel("Put their places on sale again").check();
  await dialog.getByLabel("Reason").fill("The whole group stays at home");
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel tickets" }).click();
  await expect(desk.getByText("Tickets cancelled", { exact: true })).toBeVisible();
  await desk.getByLabel("State").selectOption("cancelled");
  await expect(desk.getByRole("row")).toHaveCount(1 + 3);
  for (const [name, file] of [
    ["CSV", "attendees.csv"],
    ["Excel", "attendees.xlsx"],
  ] as const) {
    const download = desk.waitForEvent("download");
    await desk.getByRole("link", { name, exact: true }).click();
    expect((await download).suggestedFilename()).toBe(file);
  }

  await desk.getByRole("tab", { name: "Sales" }).click();
  await expect(desk.getByRole("figure", { name: "By ticket type" })).toContainText("$75.00");
  await expect(desk.getByText("No order came with a promo code.")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await desk.context().setOffline(true);
  await expect(desk.getByText(/No connection: figures of/)).toBeVisible();
  await desk.context().setOffline(false);
  await expect(desk.getByRole("status").filter({ hasText: "Live" })).toBeVisible({ timeout: 15_000 });
});
