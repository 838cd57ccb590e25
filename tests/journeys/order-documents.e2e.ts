import { expect } from "@playwright/test";
import { readPdf } from "#testing/pdf-reader.ts";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

test("staff correct an invoice repeatedly, with a reason, and the period's documents include it", async ({
  adminPage,
  site,
}) => {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title: "Invoice Riddim" }) });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  await buyer.post(`/api/orders/${order.id}/invoice`, { name: "Bright Night Ltd", address: "1 Shore Road" });

  await adminPage.goto(`${site.baseUrl}/ticket-management?order=${order.id}`);
  const open = adminPage.getByRole("button", { name: "Correct invoice" });
  const documents = adminPage.getByRole("list", { name: "Documents" }).getByRole("listitem");
  const dialog = adminPage.getByRole("dialog", { name: "Correct invoice" });
  for (const [name, count] of [
    ["Bright Nights Ltd", 4],
    ["Bright Nights Inc", 6],
  ] as const) {
    await open.press("Enter");
    await expect(dialog.getByRole("button", { name: "Correct invoice" })).toBeDisabled();
    await dialog.getByLabel("Name or company").fill(name);
    await dialog.getByLabel("Reason").fill("The buyer wrote the wrong name");
    expect(await barriers(adminPage)).toEqual([]);
    await dialog.getByRole("button", { name: "Correct invoice" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expect(documents).toHaveCount(count);
  }
  await expect(adminPage.getByRole("region", { name: "History" })).toContainText("and replaced it with");
  await adminPage.setViewportSize({ width: 320, height: 640 });
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await adminPage.goto(`${site.baseUrl}/admin?section=money&view=ledger-export`);
  await adminPage.getByLabel("Last day").fill(new Date().toISOString().slice(0, 10));
  const [download] = await Promise.all([
    adminPage.waitForEvent("download"),
    adminPage.getByRole("link", { name: "Export documents" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^order-documents-.*\.csv$/);
});

test("an admin sets the document details, opens the door list, and downloads the ledger export", async ({
  adminPage,
  site,
}) => {
  const eventId = await site.create.event({ title: "Paper Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);

  await adminPage.goto(`${site.baseUrl}/admin?section=settings`);
  await adminPage.getByLabel("Legal name").fill("Savage Gentlemen Events LLC");
  await adminPage.getByLabel("Tax included in prices (%)").fill("8.875");
  await adminPage.getByRole("button", { name: "Save" }).click();
  await expect(adminPage.getByText("Settings saved").first()).toBeVisible();
  await adminPage.reload();
  await expect(adminPage.getByLabel("Tax included in prices (%)")).toHaveValue("8.875");

  await adminPage.goto(`${site.baseUrl}/admin?section=events&id=${eventId}&tab=door`);
  const list = adminPage.getByRole("link", { name: /^Door list/ });
  const pdf = await adminPage.context().request.get(`${site.baseUrl}${await list.getAttribute("href")}`);
  expect(readPdf(await pdf.body()).text).toContain("1 guest, 0 checked in");

  await adminPage.goto(`${site.baseUrl}/admin?section=money&view=ledger-export`);
  await expect(adminPage.getByRole("heading", { name: "Ledger export" })).toBeVisible();
  expect(await barriers(adminPage)).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  await adminPage.getByLabel("Last day").fill("2020-01-01");
  await expect(adminPage.getByText("The last day is before the first day")).toBeVisible();
  await expect(adminPage.getByRole("link", { name: "Export ledger" })).toBeHidden();
  await adminPage.getByLabel("Last day").fill(today);
  const [download] = await Promise.all([
    adminPage.waitForEvent("download"),
    adminPage.getByRole("link", { name: "Export ledger" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ledger-.*\.csv$/);
});
