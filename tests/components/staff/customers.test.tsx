import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

async function buy(name: string, email: string, more: object = {}) {
  const eventId = await site.create.event({ title: `Fete of ${name}`, ...more });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", {
    buyer: { name, email },
  });
  return body;
}

test("staff find a guest in the list, read orders and tickets, and leave a note", async () => {
  await buy("Ines Duval", "ines@example.com");
  const last = await buy("Ines Duval", "ines@example.com");
  const { screen, user } = await openApp(site, "/admin?section=customers&q=ines", { as: admin });
  const table = within(await screen.findByRole("region", { name: "Customers" }));
  await user.click(await table.findByRole("link", { name: /Ines Duval/ }));
  await screen.findByRole("heading", { level: 2, name: "Ines Duval" });
  await screen.findByText(/No account has confirmed it/);
  await screen.findByRole("link", { name: last.number });
  await user.click(screen.getByRole("link", { name: "Tickets (2)" }));
  await within(await screen.findByRole("region", { name: "Tickets" })).findAllByText(/Ines Duval/);
  await user.click(screen.getByRole("link", { name: "Notes (0)" }));
  await user.type(await screen.findByLabelText("New note"), "Prefers email");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await within(await screen.findByRole("list", { name: "Customer notes" })).findByText("Prefers email");
  await screen.findByRole("link", { name: "Notes (1)" });
});

test("a customer's tickets have their event's date where it is, and deleted notes don't count", async () => {
  const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T06:00:00Z") };
  const { id } = await buy("Cleo Baptiste", "cleo@example.com", dates);
  const notes = `/api/admin/customers/${id}/notes` as const;
  const { body: note } = await admin.post(notes, { text: "Called twice" }, { "idempotency-key": crypto.randomUUID() });
  await admin.post(notes, { text: "Prefers email" }, { "idempotency-key": crypto.randomUUID() });
  expect((await admin.post(`/api/admin/customer-notes/${note.id}/delete`, {})).status).toBe(200);
  const { screen } = await openApp(site, `/admin?section=customers&id=${id}&tab=tickets`, { as: admin });
  await screen.findByRole("link", { name: "Notes (1)" });
  const tickets = await screen.findByRole("region", { name: "Tickets" });
  // 10:00 PM in Brooklyn.
  expect(tickets.textContent).toMatch(/Jun 7\b/);
  expect(tickets.textContent).not.toMatch(/Jun 8\b/);
});

test("Ctrl+K in admin finds a buyer by order number, a page, a setting and an action, and keeps no searches", async () => {
  const order = await buy("Omar Reyes", "omar@example.com");
  const { screen, user, close } = await openApp(site, "/admin?section=settings", { as: admin });
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search admin" });
  const option = (name: RegExp) => screen.findByRole("option", { name });
  await user.type(field, "promo cod");
  await option(/^New promo code/);
  await user.clear(field);
  await user.type(field, "two-fac");
  await option(/Two-factor for staff/);
  await user.clear(field);
  await user.type(field, order.number);
  const customers = within(await screen.findByRole("group", { name: "Customers" }));
  customers.getByText("omar@example.com (unconfirmed) · 1 order");
  within(screen.getByRole("group", { name: "Orders" })).getByText(`${order.number} · Omar Reyes`);
  await waitFor(() => expect(screen.getByRole("listbox").className).not.toContain("opacity-50"));
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { level: 2, name: "Omar Reyes" });
  expect(localStorage.getItem("sg:search:recent")).toBeNull();
  close();
});

test("moderators' search has the scanner and nothing of admins; the site's own search stays as it is", async () => {
  await buy("Pia Rao", "pia@example.com");
  const moderator = await site.as("moderator");
  const { screen, user, network, close } = await openApp(site, "/admin", { as: moderator });
  await screen.findByRole("heading", { level: 1, name: "Check-in" });
  await user.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search admin" });
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Scan tickets",
    "Check-in",
    "Community",
  ]);
  await user.type(field, "pia@example.com");
  await screen.findByText("No results for “pia@example.com”");
  expect(network.callsTo("GET", /\/api\/admin\/search/).length).toBeGreaterThan(0);
  close();

  const home = await openApp(site, "/shop", { as: admin });
  await home.screen.findByRole("button", { name: "Search" });
  await home.user.keyboard("{Control>}k{/Control}");
  await home.screen.findByRole("combobox", { name: "Search events, products and posts" });
  home.close();
});
