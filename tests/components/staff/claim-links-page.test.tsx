import { waitFor } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { fill } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
async function createLink(title: string, more: object = {}, type: object = {}) {
  const eventId = await site.create.event({ title, timeZone: "America/Los_Angeles", ...dates });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Deck", ...type });
  const { body: host } = await admin.post("/api/admin/comp-hosts", { eventId, name: "Island FM", budget: 50 });
  const endsAt = "2031-06-01T06:30:00.000Z";
  const draft = { ticketTypeId, quantity: 3, maxPerPerson: 2, endsAt, reason: title, hostId: host.id, ...more };
  const { body } = await admin.post("/api/admin/comp-batches/links", draft);
  const url = new URL(body.link!.url);
  return { eventId, batchId: body.id, key: url.searchParams.get("claim")!, path: url.pathname + url.search };
}

test("the page says what is given, by whom, until when where the event is, and sends what was chosen", async () => {
  const { path, key } = await createLink("Claim Pairs", {}, { ticketsPerUnit: 2 });
  const { screen, user, network } = await openApp(site, path);
  await screen.findByRole("heading", { level: 1, name: "Claim Pairs" });
  screen.getByText("Free tickets from Island FM");
  screen.getByRole("heading", { level: 2, name: "Deck" });
  screen.getByText(/^Each admits 2\. 3 left · claim by Sat, May 31.*11:30 PM$/);
  await user.type(screen.getByLabelText(/^Name/), "Marva Joseph");
  await user.type(screen.getByLabelText(/^Email/), "marva@example.com");
  screen.getByRole("button", { name: "Claim my ticket" });
  await user.selectOptions(screen.getByLabelText("How many"), "2");
  const mend = network.on("POST", /claim-links/, () => answer(409, { code: "over_limit", message: "Only 1 left" }));
  await user.click(screen.getByRole("button", { name: "Claim my tickets" }));
  await screen.findByText("Only 1 left");
  mend();
  await user.click(screen.getByRole("button", { name: "Claim my tickets" }));
  await screen.findByText("Check your email");
  expect(document.querySelector("main")!.textContent).toContain("We emailed your 4 tickets to marva@example.com.");
  expect(screen.queryByLabelText(/^Name/)).toBeNull();
  const sent = JSON.parse(network.callsTo("POST", /claim-links/).at(-1)!.body!) as object;
  expect(sent).toEqual({ key, guest: { name: "Marva Joseph", email: "marva@example.com" }, quantity: 2 });
});

test("after a refusal the page shows what is left now: fewer to choose, or that all are claimed", async () => {
  const { path, key } = await createLink("Claim Race");
  const { screen, user } = await openApp(site, path);
  await screen.findByText(/^3 left/);
  const claim = (email: string, quantity: number) =>
    site.anon.post("/api/claim-links", { key, guest: { name: "Keon", email }, quantity });
  expect((await claim("keon@example.com", 2)).status).toBe(201);
  fill(screen.getByLabelText(/^Name/), "Marva Joseph");
  fill(screen.getByLabelText(/^Email/), "marva@example.com");
  await user.selectOptions(screen.getByLabelText("How many"), "2");
  await user.click(screen.getByRole("button", { name: "Claim my tickets" }));
  await screen.findByText("Only 1 left");
  await screen.findByText(/^1 left/);
  expect(screen.queryByLabelText("How many")).toBeNull();
  expect((await claim("bea@example.com", 1)).status).toBe(201);
  await user.click(screen.getByRole("button", { name: "Claim my ticket" }));
  await screen.findByText("All claimed");
});

test.each([
  ["ended", "This link has expired", true],
  ["canceled", "This event was canceled", false],
  ["over", "This event is over", false],
] as const)(
  "a link that is %s says so, and leads to the event only while that makes sense",
  async (status, title, leads) => {
    const { path, batchId, eventId } = await createLink(`Claim ${status}`);
    if (status === "ended") await admin.post(`/api/admin/comp-batches/${batchId}/stop`, {});
    if (status === "canceled") await sql`update events set status = 'canceled' where id = ${eventId}`.execute(site.db);
    if (status === "over")
      await sql`update events set starts_at = clock_now() - interval '2 days', ends_at = clock_now() - interval '1 day'
      where id = ${eventId}`.execute(site.db);
    const { screen } = await openApp(site, path);
    await screen.findByText(title);
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
    await waitFor(() => {
      const link = screen.queryByRole("link", { name: "See the event" });
      expect(link?.getAttribute("href") ?? null).toEqual(leads ? expect.stringMatching(`^/events/${eventId}/`) : null);
    });
  },
);
