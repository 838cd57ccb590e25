import { within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { completePage, createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { buyPaid, refund, wish } from "#tests/refunds/kit.ts";
import { spacedCode } from "#web/features/tickets/ticket-text.ts";

// An invalid code must never look valid: not in the list, not in its order, not when shown at the door.

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

/** Two tickets of one order, one of them refunded. */
async function oneOfTwoRefunded() {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }], await site.as("user"));
  const [first, second] = order.tickets;
  const answer = await refund(admin, order.id, wish(2500, { ticketIds: [first!.id] }));
  expect(answer.status).toBeLessThan(300);
  return { buyer, order, good: second!, refunded: first! };
}

/** An order with a disputed payment. */
async function disputed() {
  const buyer = await site.as("user");
  const ticketTypeId = await site.create.ticketType();
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  await completePage(buyer, paymentPageOf(payment), "approve_disputed");
  await site.app.services.payments.sandbox.work();
  const { body: order } = await buyer.get(`/api/orders/${placed.body.id}`);
  expect(order.tickets).toMatchObject([{ isFrozen: true }]);
  return { buyer, order };
}

/** The part of a code that identifies the ticket: the rest changes when the ticket is refunded. */
const beginning = (code: string) => spacedCode(code.slice(0, 12));

/** How a code is shown: `clean`, or faint under the word that says why it isn't valid. */
function showing(part: HTMLElement, code: string) {
  const shown = [...part.querySelectorAll("li")].find((item) => item.textContent.includes(beginning(code)));
  if (!shown) throw new Error(`Ticket ${code} is not shown in ${part.textContent}`);
  const isFaint = within(shown)
    .getByRole("img", { name: /QR code for ticket/, hidden: true })
    .classList.contains("opacity-15");
  const word = /refunded|canceled|on hold/i.exec(shown.textContent)?.[0].toLowerCase();
  return isFaint ? `faint: ${word}` : word ? `clean, with the word ${word}` : "clean";
}

test("a refunded ticket is crossed out in its order, after the ticket that is still valid", async () => {
  const { buyer, order, good, refunded } = await oneOfTwoRefunded();
  const { screen } = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  const deck = await screen.findByRole("list", { name: "Your tickets" });
  expect(showing(deck, refunded.code)).toBe("faint: refunded");
  expect(showing(deck, good.code)).toBe("clean");
  expect(deck.querySelectorAll(":scope > li")[0]!.textContent).toContain(beginning(good.code));
  screen.getByText(/^Here is your ticket/);
});

test("My Tickets shows only the valid ticket's code for the door, and mentions the refunded one", async () => {
  const { buyer } = await oneOfTwoRefunded();
  const { screen } = await openApp(site, "/my-tickets", { as: buyer });
  await screen.findByRole("button", { name: "Show ticket" });
  const [good, refunded] = screen.getAllByRole("button", { name: /^Show ticket \d of 2:/ });
  expect(good!.textContent).not.toContain("refunded");
  within(refunded!).getByText("refunded");
});

test("in the door view, a refunded ticket is crossed out and the valid one is not", async () => {
  const { buyer, good, refunded } = await oneOfTwoRefunded();
  const { screen, user } = await openApp(site, "/my-tickets", { as: buyer });
  await user.click(await screen.findByRole("button", { name: "Show ticket" }));
  const dialog = await screen.findByRole("dialog", { name: "Velvet Riddim" });
  expect(showing(dialog, good.code)).toBe("clean");
  expect(showing(dialog, refunded.code)).toBe("faint: refunded");
  within(dialog).getByText("1 of 2");
  await user.click(within(dialog).getByRole("button", { name: "Next ticket" }));
  within(dialog).getByText("This ticket was refunded");
});

test("a fully refunded order shows no code and no door view", async () => {
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await refund(admin, order.id, wish(2500));
  const own = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  await own.screen.findByRole("heading", { level: 1, name: "Refunded" });
  expect(own.screen.queryAllByRole("img", { name: /QR code/ })).toEqual([]);
  own.close();
  const list = await openApp(site, "/my-tickets", { as: buyer });
  const line = await list.screen.findByRole("button", { name: /^Show ticket 1 of 1/ });
  within(line).getByText("refunded");
  expect(list.screen.queryByRole("button", { name: "Show ticket" })).toBeNull();
  await list.user.click(line);
  expect(showing(await list.screen.findByRole("dialog"), order.tickets[0]!.code)).toBe("faint: refunded");
});

test("a ticket on hold is crossed out everywhere and mentions the dispute", async () => {
  const { buyer, order } = await disputed();
  const { code } = order.tickets[0]!;
  const own = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  expect(showing(await own.screen.findByRole("list", { name: "Your tickets" }), code)).toBe("faint: on hold");
  own.screen.getByText("These tickets are on hold");
  own.close();
  const list = await openApp(site, "/my-tickets", { as: buyer });
  const line = await list.screen.findByRole("button", { name: /^Show ticket 1 of 1/ });
  expect(list.screen.queryByRole("button", { name: "Show ticket" })).toBeNull();
  await list.user.click(line);
  expect(showing(await list.screen.findByRole("dialog"), code)).toBe("faint: on hold");
});
