import { waitFor, within } from "@testing-library/react";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dialogOf, errorAt, fill, holdCalls, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let door: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
  door = await site.as("moderator", "Dee Door");
});
afterAll(() => site.close());

// 10:00 PM the evening before, in Brooklyn.
const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
async function setUp(title: string, type: object = {}) {
  const eventId = await site.create.event({ title, ...dates });
  return { eventId, typeId: await site.create.ticketType({ eventId, name: "Floor", ...type }) };
}
async function issue(ticketTypeId: number, name: string, more: object = {}) {
  const guest = { name, email: `${name.split(" ")[0]!.toLowerCase()}@example.com` };
  const draft = { ticketTypeId, quantity: 1, guest, reason: "Plays the first set", ...more };
  const { status, body } = await admin.post("/api/admin/comps", draft);
  expect(status).toBe(201);
  return body as { id: string; number: string };
}
async function admit(orderId: string) {
  const { body: order } = await admin.get(`/api/orders/${orderId}`);
  const { code, eventId } = order.tickets[0]!;
  const scan = { code, eventId, deviceId: "door-device-1", scanId: randomUUID() };
  expect((await door.post("/api/scans", scan)).body.verdict).toBe("admitted");
}
const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

test("each comp's row says what it is, and offers only what can be done about it", async () => {
  const { eventId, typeId } = await setUp("Row Riddim", { name: "Pair", ticketsPerUnit: 2 });
  const { body: host } = await admin.post("/api/admin/comp-hosts", { eventId, name: "DJ Kross", budget: 20 });
  const given = await issue(typeId, "Cleo Given", { quantity: 2, hostId: host.id });
  await issue(typeId, "Nora Nomail", { guest: { name: "Nora Nomail" } });
  const partly = await issue(typeId, "Ben Partly");
  await admit(partly.id);
  const revoked = await issue(typeId, "Rae Revoked");
  await admin.post(`/api/admin/comps/${revoked.id}/revoke`, { reason: "Can't come" });
  const { screen, user, address } = await openApp(site, `/free-tickets?event=${eventId}`, { as: admin });
  const row = async (name: RegExp) => {
    const found = await screen.findByRole("row", { name });
    return {
      text: found.textContent,
      buttons: within(found)
        .queryAllByRole("button")
        .map((button) => button.getAttribute("aria-label")),
      prints: within(found)
        .queryAllByRole("link", { name: /^Print/ })
        .map((link) => link.getAttribute("href")),
    };
  };
  const cleo = await row(/Cleo Given/);
  expect(cleo.text).toMatch(/cleo@example\.com.*Row Riddim.*Jun 7.*2 × Pair.*0 of 4 checked in/);
  expect(cleo.text).toMatch(/Plays the first set.*for DJ Kross, by Ada Admin.*Issued/);
  expect([cleo.buttons, cleo.prints]).toEqual([["Revoke: Cleo Given"], []]);
  const nora = await row(/Nora Nomail/);
  expect(nora.text).toMatch(/No email.*by Ada Admin/);
  expect(nora.text).not.toContain("for ");
  const { items } = (await admin.get("/api/admin/comps?q=nora")).body;
  expect([nora.buttons, nora.prints]).toEqual([
    ["Revoke: Nora Nomail"],
    [`/api/admin/comps/${items[0]!.id}/tickets.pdf`],
  ]);
  const ben = await row(/Ben Partly/);
  expect(ben.text).toContain("1 of 2 checked in");
  expect(ben.buttons).toEqual([]);
  const rae = await row(/Rae Revoked/);
  expect(rae.text).toMatch(/none checked in.*Revoked by Ada Admin: Can't come/);
  expect([rae.buttons, rae.prints]).toEqual([[], []]);
  expect(
    within(await screen.findByRole("row", { name: /Cleo Given/ }))
      .getByRole("link", { name: given.number })
      .getAttribute("href"),
  ).toBe(`/ticket-management?order=${given.id}`);
  // A filter narrows the list and its file down.
  await user.selectOptions(screen.getByLabelText("Status"), "revoked");
  await waitFor(() => expect(address()).toContain("status=revoked"));
  await waitFor(() => expect(screen.queryByRole("row", { name: /Cleo Given/ })).toBeNull());
  await row(/Rae Revoked/);
  const links = screen.getAllByRole("link", { name: "CSV" }).map((link) => link.getAttribute("href")!);
  const file = links.find((href) => href.startsWith("/api/admin/comps.csv"))!;
  expect(file).toContain(`eventId=${eventId}`);
  expect(file).toContain("status=revoked");
});

test("revoking asks for the guest by name with all tickets, and the row is revoked at once", async () => {
  const { eventId, typeId } = await setUp("Revoke Riddim");
  await issue(typeId, "Solo Sam");
  await issue(typeId, "Trio Tia", { quantity: 3 });
  const app = await openApp(site, `/free-tickets?event=${eventId}`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Revoke: Solo Sam" }));
  const solo = await dialogOf(app, "Revoke comp");
  solo.getByText(/^The ticket for Solo Sam to Revoke Riddim will be void/);
  await user.click(solo.getByRole("button", { name: "Cancel" }));
  await isShut();
  await user.click(screen.getByRole("button", { name: "Revoke: Trio Tia" }));
  const trio = await dialogOf(app, "Revoke comp");
  trio.getByText(/^All 3 tickets for Trio Tia/);
  fill(trio.getByLabelText(/^Reason/), "Double booked");
  await user.click(trio.getByRole("button", { name: "Revoke" }));
  await isShut();
  const row = await screen.findByRole("row", { name: /Trio Tia.*Double booked/ });
  expect(within(row).queryByRole("button", { name: /^Revoke/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Revoke: Solo Sam" })).toBeTruthy();
  expect((await admin.get(`/api/admin/comps?eventId=${eventId}&status=revoked`)).body.items).toMatchObject([
    { guest: { name: "Trio Tia" }, revoked: { reason: "Double booked" } },
  ]);
});

test("another event clears the type and the host that were chosen, and the next comp is that event's", async () => {
  const first = await setUp("First Riddim", { capacity: 0 });
  const second = await setUp("Second Riddim", { name: "Deck", ticketsPerUnit: 2, capacity: 9 });
  await setUp("Gone Riddim");
  const { body: gone } = await admin.get("/api/admin/events?q=gone");
  const { body: full } = await admin.get(`/api/admin/events/${gone.items[0]!.id}`);
  await admin.post(`/api/admin/events/${gone.items[0]!.id}/cancel`, { note: "Storm", version: full.version });
  const { body: host } = await admin.post("/api/admin/comp-hosts", {
    eventId: first.eventId,
    name: "DJ One",
    budget: 5,
  });
  await admin.post("/api/admin/comp-hosts", { eventId: second.eventId, name: "DJ Two", budget: 8 });
  const app = await openApp(site, "/free-tickets", { as: admin });
  const { screen, user, network } = app;
  const button = await screen.findByRole("button", { name: "Issue tickets" });
  const form = within(button.closest("form")!);
  await form.findByRole("option", { name: /First Riddim/ });
  expect(form.queryByRole("option", { name: /Gone Riddim/ })).toBeNull();
  const choose = (label: RegExp, value: string) => user.selectOptions(form.getByLabelText(label), value);
  await choose(/^Event/, String(first.eventId));
  await form.findByRole("option", { name: "Floor · none left" });
  await choose(/^Ticket type/, String(first.typeId));
  await form.findByRole("option", { name: "DJ One · 5 of 5 left" });
  await choose(/^Host/, String(host.id));
  await choose(/^Event/, String(second.eventId));
  await form.findByRole("option", { name: "Deck · 9 left · admits 2" });
  await form.findByRole("option", { name: "DJ Two · 8 of 8 left" });
  expect(form.queryByRole("option", { name: /DJ One/ })).toBeNull();
  expect([valueOf(form.getByLabelText(/^Ticket type/)), valueOf(form.getByLabelText(/^Host/))]).toEqual(["", ""]);
  await choose(/^Ticket type/, String(second.typeId));
  await user.type(form.getByLabelText(/^Guest/), "Selector Duke");
  await user.type(form.getByLabelText(/^Reason/), "Plays the second set");
  fill(form.getByLabelText(/^Quantity/), "3");
  const letGo = holdCalls(app, "POST", /comps$/);
  await user.click(button);
  await waitFor(() => expect((button as HTMLButtonElement).disabled || button.getAttribute("aria-busy")).toBeTruthy());
  letGo();
  const row = await screen.findByRole("row", { name: /Selector Duke.*3 × Deck.*0 of 6 checked in/ });
  expect(row.textContent).toContain("Second Riddim");
  const sent = JSON.parse(network.callsTo("POST", /comps$/).at(-1)!.body!) as object;
  expect(sent).toEqual({
    ticketTypeId: second.typeId,
    quantity: 3,
    guest: { name: "Selector Duke" },
    reason: "Plays the second set",
  });
  // Ready for the next guest of the same event.
  await waitFor(() => expect(valueOf(form.getByLabelText(/^Guest/))).toBe(""));
  expect([valueOf(form.getByLabelText(/^Event/)), valueOf(form.getByLabelText(/^Quantity/))]).toEqual([
    String(second.eventId),
    "1",
  ]);
  expect(valueOf(form.getByLabelText(/^Reason/))).toBe("");
  await form.findByRole("option", { name: "Deck · 6 left · admits 2" });
});

test("a list or link says how far it is in its own words, and what can be done with it", async () => {
  const { eventId, typeId } = await setUp("Batch Riddim");
  const { body: host } = await admin.post("/api/admin/comp-hosts", { eventId, name: "DJ Duke", budget: 20 });
  const guests = ["Ann", "Bea", "Cy"].map((name, index) => ({
    line: index + 1,
    name,
    email: name === "Cy" ? "" : `${name.toLowerCase()}@example.com`,
    quantity: 1,
  }));
  const list = { ticketTypeId: typeId, hostId: host.id, guests, keepsDuplicates: false, reason: "Sound system" };
  const { body: batch } = await admin.post("/api/admin/comp-batches", list);
  await site.app.runJob("comp-batches");
  const link = {
    ticketTypeId: typeId,
    quantity: 4,
    maxPerPerson: 2,
    endsAt: "2031-06-08T02:00:00.000Z",
    reason: "Dancers",
  };
  const { body: open } = await admin.post("/api/admin/comp-batches/links", link);
  const key = new URL(open.link!.url).searchParams.get("claim");
  await site.anon.post("/api/claim-links", { key, guest: { name: "Keon", email: "keon@example.com" }, quantity: 2 });
  const { body: comps } = await admin.get(`/api/admin/comps?batchId=${batch.id}&q=ann`);
  await admit(comps.items[0]!.id);
  const { screen, user } = await openApp(site, `/free-tickets?event=${eventId}`, { as: admin });
  const rowOf = async (reason: string) => {
    const item = (await screen.findByText(reason, { selector: "p" })).closest("li")!;
    return { item, within: within(item) };
  };
  const listed = await rowOf("Sound system");
  expect(listed.item.textContent).toMatch(/Sound system Issued.*Batch Riddim.*Jun 7.* · Floor · by Ada Admin/);
  listed.within.getByText("3 of 3 guests · 1 checked in · for DJ Duke");
  expect(listed.within.queryByRole("button", { name: /^Stop/ })).toBeNull();
  const print = listed.within.getByRole("link", { name: /^Print 1 guest without email/ });
  expect(print.getAttribute("href")).toBe(`/api/admin/comps/${batch.id}/tickets.pdf`);
  const linked = await rowOf("Dancers");
  expect(linked.item.textContent).toMatch(/Dancers Open.*ends.*Jun 7.*10:00 PM/);
  linked.within.getByText("2 of 4 claimed");
  linked.within.getByRole("button", { name: "Stop: Dancers" });
  expect(linked.within.queryByRole("link", { name: /^Print/ })).toBeNull();

  await user.click(listed.within.getByRole("button", { name: "Revoke all: Sound system" }));
  const dialog = await dialogOf({ screen }, "Revoke guest list");
  fill(dialog.getByLabelText(/^Reason/), "The sponsor withdrew");
  await user.click(dialog.getByRole("button", { name: "Revoke all" }));
  await isShut();
  await listed.within.findByText("Revoking");
  await site.app.runJob("comp-batches");
  await listed.within.findByText("Revoked", {}, { timeout: 20_000 });
  listed.within.getByText(/1 checked in · 2 revoked · 1 kept, checked in · for DJ Duke$/);
  expect(listed.within.queryByRole("button", { name: /^Revoke all/ })).toBeNull();
  // The list of comps below shows it too.
  await screen.findByRole("row", { name: /Bea.*The sponsor withdrew/ });
  await user.click(linked.within.getByRole("button", { name: "Stop: Dancers" }));
  await linked.within.findByText("Stopped");
  expect(linked.item.textContent).toMatch(/end was/);
  expect(linked.within.queryByText("Link and QR code")).toBeNull();
  linked.within.getByRole("button", { name: "Revoke all: Dancers" });
});

test("hosts show what they gave, who came, and a budget that is too low is refused at its field", async () => {
  const { eventId, typeId } = await setUp("Host Figures");
  const create = async (name: string, budget: number) =>
    (await admin.post("/api/admin/comp-hosts", { eventId, name, budget })).body.id;
  const [pat] = [await create("Aunty Pat", 5), await create("DJ Kross", 9)];
  const came = await issue(typeId, "Came Guest", { hostId: pat });
  for (const name of ["Missed Guest", "Late Guest"]) await issue(typeId, name, { hostId: pat });
  await admit(came.id);
  const { screen, user, network } = await openApp(site, `/admin?section=events&id=${eventId}&tab=comps&issue=hosts`, {
    as: admin,
  });
  const table = within(await screen.findByRole("table", { name: "Hosts" }));
  const cells = () =>
    table
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent));
  expect(cells()).toEqual([
    ["Aunty Pat", "3 of 5", "1 of 3", "33%"],
    ["DJ Kross", "0 of 9", "0 of 0", "–"],
  ]);
  const csv = screen.getAllByRole("link", { name: "CSV" }).map((link) => link.getAttribute("href"));
  expect(csv).toContain(`/api/admin/comp-hosts.csv?eventId=${eventId}`);
  await user.click(screen.getByRole("button", { name: "Edit Aunty Pat" }));
  const budget = screen.getByRole("spinbutton", { name: /^Budget/ });
  expect(valueOf(budget)).toBe("5");
  fill(budget, "2");
  await user.click(screen.getByRole("button", { name: "Save host" }));
  await waitFor(() => expect(errorAt(budget)).toContain("3 tickets are already given"));
  fill(budget, "7");
  await user.click(screen.getByRole("button", { name: "Save host" }));
  await waitFor(() => expect(cells()[0]).toEqual(["Aunty Pat", "3 of 7", "1 of 3", "33%"]));
  const add = await screen.findByRole("button", { name: "Add host" });
  fill(screen.getByRole("textbox", { name: /^Host/ }), "Zoe Sound");
  fill(screen.getByRole("spinbutton", { name: /^Budget/ }), "4");
  await user.click(add);
  await waitFor(() => expect(cells()[2]).toEqual(["Zoe Sound", "0 of 4", "0 of 0", "–"]));
  await waitFor(() => expect(valueOf(screen.getByRole("textbox", { name: /^Host/ }))).toBe(""));
  const sent = network.callsTo("POST", /comp-hosts$/).map(({ body }) => JSON.parse(body!) as object);
  expect(sent).toEqual([{ eventId, name: "Zoe Sound", budget: 4 }]);
});

test("a list that doesn't fit can't be issued: of the ticket type, or of the host's budget", async () => {
  const { eventId, typeId } = await setUp("Short Riddim", { capacity: 3 });
  await admin.post("/api/admin/comp-hosts", { eventId, name: "DJ Small", budget: 1 });
  await issue(typeId, "Has One");
  const { screen, user } = await openApp(site, `/admin?section=events&id=${eventId}&tab=comps&issue=list`, {
    as: admin,
  });
  const check = await screen.findByRole("button", { name: "Check list" });
  const form = within(check.closest("form")!);
  await form.findByRole("option", { name: "Floor · 2 left" });
  await user.selectOptions(form.getByLabelText(/^Ticket type/), String(typeId));
  const guests = form.getByLabelText(/^Guests/);
  const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
  fill(guests, "Ann <ann@example.com>\nBea\nCy <cy@example.com>");
  await user.click(check);
  await screen.findByText("3 tickets for 3 guests");
  const said = screen.getByText("3 tickets for 3 guests").closest("p")!;
  expect(said.textContent).toBe("3 tickets for 3 guests, 1 without an email. 2 left of this ticket type.");
  screen.getByText("Only 2 left. Shorten the list or raise the capacity");
  expect(button(/^Issue to/).disabled).toBe(true);
  // A changed list has to be checked again.
  fill(guests, "Ann <ann@example.com>\nHas One <has@example.com>");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Issue to/ })).toBeNull());
  const host = await form.findByRole("option", { name: "DJ Small · 1 of 1 left" });
  await user.selectOptions(form.getByLabelText(/^Host/), host);
  await user.click(check);
  await screen.findByText("1 ticket for 1 guest");
  screen.getByText(/1 ticket left of the host's budget/);
  expect(within(screen.getByRole("list", { name: "Duplicates" })).getByRole("listitem").textContent).toBe(
    "Line 2, Has One: Already has free tickets for this event",
  );
  expect(button(/^Issue to 1 guest/).disabled).toBe(false);
  await user.click(screen.getByLabelText("Issue tickets to duplicates too"));
  await screen.findByText("The host has 1 ticket left to give");
  expect(button(/^Issue to 2 guests/).disabled).toBe(true);
});
