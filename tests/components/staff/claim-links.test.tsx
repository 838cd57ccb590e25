import { cleanup, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { errorAt, fill } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("staff create a claim link with a count and an end, and get its address and QR code", async () => {
  const eventId = await site.create.event({ title: "Radio Riddim" });
  const typeId = await site.create.ticketType({ eventId, name: "General", capacity: 20 });
  const app = await openApp(site, "/free-tickets?issue=link", { as: admin });
  const { screen, user } = app;
  const create = await screen.findByRole("button", { name: "Create link" });
  await user.click(create);
  const form = within(create.closest("form")!);
  await waitFor(() => expect(errorAt(form.getByLabelText(/^Event/))).toContain("Choose an event"));
  expect(errorAt(form.getByLabelText(/^Ends/))).toContain("Choose when the link ends");
  await form.findByRole("option", { name: /Radio Riddim/ });
  await user.selectOptions(form.getByLabelText(/^Event/), String(eventId));
  await form.findByRole("option", { name: /General/ });
  await user.selectOptions(form.getByLabelText(/^Ticket type/), String(typeId));
  fill(form.getByLabelText(/^How many/), "2");
  await user.selectOptions(form.getByLabelText(/^Most per person/), "2");
  fill(form.getByLabelText(/^Ends/), "2098-07-04T18:00");
  await user.type(form.getByLabelText(/^Reason/), "Listeners of Island FM");
  await user.click(create);
  await screen.findByText(/0 of 2 claimed/);
  const { body: batches } = await admin.get("/api/admin/comp-batches");
  const { url } = batches.items[0]!.link!;
  expect(batches.items[0]!.link).toMatchObject({
    endsAt: expect.stringMatching(/^2098-07-04T2[23]:00/),
    maxPerPerson: 2,
  });
  expect(screen.getByText(url)).toBeTruthy();
  expect(await barriers()).toEqual([]);
});

/** A link of two tickets, made by staff. */
async function createLink(title: string, reason: string, maxPerPerson = 1) {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title }), name: "General" });
  const draft = { ticketTypeId, quantity: 2, maxPerPerson, endsAt: "2098-07-04T22:00:00.000Z", reason };
  const { body } = await admin.post("/api/admin/comp-batches/links", draft, { "idempotency-key": reason });
  return body.link!.url;
}

const pathOf = (url: string) => url.slice(new URL(url).origin.length);

test("a visitor without an account claims a ticket, which goes to their email only", async () => {
  const url = await createLink("Claim Riddim", "Street team");
  const { screen, user } = await openApp(site, pathOf(url));
  await screen.findByRole("heading", { name: "Claim Riddim" });
  expect(screen.getByText(/2 left · claim by/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Claim my ticket" }));
  await waitFor(() => expect(errorAt(screen.getByLabelText(/^Name/))).toContain("Enter your name"));
  await user.type(screen.getByLabelText(/^Name/), "Marva Joseph");
  await user.type(screen.getByLabelText(/^Email/), "marva");
  await user.click(screen.getByRole("button", { name: "Claim my ticket" }));
  await waitFor(() => expect(errorAt(screen.getByLabelText(/^Email/))).toContain("Enter an email"));
  expect(await barriers()).toEqual([]);
  await user.type(screen.getByLabelText(/^Email/), "@example.com");
  await user.click(screen.getByRole("button", { name: "Claim my ticket" }));
  await screen.findByText("Check your email");
  const said = document.querySelector("main")!.textContent;
  expect(said).toContain("We emailed your ticket to marva@example.com");
  expect(document.querySelector("main svg[role=img]")).toBeNull();
  expect(await barriers()).toEqual([]);
});

test("a visitor can choose as many as are left, and no more", async () => {
  const { screen } = await openApp(site, pathOf(await createLink("Choice Riddim", "Radio", 4)));
  const count = await screen.findByLabelText<HTMLSelectElement>("How many");
  expect([...count.options].map(({ text }) => text)).toEqual(["1", "2"]);
});

test("staff see what was claimed and stop the link, and its visitors read that it has expired", async () => {
  const url = await createLink("Stop Riddim", "Bar staff");
  const key = new URL(url).searchParams.get("claim");
  const guest = { name: "Keon", email: "keon@example.com" };
  await site.anon.post("/api/claim-links", { key, guest, quantity: 1 }, { "idempotency-key": "keon" });
  const { screen, user } = await openApp(site, "/free-tickets", { as: admin });
  const stop = await screen.findByRole("button", { name: "Stop: Bar staff" });
  const row = within(stop.closest("li")!);
  row.getByText(/1 of 2 claimed/);
  await user.click(stop);
  await row.findByText("Stopped");
  expect(screen.queryByText(url)).toBeNull();
  const { body } = await site.anon.get(`/api/claim-links?key=${key}`);
  expect(body.status).toBe("ended");
});

test("a link that is used up says so, without a form", async () => {
  const url = await createLink("Full Riddim", "Dancers");
  const key = new URL(url).searchParams.get("claim");
  for (const name of ["ann", "bea"]) {
    const guest = { name, email: `${name}@example.com` };
    await site.anon.post("/api/claim-links", { key, guest, quantity: 1 }, { "idempotency-key": name });
  }
  const { screen } = await openApp(site, pathOf(url));
  await screen.findByText("All claimed");
  expect(screen.queryByLabelText(/^Name/)).toBeNull();
});

test("an event's comps tab has every way to issue them, and only hosts and lists once the event is over", async () => {
  const eventId = await site.create.event({ title: "Harbor Riddim" });
  const typeId = await site.create.ticketType({ eventId, name: "Deck", capacity: 20 });
  const app = await openApp(site, `/admin?section=events&id=${eventId}&tab=comps`, { as: admin });
  const { screen, user } = app;
  const ways = within(await screen.findByRole("navigation", { name: "How to issue free tickets" }));
  expect(ways.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "One guest",
    "Guest list",
    "Claim link",
    "Hosts",
  ]);
  await user.click(ways.getByRole("link", { name: "Guest list" }));
  await screen.findByRole("button", { name: "Check list" });
  expect(screen.queryByRole("combobox", { name: /^Event/ })).toBeNull();
  await user.click(ways.getByRole("link", { name: "Claim link" }));
  const create = await screen.findByRole("button", { name: "Create link" });
  const form = within(create.closest("form")!);
  await form.findByRole("option", { name: /Deck/ });
  await user.selectOptions(form.getByLabelText(/^Ticket type/), String(typeId));
  fill(form.getByLabelText(/^How many/), "3");
  fill(form.getByLabelText(/^Ends/), "2098-07-04T18:00");
  await user.type(form.getByLabelText(/^Reason/), "Crew");
  await user.click(create);
  await screen.findByText(/0 of 3 claimed/);

  const { body: event } = await admin.get(`/api/admin/events/${eventId}`);
  const canceled = await admin.post(`/api/admin/events/${eventId}/cancel`, { note: "Storm", version: event.version });
  expect(canceled.status).toBe(200);
  cleanup();
  const over = await openApp(site, `/admin?section=events&id=${eventId}&tab=comps`, { as: admin });
  await over.screen.findByRole("button", { name: /host/i });
  expect(over.screen.queryByRole("button", { name: "Create link" })).toBeNull();
  expect(over.screen.queryByRole("navigation", { name: "How to issue free tickets" })).toBeNull();
});
