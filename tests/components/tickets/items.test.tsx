import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { buyPickup } from "#tests/fulfillment/kit.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  await setDelivery(await site.as("admin"), [rate()]);
});
afterAll(() => site.close());
afterEach(() => vi.restoreAllMocks());

test("an order to pick up shows its code, event and venue, and My Tickets shows the code too", async () => {
  const variantId = await site.create.variant({ onHand: 5 });
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const { order, buyer } = await buyPickup(site, [{ variantId, quantity: 2 }], eventId);
  const app = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  const part = within(await app.screen.findByRole("region", { name: "Pick up your items" }));
  part.getByRole("img", { name: "QR code for your pickup" });
  part.getByText("Velvet Riddim");
  part.getByText(/The Yard/);
  part.getByText("2 to pick up");
  expect(await barriers()).toEqual([]);

  const own = await openApp(site, "/my-tickets", { as: buyer });
  await own.user.click(await own.screen.findByRole("button", { name: "Show pickup code" }));
  own.screen.getByRole("img", { name: `QR code to pick up order ${order.number}` });
});

test("a download asks for a new link and opens it; a refused one says why and can be tried again", async () => {
  const productId = await site.create.product({ kind: "digital", taxCategory: "digital" });
  const variantId = await site.create.variant({ productId });
  await sql`
    insert into product_files (product_id, name, bytes, type, store_key)
    values (${productId}, 'Zine.pdf', 1500000, 'application/pdf', 'zine')`.execute(site.db);
  const buyer = await site.as("user");
  const { body: order } = await site.buy(buyer, [{ variantId, quantity: 1 }]);
  const app = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  await app.screen.findByText("Zine.pdf · 1.5 MB");
  const opened = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const button = app.screen.getByRole("button", { name: `Download ${order.lines[0]!.name}` });

  app.network.cut();
  await app.user.click(button);
  await app.screen.findByText("The download didn't start. Check your connection and try again.");
  app.network.restore();
  await app.user.click(button);
  await waitFor(() => expect(opened).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/downloads\/[\w.-]+$/)));
});
