import { sql } from "kysely";
import { insertOptIns } from "#server/modules/consent/index.ts";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AutomationDraft } from "#contract/campaigns/automations.ts";
import { checkInvariants } from "#db/invariants.ts";
import { campaignInvariants } from "#db/invariants/campaigns.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { content, openCampaignSite } from "./kit.ts";

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
beforeAll(async () => {
  opened = await openCampaignSite();
  await installMovingClock(opened.site.database);
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { site, server } = opened;
  await sql`truncate campaign_clicks, campaign_recipients, automations, consents, emails restart identity`.execute(
    site.db,
  );
  await renewSessions();
  server.taken.length = 0;
});

const renewSessions = () =>
  sql`update sessions set confirmed_at = clock_now(), expires_at = clock_now() + interval '1 day'`.execute(
    opened.site.db,
  );

const hour = 3600;

async function createAutomation(trigger: AutomationDraft["trigger"], more: Partial<AutomationDraft> = {}) {
  const draft = { name: trigger, trigger, isOn: true, waitHours: 0, eventId: null, content, ...more };
  const made = await opened.admin.post("/api/admin/automations", draft);
  expect(made.status).toBe(201);
  return made.body;
}

/** Runs everything twice, on two nodes' behalf, and returns who got an automation's message. */
async function reached(): Promise<string[]> {
  const { site, server } = opened;
  const runs = () => Promise.all([site.app.runJob("automations"), site.app.runJob("automations")]);
  await runs();
  await site.app.runJob("campaign-mail");
  await runs();
  await site.app.runJob("campaign-mail");
  return server.taken.flatMap(({ to }) => to).toSorted();
}

/** An event that is ahead wherever the clock was moved. */
function createEvent() {
  const startsAt = new Date(Date.now() + 400 * 24 * hour * 1000);
  return opened.site.create.event({ startsAt, endsAt: new Date(startsAt.getTime() + 4 * hour * 1000) });
}

async function order(email: string, { outcome = "approve", ...more }: Record<string, unknown> = {}) {
  const { site } = opened;
  const eventId = await createEvent();
  const ticketTypeId = Number(more.ticketTypeId ?? (await site.create.ticketType({ eventId })));
  const lines = [{ ticketTypeId, quantity: 1 }];
  return site.buy(await site.as("guest"), lines, String(outcome), {
    buyer: { name: "Ada L", email },
    ...more,
    ticketTypeId: undefined,
  });
}

test("after a purchase a buyer gets one message per order, and orders from before it was turned on don't count", async () => {
  await order("before@example.com");
  await moveClock(opened.site.database, 2);
  const automation = await createAutomation("after_purchase", { waitHours: 2 });
  await order("after@example.com");
  expect(await reached()).toEqual([]);
  await moveClock(opened.site.database, 2 * hour + 5);
  expect(await reached()).toEqual(["after@example.com"]);
  expect(await reached()).toEqual(["after@example.com"]);
  const { body } = await opened.admin.get("/api/admin/automations");
  expect(body.items[0]).toMatchObject({ id: automation.id, counts: { total: 1, sent: 1 }, isMarketing: false });
});

test("the day before and after an event each holder gets one message, however many tickets they have", async () => {
  const { site } = opened;
  const { rows } = await sql<{ now: Date }>`select clock_now() as now`.execute(site.db);
  const startsAt = new Date(rows[0]!.now.getTime() + 30 * hour * 1000);
  const eventId = await site.create.event({
    startsAt,
    endsAt: new Date(startsAt.getTime() + 4 * hour * 1000),
    title: "Fete",
  });
  const ticketTypeId = await site.create.ticketType({ eventId });
  await createAutomation("day_before", { waitHours: 24, content: { ...content, body: "{{eventTitle}} is tomorrow" } });
  await createAutomation("after_event", { waitHours: 12 });
  for (let time = 0; time < 2; time++) await order("ada@example.com", { ticketTypeId });
  expect(await reached()).toEqual([]);
  await moveClock(site.database, 7 * hour);
  expect(await reached()).toEqual(["ada@example.com"]);
  expect(opened.server.taken[0]!.raw).toContain("Fete is tomorrow");
  await moveClock(site.database, 24 * hour);
  // It has started: nothing is tomorrow anymore, and nobody is thanked before its end.
  const atTheDoor = await order("door@example.com", { ticketTypeId });
  expect(atTheDoor.body.status).toBe("paid");
  expect(await reached()).toHaveLength(1);
  await moveClock(site.database, 12 * hour);
  expect(await reached(), "12 hours after the start").toHaveLength(1);
  await moveClock(site.database, 6 * hour);
  expect(await reached()).toEqual(["ada@example.com", "ada@example.com", "door@example.com"]);
});

