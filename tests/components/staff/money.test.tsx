import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { dialogOf, errorAt, fill, reads, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { completePage, createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

/** A paid order with this many tickets. */
async function sell(quantity: number, draftOf: Parameters<Site["create"]["ticketType"]>[0] = {}) {
  const eventId = draftOf.eventId ?? (await site.create.event());
  const ticketTypeId = await site.create.ticketType({ ...draftOf, eventId });
  const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  return body;
}

test("reconciliation runs on demand, and a webhook event can be read and replayed", async () => {
  const order = await sell(1);
  const app = await openApp(site, "/admin?section=money&view=reconciliation", { as: admin });
  const { screen, user, address } = app;
  await user.click(await screen.findByRole("button", { name: "Run now" }));
  await waitFor(() => expect(app.network.callsTo("POST", /reconciliation-runs/)).toHaveLength(1));
  // Jobs don't run by themselves here: the test starts the server's background work.
  await expect
    .poll(async () => (await site.app.runJob("reconciliation"), document.body.textContent))
    .toMatch(/Last run .*0 discrepancies/);
  expect(await barriers()).toEqual([]);

  await user.click(screen.getByRole("link", { name: "Webhooks" }));
  fill(await screen.findByPlaceholderText("Order number or provider ID"), order.number);
  await waitFor(() => expect(address()).toMatch(new RegExp(`q=${order.number}`)));
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
  await user.click(within(screen.getAllByRole("row")[1]!).getAllByRole("link")[0]!);
  const sheet = await dialogOf(app, "Webhook");
  await reads('"type": "session.approved"', () => document.querySelector("[role=dialog]"));
  expect(await barriers()).toEqual([]);
  await user.click(sheet.getByRole("button", { name: "Replay" }));
  await screen.findAllByText("Webhook replayed");
  await user.click(sheet.getByRole("button", { name: "Close" }));
  await isShut();
});

test("a refund made in the provider's dashboard waits for staff to say which tickets it was for", async () => {
  const order = await sell(3);
  const { rows } = await sql<{ ref: string }>`
    select provider_ref as ref from payments where subject_id = ${order.id}`.execute(site.db);
  await site.app.services.payments.sandbox.refundInDashboard(rows[0]!.ref, 2500);
  await site.app.services.payments.sandbox.work();
  const app = await openApp(site, "/admin?section=money&view=discrepancies", { as: admin });
  const { screen, user } = app;
  await screen.findByText("$25.00 was refunded at the payment provider, but no one has said which tickets it's for.");
  const choose = screen.getByRole("button", { name: `Void tickets: ${order.number}` });
  await user.click(choose);
  let dialog = await dialogOf(app, "Choose tickets to void");
  expect((await dialog.findByRole<HTMLButtonElement>("button", { name: "Void 0 tickets" })).disabled).toBe(true);
  expect(await barriers()).toEqual([]);
  await user.keyboard("{Escape}");
  await isShut();
  expect(document.activeElement).toBe(choose);
  await user.click(choose);
  dialog = await dialogOf(app, "Choose tickets to void");
  await user.click((await dialog.findAllByRole("checkbox", { name: /Ada Buyer/ }))[0]!);
  fill(dialog.getByRole("textbox", { name: /^Reason/ }), "Refunded by phone");
  await user.click(dialog.getByRole("button", { name: "Void 1 ticket" }));
  await screen.findAllByText("Tickets voided");
  await isShut();
  await app.go(`/ticket-management?order=${order.id}`);
  await screen.findAllByText("Partially refunded");
  const tickets = within(screen.getByRole("list", { name: "Order tickets" }));
  expect(tickets.getAllByText("refunded")).toHaveLength(1);
});

test("resolving manually requires a reason, with an error at its field", async () => {
  const order = await sell(2);
  await sql`update payments set created_at = created_at where subject_id = ${order.id}`.execute(site.db);
  const { rows } = await sql<{ ref: string }>`
    select provider_ref as ref from payments where subject_id = ${order.id}`.execute(site.db);
  await site.app.services.payments.sandbox.refundInDashboard(rows[0]!.ref, 2500);
  await site.app.services.payments.sandbox.work();
  const app = await openApp(site, "/admin?section=money&view=discrepancies", { as: admin });
  const { screen, user } = app;
  const settle = await screen.findByRole("button", { name: `Resolve manually: ${order.number}` });
  await user.click(settle);
  const dialog = await dialogOf(app, "Resolve manually");
  await user.click(dialog.getByRole("button", { name: "Mark as resolved" }));
  await waitFor(() =>
    expect(errorAt(dialog.getByLabelText(/^Reason/))).toContain("Enter a reason with at least 3 characters"),
  );
  expect(await barriers()).toEqual([]);
  await user.keyboard("{Escape}");
  await isShut();
  expect(document.activeElement).toBe(settle);
});

test("a refund whose amount failed to load keeps what was typed and loads it again", async () => {
  const order = await sell(2, { priceCents: 2500, feeCents: 500 });
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  const { screen, user, network } = app;
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const dialog = await dialogOf(app, "Refund");
  await dialog.findByRole("button", { name: "Refund $50.00" });
  fill(dialog.getByRole("textbox", { name: /^Reason/ }), "The buyer is sick");
  fill(dialog.getByRole("textbox", { name: /^Note to the buyer/ }), "Get well soon");
  const mend = network.on("POST", /\/refund-quote$/, () => answer(500, { message: "Fails" }));
  await user.click(dialog.getByRole("checkbox", { name: /^Also refund fees/ }));
  await dialog.findByText("The refund amount didn't load");
  // An old amount isn't offered for the new selection.
  expect(dialog.queryByText("$50.00")).toBeNull();
  expect(dialog.queryByRole("button", { name: "Refund $50.00" })).toBeNull();
  expect(await barriers()).toEqual([]);
  mend();
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await dialog.findByRole("button", { name: "Refund $40.00" });
  expect(valueOf(dialog.getByRole("textbox", { name: /^Reason/ }))).toBe("The buyer is sick");
  expect(valueOf(dialog.getByRole("textbox", { name: /^Note to the buyer/ }))).toBe("Get well soon");
  await user.keyboard("{Escape}");
  await isShut();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Refund" }));
});

/** A paid order of $50, and its refund dialog with a reason, ready to submit. */
async function openRefund() {
  const order = await sell(2, { priceCents: 2500 });
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  await app.user.click(await app.screen.findByRole("button", { name: "Refund" }));
  const dialog = await dialogOf(app, "Refund");
  fill(dialog.getByRole("textbox", { name: /^Reason/ }), "The buyer is sick");
  const send = await dialog.findByRole("button", { name: "Refund $50.00" });
  return { ...app, order, dialog, send };
}

test("a refund that failed to send keeps what was typed and is sent once on the next try", async () => {
  const { order, user, network, dialog, send } = await openRefund();
  network.cut();
  await user.click(send);
  await dialog.findByText("You're offline or the site isn't responding. Try again.");
  expect(valueOf(dialog.getByRole("textbox", { name: /^Reason/ }))).toBe("The buyer is sick");
  network.restore();
  await user.dblClick(send);
  await isShut();
  const { body: after } = await admin.get(`/api/admin/orders/${order.id}`);
  expect(after.refunds).toMatchObject([{ amountCents: 5000 }]);
  expect(after.refunds).toHaveLength(1);
});

test("a refund whose response was lost succeeds on the next try and is made once", async () => {
  const { order, user, network, dialog, send } = await openRefund();
  const path = /\/refunds$/;
  const mend = network.on("POST", path, async (_call, reach) => {
    await reach();
    throw new TypeError("Failed to fetch");
  });
  await user.click(send);
  await dialog.findByText("You're offline or the site isn't responding. Try again.");
  mend();
  await user.click(send);
  await isShut();
  const keys = network.callsTo("POST", path).map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).not.toBeNull();
  expect(new Set(keys).size).toBe(1);
  const { body: after } = await admin.get(`/api/admin/orders/${order.id}`);
  expect(after.refunds).toMatchObject([{ amountCents: 5000 }]);
});

test("moving a ticket to a cheaper type refunds the difference, immediately or later", async () => {
  const eventId = await site.create.event({ title: "Difference Friday" });
  await site.create.ticketType({ eventId, name: "After midnight", priceCents: 2750, capacity: 20 });
  await site.create.ticketType({ eventId, name: "Balcony", priceCents: 9000, capacity: 20 });
  const order = await sell(2, { eventId, name: "General", priceCents: 4000, capacity: 20 });
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  const { screen, user } = app;
  await screen.findByRole("list", { name: "Order tickets" });
  const menuOf = (index: number) =>
    screen.getByRole("button", { name: new RegExp(`^Actions for ticket ${order.tickets[index]!.id},`) });
  const ticket = (index: number) =>
    within(screen.getByRole("list", { name: "Order tickets" })).getAllByRole("listitem")[index]!.textContent;
  const open = async (index: number, item: string) => {
    await user.click(menuOf(index));
    await user.click(await screen.findByRole("menuitem", { name: item }));
    return dialogOf(app, /./);
  };

  let dialog = await open(0, "Move to another type or event");
  await user.click(await dialog.findByRole("radio", { name: /Balcony/ }));
  await dialog.findByText(/We can't charge the buyer for a move/);
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Move ticket" }).disabled).toBe(true);
  await user.click(dialog.getByRole("radio", { name: /After midnight/ }));
  await dialog.findByText(/You keep the difference for now\./);
  await user.click(dialog.getByLabelText("Refund the difference ($12.50)"));
  await dialog.findByText(/when the refund starts and again when it's sent/);
  fill(dialog.getByLabelText(/^Note to the buyer/), "See you after midnight");
  fill(dialog.getByLabelText(/^Reason/), "Works until eleven");
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Move and refund $12.50" }));
  await isShut();
  expect(document.activeElement).toBe(menuOf(0));
  await waitFor(() => expect(ticket(0)).toContain("After midnight"));
  await reads("Price difference after a move; the ticket stays valid", () =>
    screen.queryByRole("list", { name: "Refunds" }),
  );

  dialog = await open(1, "Move to another type or event");
  await user.click(await dialog.findByRole("radio", { name: /After midnight/ }));
  fill(dialog.getByLabelText(/^Reason/), "Comes with her");
  await user.click(dialog.getByRole("button", { name: "Move ticket" }));
  await isShut();
  await waitFor(() => expect(ticket(1)).toContain("$12.50 difference not refunded"));
  dialog = await open(1, "Refund difference");
  expect(dialog.getByText(/The ticket stays valid/)).toBeDefined();
  fill(dialog.getByLabelText(/^Reason/), "They asked for it after all");
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Refund $12.50" }));
  await isShut();
  await waitFor(() => expect(ticket(1)).not.toContain("difference not refunded"));
  await reads("refunded the price difference for ticket", () => screen.queryByRole("region", { name: "History" }));
  const { body } = await admin.get(`/api/admin/orders/${order.id}`);
  expect(body.refunds.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([1250, 1250]);
});

test("after a payment dispute the buyer sees that the tickets are on hold, and staff see where to respond", async () => {
  const eventId = await site.create.event({ title: "Contested Carnival" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const buyer = await site.as("user");
  const { body: placed } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 2 }]));
  const payment = await buyer.post(`/api/orders/${placed.id}/payment`);
  await completePage(buyer, paymentPageOf(payment), "approve_disputed");
  await site.app.services.payments.sandbox.work();

  const phone = await openApp(site, `/payment-success?order=${placed.id}`, { as: buyer });
  await phone.screen.findByRole("heading", { name: "On hold" });
  await phone.screen.findByText(/are on hold and can't be used right now/);
  expect(phone.screen.queryByText(/We also emailed/)).toBeNull();
  await phone.screen.findByText("These tickets are on hold");
  await waitFor(() => {
    const held = phone.screen.getAllByRole("article").filter((card) => card.textContent.includes("On hold"));
    expect(held).toHaveLength(2);
  });
  expect(await barriers()).toEqual([]);
  await phone.go("/my-tickets");
  await phone.screen.findByText("These tickets are on hold");
  const show = await phone.screen.findByRole("button", { name: /Show ticket 1 of 2/ });
  expect(show.textContent).toContain("On hold");
  expect(await barriers()).toEqual([]);
  await phone.user.click(show);
  await phone.screen.findAllByText(/On hold: can't be used for entry/);
  expect(await barriers()).toEqual([]);
  phone.close();

  const { screen, user, address } = await openApp(site, "/admin", { as: admin });
  await user.click(await screen.findByRole("link", { name: /open disputes?/ }));
  await waitFor(() => expect(address()).toMatch(/view=disputes/));
  const row = within((await screen.findByText(placed.number)).closest("tr")!);
  expect(row.getByText("Open")).toBeDefined();
  expect(row.getByText("$50.00")).toBeDefined();
  expect(row.getByText(/Evidence due/)).toBeDefined();
  expect(row.getByRole("link", { name: "Contested Carnival" })).toBeDefined();
  expect(await barriers()).toEqual([]);
  await user.selectOptions(screen.getByLabelText("Status"), "won");
  await screen.findByText("No disputes match your search.");
  await user.selectOptions(screen.getByLabelText("Status"), "open");
  await user.click(await screen.findByRole("link", { name: placed.number }));
  await screen.findByText(/The buyer's bank opened a dispute/);
});
