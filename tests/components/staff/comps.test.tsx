import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
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

const comps = /^\/api\/admin\/comps$/;
const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());

test("the form shows missing values at their fields, keeps what was typed, and issues the tickets once", async () => {
  const eventId = await site.create.event({ title: "Guest List Riddim" });
  const generalId = await site.create.ticketType({ eventId, name: "General", capacity: 2 });
  const app = await openApp(site, "/free-tickets", { as: admin });
  const { screen, user, network } = app;
  const issueButton = await screen.findByRole("button", { name: "Issue tickets" });
  await user.click(issueButton);
  const form = within(issueButton.closest("form")!);
  await waitFor(() => expect(errorAt(form.getByLabelText(/^Event/))).toContain("Choose an event"));
  const guest = form.getByLabelText(/^Guest/);
  const email = form.getByLabelText(/^Email/);
  const reason = form.getByLabelText(/^Reason/);
  expect(errorAt(form.getByLabelText(/^Ticket type/))).toContain("Choose a ticket type");
  expect(errorAt(guest)).toContain("Enter the guest's name");
  expect(errorAt(reason)).toContain("Enter a reason with at least 3 characters");
  expect(network.callsTo("POST", comps)).toEqual([]);

  await form.findByRole("option", { name: /Guest List Riddim/ });
  await user.selectOptions(form.getByLabelText(/^Event/), String(eventId));
  await form.findByRole("option", { name: /General/ });
  await user.selectOptions(form.getByLabelText(/^Ticket type/), String(generalId));
  fill(form.getByLabelText(/^Quantity/), "11");
  await user.type(guest, "Selector Duke");
  await user.type(email, "duke");
  await user.type(reason, "Plays the second set");
  await user.click(issueButton);
  await waitFor(() => expect(errorAt(email)).toContain("Enter a valid email"));
  expect(errorAt(form.getByLabelText(/^Quantity/))).toContain("Enter 1 to 10");
  await user.type(email, "@example.com");

  fill(form.getByLabelText(/^Quantity/), "3");
  await user.click(issueButton);
  await reads(/./, () => issueButton.closest("form")!.querySelector("[role=alert]"));
  expect([valueOf(guest), valueOf(email), valueOf(reason)]).toEqual([
    "Selector Duke",
    "duke@example.com",
    "Plays the second set",
  ]);
  fill(form.getByLabelText(/^Quantity/), "2");
  network.cut();
  await user.click(issueButton);
  await form.findByText("You're offline or the site isn't responding. Try again.");
  expect(valueOf(guest)).toBe("Selector Duke");
  network.restore();
  const sent = network.callsTo("POST", comps).length;
  const letGo = holdCalls(app, "POST", comps);
  await user.dblClick(issueButton);
  letGo();
  await screen.findAllByText("2 tickets for Selector Duke");
  const calls = network.callsTo("POST", comps);
  expect(calls).toHaveLength(sent + 1);
  // A request without a response is sent again as the same attempt.
  expect(calls.at(-1)!.headers.get("idempotency-key")).toBe(calls.at(-2)!.headers.get("idempotency-key"));
  expect((await admin.get("/api/admin/comps")).body.total).toBe(1);
});