test("an abandoned checkout gets one message with an opt-in, and none if they bought after all", async () => {
  const { site } = opened;
  await createAutomation("abandoned_checkout", { waitHours: 1 });
  const abandon = async (email: string, more: object = {}) => {
    await order(email, { outcome: "decline", ...more });
  };
  // An order that nobody paid confirms nothing: anyone can tick the box with an address whose owner we know.
  await abandon("unconfirmed@example.com", { emailOptIn: true });
  await confirmAddress(site, "known@example.com");
  await abandon("known@example.com", { emailOptIn: true });
  await insertOptIns(
    site.db,
    ["ada", "bought"].map((name) => ({
      email: `${name}@example.com`,
      userId: null,
      place: "preferences",
      text: "Email me about events",
    })),
  );
  await abandon("silent@example.com");
  await abandon("ada@example.com", { emailOptIn: true });
  await abandon("ada@example.com", { emailOptIn: true });
  await abandon("bought@example.com", { emailOptIn: true });
  await order("bought@example.com");
  await sql`update orders set status = 'expired' where paid_at is null`.execute(site.db);
  await moveClock(site.database, hour + 5);
  expect(await reached()).toEqual(["ada@example.com"]);
  await abandon("ada@example.com", { emailOptIn: true });
  await sql`update orders set status = 'expired' where paid_at is null`.execute(site.db);
  await moveClock(site.database, hour + 5);
  expect(await reached()).toEqual(["ada@example.com"]);
  // More than a week later they leave another checkout: this one, not the first, is what they are reminded of.
  await moveClock(site.database, 8 * 24 * hour);
  await renewSessions();
  await abandon("ada@example.com", { emailOptIn: true });
  await sql`update orders set status = 'expired' where paid_at is null`.execute(site.db);
  await moveClock(site.database, hour + 5);
  expect(await reached()).toEqual(["ada@example.com", "ada@example.com"]);
});

test("win-back writes once to who opted in and hasn't bought for long", async () => {
  const { site } = opened;
  await createAutomation("win_back", { waitHours: 24 * 90 });
  await order("ada@example.com", { emailOptIn: true });
  await order("other@example.com");
  await moveClock(site.database, 24 * 90 * hour + 5);
  expect(await reached()).toEqual(["ada@example.com"]);
  await moveClock(site.database, 24 * hour);
  expect(await reached()).toEqual(["ada@example.com"]);
});

test("an automation of one event writes to its buyers only, and one that is off to nobody", async () => {
  const { site } = opened;
  const eventId = await createEvent();
  const ticketTypeId = await site.create.ticketType({ eventId });
  await createAutomation("after_purchase", { eventId });
  await createAutomation("after_purchase", { isOn: false, name: "Off" });
  await order("here@example.com", { ticketTypeId });
  await order("there@example.com");
  await moveClock(site.database, 5);
  expect(await reached()).toEqual(["here@example.com"]);
});

test("who unsubscribes or reports spam before their turn is left out, and what is overdue for days isn't sent", async () => {
  const { site, admin } = opened;
  await createAutomation("win_back", { waitHours: 24 });
  for (const name of ["left", "spam", "stays"]) await order(`${name}@example.com`, { emailOptIn: true });
  await moveClock(site.database, 24 * hour + 5);
  await site.app.runJob("automations");
  await sql`update consents set withdrawn_at = clock_now(), withdrawn_place = 'one_click' where email like 'left@%'`.execute(
    site.db,
  );
  await sql`insert into suppressions (email, cause, detail) values ('spam@example.com', 'complaint', '')`.execute(
    site.db,
  );
  expect(await reached()).toEqual(["stays@example.com"]);
  await renewSessions();
  const { body } = await admin.get("/api/admin/automations");
  expect(body.items[0]!.counts).toMatchObject({ total: 3, sent: 1, skipped: 2 });
  await order("late@example.com", { emailOptIn: true });
  await moveClock(site.database, 5 * 24 * hour);
  expect(await reached()).toEqual(["stays@example.com"]);
  await sql`truncate suppressions`.execute(site.db);
});

