import type { CampaignDraft } from "#contract/campaigns/campaigns.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findCapturedPayment } from "#server/modules/payments/index.ts";
import { forgetRecipient } from "#server/modules/campaigns/store.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { findParts, type Behavior } from "#testing/mail-server.ts";
import { readAttention } from "#testing/attention.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import { addReaders, content, draftOf, launch, openCampaignSite, sendAll } from "./kit.ts";

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
let behave: (mailNumber: number) => Behavior = () => "take";
beforeAll(async () => {
  opened = await openCampaignSite((number) => behave(number));
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { site, server } = opened;
  await sql`
    truncate campaign_clicks, campaign_recipients, campaigns, automations, audiences, consents, suppressions,
      event_message_opt_outs, emails restart identity`.execute(site.db);
  server.taken.length = 0;
  behave = () => "take";
});

const campaign = async (id: number) => (await opened.admin.get(`/api/admin/campaigns/${id}`)).body;
const textOf = (to: string) => {
  const mail = opened.server.taken.find((taken) => taken.to.includes(to))!;
  return findParts(mail, "text/plain")[0]!.content.toString();
};
const linkIn = (text: string, part: string) => new URL(new RegExp(`http[^\\s)]+${part}[^\\s)]*`).exec(text)![0]);
const person = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1" };
const click = (url: URL, headers: Record<string, string> = person, method = "GET") =>
  opened.site.anon.call(method, url.pathname + url.search, undefined, headers);
const deliverEarlier = () =>
  sql`update emails set handed_over_at = handed_over_at - interval '1 minute'`.execute(opened.site.db);

test("a campaign reaches everyone who opted in, once, and nobody else", async () => {
  const { admin, site, server } = opened;
  await addReaders(site, 7);
  await sql`update consents set withdrawn_at = clock_now(), withdrawn_place = 'preferences' where email like 'reader-7@%'`.execute(
    site.db,
  );
  await admin.post("/api/admin/suppressions", { email: "reader-6@example.com", reason: "Asked by phone" });
  const { body: preview } = await admin.post("/api/admin/audiences/preview", {
    purpose: "marketing",
    eventId: null,
    audience: {},
  });
  expect(preview).toMatchObject({ count: 5, excluded: { suppressed: 1 } });
  const id = await launch(admin);
  await sendAll(site);
  await sendAll(site);
  const reached = server.taken.flatMap(({ to }) => to).toSorted();
  expect(reached).toEqual([1, 2, 3, 4, 5].map((n) => `reader-${n}@example.com`));
  expect(await campaign(id)).toMatchObject({ status: "done", counts: { total: 5, sent: 5, waiting: 0 } });
});

test.for([
  ["550 relay not permitted", "relay"],
  ["550 Sender verify failed", "sender"],
  ["550 5.1.7 Invalid sender", "sender"],
  ["550 Your part of our network is on a block list", "network"],
] as const)("a campaign whose emails are all refused with %o waits, says why, and goes on", async ([reply, cause]) => {
  const { admin, site, server } = opened;
  behave = () => reply;
  await addReaders(site, 12);
  const id = await launch(admin);
  await sendAll(site);
  const paused = await campaign(id);
  expect(paused).toMatchObject({
    status: "paused",
    problem: { cause, said: expect.stringContaining(reply) },
    counts: { total: 12, waiting: 12, failed: 0, skipped: 0 },
  });
  expect((await admin.get("/api/admin/suppressions")).body.total).toBe(0);
  expect(await readAttention(admin)).toMatchObject({ refusedCampaigns: 1 });
  // Refused once more: it pauses again.
  expect((await admin.post(`/api/admin/campaigns/${id}/resume`)).body).toMatchObject({
    status: "running",
    problem: null,
  });
  await sendAll(site);
  expect(await campaign(id)).toMatchObject({ status: "paused", problem: { cause } });
  behave = () => "take";
  await admin.post(`/api/admin/campaigns/${id}/resume`);
  await sendAll(site);
  expect(await campaign(id)).toMatchObject({ status: "done", problem: null, counts: { total: 12, sent: 12 } });
  expect(server.taken.flatMap(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, at) => `reader-${at + 1}@example.com`).toSorted(),
  );
  expect(await readAttention(admin)).not.toMatchObject({ refusedCampaigns: 1 });
});

