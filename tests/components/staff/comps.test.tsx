import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, faultAt, fill, holdCalls, reads, valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const comps = /^\/api\/admin\/comps$/;
const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

test("the form says what is missing at its fields, keeps what was typed, and gives the tickets once", async () => {
  const eventId = await site.make.event({ title: "Guest List Riddim" });
  const generalId = await site.make.ticketType({ eventId, name: "General", capacity: 2 });
  const app = await openApp(site, "/free-tickets", { as: admin });
  const { screen, user, network } = app;
  const give = await screen.findByRole("button", { name: "Give tickets" });
  await user.click(give);
  const form = within(give.closest("form")!);
  await waitFor(() => expect(faultAt(form.getByLabelText(/^Night/))).toContain("Choose a night"));
  const guest = form.getByLabelText(/^Guest/);
  const email = form.getByLabelText(/^E-mail/);
  const reason = form.getByLabelText(/^Reason/);
  expect(faultAt(form.getByLabelText(/^Ticket type/))).toContain("Choose a ticket type");
  expect(faultAt(guest)).toContain("Who is it for?");
  expect(faultAt(email)).toContain("The tickets go to this address");
  expect(faultAt(reason)).toContain("Say why, in three letters or more");
  expect(network.callsTo("POST", comps)).toEqual([]);

  await form.findByRole("option", { name: /Guest List Riddim/ });
  await user.selectOptions(form.getByLabelText(/^Night/), String(eventId));
  await form.findByRole("option", { name: /General/ });
  await user.selectOptions(form.getByLabelText(/^Ticket type/), String(generalId));
  fill(form.getByLabelText(/^How many/), "11");
  await user.type(guest, "Selector Duke");
  await user.type(email, "duke");
  await user.type(reason, "Plays the second set");
  await user.click(give);
  await waitFor(() => expect(faultAt(email)).toContain("This does not look like an e-mail address"));
  expect(faultAt(form.getByLabelText(/^How many/))).toContain("1 to 10");
  await user.type(email, "@example.com");

  fill(form.getByLabelText(/^How many/), "3");
  await user.click(give);
  await reads(/./, () => give.closest("form")!.querySelector("[role=alert]"));
  expect([valueOf(guest), valueOf(email), valueOf(reason)]).toEqual([
    "Selector Duke",
    "duke@example.com",
    "Plays the second set",
  ]);
  fill(form.getByLabelText(/^How many/), "2");
  network.cut();
  await user.click(give);
  await form.findByText("The network is gone or the site does not answer.");
  expect(valueOf(guest)).toBe("Selector Duke");
  network.restore();
  const sent = network.callsTo("POST", comps).length;
  const letGo = holdCalls(app, "POST", comps);
  await user.dblClick(give);
  letGo();
  await screen.findAllByText("2 tickets for Selector Duke");
  const calls = network.callsTo("POST", comps);
  expect(calls).toHaveLength(sent + 1);
  // What nobody answered is sent again as the same attempt.
  expect(calls.at(-1)!.headers.get("idempotency-key")).toBe(calls.at(-2)!.headers.get("idempotency-key"));
  expect((await admin.get("/api/admin/comps")).body.total).toBe(1);
});

test("a comp is revoked with a reason, and the list is narrowed by its state", async () => {
  const ticketTypeId = await site.make.ticketType({ name: "Comps" });
  const guest = { name: "Lady Fire", email: "fire@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId, quantity: 1, guest, reason: "Hosts the stage" });
  const app = await openApp(site, "/free-tickets?q=fire", { as: admin });
  const { screen, user, address } = app;
  await user.click(await screen.findByRole("button", { name: "Revoke: Lady Fire" }));
  const dialog = await dialogOf(app, "Revoke this comp");
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(faultAt(dialog.getByLabelText(/^Reason/))).toContain("Say why, in three letters or more"));
  expect(await barriers()).toEqual([]);
  fill(dialog.getByLabelText(/^Reason/), "Plays another night");
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  await isShut();
  await reads("Revoked by", () => screen.queryByRole("table"));
  await user.selectOptions(screen.getByLabelText("State"), "given");
  await waitFor(() => expect(address()).toMatch(/state=given/));
  await reads("No comp fits this search.");
});

