import { expect } from "@playwright/test";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("a ticket is moved to a cheaper place and its difference goes back, at once or later", async ({ desk, site }) => {
  const eventId = await site.make.event({ title: "Difference Friday" });
  const general = await site.make.ticketType({ eventId, name: "General", priceCents: 4000, capacity: 20 });
  await site.make.ticketType({ eventId, name: "After midnight", priceCents: 2750, capacity: 20 });
  await site.make.ticketType({ eventId, name: "Balcony", priceCents: 9000, capacity: 20 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 2 }]);
  const [first, second] = order.tickets.map(({ id }: { id: number }) =>
    desk.getByRole("button", { name: new RegExp(`^Change ticket ${id},`) }),
  );

  await desk.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  const tickets = desk.getByRole("list", { name: "Tickets of this order" }).getByRole("listitem");
  await first!.focus();
  await desk.keyboard.press("Enter");
  await desk.getByRole("menuitem", { name: "Move to another type or night" }).press("Enter");
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Balcony/ }).check();
  await expect(dialog.getByText("Nothing can be charged by a move")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Move ticket" })).toBeDisabled();
  await dialog.getByRole("radio", { name: /After midnight/ }).check();
  await expect(dialog.getByText("It stays with the house for now.")).toBeVisible();
  await dialog.getByLabel("Give back the difference ($12.50)").press("Space");
  await expect(dialog.getByText("gets a mail that it is on its way")).toBeVisible();
  await dialog.getByLabel("To the buyer").fill("See you after midnight");
  await dialog.getByLabel("Reason").fill("Works until eleven");
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByRole("button", { name: "Move, refund $12.50" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(first!).toBeFocused();
  await expect(tickets.first()).toContainText("After midnight");
  await expect(desk.getByRole("list", { name: "Refunds" })).toContainText(
    "Difference of a move: the ticket stays good",
  );

  await second!.click();
  await desk.getByRole("menuitem", { name: "Move to another type or night" }).click();
  await dialog.getByRole("radio", { name: /After midnight/ }).check();
  await dialog.getByLabel("Reason").fill("Comes with her");
  await dialog.getByRole("button", { name: "Move ticket" }).click();
  await expect(dialog).toBeHidden();
  await expect(tickets.nth(1)).toContainText("$12.50 difference kept");
  await second!.click();
  await desk.getByRole("menuitem", { name: "Give the difference back" }).click();
  await expect(dialog.getByText("The ticket stays valid")).toBeVisible();
  await dialog.getByLabel("Reason").fill("They asked for it after all");
  expect(await barriers(desk)).toEqual([]);
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await dialog.getByRole("button", { name: "Give back $12.50" }).click();
  await expect(dialog).toBeHidden();
  await expect(tickets.nth(1)).not.toContainText("difference kept");
  await expect(desk.getByRole("region", { name: "History" })).toContainText("gave back what ticket");
});
