import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { readQrCodes } from "#testing/qr-reader.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";

const things: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of things.splice(0)) await thing.close();
});

const closeLater = <Thing extends { close(): Promise<void> }>(thing: Thing): Thing => {
  things.unshift(thing);
  return thing;
};

async function open(options: SiteOptions = {}) {
  const site = closeLater(await createSite(options));
  const admin = await site.as("admin");
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  return { site, admin, order, eventId, ticketTypeId };
}

const broken = async (site: Site) => (await checkInvariants(site.db)).map(({ id }) => id);

test("the outbox shows each mail's status, and that mail isn't sent without an email server", async () => {
  const { site, admin, order } = await open();
  const before = (await admin.get("/api/admin/emails")).body;
  expect(before).toMatchObject({ total: 1, leaves: false, statuses: [{ status: "queued", count: 1 }] });
  expect(before.items[0]).toMatchObject({ subject: null, status: "queued", attempts: 0, sentAt: null });
  await site.app.runJob("mail");
  const { items, statuses, kinds } = (await admin.get("/api/admin/emails")).body;
  expect(statuses).toEqual([{ status: "not_sent", count: 1 }]);
  expect(kinds).toEqual([{ kind: "order_confirmation", count: 1 }]);
  expect(items[0]).toMatchObject({
    kind: "order_confirmation",
    to: { name: "Ada Buyer", address: "ada@example.com" },
    subject: "Your 2 tickets for Velvet Riddim",
    status: "not_sent",
    attempts: 1,
    nextAttemptAt: null,
  });
  for (const [query, count] of [
    [`q=${order.number}`, 1],
    ["q=velvet ADA", 1],
    ["q=nobody", 0],
    ["status=failed", 0],
    ["status=not_sent&kind=order_confirmation", 1],
    ["kind=money_returned", 0],
  ] as const) {
    expect([query, (await admin.get(`/api/admin/emails?${encodeURI(query)}`)).body.total]).toEqual([query, count]);
  }
});

test("a mail is shown as it was sent, with its original codes, in a frame that runs no scripts", async () => {
  const { site, admin, order } = await open();
  await site.app.runJob("mail");
  const { id } = (await admin.get("/api/admin/emails")).body.items[0]!;
  const detail = (await admin.get(`/api/admin/emails/${id}`)).body;
  expect(detail).toMatchObject({ hasHtml: true, noResend: null, order: { id: order.id, number: order.number } });
  expect(detail.bodyText).toContain(order.tickets[0]!.code);
  await sql`update tickets set version = version + 1`.execute(site.db);

  const page = await admin.get(`/api/admin/emails/${id}/html`);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  const policy = String(page.headers["content-security-policy"]);
  for (const part of ["sandbox ", "default-src 'none'", "img-src data:", "frame-ancestors 'self'"]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toMatch(/script|allow-same-origin|https?:/);
  expect(page.text).not.toContain("cid:");
  const pictures = [...page.text.matchAll(/src="data:image\/png;base64,([^"]+)"/g)].map(([, data]) =>
    Buffer.from(data!, "base64"),
  );
  const codes = await Promise.all(pictures.map(readQrCodes));
  expect(codes.flat()).toEqual(order.tickets.map((ticket) => ticket.code));
});

test("a mail that isn't rendered yet has nothing to show and can't be resent", async () => {
  const { admin } = await open();
  const { id } = (await admin.get("/api/admin/emails")).body.items[0]!;
  expect((await admin.get(`/api/admin/emails/${id}`)).body).toMatchObject({ hasHtml: false, noResend: "on_its_way" });
  expect((await admin.get(`/api/admin/emails/${id}/html`)).status).toBe(404);
  expect((await admin.post(`/api/admin/emails/${id}/resend`)).body.code).toBe("request_in_flight");
});

test("a resend creates a new mail, once per key, and the log records who asked for it", async () => {
  const server = closeLater(await startMailServer(() => "take"));
  const { site, admin, order } = await open({ settings: { SMTP_URL: server.url } });
  await site.app.runJob("mail");
  const { id } = (await admin.get("/api/admin/emails")).body.items[0]!;
  const key = { "idempotency-key": "pressed-twice" };
  const answers = await Promise.all([1, 2, 3].map(() => admin.post(`/api/admin/emails/${id}/resend`, {}, key)));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect(answers[0]!.body).toMatchObject({ status: "queued", resendOf: id, to: { address: "ada@example.com" } });
  const other = await admin.post(`/api/admin/orders/${order.id.toUpperCase()}/confirmation`);
  expect([other.status, other.body.resendOf]).toEqual([201, id]);
  await site.app.runJob("mail");
  expect(server.taken).toHaveLength(3);
  const detail = (await admin.get(`/api/admin/emails/${id}`)).body;
  expect(detail.resends.map((mail: { status: string }) => mail.status)).toEqual(["sent", "sent"]);
  const audit = (await admin.get(`/api/admin/audit?kind=mail&id=${id}`)).body;
  expect(audit.items).toHaveLength(2);
  expect(audit.items[0]).toMatchObject({
    action: "mail.resent",
    staff: { id: admin.id },
    after: { to: "ada@example.com" },
  });
  expect(await broken(site)).toEqual([]);
});