test("chosen free tickets are revoked at once, and the list goes home as a file", async () => {
  const ticketTypeId = await site.make.ticketType({ name: "Comps" });
  for (const name of ["Selector Earl", "Auntie Merle"]) {
    const guest = { name, email: `${name.split(" ")[0]!.toLowerCase()}@example.com` };
    const body = { ticketTypeId, quantity: 1, guest, reason: "Plays the first set" };
    expect((await admin.post("/api/admin/comps", body)).status).toBe(201);
  }
  const app = await openApp(site, "/free-tickets?q=first", { as: admin });
  const { screen, user } = app;
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  screen.getByLabelText("Choose all on this page").focus();
  await user.keyboard(" ");
  await user.click(within(screen.getByRole("group", { name: "Chosen rows" })).getByRole("button", { name: "Revoke" }));
  const dialog = await dialogOf(app, "Revoke the chosen");
  fill(dialog.getByLabelText(/^Reason/), "The set was called off");
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  await screen.findAllByText("2 of 2");
  await waitFor(() => expect(screen.getAllByText(/^Revoked by/)).toHaveLength(2));
  const csv = screen.getByRole("link", { name: "CSV" }).getAttribute("href")!;
  const { text, headers } = await admin.get(csv);
  expect(headers["content-disposition"]).toContain("comps.csv");
  expect(text.trim().split("\r\n")).toHaveLength(3);
  expect(text).toContain("The set was called off");
});

test("chosen mails are sent again together", async () => {
  const eventId = await site.make.event();
  const ticketTypeId = await site.make.ticketType({ eventId });
  for (const quantity of [1, 2]) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  await site.app.sweep("mail");
  const app = await openApp(site, "/email-management?q=ada@&status=kept", { as: admin });
  const { screen, user } = app;
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  screen.getByLabelText("Choose all on this page").focus();
  await user.keyboard(" ");
  const bar = within(screen.getByRole("group", { name: "Chosen rows" }));
  await user.click(bar.getByRole("button", { name: "Send again" }));
  const dialog = await dialogOf(app, "Send the chosen again");
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Send again" }));
  await isShut();
  const { rows } = await sql`select from emails where resend_of is not null`.execute(site.db);
  expect(rows).toHaveLength(2);
});

test("a night's attendees are searched, taken home as a file, and sent their tickets again", async () => {
  const eventId = await site.make.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.make.ticketType({ eventId, name: "General", capacity: 5 });
  for (const quantity of [1, 2]) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  await site.app.sweep("mail");
  const { screen, user, address } = await openApp(site, "/ticket-management", { as: admin });
  await user.click(await screen.findByRole("link", { name: "Velvet Riddim" }));
  await screen.findByRole("heading", { name: "Velvet Riddim" });
  await reads("of 5", () => document.querySelector("main"));
  const rows = () => screen.getAllByRole("row").filter((row) => row.textContent.includes("ada@example.com"));
  await waitFor(() => expect(rows()).toHaveLength(3));
  const { text } = await admin.get(screen.getByRole("link", { name: "CSV" }).getAttribute("href")!);
  expect(text.split("\r\n").filter((line) => line.includes("ada@example.com"))).toHaveLength(3);
  fill(screen.getByRole("searchbox"), "nobody at all");
  await reads("No ticket fits this search.");
  await user.click(screen.getByRole("tab", { name: "Orders" }));
  await waitFor(() => expect(address()).toMatch(new RegExp(`event=${eventId}&tab=orders$`)));
  await user.click((await screen.findAllByRole("button", { name: /^Resend tickets of/ }))[0]!);
  await screen.findAllByText("In the outbox again");
});
