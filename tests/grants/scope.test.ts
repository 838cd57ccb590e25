import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Campaign } from "#contract/campaigns/campaigns.ts";
import type { ScanLogEntry } from "#contract/door/scan-log.ts";
import type { EventSales } from "#contract/events/sales.ts";
import type { GrantKind } from "#contract/grants/kinds.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { draftOf } from "#tests/campaigns/kit.ts";
import { buyPickup } from "#tests/fulfillment/kit.ts";
import { createWorld, type World } from "./matrix-scene.ts";

type LogPage = { items: ScanLogEntry[] };

let site: Site;
let admin: Client;
let own: World;
let other: World;

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  own = await createWorld(site, admin, "Ownwords");
  other = await createWorld(site, admin, "Otherwise");
}, 60_000);
afterAll(() => site.close());

const holderOf = async (kind: GrantKind, named: object = { eventId: own.event }) => {
  const person = await site.as("user");
  const given = await admin.post("/api/grants", { userId: person.id, kind, ...named });
  expect(given.status).toBe(201);
  return person;
};
const key = () => ({ "idempotency-key": randomUUID() });

test("an order with tickets for two events is of neither; its tickets are of their own", async () => {
  const seller = await holderOf("box_office");
  const buyer = { name: "Both Buyer", email: "both@example.com" };
  const lines = [
    { ticketTypeId: own.ticketType, quantity: 1 },
    { ticketTypeId: other.ticketType, quantity: 1 },
  ];
  const { body: both } = await site.buy(await site.as("guest"), lines, "approve", { buyer });
  const ids = async (path: string) => (await seller.get<{ items: object[] }>(path)).body.items;
  expect(await ids("/api/admin/orders?q=both")).toEqual([]);
  expect((await admin.get("/api/admin/orders?q=both")).body.items).toHaveLength(1);
  expect((await seller.get(`/api/admin/orders/${both.id}`)).status).toBe(404);
  expect((await seller.get(`/api/orders/${both.id}/documents`)).status).toBe(404);
  // Before it is paid there are no tickets, and it is of neither.
  const unpaid = await (await site.as("guest")).post("/api/orders", draft(lines, { buyer }));
  expect((await seller.get(`/api/admin/orders/${unpaid.body.id}`)).status).toBe(404);
  expect(await ids("/api/admin/tickets?q=both")).toMatchObject([{ event: { id: own.event } }]);
});

test("an order whose ticket was moved to another event is no longer of the first one", async () => {
  const seller = await holderOf("box_office");
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId: own.ticketType, quantity: 1 }]);
  const path = `/api/admin/orders/${order.id}`;
  expect((await seller.get(path)).status).toBe(200);
  const moved = await admin.post(`/api/admin/tickets/${order.tickets[0]!.id}/move`, {
    ticketTypeId: other.ticketType,
    waiveDifference: true,
    mail: false,
    reason: "Wrong night",
  });
  expect(moved.status).toBe(200);
  expect((await seller.get(path)).status).toBe(404);
});

test("a door of some events learns of a ticket for another one only that it is for another", async () => {
  const staff = await holderOf("door");
  const scan = { code: other.code, eventId: own.event, deviceId: "gate", scanId: randomUUID() };
  const hidden = { scanId: scan.scanId, verdict: "wrong_event" };
  expect((await staff.post("/api/scans", scan)).body).toEqual(hidden);
  // The same scan sent again, and in a list.
  const sent = { ...scan, shown: "admitted" };
  expect((await staff.post("/api/scans/batch", { scans: [sent] })).body.results).toEqual([
    { ...hidden, conflict: "not_valid" },
  ]);
  const { body: open } = await staff.get(`/api/door/conflicts?event=${own.event}`);
  expect(open.items.map(({ kind, ticket }) => [kind, ticket?.holderName])).toEqual([
    ["not_valid", undefined],
    ["second_entry", "Ownwords Buyer"],
  ]);
  expect((await admin.post("/api/scans", scan)).body).toMatchObject({ rightEvent: { id: other.event } });
  const log = `/api/door/scans?event=${own.event}`;
  const latest = async (who: Client) => (await who.get<LogPage>(log)).body.items[0];
  expect(await latest(staff)).toMatchObject({ result: "wrong_event", ticket: null, rightEventTitle: null });
  expect(await latest(admin)).toMatchObject({ result: "wrong_event", rightEventTitle: "Otherwise Fete" });
  // Nor can they search for who holds it.
  const foundBy = async (who: Client) => (await who.get<LogPage>(`${log}&q=Otherwise`)).body.items.length;
  expect([(await foundBy(admin)) > 0, await foundBy(staff)]).toEqual([true, 0]);
  // In a list, what names another event's door is refused, and stops nothing else.
  const scans = [{ ...scan, eventId: other.event, scanId: randomUUID() }, sent];
  expect((await staff.post("/api/scans/batch", { scans })).body.results).toMatchObject([
    { code: "not_found" },
    { verdict: "wrong_event" },
  ]);
  expect((await staff.get<LogPage>(`${log}&ticket=${other.ticket}&show=all`)).body.items).toEqual([]);
});