test("a confirmation can't be resent for an order without valid tickets or one that was never paid", async () => {
  const { site, admin, order, ticketTypeId } = await open();
  await site.app.runJob("mail");
  await sql`update tickets set status = 'canceled' where id = ${order.tickets[0]!.id}`.execute(site.db);
  const partly = await admin.post(`/api/admin/orders/${order.id}/confirmation`);
  await site.app.runJob("mail");
  const { bodyText } = (await admin.get(`/api/admin/emails/${partly.body.id}`)).body;
  expect(bodyText).not.toContain(order.tickets[0]!.code);
  expect(bodyText).toContain(order.tickets[1]!.code);
  await sql`update tickets set status = 'canceled'`.execute(site.db);
  const refused = await admin.post(`/api/admin/orders/${order.id}/confirmation`);
  expect([refused.status, refused.body.code]).toEqual([409, "order_closed"]);
  const buyer = await site.as("guest");
  const { body: unpaid } = await site.buy(buyer, [{ ticketTypeId, quantity: 1 }], "decline");
  expect((await admin.post(`/api/admin/orders/${unpaid.id}/confirmation`)).status).toBe(404);
});

test("what waited for an email server is sent for events to come and postponed ones, not for those that are over", async () => {
  const { site, admin } = await open();
  const buyFor = async (name: string, status: string, hours: number) => {
    const eventId = await site.create.event({ title: name });
    const lines = [{ ticketTypeId: await site.create.ticketType({ eventId }), quantity: 1 }];
    await site.buy(await site.as("guest"), lines, "approve", { buyer: { name, email: `${name}@example.com` } });
    await sql`
      update events set status = ${status}, doors_at = null, starts_at = clock_now() + make_interval(hours => ${hours - 4}),
        ends_at = clock_now() + make_interval(hours => ${hours}) where id = ${eventId}`.execute(site.db);
  };
  await buyFor("over", "on", -1);
  await buyFor("running", "on", 1);
  await buyFor("postponed", "postponed", -1);
  await site.app.runJob("mail");
  const server = closeLater(await startMailServer(() => "take"));
  const connected = closeLater(await createSite({ database: site.database, settings: { SMTP_URL: server.url } }));
  const boss = connected.clientOf(admin);
  expect((await boss.get("/api/admin/email-overview")).body).toMatchObject({ unsent: 3, unsentOver: 1 });
  expect((await boss.post("/api/admin/emails/resend-unsent")).body).toEqual({ count: 3 });
  await connected.app.runJob("mail");
  expect(server.taken.flatMap(({ to }) => to).toSorted()).toEqual([
    "ada@example.com",
    "postponed@example.com",
    "running@example.com",
  ]);
});

