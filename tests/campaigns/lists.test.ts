import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addReaders, content, draftOf, launch, openCampaignSite, sendAll } from "./kit.ts";

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
beforeAll(async () => {
  opened = await openCampaignSite();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await sql`
    truncate campaign_clicks, campaign_recipients, campaigns, automations, audiences, consents, suppressions,
      event_message_opt_outs, emails restart identity`.execute(opened.site.db);
  opened.server.taken.length = 0;
});

const url = "/api/admin/campaigns";
const read = async (id: number) => (await opened.admin.get(`${url}/${id}`)).body;
const create = async (more: object = {}) => (await opened.admin.post(url, draftOf(more))).body;
const inHours = (hours: number) => {
  const at = new Date(Date.now() + hours * 3_600_000);
  return at.toISOString().slice(0, 16);
};
const schedule = async (id: number, more: object = {}) => {
  const { version } = await read(id);
  const body = { version, at: inHours(48), timeZone: "UTC", confirmedCount: 2, ...more };
  return opened.admin.post(`${url}/${id}/schedule`, body);
};

test("campaigns are listed newest first with what became of each, and every filter shows its part", async () => {
  const { admin, site } = opened;
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const buyer = { name: "Ada", email: "reader-1@example.com" };
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer });
  await sql`truncate emails`.execute(site.db);
  await addReaders(site, 2);
  const sent = await launch(admin, { name: "Sent news", content: { ...content, subject: "Jouvert morning" } });
  await sendAll(site);
  const message = await launch(admin, {
    name: "Gate moved",
    purpose: "event_message",
    eventId,
    content: {
      ...content,
      subject: "Use gate 2, please",
    },
  });
  const draft = (await create({ name: "Draft news" })).id;
  const planned = (await create({ name: "Planned news" })).id;
  expect((await schedule(planned)).status).toBe(200);
  const names = { [sent]: "sent", [message]: "message", [draft]: "draft", [planned]: "planned" };
  const listed = async (query: string) => {
    const { body } = await admin.get(`${url}?${query}`);
    expect(body.total).toBe(body.items.length);
    return body.items.map(({ id }: { id: number }) => names[id]);
  };
  expect({
    all: await listed(""),
    name: await listed("q=NEWS"),
    subject: await listed("q=jouvert"),
    draft: await listed("status=draft"),
    scheduled: await listed("status=scheduled"),
    marketing: await listed("purpose=marketing"),
    event: await listed(`eventId=${eventId}`),
    other: await listed(`eventId=${eventId + 1000}`),
  }).toEqual({
    all: ["planned", "draft", "message", "sent"],
    name: ["planned", "draft", "sent"],
    subject: ["sent"],
    draft: ["draft"],
    scheduled: ["planned", "message"],
    marketing: ["planned", "draft", "sent"],
    event: ["message"],
    other: [],
  });
  await sendAll(site);
  const { items } = (await admin.get(url)).body;
  const none = { total: 0, waiting: 0, sending: 0, sent: 0, not_sent: 0, failed: 0, unknown: 0, skipped: 0 };
  expect(items.map((each: any) => [each.status, each.counts, each.event?.title ?? null])).toEqual([
    ["scheduled", none, null],
    ["draft", none, null],
    ["done", { ...none, total: 1, sent: 1 }, "Velvet Riddim"],
    ["done", { ...none, total: 2, sent: 2 }, null],
  ]);
  expect(items[3]).toMatchObject({ name: "Sent news", subject: "Jouvert morning", scheduledAt: expect.any(String) });
  expect(items[3]!.endedAt! >= items[3]!.startedAt! && items[3]!.startedAt! >= items[3]!.createdAt).toBe(true);
  const file = (await admin.get(`${url}.csv?status=done`)).text.trim().split("\r\n");
  expect(file.map((line) => line.replace(/^"[^"]*",/, "").split(/,"\d{4}-/)[0])).toEqual([
    expect.stringMatching(/^"Campaign","Subject","Type","Event","Status","Scheduled","Recipients","Sent",/),
    '"Gate moved","Use gate 2, please","event_message","Velvet Riddim","done"',
    '"Sent news","Jouvert morning","marketing",,"done"',
  ]);
  expect(file.map((line) => /Z",(\d+,\d+,\d+,\d+),"/.exec(line)?.[1])).toEqual([undefined, "1,1,0,0", "2,2,0,0"]);
});

