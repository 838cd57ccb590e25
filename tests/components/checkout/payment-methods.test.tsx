import { within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { checkoutPath } from "./checkout-kit.tsx";
import { createStripeSite, openOrder, type StripeSite } from "#tests/payments/stripe-kit.ts";

let site: StripeSite;
beforeAll(async () => {
  site = await createStripeSite();
});
afterAll(() => site.close());

const stripePage = { page: { payments: "stripe" } } as const;

test("an admin turns methods on and off, and each says which amounts it takes", async () => {
  const admin = await site.as("admin");
  const app = await openApp(site, "/admin?section=settings", { as: admin, ...stripePage });
  const payments = within(await app.screen.findByRole("group", { name: "Payments" }));
  const labels = payments.getAllByRole("checkbox").map((box) => box.closest("label")!.textContent);
  expect(labels).toEqual([
    "Klarna $10 to $5,000",
    "Affirm $50 to $30,000",
    "Cash App Pay from $0.50",
    "Afterpay $1 to $4,000",
  ]);
  await app.user.click(payments.getByRole("checkbox", { name: /^Cash App Pay/ }));
  await app.user.click(payments.getByRole("checkbox", { name: /^Klarna/ }));
  await app.user.click(payments.getByRole("checkbox", { name: /^Affirm/ }));
  await app.user.click(payments.getByRole("checkbox", { name: /^Affirm/ }));
  app.screen.getByText("1 unsaved change");
  await app.user.click(app.screen.getByRole("button", { name: "Save" }));
  await app.screen.findByText("Settings saved");
  expect((await admin.get("/api/admin/settings")).body.settings.paymentMethods).toEqual(["klarna", "cashapp"]);
  app.close();
});

test("a buyer reads what the payment page offers for their amount, and a refusal doesn't blame a bank", async () => {
  await (await site.as("admin")).post("/api/admin/settings", { paymentMethods: ["klarna", "affirm", "cashapp"] });
  const order = await openOrder(site);
  await site.stripe.decline(order.session, "klarna");
  await site.db
    .updateTable("payments")
    .set({ next_check_at: new Date(0) })
    .where("subject_id", "=", order.id)
    .execute();
  await site.app.runJob("payments");
  const held = await openApp(site, `/checkout?order=${order.id}`, { as: order.buyer, ...stripePage });
  await held.screen.findByText(/On the payment page, you can pay by card, Klarna, or Cash App Pay\./);
  await held.screen.findByText("Your payment was declined");
  held.screen.getByText("You weren't charged. Try again or pay another way.");
  held.close();

  const eventId = await site.create.event({ title: "Fete by the Sea" });
  const ticketTypeId = await site.create.ticketType({ eventId, priceCents: 6000 });
  const fresh = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: order.buyer, ...stripePage });
  await fresh.screen.findByText(/pay on a secure page by card, Klarna, Affirm, or Cash App Pay\./);
  fresh.close();
});