test("a campaign has everyone of its audience, however many batches they are", async () => {
  const { site, admin } = opened;
  await addReaders(site, 2001);
  const id = await launch(admin);
  for (let round = 0; round < 3; round++) await site.app.runJob("campaigns");
  expect((await campaign(id)).counts.total).toBe(2001);
});

test("a campaign goes on past addresses that don't exist, a full mailbox, and a group that only members write to", async () => {
  const { admin, site, server } = opened;
  const replies: Behavior[] = [
    "550 5.1.1 No such user",
    "552 5.2.2 mailbox full",
    "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup",
    // The connection ends with this one, and the email goes over the next.
    "421 4.7.0 try again later",
  ];
  behave = (number) => replies[number - first] ?? "take";
  const first = server.attempts;
  await addReaders(site, 6);
  const id = await launch(admin);
  await sendAll(site);
  expect(await campaign(id)).toMatchObject({
    status: "running",
    problem: null,
    counts: { sent: 3, failed: 2, waiting: 1 },
  });
  expect((await admin.get("/api/admin/suppressions")).body.items).toMatchObject([
    { cause: "bounce", detail: expect.stringContaining("550 5.1.1 No such user") },
  ]);
});

const marva = {
  list: {
    people: [{ email: "marva@example.com", name: "Marva & Co Pierre" }],
    howTheyOptedIn: "Signed the list at the door",
  },
};

test("variables in links and the button are filled in and encoded, and reports list them once for everyone", async () => {
  const { admin, site } = opened;
  const eventId = await site.create.event({ title: "Soca & Sand, 2027?" });
  const body = [
    "Hi **{{firstName}}**: [Form]( https://forms.example.com/?n={{firstName}}&e={{eventTitle}} ),",
    "plain https://forms.example.com/{{firstName|you}} and {{eventTitle}}",
  ].join("\n");
  const id = await launch(admin, {
    audience: marva,
    content: { ...content, body, button: { label: "Go {{firstName}}", url: "/events?q={{eventTitle}}" }, eventId },
  });
  await sendAll(site);
  await deliverEarlier();
  const text = textOf("marva@example.com");
  expect(text).toContain("Hi Marva: Form (");
  expect(text).toContain("and Soca & Sand, 2027?");
  expect(text).not.toMatch(/Xnamemark|Xvariable|\{\{/);
  const form = await click(linkIn(text.slice(text.indexOf("Form")), ""));
  expect(form.headers.location).toBe("https://forms.example.com/?n=Marva&e=Soca%20%26%20Sand%2C%202027%3F");
  const plain = await click(linkIn(text.slice(text.indexOf("/Marva (")), ""));
  expect(plain.headers.location).toBe("https://forms.example.com/Marva");
  const button = await click(linkIn(text.slice(text.indexOf("Go Marva")), ""));
  expect(new URL(button.headers.location!).searchParams.get("q")).toBe("Soca & Sand, 2027?");
  const links = (await campaign(id)).links.map(({ url }: { url: string }) => url);
  expect(links).toContain("https://forms.example.com/?n={{firstName}}&e=Soca%20%26%20Sand%2C%202027%3F");
});

test.for([
  ["body", "Hey {{email}}", "content.body"],
  ["body", "Hey {{FIRSTNAME}}", "content.body"],
  ["body", "Hey {{firstName", "content.body"],
  ["subject", "Hi {{first_name}}", "content.subject"],
  ["preheader", "For {{lastName}}", "content.preheader"],
  ["button", { label: "Go", url: "https://example.com/?n={{name}}" }, "content.button.url"],
  ["button", { label: "Go {{name}}", url: "/events" }, "content.button.label"],
  ["body", "See you at {{eventTitle}}", "content.body"],
] as const)("a message whose %s says %j can't be saved: no reader has a value for it", async ([part, value, path]) => {
  const { admin } = opened;
  const refused = await admin.post("/api/admin/campaigns", draftOf({ content: { ...content, [part]: value } }));
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, path]);
  expect(refused.body.errors![0]!.message).toMatch(/variable|event card/);
  const automation = { name: "Come back", trigger: "win_back", isOn: false, waitHours: 24, eventId: null };
  const also = await admin.post("/api/admin/automations", { ...automation, content: { ...content, [part]: value } });
  expect([also.status, also.body.errors?.[0]?.path]).toEqual([400, path]);
});

