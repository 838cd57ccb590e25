import { waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createCode, place } from "#tests/promotions/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { watchLeaving } from "./checkout-kit.tsx";

// A promo code that is added while the order is on hold.

let site: Site;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
  await createCode(await site.as("admin"), { code: "TENOFF" });
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

const wait = { timeout: 60_000 };

/** The page of an order on hold for two tickets, $50.00, with a code typed. */
async function typing(code: string) {
  const buyer = await site.as("guest");
  const ticketTypeId = await site.create.ticketType();
  const { body: order } = await place(buyer, [{ ticketTypeId, quantity: 2 }]);
  const app = await openApp(site, `/checkout?order=${order.id}`, { as: buyer });
  await app.user.click(await app.screen.findByText("Have a promo code?", undefined, wait));
  await app.user.type(app.screen.getByLabelText("Promo code"), code);
  return { app, buyer, orderId: order.id };
}
const press = ({ user, screen }: OpenApp, name: string) => user.click(screen.getByRole("button", { name }));
const left = () => vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), wait);
const totalOf = async (buyer: Client, id: string) => (await buyer.get(`/api/orders/${id}`)).body.totalCents;

test("Apply takes the discount off at once, says so where the focus goes, and Pay asks for the new total", async () => {
  const { app } = await typing("tenoff");
  await press(app, "Apply");
  await app.screen.findByRole("button", { name: "Pay $45.00 now" }, wait);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("TENOFF$5.00 off your order"));
  app.screen.getByText("Code TENOFF");
  expect(app.screen.queryByText("Have a promo code?")).toBeNull();
  expect(app.screen.queryByRole("button", { name: "Remove code TENOFF" })).toBeNull();
  await press(app, "Pay $45.00 now");
  await left();
});

test("a typed code is applied by Pay, which stops once at the new total", async () => {
  const { app, buyer, orderId } = await typing("tenoff");
  await press(app, "Pay $50.00 now");
  await app.screen.findByText("Your promo code changed the total", undefined, wait);
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Your total is now $45.00"));
  expect(leaving.addresses).toEqual([]);
  await press(app, "Pay $45.00 now");
  await left();
  expect(await totalOf(buyer, orderId)).toBe(4500);
});

test("a code that doesn't exist stops Pay at its field once, and then the price stays", async () => {
  const { app, buyer, orderId } = await typing("NOSUCH");
  await press(app, "Pay $50.00 now");
  await app.screen.findByText("We can't find that promo code", undefined, wait);
  await waitFor(() => expect(document.activeElement).toBe(app.screen.getByLabelText("Promo code")));
  expect(leaving.addresses).toEqual([]);
  await press(app, "Pay $50.00 now");
  await left();
  expect(await totalOf(buyer, orderId)).toBe(5000);
});

test("a code for an order that was released elsewhere shows what became of the order", async () => {
  const { app, buyer, orderId } = await typing("TENOFF");
  await buyer.call("DELETE", `/api/orders/${orderId}`);
  await press(app, "Apply");
  await app.screen.findByRole("heading", { name: "Tickets released" }, wait);
});