test("a draft is stored and changed with every field, and a copy of it is a draft of its own", async () => {
  const { admin, site } = opened;
  const [eventId, other] = [await site.create.event({ title: "Velvet Riddim" }), await site.create.event()];
  const whole = {
    name: "Gate moved",
    purpose: "event_message",
    eventId,
    content: { ...content, body: "Use gate 2.", button: { label: "Map", url: "/events" }, eventId: other },
    audience: { city: "Brooklyn", holdsEventIds: [eventId] },
  };
  const { id } = await create(whole);
  const stored = { name: "Gate moved", purpose: "event_message", content: whole.content, audience: whole.audience };
  const created = await read(id);
  expect(created).toMatchObject({ ...stored, event: { id: eventId, title: "Velvet Riddim" }, status: "draft" });
  expect([created.utmCampaign, created.confirmedCount, created.scheduledAt]).toEqual([`gate-moved-${id}`, null, null]);
  const change = { ...draftOf({ name: "Après fête", audience: {} }), content: { ...content, button: null } };
  const changed = await admin.call("PUT", `${url}/${id}`, { ...change, version: created.version });
  const after = await read(id);
  expect(changed.body).toEqual(after);
  expect(after).toMatchObject({ name: "Après fête", purpose: "marketing", event: null, audience: {} });
  expect([after.content, after.utmCampaign, after.version]).toEqual([
    change.content,
    `apres-fete-${id}`,
    created.version + 1,
  ]);
  const outdated = await admin.call("PUT", `${url}/${id}`, { ...change, version: created.version });
  expect(outdated.body.code).toBe("edited_meanwhile");

  await addReaders(site, 2);
  expect((await schedule(id)).status).toBe(200);
  const { body: copy } = await admin.post(`${url}/${id}/copy`);
  expect(copy).toMatchObject({ name: "Copy of Après fête", status: "draft", scheduledAt: null, confirmedCount: null });
  expect([copy.content, copy.audience, copy.purpose]).toEqual([after.content, after.audience, after.purpose]);
  expect(copy.id).not.toBe(id);
  expect((await admin.call("DELETE", `${url}/${id}`)).body.code).toBe("not_a_draft");
  expect((await admin.call("DELETE", `${url}/${copy.id}`)).status).toBe(200);
  expect((await admin.get(`${url}/${copy.id}`)).status).toBe(404);
  expect((await read(id)).status).toBe("scheduled");
});