test("a comp is revoked with a reason, and the list can be filtered by status", async () => {
  const ticketTypeId = await site.create.ticketType({ name: "Comps" });
  const guest = { name: "Lady Fire", email: "fire@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId, quantity: 1, guest, reason: "Hosts the stage" });
  const app = await openApp(site, "/free-tickets?q=fire", { as: admin });
  const { screen, user, address } = app;
  await user.click(await screen.findByRole("button", { name: "Revoke: Lady Fire" }));
  const dialog = await dialogOf(app, "Revoke comp");
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  await waitFor(() =>
    expect(errorAt(dialog.getByLabelText(/^Reason/))).toContain("Enter a reason with at least 3 characters"),
  );
  expect(await barriers()).toEqual([]);
  fill(dialog.getByLabelText(/^Reason/), "Plays another night");
  await user.click(dialog.getByRole("button", { name: "Revoke" }));
  await isShut();
  await reads("Revoked by", () => screen.queryByRole("table"));
  await user.selectOptions(screen.getByLabelText("Status"), "given");
  await waitFor(() => expect(address()).toMatch(/status=given/));
  await reads("No comps match your search.");
});

test("selected free tickets are revoked together, and the list can be downloaded as a file", async () => {
  const ticketTypeId = await site.create.ticketType({ name: "Comps" });
  for (const name of ["Selector Earl", "Auntie Merle"]) {
    const guest = { name, email: `${name.split(" ")[0]!.toLowerCase()}@example.com` };
    const body = { ticketTypeId, quantity: 1, guest, reason: "Plays the first set" };
    expect((await admin.post("/api/admin/comps", body)).status).toBe(201);
  }
  const app = await openApp(site, "/free-tickets?q=first", { as: admin });
  const { screen, user } = app;
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  screen.getByLabelText("Select all on this page").focus();
  await user.keyboard(" ");
  await user.click(
    within(screen.getByRole("group", { name: "Selected rows" })).getByRole("button", { name: "Revoke" }),
  );
  const dialog = await dialogOf(app, "Revoke selected comps");
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

test("selected emails are resent together", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  for (const quantity of [1, 2]) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  await site.app.runJob("mail");
  const app = await openApp(site, "/email-management?q=ada@&status=not_sent", { as: admin });
  const { screen, user } = app;
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  screen.getByLabelText("Select all on this page").focus();
  await user.keyboard(" ");
  const bar = within(screen.getByRole("group", { name: "Selected rows" }));
  await user.click(bar.getByRole("button", { name: "Resend" }));
  const dialog = await dialogOf(app, "Resend selected emails");
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Resend" }));
  await isShut();
  const { rows } = await sql`select from emails where resend_of is not null`.execute(site.db);
  expect(rows).toHaveLength(2);
});

test("an event's attendees can be searched, downloaded as a file, and sent their tickets again", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", capacity: 5 });
  for (const quantity of [1, 2]) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  await site.app.runJob("mail");
  const { screen, user, address } = await openApp(site, "/ticket-management?tab=events", { as: admin });
  await user.click(await screen.findByRole("link", { name: "Velvet Riddim" }));
  await screen.findByRole("heading", { level: 1, name: "Velvet Riddim" });
  await reads("3 of 5", () => document.querySelector("main"));
  const tabs = within(screen.getByRole("navigation", { name: "Event sections" }));
  await user.click(tabs.getByRole("link", { name: "Attendees" }));
  const rows = () => screen.getAllByRole("row").filter((row) => row.textContent.includes("ada@example.com"));
  await waitFor(() => expect(rows()).toHaveLength(3));
  const { text } = await admin.get(screen.getByRole("link", { name: "CSV" }).getAttribute("href")!);
  expect(text.split("\r\n").filter((line) => line.includes("ada@example.com"))).toHaveLength(3);
  fill(screen.getByRole("searchbox"), "nobody at all");
  await reads("No tickets match your search.");
  await user.click(tabs.getByRole("link", { name: "Orders" }));
  await waitFor(() => expect(address()).toBe(`/admin?section=events&id=${eventId}&tab=orders`));
  await user.click((await screen.findAllByRole("button", { name: /^Resend tickets for/ }))[0]!);
  await screen.findAllByText("Email queued");
});

const batches = /^\/api\/admin\/comp-batches$/;

test("a guest list shows what it was understood as before anything is issued, then its totals, and issues once", async () => {
  const eventId = await site.create.event({ title: "Bulk Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Floor", capacity: 6 });
  await admin.post("/api/admin/comp-hosts", { eventId, name: "DJ Duke", budget: 5 });
  const { screen, user, network } = await openApp(site, "/free-tickets", { as: admin });
  await user.click(await screen.findByRole("link", { name: "Guest list" }));
  const check = await screen.findByRole("button", { name: "Check list" });
  const form = within(check.closest("form")!);
  await form.findByRole("option", { name: /Bulk Riddim/ });
  await user.selectOptions(form.getByLabelText(/^Event/), String(eventId));
  await form.findByRole("option", { name: /Floor · 6 left/ });
  await user.selectOptions(form.getByLabelText(/^Ticket type/), String(ticketTypeId));
  await form.findByRole("option", { name: "DJ Duke · 5 of 5 left" });
  await user.selectOptions(form.getByLabelText(/^Host/), form.getByRole("option", { name: /DJ Duke/ }));
  const text = form.getByLabelText(/^Guests/);
  fill(text, "Zoë Núñez <zoe@example.com> +1\nAnn <ann@>");
  await user.click(check);
  await screen.findByText("2 tickets for 1 guest");
  screen.getByText("1 line not read");
  expect(screen.getByText(/"ann@" isn't a valid email/).textContent).toContain("Line 2:");

  fill(text, "Zoë Núñez <zoe@example.com> +1\nAnn\nzoe@example.com, Zoe\n");
  await user.click(check);
  await screen.findByText("3 tickets for 2 guests");
  screen.getByText("1 duplicate, left out unless you keep them");
  expect(network.callsTo("POST", batches)).toEqual([]);
  expect(await barriers()).toEqual([]);
  await user.click(screen.getByLabelText("Issue tickets to duplicates too"));
  await screen.findByText("4 tickets for 3 guests");
  await user.click(screen.getByLabelText("Issue tickets to duplicates too"));
  await user.type(
    within(screen.getByRole("button", { name: "Issue to 2 guests" }).closest("form")!).getByLabelText(/^Reason/),
    "Sound system",
  );
  await user.click(screen.getByRole("button", { name: "Issue to 2 guests" }));
  await screen.findByText("0 of 2 guests · for DJ Duke");
  await site.app.runJob("comp-batches");
  await screen.findByText("2 of 2 guests · for DJ Duke");
  const { rows } =
    await sql`select buyer_name from orders o join comps c on c.order_id = o.id where c.batch_id is not null order by 1`.execute(
      site.db,
    );
  expect(rows).toEqual([{ buyer_name: "Ann" }, { buyer_name: "Zoë Núñez" }]);

  await user.click(screen.getByRole("link", { name: "Hosts" }));
  await screen.findByRole("heading", { name: "Hosts" });
  // The list below has a filter by the same name.
  await user.selectOptions(screen.getAllByLabelText("Event")[0]!, String(eventId));
  await screen.findByText("3 of 5");
});

test("a host is edited with their own values, also right after another one", async () => {
  const eventId = await site.create.event({ title: "Host Riddim" });
  for (const [name, budget] of [
    ["Aunty Pat", 5],
    ["DJ Kross", 9],
  ] as const)
    expect((await admin.post("/api/admin/comp-hosts", { eventId, name, budget })).status).toBe(201);
  const { screen, user } = await openApp(site, `/admin?section=events&id=${eventId}&tab=comps&issue=hosts`, {
    as: admin,
  });
  await user.click(await screen.findByRole("button", { name: "Edit Aunty Pat" }));
  const name = () => valueOf(screen.getByRole("textbox", { name: /^Host/ }));
  expect(name()).toBe("Aunty Pat");
  await user.click(screen.getByRole("button", { name: "Edit DJ Kross" }));
  expect(name()).toBe("DJ Kross");
  fill(screen.getByRole("spinbutton", { name: /^Budget/ }), "4");
  await user.click(screen.getByRole("button", { name: "Save host" }));
  await screen.findByRole("button", { name: "Add host" });
  const { items } = (await admin.get(`/api/admin/comp-hosts?eventId=${eventId}`)).body;
  expect(items).toMatchObject([
    { name: "Aunty Pat", budget: 5 },
    { name: "DJ Kross", budget: 4 },
  ]);
});
