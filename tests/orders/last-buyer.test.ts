import { expect, test } from "vitest";
import { openSites } from "#testing/open-sites.ts";
import { draft } from "#testing/site.ts";

const openSite = openSites();

test("checkout is prefilled from the user's own latest order, and from nobody else's", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 100 });
  const [guest, other] = [await site.as("guest"), await site.as("guest")];
  const lastBuyer = async (client: typeof guest) => (await client.get("/api/orders/last-buyer")).body;
  expect(await lastBuyer(guest)).toEqual({ name: null, email: null });

  for (const [name, email] of [
    ["Marva Bright", "marva@example.com"],
    ["Ms. Marva Bright", "marva.b@example.com"],
  ] as const) {
    const placed = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer: { name, email } }));
    expect(placed.status).toBe(201);
  }
  expect(await lastBuyer(guest)).toEqual({ name: "Ms. Marva Bright", email: "marva.b@example.com" });
  expect(await lastBuyer(other)).toEqual({ name: null, email: null });
  expect((await site.anon.get("/api/orders/last-buyer")).status).toBe(401);
});

test("a member without orders is prefilled with the confirmed email", async () => {
  const site = await openSite();
  const member = await site.as("user");
  await site.db.updateTable("users").set({ email: "ade@example.com" }).where("id", "=", member.id).execute();
  expect((await member.get("/api/orders/last-buyer")).body).toEqual({ name: null, email: "ade@example.com" });
});
