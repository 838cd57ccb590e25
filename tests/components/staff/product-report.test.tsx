import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createDigital } from "#tests/shop/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const dayIn = (timeZone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format();

test("the days of the product report begin and end where the brand is, not where its staff are", async () => {
  // At any moment, one of them has another day than the clock of this process.
  const here = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const brandZone = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].find((zone) => dayIn(zone) !== here)!;
  expect((await admin.post("/api/admin/settings", { defaultTimeZone: brandZone })).status).toBe(200);
  const { variantIds } = await createDigital(site, [5], { priceCents: 6000 });
  const { body: order } = await site.buy(await site.as("guest"), [{ variantId: variantIds[0]!, quantity: 1 }]);
  // Half past eleven at night, yesterday.
  await sql`
    update orders set paid_at = (((clock_now() at time zone ${brandZone})::date - 1) + interval '23 hours 30 minutes')
      at time zone ${brandZone} where id = ${order.id}`.execute(site.db);
  const { screen, network } = await openApp(site, "/admin?section=products&view=sales", { as: admin });
  await screen.findAllByText("$60.00");
  await vi.waitFor(() => {
    const asked = network.callsTo("GET", /reports\/products/).map(({ path }) => new URL(path, "http://x").searchParams);
    expect(asked.at(-1)?.get("to")).toBe(dayIn(brandZone));
    expect(asked.at(-1)?.get("timeZone")).toBeNull();
  });
});
