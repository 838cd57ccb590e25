import { randomUUID } from "node:crypto";
import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { refund, wish } from "#tests/refunds/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
});
afterAll(() => site.close());

const dates = (day: string) => ({
  startsAt: new Date(`2031-06-${day}T02:00:00Z`),
  endsAt: new Date(`2031-06-${day}T06:00:00Z`),
});
async function buy(
  who: Client,
  buyer: object,
  more: { title: string; day: string; quantity?: number; event?: object },
) {
  const eventId = await site.create.event({ title: more.title, ...dates(more.day), ...more.event });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Floor", feeCents: 0 });
  const lines = [{ ticketTypeId, quantity: more.quantity ?? 1 }];
  const { body } = await site.buy(who, lines, "approve", { buyer });
  expect(body.status).toBe("paid");
  return { ...body, eventId };
}
const details = () =>
  Object.fromEntries(
    [...document.querySelectorAll("dt")].map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ""]),
  );

test("a customer's card and tickets read as they are: spend by currency, check-ins, refunds, and where each leads", async () => {
  const buyer = { name: "Ines Duval", email: "ines@example.com" };
  const guest = await site.as("guest");
  const first = await buy(guest, buyer, { title: "Early Fete", day: "08", quantity: 2 });
  const last = await buy(guest, buyer, { title: "Toronto Fete", day: "20", event: { currency: "CAD" } });
  await sql`update orders set created_at = '2026-03-01T12:00:00Z' where id = ${first.id}`.execute(site.db);
  const [came, gone] = first.tickets;
  const scan = { code: came!.code, eventId: first.eventId, deviceId: "door-device-1", scanId: randomUUID() };
  expect((await (await site.as("moderator")).post("/api/scans", scan)).body.verdict).toBe("admitted");
  await refund(admin, first.id, wish(2500, { ticketIds: [gone!.id] }));
  const { screen, user, address } = await openApp(site, `/admin?section=customers&id=${first.id}`, { as: admin });
  await screen.findByRole("heading", { level: 2, name: "Ines Duval" });
  expect(details()).toMatchObject({
    "Net spend": "CA$25.00$25.00",
    Orders: "2",
    Events: "2",
    "First order": expect.stringContaining("Mar 1"),
  });
  expect(details()).not.toHaveProperty("Account");
  expect(screen.getByRole("link", { name: "ines@example.com" }).getAttribute("href")).toBe("mailto:ines@example.com");
  screen.getByText("Unconfirmed");
  // Of the whole person, by whichever of their orders.
  for (const { number } of [first, last]) await screen.findByRole("link", { name: number });
  await user.click(screen.getByRole("link", { name: "Tickets (3)" }));
  await waitFor(() => expect(address()).toContain("tab=tickets"));
  const tickets = within(await screen.findByRole("region", { name: "Tickets" }));
  const rows = tickets.getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Toronto Fete.*Jun 19.* · Floor · Ines Duval.*Valid$/),
    expect.stringMatching(/^Early Fete.*Jun 7.* · Floor · Ines Duval.*Checked in$/),
    expect.stringMatching(/^Early Fete.*Jun 7.* · Floor · Ines Duval.*Refunded$/),
  ]);
  const links = within(rows[0]!)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(links).toEqual([`/ticket-management?event=${last.eventId}`, `/ticket-management?order=${last.id}`]);
  expect(tickets.queryByText(/Open an order to see the others/)).toBeNull();
  await user.click(screen.getByRole("link", { name: "All customers" }));
  await waitFor(() => expect(address()).toBe("/admin?section=customers"));
});

