import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Audience, CampaignPurpose } from "#contract/campaigns/audiences.ts";
import { createDigital } from "#tests/shop/kit.ts";
import { launch, openCampaignSite } from "./kit.ts";

type Opened = Awaited<ReturnType<typeof openCampaignSite>>;
let opened: Opened;
let scene: Awaited<ReturnType<typeof fillSite>>;
beforeAll(async () => {
  opened = await openCampaignSite();
  scene = await fillSite(opened);
});
afterAll(() => opened.close());
beforeEach(() => sql`truncate campaign_clicks, campaign_recipients, campaigns, emails`.execute(opened.site.db));

/** Buyers, members, followers and readers; everyone opted in but `shy`, who bought what `vip` bought. */
async function fillSite({ site }: Opened) {
  const brooklyn = await site.create.event({ title: "Boat Ride" });
  const miami = await site.create.event({ title: "Beach Fete" });
  await sql`
    with there as (insert into venues (name, city, region, country) values ('The Pier', 'Miami', 'FL', 'US') returning id)
    update events set venue_id = (select id from there) where id = ${miami}`.execute(site.db);
  const vipType = await site.create.ticketType({ eventId: brooklyn, name: "VIP", priceCents: 9000, feeCents: 0 });
  const general = await site.create.ticketType({ eventId: brooklyn, priceCents: 2000, feeCents: 0 });
  const beach = await site.create.ticketType({ eventId: miami, priceCents: 4000, feeCents: 0 });
  const { productId, variantIds } = await createDigital(site, [10], { priceCents: 1500 });
  const buy = async (email: string, line: object, outcome = "approve") => {
    const buyer = { name: `The ${email.split("@")[0]}`, email };
    const lines = [{ quantity: 1, ...line }] as Parameters<typeof site.buy>[1];
    const { body } = await site.buy(await site.as("user"), lines, outcome, { buyer });
    expect([email, body.status]).toEqual([email, outcome === "approve" ? "paid" : body.status]);
    return body;
  };
  const vip = await buy("vip@example.com", { ticketTypeId: vipType });
  await buy("shy@example.com", { ticketTypeId: vipType });
  const undone = await buy("general@example.com", { ticketTypeId: general });
  await buy("beach@example.com", { ticketTypeId: beach });
  await buy("shopper@example.com", { variantId: variantIds[0]! });
  const refunded = await buy("refunded@example.com", { ticketTypeId: general });
  await sql`update tickets set status = 'refunded' where order_id = ${refunded.id}`.execute(site.db);
  await sql`update orders set refunded_cents = total_cents - 500 where id = ${refunded.id}`.execute(site.db);
  await buy("unpaid@example.com", { ticketTypeId: vipType }, "decline");
  const door = await site.as("moderator");
  const scan = {
    code: vip.tickets[0]!.code,
    eventId: brooklyn,
    deviceId: "door-device-1",
    scanId: crypto.randomUUID(),
  };
  expect((await door.post("/api/scans", scan)).body.verdict ?? "admitted").toBe("admitted");
  const mistake = { ...scan, code: undone.tickets[0]!.code, scanId: crypto.randomUUID() };
  expect((await door.post("/api/scans", mistake)).body.verdict).toBe("admitted");
  await sql`update admissions set voided_at = clock_now() where ticket_id = ${undone.tickets[0]!.id}`.execute(site.db);
  const member = async (name: string, since: string) => {
    const { id } = await site.as("user");
    await sql`update users set email = ${`${name}@example.com`}, created_at = ${since}::timestamptz where id = ${id}`.execute(
      site.db,
    );
    return id;
  };
  const [old, recent] = [await member("old", "2024-03-01T00:00:00Z"), await member("recent", "2026-03-01T00:00:00Z")];
  // The one who was sent a ticket of the buyer's has it too.
  await sql`update tickets set owner_id = ${recent} where order_id = ${vip.id}`.execute(site.db);
  const { id: artist } = await site.as("user");
  await sql`insert into relations (from_id, kind, to_id) values (${old}, 'follow', ${artist}), (${recent}, 'mute', ${artist})`.execute(
    site.db,
  );
  const readers = ["vip", "general", "beach", "shopper", "refunded", "unpaid", "old", "recent", "early"];
  await sql`
    insert into consents (email, channel, place, text, given_at)
    select name || '@example.com', 'email', 'preferences', 'Email me about events',
      case name when 'early' then '2025-01-15T00:00:00Z'::timestamptz else '2026-02-01T00:00:00Z' end
    from unnest(${readers}::text[]) as name`.execute(site.db);
  return { brooklyn, miami, vipType, general, beach, productId, artist };
}

const preview = async (audience: Audience, purpose: CampaignPurpose = "marketing", eventId: number | null = null) =>
  (await opened.admin.post("/api/admin/audiences/preview", { purpose, eventId, audience })).body;
const namesOf = (people: { email: string }[]) => people.map(({ email }) => email.split("@")[0]!);

/** Who a campaign writes down as its recipients. */
async function collected(audience: Audience, purpose: CampaignPurpose = "marketing", eventId: number | null = null) {
  const id = await launch(opened.admin, { audience, purpose, eventId });
  await opened.site.app.runJob("campaigns");
  const { rows } = await sql<{ email: string }>`
    select email from campaign_recipients where campaign_id = ${id} order by email`.execute(opened.site.db);
  return namesOf(rows);
}

