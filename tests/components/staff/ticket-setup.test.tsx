import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, errorAt, fill, holdCalls, reads, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

async function openTickets(eventId: number) {
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=tickets`, { as: admin });
  await app.screen.findByRole("heading", { name: "Ticket types" });
  const path = `/api/admin/events/${eventId}/ticket-types` as const;
  return {
    ...app,
    path,
    types: async () => (await admin.get(path)).body.types,
    isShut: () => waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull()),
  };
}

test("a capacity below the sold count shows an error at its field, and leaving unsaved changes asks first", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", capacity: 50 });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
  const app = await openTickets(eventId);
  const { screen, user, types, isShut } = app;
  await user.click(screen.getByRole("button", { name: "Edit General" }));
  const drawer = await dialogOf(app, "General");
  const field = drawer.getByLabelText(/^Total quantity/);
  fill(field, "2");
  await user.click(drawer.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(errorAt(field)).toContain("Capacity can't be below 3: 3 sold"));
  expect(document.activeElement).toBe(field);
  expect(valueOf(field)).toBe("2");
  await user.keyboard("{Escape}");
  await drawer.findByText("You have unsaved changes");
  expect(valueOf(field)).toBe("2");
  await user.click(drawer.getByRole("button", { name: "Leave without saving" }));
  await isShut();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit General" }));
  expect((await types())[0]!.stock.capacity).toBe(50);
});

test("when two people edit a ticket type at once, the second one sees what the first one saved", async () => {
  const eventId = await site.create.event();
  const typeId = await site.create.ticketType({ eventId, name: "General", capacity: 50 });
  const app = await openTickets(eventId);
  const { screen, user, types, isShut } = app;
  await user.click(screen.getByRole("button", { name: "Edit General" }));
  const drawer = await dialogOf(app, "General");
  fill(drawer.getByRole("textbox", { name: /^Name/ }), "General admission");

  const { version, name, pricing, priceCents, feeCents, ticketsPerUnit, minPerOrder, maxPerOrder } = (
    await types()
  )[0]!;
  const same = { version, name, pricing, priceCents, feeCents, ticketsPerUnit, minPerOrder, maxPerOrder };
  expect((await admin.call("PUT", `/api/admin/ticket-types/${typeId}`, { ...same, capacity: 80 })).status).toBe(200);

  await user.click(drawer.getByRole("button", { name: "Save" }));
  await drawer.findByText("Someone else saved changes");
  await reads("Total quantity: now 80", () => document.querySelector("[role=dialog]"));
  expect(valueOf(drawer.getByRole("textbox", { name: /^Name/ }))).toBe("General admission");
  expect(await barriers()).toEqual([]);
  await user.click(drawer.getByRole("button", { name: "Save" }));
  await isShut();
  const [saved] = await types();
  expect([saved!.name, saved!.stock.capacity]).toEqual(["General admission", 80]);
});

test("an event gets price tiers, shared capacity and a package", async () => {
  const eventId = await site.create.event({ title: "Harbor Lights" });
  const app = await openTickets(eventId);
  const { screen, user, types, isShut } = app;
  expect(screen.getByText("Nothing is on sale yet")).toBeDefined();

  await user.click(screen.getByRole("button", { name: "Price tiers" }));
  const tiers = await dialogOf(app, "Price tiers");
  expect(await barriers()).toEqual([]);
  fill(tiers.getAllByLabelText(/^Quantity/)[0]!, "2");
  await user.click(tiers.getByRole("button", { name: "Add tiers" }));
  await isShut();
  const door = screen.getByRole("article", { name: "Door" });
  expect(door.textContent).toContain("opens when General admission sells out");

  await user.click(screen.getByRole("button", { name: "Add shared capacity" }));
  const pool = await dialogOf(app, "New shared capacity");
  fill(pool.getByLabelText(/^Name/), "Upper deck");
  fill(pool.getByLabelText(/^Spots/), "40");
  await user.click(pool.getByRole("button", { name: "Save" }));
  await isShut();

  await user.click(screen.getByRole("button", { name: "Package" }));
  const drawer = await dialogOf(app, "New ticket type");
  expect(await barriers()).toEqual([]);
  await user.click(drawer.getByRole("button", { name: "Add ticket type" }));
  const price = drawer.getByLabelText(/^Buyer pays/);
  await waitFor(() => expect(document.activeElement).toBe(price));
  expect(errorAt(price)).toBeTruthy();
  fill(price, "320");
  await user.click(drawer.getByLabelText("Upper deck (40 people)"));
  await user.click(drawer.getByRole("radio", { name: "Pink" }));
  await user.click(drawer.getByRole("button", { name: "Add ticket type" }));
  await isShut();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Package" }));
  expect(screen.getByRole("article", { name: "Table for four" }).textContent).toContain("Admits 4");
  expect(await barriers()).toEqual([]);
  expect((await types()).map(({ name }: { name: string }) => name)).toEqual([
    "Early bird",
    "General admission",
    "Door",
    "Table for four",
  ]);
  app.close();

  const guest = await openApp(site, `/events/${eventId}`);
  const tickets = await guest.screen.findByRole("region", { name: "Tickets" });
  expect(tickets.textContent).toContain("On sale when Early bird sells out");
  expect(tickets.textContent).toContain("Admits 4");
});

test("double-clicking Add adds a ticket type once, and its values stay while the network is down", async () => {
  const eventId = await site.create.event();
  const app = await openTickets(eventId);
  const { screen, user, network, types, isShut } = app;
  await user.click(screen.getByRole("button", { name: "Free" }));
  const drawer = await dialogOf(app, "New ticket type");
  fill(drawer.getByLabelText(/^Name/), "Kids");
  fill(drawer.getByLabelText(/^Total quantity/), "20");
  network.cut();
  await user.click(drawer.getByRole("button", { name: "Add ticket type" }));
  await drawer.findByText("You're offline or the site isn't responding. Try again.");
  expect(valueOf(drawer.getByLabelText(/^Name/))).toBe("Kids");
  network.restore();
  const before = network.callsTo("POST", /\/ticket-types$/).length;
  const letGo = holdCalls(app, "POST", /\/ticket-types$/);
  await user.dblClick(drawer.getByRole("button", { name: "Add ticket type" }));
  letGo();
  await isShut();
  expect(network.callsTo("POST", /\/ticket-types$/)).toHaveLength(before + 1);
  expect(await types()).toHaveLength(1);
});

test("fees passed on to buyers show the resulting price in the editor and the full price to guests", async () => {
  const eventId = await site.create.event({ title: "Foundation Night" });
  await site.create.ticketType({ eventId, name: "General", priceCents: 5000, feeCents: 0 });
  const app = await openTickets(eventId);
  const { screen, user, isShut } = app;
  await user.click(screen.getByRole("button", { name: "Edit fees" }));
  const fees = await dialogOf(app, "Fees");
  await user.click(fees.getByRole("radio", { name: "Buyers" }));
  fill(fees.getByLabelText(/^Percent/), "a few");
  await user.click(fees.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(errorAt(fees.getByLabelText(/^Percent/))).toContain("Enter a number from 0 to 50"));
  fill(fees.getByLabelText(/^Percent/), "4");
  fill(fees.getByLabelText(/^Plus, per ticket/), "0.99");
  await waitFor(() => expect(fees.getByRole("row", { name: /General/ }).textContent).toContain("$52.99"));
  expect(await barriers()).toEqual([]);
  await user.click(fees.getByRole("button", { name: "Save" }));
  await isShut();
  expect(screen.getByRole("region", { name: "Fees" }).textContent).toContain("Buyers pay: 4% and $0.99 per ticket");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit fees" }));

  await user.click(screen.getByRole("button", { name: "Paid" }));
  const drawer = await dialogOf(app, "New ticket type");
  fill(drawer.getByLabelText(/^Name/), "Balcony");
  fill(drawer.getByLabelText(/^You get/), "80");
  await drawer.findByText("Buyers see $84.19, including $4.19 in fees");
  await user.click(drawer.getByRole("button", { name: "Add ticket type" }));
  await isShut();
  expect(screen.getByRole("article", { name: "Balcony" }).textContent).toContain("$84.19");
  app.close();

  const guest = await openApp(site, `/events/${eventId}`);
  const tickets = within(await guest.screen.findByRole("region", { name: "Tickets" }));
  expect(tickets.getAllByText(/\$52\.99/).length).toBeGreaterThan(0);
  expect(tickets.getAllByText(/incl\. \$2\.99 fees/).length).toBeGreaterThan(0);
});

test("a link with an access code shows hidden tickets, and checkout keeps the code", async () => {
  const eventId = await site.create.event();
  await site.create.ticketType({ eventId, name: "General" });
  await site.create.ticketType({ eventId, name: "Inner circle", accessCode: "CIRCLE-1", position: 1 });
  const wrong = await openApp(site, `/events/${eventId}`, { as: admin });
  let tickets = within(await wrong.screen.findByRole("region", { name: "Tickets" }));
  expect(tickets.getAllByText(/General/).length).toBeGreaterThan(0);
  expect(tickets.queryByText(/Inner circle/)).toBeNull();
  await wrong.user.click(tickets.getByText("Have an access code?"));
  fill(tickets.getByLabelText("Access code"), "wrong-one");
  await wrong.user.click(tickets.getByRole("button", { name: "Show tickets" }));
  await tickets.findByText("This code doesn't work for this event");
  wrong.close();

  const { screen, user, address } = await openApp(site, `/events/${eventId}?access=circle-1`, { as: admin });
  tickets = within(await screen.findByRole("region", { name: "Tickets" }));
  await tickets.findAllByText(/Inner circle/);
  await user.click(tickets.getByRole("button", { name: "More: Inner circle" }));
  await user.click(screen.getAllByRole("button", { name: "Check out" })[0]!);
  await waitFor(() => expect(address()).toMatch(/accessCode=circle-1/));
  await reads("1 × Inner circle", () => document.querySelector("main"));
});
