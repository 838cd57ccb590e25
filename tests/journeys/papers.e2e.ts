import { expect } from "@playwright/test";
import { readPdf } from "#tests/kit/pdf-reader.ts";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

test("staff correct an invoice as often as it takes, with the reason, and the papers of the period tell of it", async ({
  desk,
  site,
}) => {
  const ticketTypeId = await site.make.ticketType({ eventId: await site.make.event({ title: "Invoice Riddim" }) });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  await buyer.post(`/api/orders/${order.id}/invoice`, { name: "Bright Night Ltd", address: "1 Shore Road" });

  await desk.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  const open = desk.getByRole("button", { name: "Correct the invoice" });
  const papers = desk.getByRole("list", { name: "Papers" }).getByRole("listitem");
  const dialog = desk.getByRole("dialog", { name: "Correct the invoice" });
  for (const [name, count] of [
    ["Bright Nights Ltd", 4],
    ["Bright Nights Inc", 6],
  ] as const) {
    await open.press("Enter");
    await expect(dialog.getByRole("button", { name: "Correct invoice" })).toBeDisabled();
    await dialog.getByLabel("Name or company").fill(name);
    await dialog.getByLabel("Reason").fill("The buyer wrote the wrong name");
    expect(await barriers(desk)).toEqual([]);
    await dialog.getByRole("button", { name: "Correct invoice" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expect(papers).toHaveCount(count);
  }
  await expect(desk.getByRole("region", { name: "History" })).toContainText("stands in its place");
  await desk.setViewportSize({ width: 320, height: 640 });
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await desk.goto(`${site.baseUrl}/admin?section=money&view=journal`);
  await desk.getByLabel("Last day").fill(new Date().toISOString().slice(0, 10));
  const [download] = await Promise.all([
    desk.waitForEvent("download"),
    desk.getByRole("link", { name: "Papers of the period" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^papers-.*\.csv$/);
});

test("the desk sets what papers say, prints the list for the door, and takes the journal home", async ({
  desk,
  site,
}) => {
  const eventId = await site.make.event({ title: "Paper Riddim" });
  const ticketTypeId = await site.make.ticketType({ eventId });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);

  await desk.goto(`${site.baseUrl}/admin?section=settings`);
  await desk.getByLabel("Legal name").fill("Savage Gentlemen Events LLC");
  await desk.getByLabel("Tax contained in prices, per cent").fill("8.875");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("Settings saved").first()).toBeVisible();
  await desk.reload();
  await expect(desk.getByLabel("Tax contained in prices, per cent")).toHaveValue("8.875");

  await desk.goto(`${site.baseUrl}/ticket-management?event=${eventId}`);
  const list = desk.getByRole("link", { name: /^Door list/ });
  const pdf = await desk.context().request.get(`${site.baseUrl}${await list.getAttribute("href")}`);
  expect(readPdf(await pdf.body()).text).toContain("1 guest, 0 in already");

  await desk.goto(`${site.baseUrl}/admin?section=money&view=journal`);
  await expect(desk.getByRole("heading", { name: "Journal" })).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  await desk.getByLabel("Last day").fill("2020-01-01");
  await expect(desk.getByText("The last day comes before the first")).toBeVisible();
  await expect(desk.getByRole("link", { name: "Download CSV" })).toBeHidden();
  await desk.getByLabel("Last day").fill(today);
  const [download] = await Promise.all([
    desk.waitForEvent("download"),
    desk.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^journal-.*\.csv$/);
});
