import { within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { readPdf } from "#testing/pdf-reader.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const wait = { timeout: 60_000 };

/** The text of the document that a link opens. */
async function documentOf(buyer: Client, link: HTMLElement): Promise<string> {
  const answer = await site.app.server.inject({
    url: link.getAttribute("href")!,
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect(answer.statusCode).toBe(200);
  return readPdf(answer.rawPayload).text;
}

test("a buyer opens the receipt next to the tickets, creates an invoice, and finds it again later", async () => {
  const ticketTypeId = await site.create.ticketType({ name: "General", priceCents: 4500 });
  const buyer = await site.as("user", "document-buyer");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  const { screen, user, ...app } = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  const receipt = await screen.findByRole("link", { name: /^Receipt R-\d{4}-\d{6}/ });
  expect(await documentOf(buyer, receipt)).toContain("$90.00");

  await user.click(screen.getByRole("button", { name: "Create invoice" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create invoice" }));
  await user.click(dialog.getByRole("button", { name: "Create invoice" }));
  await vi.waitFor(() => expect(document.querySelector("[role=dialog] [aria-invalid=true]")).not.toBeNull(), wait);
  expect(await barriers()).toEqual([]);
  await user.type(dialog.getByLabelText(/Name or company/), "Bright Nights Ltd");
  await user.type(dialog.getByLabelText(/Address/), "1 Shore Road\nBrooklyn, NY 11231");
  await user.click(dialog.getByRole("button", { name: "Create invoice" }));
  const invoice = await screen.findByRole("link", { name: /^Invoice INV-/ });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "Create invoice" })).toBeNull();
  expect(await documentOf(buyer, invoice)).toContain("Bright Nights Ltd");
  app.close();

  const again = await openApp(site, "/my-tickets", { as: buyer });
  await again.user.click(await again.screen.findByRole("link", { name: /^Order and receipt/ }));
  await again.screen.findByRole("link", { name: /^Invoice INV-/ });
});

test("buyers can correct the details of an invoice themselves, once", async () => {
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("user");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  await buyer.post(`/api/orders/${order.id}/invoice`, { name: "Bright Nights Ltd", address: "1 Shore Road" });
  const { screen, user } = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  await user.click(await screen.findByRole("button", { name: "Correct invoice" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Correct invoice" }));
  expect(dialog.getByLabelText(/Name or company/)).toHaveProperty("value", "Bright Nights Ltd");
  await user.click(dialog.getByRole("button", { name: "Correct invoice" }));
  await dialog.findByText(/nothing changed/);
  await user.type(dialog.getByLabelText(/Tax ID/), "12-3456789");
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Correct invoice" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), wait);
  const documents = () => within(screen.getByRole("list", { name: "Documents" })).getAllByRole("listitem");
  await vi.waitFor(() => expect(documents()).toHaveLength(4), wait);
  expect(documents()[1]!.textContent).toContain("canceled");
  expect(documents()[2]!.textContent).toMatch(/Cancellation INC-.*, for INV-/);
  expect(screen.queryByRole("button", { name: "Correct invoice" })).toBeNull();
});