test("holders read what their event was and is, what becomes of their tickets, and what they can do", async () => {
  const { site, order, eventId } = await open();
  await site.app.runJob("mail");
  const event = { startsAt: "2036-12-13T01:00:00Z", endsAt: "2036-12-13T06:00:00Z", zone: "America/New_York" };
  await sql`
    update events set starts_at = ${event.startsAt}, ends_at = ${event.endsAt}, doors_at = null, time_zone = ${event.zone}
    where id = ${eventId}`.execute(site.db);
  const [venue] = (
    await sql<{ name: string; city: string }>`
      select v.name, v.city from venues v join events e on e.venue_id = v.id where e.id = ${eventId}`.execute(site.db)
  ).rows;
  const read = async (what: string, startedAt: string) => {
    const topic = { orderId: order.id, eventId, what, note: "The boat is late", startedAt };
    await sql`
      insert into emails (dedupe_key, kind, to_address, to_name, topic, priority)
      values (${what + startedAt}, 'event_change', 'ada@example.com', 'Ada', ${JSON.stringify(topic)}::jsonb, 1)`.execute(
      site.db,
    );
    await site.app.runJob("mail");
    const { rows } = await sql<{ subject: string; text: string }>`
      select subject, body_text as text from emails where dedupe_key = ${what + startedAt}`.execute(site.db);
    return { subject: rows[0]!.subject, text: rows[0]!.text.replaceAll(/\s+/g, " ") };
  };
  const was = "Friday, December 5, 2036 at 9:00 PM EST";
  const now = "Friday, December 12, 2036 at 8:00 PM EST";
  const at = `${venue!.name}, ${venue!.city}`;
  const moved = await read("moved", "2036-12-06T02:00:00.000Z");
  expect(moved.subject).toBe("New date for Velvet Riddim");
  expect(moved.text).toContain(`It's now on ${now}, ${at}. It was scheduled for ${was}.`);
  expect(moved.text).toContain("Your tickets stay valid for the new date, so you don't need to do anything.");
  const postponed = await read("postponed", "2036-12-06T02:00:00.000Z");
  expect(postponed.subject).toBe("Postponed: Velvet Riddim");
  expect(postponed.text).toContain(`It won't take place on ${was}, ${at}. We don't have a new date yet.`);
  expect(postponed.text).toContain("Your tickets stay valid. We'll email you as soon as there's a new date.");
  const canceled = await read("canceled", "");
  expect(canceled.subject).toBe("Canceled: Velvet Riddim");
  expect(canceled.text).toContain(`It was scheduled for ${now}, ${at}. Your tickets can't be used for entry.`);
  expect(canceled.text).toContain("We'll email you separately about your refund.");
  for (const { text } of [moved, postponed, canceled]) {
    expect(text).toContain(`Order ${order.number}`);
    expect(text).toContain("The boat is late");
    expect(text).toContain(order.id);
  }
});

test("the outbox is in the order that staff choose, page by page, and an email says what its retry and resend are", async () => {
  const { site, admin, order, ticketTypeId } = await open();
  for (const name of ["zoe", "bob"]) {
    const buyer = { name, email: `${name}@example.com` };
    await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer });
  }
  await site.app.runJob("mail");
  const list = async (query: string) =>
    (await admin.get(`/api/admin/emails?${query}`)).body.items.map((mail: any) => mail.to.address.split("@")[0]);
  expect({
    usual: await list(""),
    oldest: await list("sort=createdAt"),
    newest: await list("sort=-createdAt"),
    to: await list("sort=to"),
    toBackward: await list("sort=-to"),
  }).toEqual({
    usual: ["bob", "zoe", "ada"],
    oldest: ["ada", "zoe", "bob"],
    newest: ["bob", "zoe", "ada"],
    to: ["ada", "bob", "zoe"],
    toBackward: ["zoe", "bob", "ada"],
  });
  const { id } = (await admin.get("/api/admin/emails?q=ada")).body.items[0]!;
  const set = (changes: object) =>
    sql`update emails set status = ${(changes as any).status}, error = ${(changes as any).error ?? null},
      uncertain_attempts = ${(changes as any).uncertain ?? 0}, attempts = 5, sent_at = null where id = ${id}`.execute(
      site.db,
    );
  const detail = async () => (await admin.get(`/api/admin/emails/${id}`)).body;
  expect(await detail()).toMatchObject({ canRetry: false, noResend: null, attempts: 1, resends: [] });
  await set({ status: "failed", error: "550 No such user", uncertain: 1 });
  expect(await detail()).toMatchObject({ canRetry: false, error: "550 No such user", attempts: 5 });
  expect((await admin.post(`/api/admin/emails/${id}/retry`)).body.code).toBe("order_closed");
  await set({ status: "failed", error: "550 No such user" });
  expect(await detail()).toMatchObject({ canRetry: true });
  expect((await admin.post(`/api/admin/emails/${id}/retry`)).body).toMatchObject({
    status: "queued",
    attempts: 0,
    error: null,
  });
  await site.app.runJob("mail");
  const twice = [
    (await admin.post(`/api/admin/emails/${id}/resend`)).body.id,
    (await admin.post(`/api/admin/emails/${id}/resend`)).body.id,
  ];
  expect((await detail()).resends.map((mail: any) => mail.id)).toEqual(twice.toReversed());
  expect((await admin.get(`/api/admin/emails/${twice[0]}`)).body).toMatchObject({
    resendOf: id,
    kind: "order_confirmation",
    to: {
      name: "Ada Buyer",
      address: "ada@example.com",
    },
    order: { number: order.number },
    requestedBy: expect.any(String),
  });
});
