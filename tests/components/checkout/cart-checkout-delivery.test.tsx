import { waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { fill, valueOf } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { pickup, rate, setDelivery, ship, tax } from "#tests/delivery/kit.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { fillBuyer, watchLeaving } from "./checkout-kit.tsx";

let site: Site;
let admin: Client;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
async function shopper(quantity = 2): Promise<Client> {
  const buyer = await site.as("guest");
  const variantId = await site.create.variant({ productId: await site.create.product({ title: "Yard Tee" }) });
  expect((await buyer.post("/api/cart", { kind: "variant", itemId: variantId, quantity })).status).toBe(200);
  return buyer;
}
const ordersOf = async (buyer: Client) => (await buyer.get("/api/held-orders")).body.items;
const radios = ({ screen }: OpenApp, legend: string) =>
  within(screen.getByRole("group", { name: legend }))
    .getAllByRole<HTMLInputElement>("radio")
    .map((radio) => [radio.closest("label")!.textContent, radio.checked]);

test("the address is sent as it was typed, for whom it was typed, by the option that was chosen", async () => {
  await setDelivery(
    admin,
    [
      rate({ freeFromCents: 6000 }),
      rate({ name: "Express", priceCents: 2500 }),
      rate({ name: "Air", states: ["AK"], priceCents: 3000 }),
    ],
    [tax({ rate: 4000 }), tax({ zipFrom: "11201", zipTo: "11256", rate: 8875 })],
  );
  const buyer = await shopper();
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  const { screen, user } = app;
  await fillBuyer(app);
  await screen.findByText("Choose a state to see what shipping costs.");
  await user.type(screen.getByLabelText(/Recipient/), "Aunty Merle");
  await user.type(screen.getByLabelText(/Street address/), "1 Shore Road");
  await user.type(screen.getByLabelText(/Apartment/), "Apt 4B");
  await user.type(screen.getByLabelText(/City/), "Brooklyn");
  await user.selectOptions(screen.getByLabelText(/State/), "AK");
  await screen.findByRole("radio", { name: "Air $30.00" });
  expect(radios(app, "Shipping")).toEqual([["Air$30.00", true]]);
  expect(screen.queryByText(/free shipping/)).toBeNull();
  await user.selectOptions(screen.getByLabelText(/State/), "NY");
  await screen.findByRole("radio", { name: "Ground Free" });
  expect(radios(app, "Shipping")).toEqual([
    ["GroundFree", true],
    ["Express$25.00", false],
  ]);
  screen.getByText("You've got free shipping.");
  await user.click(screen.getByRole("radio", { name: "Express $25.00" }));
  await screen.findByRole("button", { name: "Hold items & pay $88.40" });
  expect(radios(app, "Shipping").map(([, isChosen]) => isChosen)).toEqual([false, true]);
  // The rate of the ZIP Code.
  await user.type(screen.getByLabelText(/ZIP Code/), "11231");
  await user.click(await screen.findByRole("button", { name: "Hold items & pay $92.55" }));
  await waitFor(() => expect(leaving.addresses).toHaveLength(1));
  const [order] = await ordersOf(buyer);
  expect(order).toMatchObject({ shippingCents: 2500, taxCents: 533 + 222, totalCents: 6000 + 2500 + 755 });
  expect(order!.delivery).toEqual({
    method: "ship",
    rateName: "Express",
    address: {
      name: "Aunty Merle",
      line1: "1 Shore Road",
      line2: "Apt 4B",
      city: "Brooklyn",
      state: "NY",
      zip: "11231",
    },
    event: null,
  });
});

test("changing one's mind between shipping and a pickup changes the price, and the last choice is ordered", async () => {
  await setDelivery(admin, [rate()]);
  const buyer = await shopper();
  const eventId = await site.create.event({ title: "Soca Sunrise", ...dates });
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  const { screen, user } = app;
  await fillBuyer(app);
  await user.click(await screen.findByRole("radio", { name: "Ship it" }));
  await user.type(await screen.findByLabelText(/Street address/), "1 Shore Road");
  await user.type(screen.getByLabelText(/City/), "Brooklyn");
  await user.selectOptions(screen.getByLabelText(/State/), "NY");
  fill(screen.getByLabelText(/ZIP Code/), "11231");
  await screen.findByRole("button", { name: "Hold items & pay $67.00" });
  await user.click(screen.getByRole("radio", { name: "Pick it up at an event" }));
  expect(screen.queryByLabelText(/Street address/)).toBeNull();
  const event = await screen.findByRole("radio", { name: /Soca Sunrise/ });
  expect(event.closest("label")!.textContent).toBe("Soca SunriseJune 7, 2031 at 10:00 PM EDT · Brooklyn");
  await user.click(event);
  await screen.findByRole("button", { name: "Hold items & pay $60.00" });
  await user.click(screen.getByRole("radio", { name: "Ship it" }));
  expect(valueOf(await screen.findByLabelText(/Street address/))).toBe("1 Shore Road");
  await screen.findByRole("button", { name: "Hold items & pay $67.00" });
  await user.click(screen.getByRole("radio", { name: "Pick it up at an event" }));
  await user.click(await screen.findByRole("button", { name: "Hold items & pay $60.00" }));
  await waitFor(() => expect(leaving.addresses).toHaveLength(1));
  expect(await ordersOf(buyer)).toMatchObject([
    { shippingCents: 0, totalCents: 6000, delivery: { method: "pickup", address: null, event: { id: eventId } } },
  ]);
});

test("with a single way to get it there is nothing to choose, and without any nothing can be ordered", async () => {
  await site.db.updateTable("events").set({ status: "canceled" }).execute();
  await setDelivery(admin, [rate()]);
  const buyer = await shopper();
  const app = await openApp(site, "/checkout?cart=1", { as: buyer });
  await app.screen.findByLabelText(/Street address/);
  expect(app.screen.queryByRole("radio", { name: "Ship it" })).toBeNull();
  app.close();
  await setDelivery(admin, []);
  const none = await openApp(site, "/checkout?cart=1", { as: buyer });
  await none.screen.findByText("We can't deliver this right now");
  none.close();
  await site.create.event({ title: "Only Fete", ...dates });
  const only = await openApp(site, "/checkout?cart=1", { as: buyer });
  await only.screen.findByRole("radio", { name: /Only Fete/ });
  expect(only.screen.queryByLabelText(/Street address/)).toBeNull();
});

test("a placed order says where it goes: its address with the option, or the event with its day", async () => {
  await setDelivery(admin, [rate({ name: "Ground saver" })]);
  const eventId = await site.create.event({ title: "Soca Sunrise", ...dates });
  const variantId = await site.create.variant();
  const buyer = await site.as("guest");
  const placeWith = async (delivery: object) =>
    (await buyer.post("/api/orders", draft([{ variantId, quantity: 1 }], delivery))).body;
  const shipped = await placeWith(ship({ name: "Aunty Merle", line2: "Apt 4B" }));
  const first = await openApp(site, `/checkout?order=${shipped.id}`, { as: buyer });
  const address = (await first.screen.findByText("Aunty Merle")).closest("address")!;
  expect([...address.children].map(({ textContent }) => textContent)).toEqual([
    "Aunty Merle",
    "1 Shore Road",
    "Apt 4B",
    "Brooklyn, NY 11231",
  ]);
  expect(address.previousElementSibling!.textContent).toBe("Ships to · Ground saver");
  first.close();
  const picked = await placeWith(pickup(eventId));
  const second = await openApp(site, `/checkout?order=${picked.id}`, { as: buyer });
  const title = await second.screen.findByText("Pick up at Soca Sunrise");
  expect(title.nextElementSibling!.textContent).toBe("June 7, 2031 at 10:00 PM EDT · Brooklyn");
});
