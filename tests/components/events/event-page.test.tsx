import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, draft, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

async function addEvent(change = sql`status = status`, type: { salesStartAt?: Date } = {}) {
  const id = await site.create.event({ title: "Soca Supper" });
  await site.create.ticketType({ eventId: id, name: "General", priceCents: 2500, ...type });
  await sql`update events set ${change} where id = ${id}`.execute(site.db);
  return id;
}

test("an event can be added to calendars and shared: links work, the menu closes by keyboard, and the address can be copied", async () => {
  const id = await addEvent();
  const { screen, user } = await openApp(site, `/events/${id}/soca-supper`);
  const menu = await screen.findByText("Add to calendar");
  const details = menu.closest("details")!;
  await user.click(menu);
  expect(details.open).toBe(true);
  const href = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");
  expect(href("Calendar file (.ics)")).toBe(`/feeds/events/${id}.ics`);
  expect((await site.anon.get(`/feeds/events/${id}.ics`)).text).toContain("SUMMARY:Soca Supper");
  expect(href(/Google Calendar/)).toMatch(/dates=\d{8}T\d{6}Z%2F\d{8}/);
  await user.keyboard("{Escape}");
  expect(details.open).toBe(false);
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  await screen.findByRole("button", { name: "Link copied" });
  expect(await navigator.clipboard.readText()).toBe(location.href);
  expect(href(/WhatsApp/)).toMatch(/^https:\/\/wa\.me\/\?text=/);
  expect(document.querySelector('meta[property="og:image"]')!.getAttribute("content")).toMatch(/social\.jpg\?v=/);
});

test("a canceled event says so prominently and sells nothing", async () => {
  const id = await addEvent(sql`status = 'canceled', status_note = 'The pier is closed.'`);
  const { screen } = await openApp(site, `/events/${id}/soca-supper`);
  await screen.findByRole("heading", { name: "This event is canceled" });
  screen.getByText("The pier is closed.");
  expect(screen.queryByRole("heading", { name: "Tickets" })).toBeNull();
  expect(screen.queryByText("Add to calendar")).toBeNull();
  expect(screen.queryByRole("button", { name: /More: |Checkout/ })).toBeNull();
});

test("an event on sale offers no reminder, and one before its sale does", async () => {
  const onSale = await openApp(site, `/events/${await addEvent()}/soca-supper`);
  await onSale.screen.findByRole("button", { name: "More: General" });
  expect(onSale.screen.queryByRole("button", { name: /Remind me/ })).toBeNull();
  onSale.close();
  const id = await addEvent(sql`status = status`, { salesStartAt: new Date(Date.now() + 3_600_000) });
  const toCome = await openApp(site, `/events/${id}/soca-supper`);
  await toCome.screen.findByRole("button", { name: "Remind me when sales open" });
});

test("tickets that others have on hold are all in carts, with the time when more could come back", async () => {
  const id = await addEvent();
  const { id: ticketTypeId } = (await site.anon.get(`/api/events/${id}`)).body.ticketTypes[0]!;
  const buyer = await site.as("guest");
  const placed = await Promise.all(
    Array.from({ length: 10 }, () => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 10 }]))),
  );
  const first = placed.map(({ body }) => body.holdExpiresAt).toSorted()[0];
  const { screen } = await openApp(site, `/events/${id}/soca-supper`);
  const note = await screen.findByText(/^All in carts\. More at$/);
  expect(note.querySelector("time")!.getAttribute("datetime")).toBe(first);
  expect(note.textContent).toMatch(/More at \d{1,2}:\d\d [AP]M$/);
  expect(screen.queryByText("Sold out")).toBeNull();
  expect(screen.queryByRole("button", { name: "More: General" })).toBeNull();
  screen.getByText(/Tickets show up here as soon as they come back/);
});

test.each([
  ["without coordinates", sql`latitude = null, longitude = null`, false],
  ["with a street address at home", sql`latitude = 40.68, longitude = -73.97, address = '1 Dean Street'`, false],
  ["in another country", sql`latitude = 43.67, longitude = -79.38, country = 'CA'`, true],
])("a venue %s has a map: %s", async (_name, change, has) => {
  const id = await addEvent();
  await sql`update venues set ${change} where id = (select venue_id from events where id = ${id})`.execute(site.db);
  const { screen } = await openApp(site, `/events/${id}/soca-supper`);
  await screen.findByRole("heading", { level: 1, name: "Soca Supper" });
  expect(screen.queryByRole("heading", { name: "Location" }) !== null).toBe(has);
});

test("where the device has a share sheet, it is offered beside the link and WhatsApp", async () => {
  const shared: unknown[] = [];
  Object.assign(navigator, { share: async (what: unknown) => void shared.push(what) });
  onTestFinished(() => void delete (navigator as { share?: unknown }).share);
  const { screen, user } = await openApp(site, `/events/${await addEvent()}/soca-supper`);
  await user.click(await screen.findByRole("button", { name: "Share" }));
  expect(shared).toEqual([{ title: "Soca Supper", url: location.href }]);
  screen.getByRole("button", { name: "Copy link" });
  screen.getByRole("link", { name: /WhatsApp/ });
});

test("a visitor who followed a link to the tickets starts with one, and one who came to read starts with none", async () => {
  const id = await addEvent();
  const { body } = await site.anon.get(`/api/events/${id}`);
  const path = `/events/${id}/${body.slug}`;
  const reader = await openApp(site, path);
  await reader.screen.findByRole("button", { name: "More: General" });
  expect(reader.screen.queryByText("1 ticket")).toBeNull();
  reader.close();
  const { screen, user } = await openApp(site, `${path}#tickets`);
  await screen.findByText("1 ticket");
  await user.click(screen.getByRole("button", { name: "More: General" }));
  await screen.findByText("2 tickets");
});
