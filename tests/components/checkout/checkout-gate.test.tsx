import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { authDialog } from "#tests/components/kit/visitor.ts";
import { createSite, draft, type Site } from "#testing/site.ts";
import { checkoutPath, fillBuyer } from "./checkout-kit.tsx";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

async function addEvent() {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  return checkoutPath(eventId, { [ticketTypeId]: 2 });
}

test("a visitor at checkout sees the event, the lines and the total in the sign-in dialog and behind it", async () => {
  const address = await addEvent();
  const app = await openApp(site, address);
  const dialog = within(await authDialog(app));
  dialog.getByText("Connect with other Savage Gentlemen fans, access exclusive content and more.");
  const order = within(await dialog.findByRole("region", { name: "Your order" }));
  for (const text of ["Velvet Riddim", "2 × General", "$50.00"]) order.getByText(text);
  // Guest access comes first; both tabs follow.
  const [guest, login] = dialog.getAllByRole("button", { name: /^(Continue as guest|Login)$/ });
  expect([guest!.textContent, login!.textContent]).toEqual(["Continue as guest", "Login"]);
  dialog.getByRole("tab", { name: "Register" });
  expect(await barriers()).toEqual([]);

  await app.user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  app.screen.getByRole("heading", { level: 1, name: "Checkout" });
  expect(app.screen.getByRole("complementary", { name: "Your order" }).textContent).toMatch(/2 × General.*\$50\.00/);
  await app.user.click(app.screen.getByRole("button", { name: "Continue" }));
  await app.user.click(within(await authDialog(app)).getByRole("button", { name: "Continue as guest" }));
  await app.screen.findByLabelText(/Your name/);
  expect(app.address()).toBe(address);
});

test("elsewhere the sign-in dialog shows no order, and guest access comes last", async () => {
  const app = await openApp(site, "/my-tickets");
  const dialog = within(await authDialog(app));
  expect(dialog.queryByRole("region", { name: "Your order" })).toBeNull();
  const names = dialog.getAllByRole("button", { name: /^(Continue as guest|Login)$/ }).map((each) => each.textContent);
  expect(names).toEqual(["Login", "Continue as guest"]);
});

test("a returning buyer's name and email are prefilled from the last order, and nothing of it stays after sign-out", async () => {
  const address = await addEvent();
  const buyer = await site.as("user", "marva.four");
  const ticketTypeId = Number(/=(\d+)%3A/.exec(address)![1]);
  const who = { name: "Marva Bright", email: "marva@example.com" };
  await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer: who }));
  const app = await openApp(site, address, { as: buyer });
  await waitFor(() => expect(app.screen.getByLabelText(/Your name/)).toHaveProperty("value", who.name));
  expect(app.screen.getByRole("textbox", { name: /Email/ })).toHaveProperty("value", who.email);

  await app.user.type(app.screen.getByLabelText(/Your name/), " Jr.");
  await app.user.tab();
  expect(Object.values({ ...sessionStorage }).join()).toContain("Marva Bright Jr.");
  await app.user.click(app.screen.getByRole("button", { name: /^Account: marva/ }));
  await app.user.click(await app.screen.findByRole("menuitem", { name: "Logout" }));
  await waitFor(() => expect(Object.values({ ...sessionStorage }).join()).not.toContain("Marva"));
});

test("after a free order the focus is on the ticket and stays there, and a later visit moves no focus", async () => {
  const free = { pricing: "free" as const, priceCents: 0, feeCents: 0 };
  const eventId = await site.create.event({ title: "Free Lime" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", ...free });
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 1 }), { as: buyer });
  await fillBuyer(app);
  await app.user.click(await app.screen.findByRole("button", { name: "Get free tickets" }));
  const ticket = await app.screen.findByRole("article", { name: "Ticket 1 of 1: General" });
  await waitFor(() => expect(document.activeElement).toBe(ticket));
  // Navigation moves the focus to the page's start a moment later, unless the page took it.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.activeElement).toBe(ticket);

  const paid = app.address();
  await app.go("/my-tickets");
  await app.go(paid);
  const again = await app.screen.findByRole("article", { name: "Ticket 1 of 1: General" });
  await waitFor(() => expect(document.activeElement).toBe(document.getElementById("main")));
  expect(document.activeElement).not.toBe(again);
});
