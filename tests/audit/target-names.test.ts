import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("the activity log names what staff acted on, in its list and its file", async () => {
  const eventId = await site.create.event({ title: "Boat Ride" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const member = await site.as("user", "selectorduke");
  await admin.post(`/api/admin/events/${eventId}/visibility`, { visibility: "unlisted" });
  await admin.post(`/api/admin/orders/${order.id}/notes`, { text: "Likes the upper deck" });
  await admin.post(`/api/admin/users/${member.id}/suspend`, { reason: "Sold fake tickets" });
  await admin.post("/api/admin/venues", {
    name: "Pier 36",
    address: "299 South St",
    city: "New York",
    state: "NY",
    timeZone: "America/New_York",
  });
  await admin.post("/api/admin/audiences", { name: "Everyone near", audience: { city: "New York" } });
  await sql`
    insert into audit_log (staff_id, staff_name, action, target_kind, target_id) values
      (${admin.id}, 'Ada', 'promo_code.changed', 'promo_code', gen_random_uuid()::text),
      (${admin.id}, 'Ada', 'night.changed', 'night', '999999')`.execute(site.db);

  const { items } = (await admin.get("/api/admin/audit")).body;
  const named = Object.fromEntries(
    items.map(({ target }: { target: { kind: string; name: string | null } }) => [target.kind, target.name]),
  );
  expect(named).toMatchObject({
    order: order.number,
    person: "selectorduke",
    audience: "Everyone near",
    promo_code: null,
  });
  const events = items.filter(({ target }: { target: { kind: string } }) => target.kind === "event");
  expect(events.map(({ target }: { target: { name: string | null } }) => target.name)).toEqual([null, "Boat Ride"]);
  const text = (await admin.get("/api/admin/audit.csv")).text.replaceAll('"', "");
  expect(text).toContain("Target,Target name,Target ID");
  expect(text).toContain(`order,${order.number},${order.id}`);
});
