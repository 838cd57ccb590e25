import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { createNetwork } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { completePage, createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

let site: Site;
let eventId: number;
let ticketTypeId: number;
beforeAll(async () => {
  site = await createSite();
  eventId = await site.create.event({ title: "Velvet Riddim" });
  ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
});
afterAll(() => site.close());

const hold = async (buyer: Client) =>
  (await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).body as { id: string };

test.each(["guest", "user"] as const)(
  "a %s with a ticket finds it on home and on event pages, and opens its code from there",
  async (role) => {
    const otherId = await site.create.event({ title: `Last Lap for a ${role}` });
    const buyer = await site.as(role);
    await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
    const { screen, user, go } = await openApp(site, "/", { as: buyer });
    const strip = () => screen.findByRole("complementary", { name: "Your next event" });
    within(await strip()).getByRole("link", { name: "Velvet Riddim" });
    await go(`/events/${otherId}`);
    await user.click(within(await strip()).getByRole("button", { name: "Show QR" }));
    await screen.findByRole("img", { name: "QR code for ticket 1 of 1" });
    expect(await barriers()).toEqual([]);
    await user.keyboard("{Escape}");
    await go(`/events/${eventId}`);
    await screen.findByRole("complementary", { name: "You're going" });
    // From here on it opens without a network.
    expect(localStorage.getItem("sg:tickets")).toContain("Velvet Riddim");
  },
);

test("visitors, and people without tickets ahead, see no strip; visitors don't even ask for one", async () => {
  const visitor = await openApp(site, "/");
  await visitor.screen.findByRole("region", { name: "Next event" });
  expect(visitor.network.callsTo("GET", /my-tickets|held-orders/)).toEqual([]);
  visitor.close();
  const { screen, network, queryClient } = await openApp(site, "/", { as: await site.as("user") });
  await waitFor(() => expect(network.callsTo("GET", /my-tickets|held-orders/)).toHaveLength(2));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("an unpaid order shows its time left on home and leads back to payment; once released it is gone", async () => {
  const buyer = await site.as("guest");
  const order = await hold(buyer);
  const app = await openApp(site, "/", { as: buyer });
  const strip = within(await app.screen.findByRole("complementary", { name: "Tickets on hold" }));
  expect(strip.getByRole("timer", { name: "Time left" }).textContent).toMatch(/^(10:00|9:\d\d)$/);
  strip.getByText("Velvet Riddim");
  expect(await barriers()).toEqual([]);
  await app.user.click(strip.getByRole("link", { name: "Finish paying" }));
  await waitFor(() => expect(app.address()).toBe(`/checkout?order=${order.id}`));
  await app.user.click(await app.screen.findByRole("button", { name: "Release tickets" }));
  await app.screen.findByRole("heading", { level: 1, name: "Tickets released" });
  await app.go(`/events/${eventId}`);
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(app.screen.queryByRole("complementary", { name: "Tickets on hold" })).toBeNull();
});

test("an order that is paid elsewhere turns from on hold into tickets", async () => {
  const buyer = await site.as("guest");
  const order = await hold(buyer);
  const app = await openApp(site, `/events/${eventId}`, { as: buyer });
  await app.screen.findByRole("complementary", { name: "Tickets on hold" });
  const page = await buyer.post(`/api/orders/${order.id}/payment`);
  await completePage(buyer, paymentPageOf(page), "approve");
  window.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(app.screen.queryByRole("complementary", { name: "Tickets on hold" })).toBeNull());
  await app.screen.findByRole("complementary", { name: "You're going" });
});

test("Logout of a guest with tickets warns, emails them on request, and logs out only when confirmed", async () => {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  await site.app.runJob("mail");
  const network = createNetwork(site.app, { token: buyer.token });
  const { screen, user, session } = await openApp(site, "/", { network });
  await screen.findByRole("complementary", { name: "Your next event" });
  await waitFor(() => expect(localStorage.getItem("sg:tickets")).toContain(order.tickets[0]!.code));
  const openMenu = async () => {
    await user.click(await screen.findByRole("button", { name: /^Account: / }));
    await user.click(await screen.findByRole("menuitem", { name: "Logout" }));
    return within(await screen.findByRole("dialog", { name: "Log out?" }));
  };
  const dialog = await openMenu();
  dialog.getByText(/saved only on this device and in your email/);
  expect(await barriers()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Email my tickets" }));
  await dialog.findByText("This site has no email server yet, so nothing was sent.");
  await user.keyboard("{Escape}");
  expect(session.current()).not.toBeNull();
  await user.click((await openMenu()).getByRole("button", { name: "Log out" }));
  await screen.findByRole("button", { name: "Sign In" });
  expect(localStorage.getItem("sg:tickets")).toBeNull();
  await waitFor(() => expect(network.hasSession()).toBe(false));
});
