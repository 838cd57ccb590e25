import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readBuyer } from "#web/features/orders/purchase.ts";
import { lastBuyerQuery } from "#web/features/orders/queries.ts";
import { valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";
import { checkoutPath } from "./checkout-kit.tsx";

vi.mock("#web/features/orders/purchase.ts", { spy: true });

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

test("what is typed at the moment when the last order's buyer arrives stays", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const buyer = await site.as("guest");
  await buyer.post("/api/cart", { kind: "ticket", itemId: ticketTypeId, quantity: 1 });
  for (const path of [checkoutPath(eventId, { [ticketTypeId]: 1 }), "/checkout?cart=1"]) {
    sessionStorage.clear();
    const app = await openApp(site, path, { as: buyer });
    const name = await app.screen.findByLabelText(/Your name/);
    const email = app.screen.getByRole("textbox", { name: /Email/ });
    await app.user.type(name, "Marva");
    let isTyped = false;
    vi.mocked(readBuyer).mockImplementation(() => {
      // Right after the form has used it, before anything is drawn again.
      queueMicrotask(() => {
        if (!isTyped) fireEvent.input(email, { target: { value: "marva@example.com" } });
        isTyped = true;
      });
      return undefined;
    });
    app.queryClient.setQueryData(lastBuyerQuery().queryKey, { name: "Marva Bright", email: "" });
    await vi.waitFor(() => expect(isTyped).toBe(true));
    await app.user.type(name, "!");
    expect([valueOf(name), valueOf(email)]).toEqual(["Marva!", "marva@example.com"]);
    app.close();
  }
});
