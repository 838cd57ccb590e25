import { within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { pay } from "#tests/promotions/kit.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

/** An order on hold: two tickets for one event, one for another. */
async function orderForTwo() {
  const [soca, dub] = await Promise.all(
    ["Soca Sunday", "Dub Boat"].map(async (title) => {
      const eventId = await site.create.event({ title });
      return { eventId, ticketTypeId: await site.create.ticketType({ eventId, name: "General" }) };
    }),
  );
  const buyer = await site.as("guest");
  const { body: order } = await buyer.post("/api/orders", {
    lines: [
      { ticketTypeId: soca!.ticketTypeId, quantity: 2 },
      { ticketTypeId: dub!.ticketTypeId, quantity: 1 },
    ],
    buyer: { name: "Marva Bright", email: "marva@example.com" },
  });
  return { buyer, order };
}

test("an order for two events names both while it is on hold", async () => {
  const { buyer, order } = await orderForTwo();
  expect(order.events.map(({ title }: { title: string }) => title)).toEqual(["Soca Sunday", "Dub Boat"]);
  const app = await openApp(site, `/checkout?order=${order.id}`, { as: buyer });
  const part = within(await app.screen.findByRole("complementary", { name: "Your order" }));
  part.getByText("Soca Sunday · General");
  part.getByText("Dub Boat · General");
});

test("each ticket of an order for two events stands under its own event", async () => {
  const { buyer, order } = await orderForTwo();
  await pay(buyer, order.id);
  const app = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  for (const [title, count] of [
    ["Soca Sunday", 2],
    ["Dub Boat", 1],
  ] as const) {
    const part = within(await app.screen.findByRole("region", { name: title }));
    const cards = part.getAllByRole("article");
    expect(cards).toHaveLength(count);
    for (const card of cards) within(card).getByText(title);
    part.getByRole("link", { name: "Add to calendar" });
  }
  const heading = app.screen.getByRole("heading", { level: 1 }).parentElement!;
  expect(heading.textContent).toContain("Here are your 3 tickets for Soca Sunday and Dub Boat");
});