test("the preview shows a message as a person of the audience reads it, and as someone without a name", async () => {
  const read = async (name: string | undefined) => {
    const query = new URLSearchParams({ body: "Hey {{firstName|friend}}!", ...(name !== undefined && { name }) });
    return (await opened.admin.get(`/api/admin/campaigns/preview.html?${String(query)}`)).text;
  };
  expect(await read("Marva Pierre")).toContain("Hey Marva!");
  expect(await read("-")).toContain("Hey friend!");
  expect(await read(undefined)).toContain("Hey Sam!");
});

test("a message carries the postal address, a web version and one-click unsubscribe, and a name can't add links", async () => {
  const { admin, site, server } = opened;
  const list = {
    people: [{ email: "mallory@example.com", name: "[x](https://evil.example) <b>" }],
    howTheyOptedIn: "Signed the list at the door on Nov 1",
  };
  const id = await launch(admin, { audience: { list } });
  await sendAll(site);
  const [mail] = server.taken;
  const html = findParts(mail!, "text/html")[0]!.content.toString();
  const text = textOf("mallory@example.com");
  expect(text).toContain("1 Flatbush Ave");
  expect(html).toContain("1 Flatbush Ave");
  for (const part of [html, text, mail!.headers.subject]) expect(part).not.toContain("evil.example");
  expect(html).not.toContain("mark.invalid");
  expect(mail!.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(mail!.headers["list-unsubscribe"]).toMatch(/^<http:\/\/.+\/api\/email\/unsubscribe\?token=[\w.-]+>$/);
  const web = linkIn(text, "/api/email/web");
  const page = await site.anon.get(web.pathname + web.search);
  expect([page.status, page.text.includes("the lineup")]).toEqual([200, true]);
  expect((await sql<any>`select place, text from consents`.execute(site.db)).rows).toEqual([
    { place: "import", text: list.howTheyOptedIn },
  ]);
  expect((await campaign(id)).counts.sent).toBe(1);
});

test("one click unsubscribes; a scanner that opens every link doesn't, and the next campaign leaves the person out", async () => {
  const { admin, site, server } = opened;
  await addReaders(site, 2);
  const id = await launch(admin);
  await sendAll(site);
  const link = linkIn(textOf("reader-1@example.com"), "/api/email/unsubscribe");
  const path = link.pathname + link.search;
  for (let time = 0; time < 100; time++) expect((await site.anon.get(path)).status).toBe(303);
  expect((await site.anon.get(`${link.pathname}?token=${"a".repeat(60)}`)).status).toBe(404);
  const open = async () =>
    (await sql<any>`select email from consents where withdrawn_at is null order by 1`.execute(site.db)).rows;
  expect(await open()).toHaveLength(2);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (let time = 0; time < 2; time++) {
    const done = await site.app.server.inject({
      method: "POST",
      url: path,
      headers: form,
      payload: "List-Unsubscribe=One-Click",
    });
    expect([done.statusCode, done.json()]).toEqual([200, { ok: true }]);
  }
  expect(await open()).toEqual([{ email: "reader-2@example.com" }]);
  expect((await campaign(id)).results.unsubscribes).toBe(1);
  server.taken.length = 0;
  await launch(admin, { name: "January news" });
  await sendAll(site);
  expect(server.taken.map(({ to }) => to)).toEqual([["reader-2@example.com"]]);
});

test("someone who unsubscribes or is suppressed between the start and their turn gets nothing", async () => {
  const { admin, site, server } = opened;
  await addReaders(site, 3);
  const id = await launch(admin);
  await site.app.runJob("campaigns");
  await sql`update consents set withdrawn_at = clock_now(), withdrawn_place = 'one_click' where email = 'reader-1@example.com'`.execute(
    site.db,
  );
  await admin.post("/api/admin/suppressions", { email: "reader-2@example.com", reason: "Asked by phone" });
  await sendAll(site);
  expect(server.taken.map(({ to }) => to)).toEqual([["reader-3@example.com"]]);
  expect((await campaign(id)).counts).toMatchObject({ total: 3, sent: 1, skipped: 2 });
  const { body } = await admin.get(`/api/admin/campaigns/${id}/recipients?status=skipped`);
  expect(body.items.map(({ reason }) => reason)).toEqual(["Not opted in", "Suppressed by staff"]);
});

test("a paused campaign sends nothing until it is resumed, and a stopped one never goes on", async () => {
  const { admin, site, server } = opened;
  await addReaders(site, 4);
  const id = await launch(admin);
  await site.app.runJob("campaigns");
  expect((await admin.post(`/api/admin/campaigns/${id}/pause`)).body.status).toBe("paused");
  await sendAll(site);
  expect(server.taken).toHaveLength(0);
  expect((await admin.post(`/api/admin/campaigns/${id}/resume`)).status).toBe(200);
  await sendAll(site);
  expect(server.taken).toHaveLength(4);
  const second = await launch(admin, { name: "Second" });
  await site.app.runJob("campaigns");
  expect((await admin.post(`/api/admin/campaigns/${second}/stop`)).body.status).toBe("stopped");
  await sendAll(site);
  expect(server.taken).toHaveLength(4);
  expect((await campaign(second)).counts).toMatchObject({ total: 4, skipped: 4, waiting: 0 });
  expect((await admin.post(`/api/admin/campaigns/${second}/resume`)).body.code).toBe("status_final");
});

test("sending needs a recent confirmation, a postal address, a count that is still right, and someone to send to", async () => {
  const { admin, site } = opened;
  await addReaders(site, 30);
  const { body: draft } = await admin.post("/api/admin/campaigns", draftOf());
  const schedule = (more: object = {}, client = admin) =>
    client.post(`/api/admin/campaigns/${draft.id}/schedule`, {
      version: draft.version,
      at: null,
      timeZone: "America/New_York",
      confirmedCount: 30,
      ...more,
    });
  const late = await site.as("admin");
  await sql`update sessions set confirmed_at = clock_now() - interval '2 hours' where user_id = ${late.id}`.execute(
    site.db,
  );
  expect((await schedule({}, late)).body.code).toBe("confirmation_required");
  expect((await schedule({ confirmedCount: 20 })).body.code).toBe("over_limit");
  expect((await schedule({ at: "2020-01-01T10:00" })).body.code).toBe("invalid_input");
  expect((await schedule({ version: 9 })).body.code).toBe("edited_meanwhile");
  await admin.post("/api/admin/settings", { postalAddress: null });
  expect((await schedule()).body.code).toBe("not_ready");
  await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
  const { body: scheduled } = await schedule({ at: "2099-07-01T10:00" });
  expect(scheduled).toMatchObject({ status: "scheduled", scheduledAt: "2099-07-01T14:00:00.000Z" });
  expect(
    (await admin.call("PUT", `/api/admin/campaigns/${draft.id}`, { ...draftOf(), version: scheduled.version })).body
      .code,
  ).toBe("not_a_draft");
  expect((await admin.post(`/api/admin/campaigns/${draft.id}/unschedule`)).body.status).toBe("draft");
  await sql`truncate consents`.execute(site.db);
  expect((await schedule({ version: scheduled.version + 1 })).body.code).toBe("not_ready");
});

test("people's clicks count once they can have the email; scanners, bots and prefetching don't, and all are redirected", async () => {
  const { admin, site } = opened;
  await addReaders(site, 1);
  const id = await launch(admin);
  await sendAll(site);
  const url = new URL(/Get tickets: (\S+)/.exec(textOf("reader-1@example.com"))![1]!);
  const soon = await click(url);
  expect([soon.status, soon.headers.location]).toEqual([302, expect.stringContaining("utm_campaign=december-news-1")]);
  await deliverEarlier();
  for (const agent of ["curl/8", "Googlebot/2.1", "Mozilla/5.0 BarracudaCentral", "Mozilla/5.0 HeadlessChrome/120"]) {
    await click(url, { "user-agent": agent });
  }
  await click(url, { ...person, "sec-purpose": "prefetch" });
  await click(url, person, "HEAD");
  expect((await campaign(id)).results).toMatchObject({ clickers: 0, clicks: 0 });
  await click(url);
  await click(url);
  expect((await campaign(id)).results).toMatchObject({ clickers: 1, clicks: 2 });
  expect((await site.anon.get(`/api/email/click?c=${url.searchParams.get("c")!.slice(0, -1)}_`)).status).toBe(404);
});

test("revenue is that of paid orders that came by the campaign's links", async () => {
  const { admin, site } = opened;
  await addReaders(site, 1);
  const id = await launch(admin);
  const ticketTypeId = await site.create.ticketType({ priceCents: 3000, feeCents: 0 });
  const lines = [{ ticketTypeId, quantity: 2 }];
  const { utmCampaign } = await campaign(id);
  const link = { source: "email", campaign: utmCampaign };
  const { body: order } = await site.buy(await site.as("guest"), lines, "approve", link);
  await site.buy(await site.as("guest"), lines, "approve", { source: "flyer", campaign: utmCampaign });
  await site.buy(await site.as("guest"), lines, "decline", { source: "email", campaign: utmCampaign });
  expect((await campaign(id)).results.revenue).toEqual([{ currency: "USD", orders: 1, revenueCents: 6000 }]);
  expect((await refund(admin, order.id, wish(3000, { ticketIds: [order.tickets[0]!.id] }))).status).toBe(201);
  expect((await campaign(id)).results.revenue).toEqual([{ currency: "USD", orders: 1, revenueCents: 3000 }]);
  // A bank takes back what another buyer paid: while it decides the money is still revenue, once it's lost no more.
  const { body: disputed } = await site.buy(await site.as("guest"), lines, "approve", link);
  const { sandbox } = site.app.services.payments;
  const ref = await sandbox.dispute((await findCapturedPayment(site.db, disputed.id))!.providerRef!);
  await sandbox.work();
  expect((await campaign(id)).results.revenue).toEqual([{ currency: "USD", orders: 2, revenueCents: 9000 }]);
  await sandbox.closeDispute(ref, "lost");
  await sandbox.work();
  expect((await campaign(id)).results.revenue).toEqual([{ currency: "USD", orders: 2, revenueCents: 3000 }]);
});

test("someone who deleted their account meanwhile isn't written to, and the counts stay", async () => {
  const { admin, site, server } = opened;
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  for (const name of ["ada", "bob"]) {
    const buyer = { name, email: `${name}@example.com` };
    await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer });
  }
  await sql`truncate emails`.execute(site.db);
  const id = await launch(admin, { purpose: "event_message", eventId });
  await site.app.runJob("campaigns");
  // Their recipient is written down, and their email isn't yet.
  await sql`update campaign_recipients set mail_id = null`.execute(site.db);
  await sql`truncate emails`.execute(site.db);
  await inTransaction(site.db, (tx) => forgetRecipient(tx, "bob@example.com", "Deleted"));
  await sendAll(site);
  expect(server.taken.map(({ to }) => to)).toEqual([["ada@example.com"]]);
  expect(await campaign(id)).toMatchObject({ status: "done", counts: { total: 2, sent: 1, skipped: 1 } });
});

