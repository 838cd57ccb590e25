import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { valueOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";
import { checkoutPath, payButton, watchLeaving } from "./checkout-kit.tsx";

let site: Site;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => leaving.stop());

test("a mistyped domain is asked about before paying: taken with a press, or left as it is", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General" });
  const buyer = await site.as("guest");
  await buyer.post("/api/cart", { kind: "ticket", itemId: ticketTypeId, quantity: 1 });
  for (const path of [checkoutPath(eventId, { [ticketTypeId]: 1 }), "/checkout?cart=1"]) {
    sessionStorage.clear();
    localStorage.removeItem("sg:checkout:orders");
    const app = await openApp(site, path, { as: buyer });
    const email = await app.screen.findByRole("textbox", { name: /Email/ });
    await app.user.clear(email);
    await app.user.type(email, "marva@gmial.com");
    await app.user.click(await app.screen.findByRole("button", { name: "marva@gmail.com" }));
    expect(valueOf(email)).toBe("marva@gmail.com");
    expect(app.screen.queryByText(/Did you mean/)).toBeNull();

    await app.user.clear(email);
    await app.user.type(email, "marva@gmail.co");
    expect(app.screen.queryByText(/Did you mean/)).toBeNull();
    await app.user.clear(app.screen.getByLabelText(/Your name/));
    await app.user.type(app.screen.getByLabelText(/Your name/), "Marva Bright");
    await app.screen.findByText(/Did you mean/);
    leaving.addresses.length = 0;
    await app.user.click(await payButton(app.screen));
    await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1), { timeout: 60_000 });
    expect(JSON.parse(app.network.callsTo("POST", /^\/api\/checkout$/)[0]!.body!).buyer.email).toBe("marva@gmail.co");
    app.close();
  }
});
