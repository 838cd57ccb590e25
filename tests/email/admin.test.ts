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
  const { id } = (await admin.get("/api/admin/emails")).body.items[0];
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
  const { id } = (await admin.get("/api/admin/emails")).body.items[0];
  expect((await admin.get(`/api/admin/emails/${id}`)).body).toMatchObject({ hasHtml: false, noResend: "on_its_way" });
  expect((await admin.get(`/api/admin/emails/${id}/html`)).status).toBe(404);
  expect((await admin.post(`/api/admin/emails/${id}/resend`)).body.code).toBe("request_in_flight");
});

test("a resend creates a new mail, once per key, and the log records who asked for it", async () => {
  const server = closeLater(await startMailServer(() => "take"));
  const { site, admin, order } = await open({ settings: { SMTP_URL: server.url } });
  await site.app.runJob("mail");
  const { id } = (await admin.get("/api/admin/emails")).body.items[0];
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
