import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, fill } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  // No day ends between a sale and what counts it.
  await installMovingClock(site.database, { isFrozen: true });
  admin = await site.as("admin");
});
afterAll(() => site.close());

async function createEvent(title: string, more: object = {}) {
  const eventId = await site.create.event({ title, ...more });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General", capacity: 10 });
  return { eventId, ticketTypeId };
}
const hub = (id: number, tab?: string) => `/admin?section=events&id=${id}${tab ? `&tab=${tab}` : ""}`;

test("an event's tabs are one place under its name, and each shows only what is about the event", async () => {
  const { eventId, ticketTypeId } = await createEvent("Ferry Fete");
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
  const app = await openApp(site, hub(eventId), { as: admin });
  const { screen, user } = app;
  const figures = async () => (await screen.findByText("Tickets sold")).parentElement!.textContent;
  expect(await figures()).toBe("Tickets sold3of 10, 30%");
  expect(await barriers()).toEqual([]);
  const tabs = within(screen.getByRole("navigation", { name: "Event sections" }));
  for (const [name, shown] of [
    ["Editor", () => screen.findByLabelText(/^Tagline/)],
    ["Tickets", () => screen.findByRole("article", { name: "General" })],
    ["Orders", () => screen.findByRole("region", { name: "Orders" })],
    ["Attendees", () => screen.findByRole("region", { name: "Tickets" })],
    ["Sales", () => screen.findByRole("figure", { name: "By ticket type" })],
    ["Comps", () => screen.findByRole("region", { name: "Comps" })],
    ["Promo codes", () => screen.findByRole("region", { name: "Promo codes" })],
    ["Promoters", () => screen.findByRole("region", { name: "Promoters" })],
    ["Check-in", () => screen.findByRole("link", { name: "Start scanning" })],
  ] as const) {
    await user.click(tabs.getByRole("link", { name }));
    await shown();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ferry Fete");
  }
});

test("former addresses of an event's lists lead to its hub and keep their filters", async () => {
  const { eventId } = await createEvent("Ferry Fete");
  const app = await openApp(site, `/ticket-management?event=${eventId}&status=in`, { as: admin });
  await waitFor(() => expect(app.address()).toBe(`${hub(eventId, "attendees")}&status=in`));
  await app.go(`/ticket-management?event=${eventId}&tab=orders&q=ada`);
  await waitFor(() => expect(app.address()).toBe(`${hub(eventId, "orders")}&q=ada`));
  await app.go(`${hub(eventId, "codes")}&list=promoters`);
  await waitFor(() => expect(app.address()).toBe(hub(eventId, "promoters")));
});

test("the checklist follows what was saved, and publishing shows the link, a QR code and what to do next", async () => {
  const { eventId } = await createEvent("Roof Riddim", { visibility: "draft", summary: "" });
  const app = await openApp(site, hub(eventId, "details"), { as: admin });
  const { screen, user, network } = app;
  const missing = () => screen.queryAllByRole("link", { name: /^Tagline/ }).length;
  const line = await screen.findByLabelText(/^Tagline/);
  await waitFor(() => expect(missing()).toBeGreaterThan(0));
  network.cut();
  fill(line, "One roof, one band");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("You're offline or the site isn't responding. Try again.");
  expect(missing()).toBeGreaterThan(0);
  network.restore();
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const dialog = await dialogOf(app, "Publish");
  await user.click(dialog.getByRole("button", { name: "Publish now" }));
  const live = await dialogOf(app, "Your event is live");
  expect(live.getByRole("img", { name: "QR code of the link to Roof Riddim" })).toBeDefined();
  expect(live.getByText(new RegExp(`/events/${eventId}/roof-riddim$`))).toBeDefined();
  expect(live.getByRole("button", { name: "Copy link" })).toBeDefined();
  expect(await barriers()).toEqual([]);
  expect(missing()).toBe(0);
  await user.click(live.getByRole("link", { name: /^Invite promoters/ }));
  await waitFor(() => expect(app.address()).toBe(hub(eventId, "promoters")));
  expect((await admin.get(`/api/admin/events/${eventId}`)).body.visibility).toBe("published");
});

test("the dashboard starts with the next event, today's money and a way to a new event", async () => {
  const { eventId, ticketTypeId } = await createEvent("First of All", { startsAt: new Date(Date.now() + 3_600_000) });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, "/admin", { as: admin });
  const { screen, user } = app;
  const next = within(await screen.findByRole("region", { name: "Next event" }));
  expect(next.getByRole("link", { name: "First of All" }).getAttribute("href")).toBe(hub(eventId));
  expect(next.getByText(/^9 left/)).toBeDefined();
  const today = within(await screen.findByRole("region", { name: "Today, after refunds" }));
  expect(today.getByText("$100.00")).toBeDefined();
  await user.click(screen.getByRole("link", { name: "New event" }));
  await dialogOf(app, "New event");
});