test("an event message reaches the holders of one ticket type without an opt-in, and three a day at most", async () => {
  const { admin, site, server } = opened;
  const eventId = await site.create.event({ title: "Boat Ride" });
  const vip = await site.create.ticketType({ eventId, name: "VIP" });
  const general = await site.create.ticketType({ eventId, name: "General" });
  for (const [email, ticketTypeId] of [
    ["vip@example.com", vip],
    ["gen@example.com", general],
  ] as const) {
    await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", {
      buyer: { name: "Ada", email },
    });
  }
  await sql`truncate emails`.execute(site.db);
  const message = {
    purpose: "event_message",
    eventId,
    audience: { ticketTypeIds: [vip] },
  } satisfies Partial<CampaignDraft>;
  await launch(admin, { ...message, content: { ...content, body: "Boarding is at {{eventTitle}}, Pier 4." } });
  await sendAll(site);
  expect(server.taken.map(({ to }) => to)).toEqual([["vip@example.com"]]);
  expect(textOf("vip@example.com")).toContain("Boarding is at Boat Ride, Pier 4.");
  expect(textOf("vip@example.com")).not.toContain("Flatbush");
  const link = linkIn(textOf("vip@example.com"), "/api/email/unsubscribe");
  for (const name of ["Second", "Third"]) await launch(admin, { ...message, name });
  await expect(launch(admin, { ...message, name: "Fourth" })).rejects.toThrow("over_limit");
  await site.anon.call("POST", link.pathname + link.search, {});
  const { body } = await admin.post("/api/admin/audiences/preview", message);
  expect(body).toMatchObject({ count: 0, excluded: { optedOut: 1 } });
});

test("a test goes to its author, marked, and counts nothing", async () => {
  const { admin, site, server } = opened;
  const { body: draft } = await admin.post("/api/admin/campaigns", draftOf());
  expect((await admin.post(`/api/admin/campaigns/${draft.id}/test`, { email: "me@example.com" })).status).toBe(200);
  await site.app.runJob("mail");
  expect(server.taken.map(({ headers }) => headers.subject)).toEqual(["[Test] Big news, Sam"]);
  expect((await campaign(draft.id)).counts.total).toBe(0);
});