test("each step has its status before and after, and ends what it must", async () => {
  const { admin, site } = opened;
  await addReaders(site, 2);
  const step = async (id: number, name: string) => (await admin.post(`${url}/${id}/${name}`)).body;
  const { id } = await create();
  for (const name of ["unschedule", "pause", "resume", "stop"])
    expect([name, (await step(id, name)).code]).toEqual([name, "not_ready"]);
  const scheduled = (await schedule(id, { at: "2040-12-05T20:00", timeZone: "America/New_York" })).body;
  expect(scheduled).toMatchObject({ status: "scheduled", scheduledAt: "2040-12-06T01:00:00.000Z", confirmedCount: 2 });
  expect(scheduled.timeZone).toBe("America/New_York");
  expect((await step(id, "pause")).code).toBe("not_ready");
  expect(await step(id, "unschedule")).toMatchObject({ status: "draft", scheduledAt: null, confirmedCount: null });
  expect((await schedule(id, { at: null })).body.status).toBe("scheduled");
  await site.app.runJob("campaigns");
  expect((await step(id, "unschedule")).code).toBe("not_ready");
  expect(await step(id, "pause")).toMatchObject({ status: "paused", endedAt: null, counts: { total: 2, waiting: 2 } });
  expect((await step(id, "pause")).code).toBe("not_ready");
  expect(await step(id, "resume")).toMatchObject({ status: "running", endedAt: null });
  expect(await step(id, "stop")).toMatchObject({
    status: "stopped",
    endedAt: expect.any(String),
    counts: {
      total: 2,
      waiting: 0,
      skipped: 2,
    },
  });
  expect((await step(id, "resume")).code).toBe("status_final");
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where target_kind = 'campaign' and target_id = ${String(id)} order by id`.execute(
    site.db,
  );
  expect(rows.slice(-7).map(({ action }) => action.replace("campaign.", ""))).toEqual([
    "created",
    "scheduled",
    "unscheduled",
    "scheduled",
    "paused",
    "resumed",
    "stopped",
  ]);
});

test("results and recipients of a campaign: who clicked what, who left, who failed and why", async () => {
  const { admin, site } = opened;
  await addReaders(site, 4);
  const id = await launch(admin);
  const other = await launch(admin, { name: "Other" });
  await sendAll(site);
  await sql`
    update emails set status = 'failed', error = '550 No such user', sent_at = null
    where bulk_key = ${`campaign:${id}`} and to_address = 'reader-2@example.com'`.execute(site.db);
  type Row = { id: number; email: string; status: string; clicks: number; reason: string | null };
  const rows = async (query = "", of = id): Promise<Row[]> =>
    (await admin.get(`${url}/${of}/recipients?${query}`)).body.items;
  const all = await rows();
  expect(all.map(({ email }) => email)).toEqual([1, 2, 3, 4].map((n) => `reader-${n}@example.com`));
  const failed = all.find(({ status }) => status === "failed")!;
  expect(failed.reason).toContain("No such user");
  const reached = all.filter(({ status }) => status === "sent");
  expect(reached).toHaveLength(3);
  const [one, two, three] = reached as [Row, Row, Row];
  const insert = (recipientId: number, link: string, clicks: number) =>
    sql`insert into campaign_clicks (recipient_id, url, clicks) values (${recipientId}, ${link}, ${clicks})`.execute(
      site.db,
    );
  await insert(one.id, "https://example.com/b", 5);
  await insert(one.id, "https://example.com/a", 1);
  await insert(two.id, "https://example.com/b", 1);
  await insert((await rows("", other))[0]!.id, "https://example.com/other", 9);
  await sql`update campaign_recipients set unsubscribed_at = clock_now() where id = ${three.id}`.execute(site.db);
  const { results, links, counts } = await read(id);
  expect(results).toEqual({ clickers: 2, clicks: 7, unsubscribes: 1, revenue: [] });
  expect(links).toEqual([
    { url: "https://example.com/b", clickers: 2, clicks: 6 },
    { url: "https://example.com/a", clickers: 1, clicks: 1 },
  ]);
  expect(counts).toMatchObject({ total: 4, sent: 3, failed: 1, waiting: 0 });
  expect((await rows()).map(({ clicks }) => clicks).toSorted()).toEqual([0, 0, 1, 6]);
  expect((await rows("status=failed")).map((row) => row.id)).toEqual([failed.id]);
  expect((await rows("status=sent")).map((row) => row.id)).toEqual(reached.map((row) => row.id));
  expect((await rows("q=READER-3")).map(({ email }) => email)).toEqual(["reader-3@example.com"]);
  expect((await read(other)).results).toMatchObject({ clickers: 1, clicks: 9, unsubscribes: 0 });
});

test("automations are listed with what they sent, and a change keeps what it doesn't name", async () => {
  const { admin, site } = opened;
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const draft = { name: "Thanks", trigger: "after_purchase", isOn: false, waitHours: 3, eventId, content };
  const made = (await admin.post("/api/admin/automations", draft)).body;
  const second = (
    await admin.post("/api/admin/automations", { ...draft, name: "Come back", trigger: "win_back", eventId: null })
  ).body;
  const list = async () => (await admin.get("/api/admin/automations")).body.items;
  const items = await list();
  expect(items.map((each: any) => [each.name, each.isOn, each.isMarketing, each.waitHours, each.event?.title])).toEqual(
    [
      ["Thanks", false, false, 3, "Velvet Riddim"],
      ["Come back", false, true, 3, undefined],
    ],
  );
  expect(items[0]).toMatchObject({ ...draft, counts: { total: 0 }, results: { clickers: 0, revenue: [] } });
  const change = { ...draft, name: "Thank you", waitHours: 5, isOn: true, eventId: null };
  const changed = await admin.call("PUT", `/api/admin/automations/${made.id}`, { ...change, version: made.version });
  expect(changed.body).toMatchObject({ ...change, version: made.version + 1, event: null });
  expect((await list())[0]).toMatchObject({ ...change, id: made.id });
  expect((await list())[1]).toEqual(items[1]);
  expect((await admin.call("DELETE", `/api/admin/automations/${second.id}`)).status).toBe(200);
  expect((await list()).map(({ id }: any) => id)).toEqual([made.id]);
});

test("a deleted person is on no list anymore, and others and their counts stay", async () => {
  const { admin, site } = opened;
  const person = await site.as("user", "Marva Canary");
  await sql`update users set email = 'marva@example.com' where id = ${person.id}`.execute(site.db);
  const people = ["marva", "other"].map((name) => ({ email: `${name}@example.com`, name }));
  const audience = { list: { people, howTheyOptedIn: "At the door" } };
  const saved = ["B list", "a list"].map((name) => ({ name, audience }));
  for (const each of saved) await admin.post("/api/admin/audiences", each);
  const draft = (await create({ audience })).id;
  const sent = await launch(admin, { name: "Sent", audience });
  await sendAll(site);
  const { personalRecords } = site.app.deps;
  await site.app.deps.db
    .transaction()
    .execute((tx) => personalRecords.forgetAll(tx, { id: person.id, email: "marva@example.com" }));
  const left = [{ email: "other@example.com", name: "other" }];
  const { items } = (await admin.get("/api/admin/audiences")).body;
  expect(items.map((each: any) => [each.name, each.audience.list.people])).toEqual([
    ["a list", left],
    ["B list", left],
  ]);
  for (const id of [draft, sent]) expect((await read(id)).audience.list!.people).toEqual(left);
  expect((await read(sent)).counts).toMatchObject({ total: 2, sent: 2 });
  const recipients = (await admin.get(`${url}/${sent}/recipients`)).body.items;
  expect(recipients.map(({ email }: any) => email)).toEqual([
    expect.stringMatching(/^deleted-\d+@invalid$/),
    "other@example.com",
  ]);
  expect(JSON.stringify([recipients, await read(sent)])).not.toMatch(/marva/i);
});