test("an account's confirmed customer leads to the account; one without an email and one with free tickets say so", async () => {
  const member = await site.as("user", "Omar Member");
  await sql`update users set email = 'omar@example.com' where id = ${member.id}`.execute(site.db);
  const own = await buy(member, { name: "Omar R", email: "other@example.com" }, { title: "Member Fete", day: "08" });
  const app = await openApp(site, `/admin?section=customers&id=${own.id}`, { as: admin });
  await app.screen.findByText("Email confirmed");
  app.screen.getByRole("link", { name: "omar@example.com" });
  expect(app.screen.queryByText(/No account has confirmed it/)).toBeNull();
  expect(app.screen.getByRole("link", { name: "Omar Member" }).getAttribute("href")).toBe(
    `/user-management?id=${member.id}`,
  );
  app.close();
  const plain = await site.as("user", "Pia Plain");
  const other = await buy(plain, { name: "Pia P", email: "pia@example.com" }, { title: "Plain Fete", day: "08" });
  const second = await openApp(site, `/admin?section=customers&id=${other.id}`, { as: admin });
  await second.screen.findByText(/The account hasn't confirmed an email/);
  second.close();
  const ticketTypeId = await site.create.ticketType();
  const comp = { ticketTypeId, quantity: 1, guest: { name: "Fay Free" }, reason: "Press" };
  const { body: free } = await admin.post("/api/admin/comps", comp);
  const third = await openApp(site, `/admin?section=customers&id=${free.id}&tab=tickets`, { as: admin });
  await third.screen.findByText(/^No email: their tickets were printed/);
  expect(details()["Net spend"]).toBe("Free tickets");
  await third.screen.findByRole("link", { name: "Tickets (1)" });
});

test("a customer with more tickets than are listed is said to have others, and only then", async () => {
  const order = await buy(
    await site.as("guest"),
    { name: "Max Many", email: "max@example.com" },
    { title: "Many Fete", day: "08", quantity: 3 },
  );
  const path = `/admin?section=customers&id=${order.id}&tab=tickets`;
  const first = await openApp(site, path, { as: admin });
  await first.screen.findByRole("link", { name: "Tickets (3)" });
  expect(within(await first.screen.findByRole("region", { name: "Tickets" })).getAllByRole("listitem")).toHaveLength(3);
  expect(first.screen.queryByText(/to see the others/)).toBeNull();
  const { network } = first;
  first.close();
  network.on("GET", /\/customers\/[\da-f-]+$/, async (_call, reach) => {
    const customer = (await (await reach()).json()) as { tickets: unknown[] };
    return answer(200, { ...customer, tickets: customer.tickets.slice(0, 2) });
  });
  const second = await openApp(site, path, { as: admin, network });
  await second.screen.findByText("The latest 2 tickets. Open an order to see the others.");
});

test("the list reads each customer, its search and filter are in the address, and a row opens with the way back", async () => {
  const member = await site.as("user", "Lia Member");
  await sql`update users set email = 'lia@example.com' where id = ${member.id}`.execute(site.db);
  await buy(member, { name: "Lia List", email: "lia@example.com" }, { title: "List Fete", day: "08", quantity: 2 });
  const guest = await site.as("guest");
  await buy(guest, { name: "Gus List", email: "gus@example.com" }, { title: "Guest Fete", day: "09" });
  await buy(guest, { name: "Gus List", email: "gus@example.com" }, { title: "Guest Fete 2", day: "10" });
  const app = await openApp(site, "/admin?section=customers&q=list", { as: admin });
  const { screen, user, address } = app;
  const names = async (expected: RegExp[]) => {
    await waitFor(() => expect(screen.getAllByRole("row").slice(1)).toHaveLength(expected.length));
    for (const [index, row] of screen.getAllByRole("row").slice(1).entries())
      expect(row.textContent).toMatch(expected[index]!);
  };
  const gus = /^Gus Listgus@example\.com\$50\.002 orders · 2 events/;
  const lia = /^Lia Listlia@example\.comConfirmed\$50\.001 order · 1 event/;
  await names([gus, lia]);
  await user.selectOptions(screen.getByLabelText("Type"), "account");
  await waitFor(() => expect(address()).toBe("/admin?section=customers&q=list&kind=account"));
  await names([lia]);
  expect(screen.getByRole("link", { name: "CSV" }).getAttribute("href")).toMatch(
    /^\/api\/admin\/customers\.csv\?(?=.*q=list)(?=.*kind=account)/,
  );
  await user.click(screen.getByRole("link", { name: /Lia List/ }));
  await screen.findByRole("heading", { level: 2, name: "Lia List" });
  await user.click(screen.getByRole("link", { name: "All customers" }));
  await waitFor(() => expect(address()).toBe("/admin?section=customers&q=list&kind=account"));
});

test("a note is shown with its author as soon as it is saved, and stays readable once it is deleted", async () => {
  const order = await buy(
    await site.as("guest"),
    { name: "Nia Noted", email: "nia@example.com" },
    { title: "Noted Fete", day: "08" },
  );
  const app = await openApp(site, `/admin?section=customers&id=${order.id}&tab=notes`, { as: admin });
  const { screen, user } = app;
  await user.type(await screen.findByLabelText("New note"), "Prefers email");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  const list = within(await screen.findByRole("list", { name: "Customer notes" }));
  const note = await list.findByText("Prefers email");
  expect(note.closest("li")!.textContent).toContain("Ada Admin");
  await screen.findByRole("link", { name: "Notes (1)" });
  await user.click(list.getByRole("button", { name: "Delete note: Prefers email" }));
  await screen.findByRole("link", { name: "Notes (0)" });
  expect(list.getByRole("listitem").textContent).toMatch(/^Prefers email.* · deleted by Ada Admin$/);
  expect(list.queryByRole("button")).toBeNull();
});