test("a door of some events doesn't learn for which other event something is picked up", async () => {
  const staff = await holderOf("door");
  const lines = [{ variantId: await site.create.variant({ onHand: 5 }), quantity: 1 }];
  const { order, buyer } = await buyPickup(site, lines, other.event);
  const { body } = await buyer.get(`/api/orders/${order.id}/fulfillment`);
  const shown = { code: body.pickup!.code, eventId: own.event };
  const rightEvent = { id: other.event };
  expect((await admin.post("/api/door/pickups", shown)).body).toMatchObject({ verdict: "wrong_event", rightEvent });
  const hidden = { verdict: "wrong_event", items: [] };
  expect((await staff.post("/api/door/pickups", shown)).body).toEqual(hidden);
  expect((await staff.post("/api/door/pickups/handovers", shown, key())).body).toEqual(hidden);
});

test("a host sees and gives only comps of their own budget", async () => {
  const { body: rival } = await admin.post("/api/admin/comp-hosts", { eventId: own.event, name: "Rival", budget: 9 });
  const host = await holderOf("host", { hostId: own.host });
  const wish = { ticketTypeId: own.ticketType, quantity: 1, guest: { name: "Plus One" }, reason: "Friends" };
  const issue = (named: object) => host.post("/api/admin/comps", { ...wish, ...named }, key());
  expect((await issue({ hostId: own.host })).status).toBe(201);
  expect((await issue({ hostId: rival.id })).status).toBe(404);
  expect((await issue({})).status).toBe(404);
  expect((await issue({ hostId: own.host, ticketTypeId: other.ticketType })).status).toBe(404);
  const given = await admin.post("/api/admin/comps", { ...wish, hostId: rival.id }, key());
  expect((await host.post(`/api/admin/comps/${given.body.id}/revoke`, { reason: "Mine now" })).status).toBe(404);
  const { body: mine } = await host.get("/api/admin/comps");
  expect(new Set(mine.items.map(({ hostName }) => hostName))).toEqual(new Set(["Ownwords Host"]));
  const { body: hosts } = await host.get(`/api/admin/comp-hosts?eventId=${own.event}`);
  expect(hosts.items.map(({ name }) => name)).toEqual(["Ownwords Host"]);
});

test("a file about another event is empty and doesn't say the event's name", async () => {
  const seller = await holderOf("box_office");
  await sql`update sessions set confirmed_at = clock_now() where user_id = ${seller.id}`.execute(site.db);
  const file = await seller.get(`/api/admin/orders.csv?eventId=${other.event}`);
  expect([file.status, file.text.trim().split("\n").length]).toEqual([200, 1]);
  expect(String(file.headers["content-disposition"])).not.toMatch(/otherwise/i);
});

test("an event's sales are compared with earlier events of one's own only", async () => {
  await sql`update events set starts_at = clock_now() - interval '9 days', ends_at = clock_now() - interval '8 days'
    where id = ${other.event}`.execute(site.db);
  const path = `/api/admin/box-office/events/${own.event}/sales`;
  const seller = await holderOf("box_office");
  expect((await admin.get<EventSales>(path)).body.earlier.map(({ id }) => id)).toEqual([other.event]);
  expect((await seller.get<EventSales>(path)).body.earlier).toEqual([]);
});

test("marketing sees what came of a campaign, and no money", async () => {
  const marketer = await holderOf("marketing", {});
  const created = await marketer.post("/api/admin/campaigns", draftOf());
  if (created.status !== 201) throw new Error(created.text);
  const { id, utmCampaign } = created.body;
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId: own.ticketType, quantity: 1 }]);
  await sql`insert into order_attributions (order_id, source, campaign) values (${order.id}, 'email', ${utmCampaign})
    on conflict (order_id) do update set source = excluded.source, campaign = excluded.campaign`.execute(site.db);
  const path = `/api/admin/campaigns/${id}`;
  expect((await admin.get<Campaign>(path)).body.results.revenue).toHaveLength(1);
  expect((await marketer.get<Campaign>(path)).body.results.revenue).toEqual([]);
});

test("a moderator without grants reads no documents of others; finance of the event does", async () => {
  const path = `/api/orders/${own.order}/documents`;
  const moderator = await site.as("moderator");
  expect((await moderator.get(path)).status).toBe(404);
  expect((await (await holderOf("finance")).get(path)).status).toBe(200);
  expect((await (await holderOf("door")).get(path)).status).toBe(404);
});
