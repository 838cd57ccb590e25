import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";
import { checkoutPath, fillBuyer, ordersOf, payButton } from "./checkout-kit.tsx";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

test("a checkout whose checks can't be loaded says why nothing was sent", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const visitor = await site.as("guest");
  await visitor.post("/api/cart", { kind: "ticket", itemId: ticketTypeId, quantity: 1 });
  vi.doMock("#web/features/orders/buyer-schema.ts", () => {
    throw new TypeError("Failed to fetch");
  });
  try {
    for (const path of [checkoutPath(eventId, { [ticketTypeId]: 1 }), "/checkout?cart=1"]) {
      const app = await openApp(site, path, { as: visitor });
      await fillBuyer(app);
      await app.user.click(await payButton(app.screen));
      const alert = await app.screen.findByText(
        "You're offline, so nothing was sent. Check your connection and try again.",
      );
      // On a phone the button covers the bottom of the page.
      expect(document.activeElement?.contains(alert)).toBe(true);
      app.close();
    }
  } finally {
    vi.doUnmock("#web/features/orders/buyer-schema.ts");
  }
  expect(await ordersOf(site, eventId)).toEqual([]);
});
