import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

test("tickets that fail to refresh stay on the page and say how old they are", async () => {
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("user");
  await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  const { screen, user, network, queryClient } = await openApp(site, "/my-tickets", { as: buyer });
  const show = await screen.findByRole("button", { name: "Show ticket" });
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), { timeout: 60_000 });
  const mend = network.on("GET", /^\/api\/my-tickets$/, () => answer(500, { message: "Fails" }));
  window.dispatchEvent(new Event("visibilitychange"));
  await screen.findByText(/^Your tickets as of \d+:\d\d [AP]M$/);
  expect(show.isConnected).toBe(true);
  expect(await barriers()).toEqual([]);
  await user.click(show);
  await screen.findByRole("img", { name: "QR code for ticket 1 of 1" });
  await user.keyboard("{Escape}");

  mend();
  screen.getByRole("button", { name: "Try again" }).focus();
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(screen.queryByText(/^Your tickets as of/)).toBeNull(), { timeout: 60_000 });
});

test.each(["My Tickets", "the order"])("the calendar entry of %s is the file that the email has", async (page) => {
  const eventId = await site.create.event();
  const buyer = await site.as("user");
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  const path = page === "My Tickets" ? "/my-tickets" : `/payment-success?order=${order.id}`;
  const { screen } = await openApp(site, path, { as: buyer });
  const link = await screen.findByRole("link", { name: "Add to calendar" });
  expect(link.getAttribute("href")).toBe(`/feeds/events/${eventId}.ics`);
  const line = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  await vi.waitFor(() => expect(screen.queryByRole("link", { name: "Add to calendar" })).toBeNull());
  line.mockRestore();
  window.dispatchEvent(new Event("online"));
  await screen.findByRole("link", { name: "Add to calendar" });
});