type Scene = Awaited<ReturnType<typeof fillSite>>;
const everyone = ["beach", "early", "general", "old", "recent", "refunded", "shopper", "unpaid", "vip"];
const filters: [string, (of: Scene) => Audience, string[]][] = [
  ["nothing set", () => ({}), everyone],
  ["a valid ticket for an event", (of) => ({ holdsEventIds: [of.brooklyn] }), ["general", "recent", "vip"]],
  ["one of two events", (of) => ({ holdsEventIds: [of.brooklyn, of.miami] }), ["beach", "general", "recent", "vip"]],
  ["a ticket type", (of) => ({ ticketTypeIds: [of.general] }), ["general"]],
  ["an event attended", (of) => ({ attendedEventIds: [of.brooklyn] }), ["recent", "vip"]],
  ["a city, in any case", () => ({ city: "mIaMi" }), ["beach"]],
  ["a product", (of) => ({ productIds: [of.productId] }), ["shopper"]],
  ["at least so much spent", () => ({ spend: { currency: "USD", minCents: 4000 } }), ["beach", "vip"]],
  ["spent after refunds", () => ({ spend: { currency: "USD", minCents: 1, maxCents: 1000 } }), ["refunded"]],
  ["nothing spent", () => ({ spend: { currency: "USD", maxCents: 0 } }), ["early", "old", "recent", "unpaid"]],
  ["another currency", () => ({ spend: { currency: "TTD", minCents: 1 } }), []],
  ["a member since", () => ({ memberSince: { from: "2026-01-01T00:00:00.000Z" } }), ["recent"]],
  ["a member before", () => ({ memberSince: { until: "2024-03-01T00:00:00.001Z" } }), ["old"]],
  ["someone followed", (of) => ({ followsPersonIds: [of.artist] }), ["old"]],
  ["opted in before", () => ({ optedIn: { until: "2026-01-01T00:00:00.000Z" } }), ["early"]],
  ["opted in from an instant on", () => ({ optedIn: { from: "2025-01-15T00:00:00.001Z" } }), everyone.toSpliced(1, 1)],
  [
    "all of several",
    (of) => ({ holdsEventIds: [of.brooklyn], spend: { currency: "USD", minCents: 1 } }),
    ["general", "vip"],
  ],
];

describe("an audience with", () => {
  test.for(filters)("%s is who fits and opted in, before and while it is sent", async ([, audienceOf, expected]) => {
    const audience = audienceOf(scene);
    const { count, sample } = await preview(audience);
    expect([count, namesOf(sample)]).toEqual([expected.length, expected]);
    if (expected.length > 0) expect(await collected(audience)).toEqual(expected);
  });
});

test("who fits but didn't opt in, or is suppressed, is counted apart; an event message needs no opt-in", async () => {
  const { admin, site } = opened;
  const holders = { holdsEventIds: [scene.brooklyn] };
  expect(await preview(holders)).toMatchObject({ count: 3, excluded: { noConsent: 1, suppressed: 0, optedOut: 0 } });
  const { body: suppression } = await admin.post("/api/admin/suppressions", {
    email: "vip@example.com",
    reason: "Asked by phone",
  });
  await sql`insert into event_message_opt_outs (email, place) values ('general@example.com', 'one_click')`.execute(
    site.db,
  );
  expect(await preview(holders)).toMatchObject({ count: 2, excluded: { noConsent: 1, suppressed: 1, optedOut: 0 } });
  const message = await preview({}, "event_message", scene.brooklyn);
  expect(message).toMatchObject({ count: 2, excluded: { noConsent: 0, suppressed: 1, optedOut: 1 } });
  expect(await collected({}, "event_message", scene.brooklyn)).toEqual(["recent", "shy"]);
  await admin.post(`/api/admin/suppressions/${suppression.id}/lift`, { reason: "They asked for it" });
  await sql`truncate event_message_opt_outs`.execute(site.db);
});

test("an imported list adds its people once each, but nobody who withdrew, and stores how they opted in", async () => {
  const { site } = opened;
  await sql`
    insert into consents (email, channel, place, text, withdrawn_at, withdrawn_place) values
      ('left@example.com', 'email', 'checkout', 'Email me about events', clock_now(), 'one_click')`.execute(site.db);
  const howTheyOptedIn = "Signed the list at the door on Nov 1";
  const people = ["new", "NEW", "left", "vip"].map((name) => ({ email: `${name}@example.com`, name }));
  const list = { people, howTheyOptedIn };
  expect(await preview({ list })).toMatchObject({ count: 2, excluded: { noConsent: 1 } });
  expect(await preview({ list, holdsEventIds: [scene.brooklyn] })).toMatchObject({ count: 1 });
  expect(await collected({ list })).toEqual(["new", "vip"]);
  const { rows } = await sql`
    select email, text from consents where place = 'import' and withdrawn_at is null`.execute(site.db);
  expect(rows).toEqual([{ email: "new@example.com", text: howTheyOptedIn }]);
  // Left again, the next import of the same file doesn't bring them back.
  await sql`
    update consents set withdrawn_at = clock_now(), withdrawn_place = 'one_click' where place = 'import'`.execute(
    site.db,
  );
  expect(await preview({ list })).toMatchObject({ count: 1, excluded: { noConsent: 2 } });
});

test("a saved audience is found under its name, which is used once, and deleting it leaves campaigns alone", async () => {
  const { admin } = opened;
  const url = "/api/admin/audiences";
  const { body: saved } = await admin.post(url, { name: "Locals", audience: { city: "Brooklyn" } });
  expect((await admin.post(url, { name: "LOCALS", audience: {} })).body.code).toBe("already_exists");
  const changed = await admin.call("PUT", `${url}/${saved.id}`, { name: "Locals", audience: { city: "Miami" } });
  expect(changed.body.audience).toEqual({ city: "Miami" });
  expect((await admin.get(url)).body.items).toMatchObject([{ id: saved.id, name: "Locals" }]);
  expect((await admin.call("DELETE", `${url}/${saved.id}`)).status).toBe(200);
  expect((await admin.get(url)).body.items).toEqual([]);
});