test("an automation that wrote to someone keeps its trigger, which says whose opt-in it needs", async () => {
  const { admin, site } = opened;
  const { id, version } = await createAutomation("after_purchase");
  const change = (trigger: string, of: number) =>
    admin.call("PUT", `/api/admin/automations/${id}`, {
      name: "Thanks",
      trigger,
      isOn: true,
      waitHours: 0,
      eventId: null,
      content,
      version: of,
    });
  expect((await change("after_event", version)).status).toBe(200);
  expect((await change("after_purchase", version + 1)).status).toBe(200);
  await moveClock(site.database, 2);
  await order("ada@example.com");
  await moveClock(site.database, 5);
  expect(await reached()).toEqual(["ada@example.com"]);
  const refused = await change("win_back", version + 2);
  expect([refused.body.code, refused.body.message]).toEqual([
    "not_ready",
    expect.stringContaining("trigger can't change"),
  ]);
  expect((await change("after_purchase", version + 2)).status).toBe(200);
  expect(await checkInvariants(site.db, campaignInvariants)).toEqual([]);
});

test("marketing automations need the postal address, and a version that is still current", async () => {
  const { admin } = opened;
  await admin.post("/api/admin/settings", { postalAddress: null });
  const draft = { name: "Win back", trigger: "win_back", isOn: true, waitHours: 1, eventId: null, content };
  expect((await admin.post("/api/admin/automations", draft)).body.code).toBe("not_ready");
  const { body: off } = await admin.post("/api/admin/automations", { ...draft, isOn: false });
  await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
  const change = (version: number) => admin.call("PUT", `/api/admin/automations/${off.id}`, { ...draft, version });
  expect((await change(1)).body).toMatchObject({ isOn: true, version: 2 });
  expect((await change(1)).body.code).toBe("edited_meanwhile");
  expect((await admin.post("/api/admin/settings", { postalAddress: null })).body.errors![0]!.path).toBe(
    "postalAddress",
  );
  expect((await admin.call("DELETE", `/api/admin/automations/${off.id}`)).status).toBe(200);
});

test("refunded orders get no thanks, canceled events no reminder, and who bought again isn't won back", async () => {
  const { site } = opened;
  const [canceled, on] = [await createEvent(), await createEvent()];
  const typeOf = async (eventId: number) => ({ ticketTypeId: await site.create.ticketType({ eventId }) });
  const [canceledType, onType] = [await typeOf(canceled), await typeOf(on)];
  await createAutomation("after_purchase", { waitHours: 1 });
  await createAutomation("win_back", { waitHours: 48, name: "Come back" });
  const refunded = await order("refunded@example.com", onType);
  const partly = await order("partly@example.com", onType);
  await order("canceled@example.com", canceledType);
  await order("again@example.com", { emailOptIn: true });
  await order("once@example.com", { emailOptIn: true });
  await sql`update orders set status = 'refunded' where id = ${refunded.body.id}`.execute(site.db);
  await sql`update orders set status = 'partially_refunded' where id = ${partly.body.id}`.execute(site.db);
  await moveClock(site.database, hour + 5);
  const thanked = ["again", "canceled", "once", "partly"].map((name) => `${name}@example.com`);
  expect(await reached()).toEqual(thanked);
  await moveClock(site.database, 40 * hour);
  await order("again@example.com", { emailOptIn: true });
  await moveClock(site.database, 8 * hour);
  opened.server.taken.length = 0;
  expect(await reached()).toEqual(["again@example.com", "once@example.com"]);
  expect(opened.server.taken.map(({ to }) => to[0]).toSorted()).toEqual(["again@example.com", "once@example.com"]);
  const { rows } = await sql<{ email: string; name: string }>`
    select r.email, a.name from campaign_recipients r join automations a on a.id = r.automation_id
    where a.name = 'Come back' order by r.email`.execute(site.db);
  expect(rows).toEqual([{ email: "once@example.com", name: "Come back" }]);
  await renewSessions();
  // Due in nine days by the database's clock, which other tests have moved.
  const { rows: ahead } = await sql<{ hours: number }>`
    select floor(extract(epoch from starts_at - clock_now()) / 3600)::int as hours from events where id = ${on}`.execute(
    site.db,
  );
  await createAutomation("day_before", { waitHours: ahead[0]!.hours - 9 * 24 });
  await sql`update events set status = 'canceled' where id = ${canceled}`.execute(site.db);
  await moveClock(site.database, 10 * 24 * hour);
  opened.server.taken.length = 0;
  await reached();
  const reminded = await sql<{ email: string }>`
    select r.email from campaign_recipients r join automations a on a.id = r.automation_id
    where a.trigger = 'day_before' and r.occasion in (${`event:${canceled}`}, ${`event:${on}`}) order by r.email`.execute(
    site.db,
  );
  expect(reminded.rows.map(({ email }) => email)).toEqual(["partly@example.com", "refunded@example.com"]);
});
