import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { sabotage } from "#testing/sabotage.ts";
import { draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";

const openSite = openSites();
async function open(options: SiteOptions = {}) {
  const site = await openSite(options);
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, maxPerPerson: 2 });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  return { site, admin: await site.as("admin"), buyer, order, eventId, ticketTypeId };
}

const reason = "A typo in the address";
const change = (who: Client, { id }: Order, email: string, more = {}, headers?: Record<string, string>) =>
  who.post(`/api/admin/orders/${id}/email`, { email, newCodes: false, reason, ...more }, headers);
const send = (who: Client, { id }: Order, email: string, headers?: Record<string, string>) =>
  who.post(`/api/admin/orders/${id}/tickets-email`, { email, reason }, headers);

interface Sent {
  to: string;
  kind: string;
  status: string;
  text: string | null;
}

async function mailsOf(site: Site): Promise<Sent[]> {
  await site.app.runJob("mail");
  const { rows } = await sql<Sent>`
    select to_address as to, kind, status, body_text as text from emails order by id`.execute(site.db);
  return rows;
}

/** The path of the order as the link in an email opens it. */
function linkIn({ text }: Sent): string {
  const [, id, key] = /order=([\w-]+)&key=([\w-]+)/.exec(text!)!;
  return `/api/orders/${id}?key=${key}`;
}

test("a changed email gets the tickets and new links; old links and codes stop working, and the log says who and why", async () => {
  const { site, admin, order } = await open();
  const [first] = await mailsOf(site);
  const stranger = await site.as("guest");
  expect((await stranger.get(linkIn(first!))).status).toBe(200);
  const codes = order.tickets.map(({ code }) => code);

  expect((await change(admin, order, " Ada.New@Example.com ", { newCodes: true })).status).toBe(201);
  const mails = await mailsOf(site);
  expect(mails.map(({ to, kind }) => [to, kind])).toEqual([
    ["ada@example.com", "order_confirmation"],
    ["ada.new@example.com", "order_confirmation"],
  ]);
  expect((await stranger.get(linkIn(first!))).status).toBe(404);
  const opened = await stranger.get<Order>(linkIn(mails[1]!));
  expect(opened.body).toMatchObject({ id: order.id, buyer: { name: "Ada Buyer", email: "ada.new@example.com" } });
  const now = opened.body.tickets.map(({ code }) => code);
  expect(now.filter((code) => codes.includes(code))).toEqual([]);
  for (const code of now) expect(mails[1]!.text).toContain(code);

  const { body: log } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(log.items).toMatchObject([
    {
      action: "order.email_changed",
      reason,
      before: { email: "ada@example.com" },
      after: { email: "ada.new@example.com", number: order.number, newCodes: 2 },
    },
  ]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("links to an order's documents and self-service refunds end with the email that they went to", async () => {
  const { site, admin, order } = await open();
  const [first] = await mailsOf(site);
  const key = linkIn(first!).split("key=")[1]!;
  const stranger = await site.as("guest");
  const calls = [
    () => stranger.get(`/api/orders/${order.id}/documents?key=${key}`),
    () => stranger.get(`/api/orders/${order.id}/receipt.pdf?key=${key}`),
  ];
  for (const call of calls) expect((await call()).status).toBe(200);
  const quote = () =>
    stranger.call("POST", `/api/orders/${order.id}/refund-quote?key=${key}`, { ticketIds: [order.tickets[0]!.id] });
  expect((await quote()).body.code).toBe("refund_closed");
  await change(admin, order, "new@example.com");
  for (const call of [...calls, quote]) expect((await call()).body.code).toBe("not_found");
});

test("an email that wasn't sent yet goes to the new address", async () => {
  const { site, admin, order } = await open();
  await change(admin, order, "new@example.com");
  const mails = await mailsOf(site);
  expect(mails.map(({ to }) => to)).toEqual(["new@example.com", "new@example.com"]);
});

test("an email that was taken from the queue before the change isn't sent to the former address", async () => {
  const { site, admin, order } = await open();
  await sql`update emails set status = 'sending', lease_until = clock_now() + interval '1 minute'`.execute(site.db);
  await change(admin, order, "new@example.com");
  await sql`update emails set status = 'queued' where status = 'sending'`.execute(site.db);
  expect((await mailsOf(site)).map(({ to, status }) => [to, status])).toEqual([
    ["ada@example.com", "failed"],
    ["new@example.com", "not_sent"],
  ]);
});

test("the order attaches only to the account that has confirmed its address", async () => {
  const { site, admin, order, buyer } = await open();
  const [former, claimant, owner] = [await site.as("user"), await site.as("user"), await site.as("user")];
  await sql`update users set email = 'ada@example.com' where id = ${former.id}`.execute(site.db);
  await sql`update users set email = 'new@example.com' where id = ${owner.id}`.execute(site.db);
  await sql`update users set pending_email = 'new@example.com' where id = ${claimant.id}`.execute(site.db);
  const sees = async (who: Client) => {
    const { body } = await who.get("/api/my-tickets");
    return [(await who.get(`/api/orders/${order.id}`)).status, body.items.length];
  };
  expect([await sees(former), await sees(owner)]).toEqual([
    [200, 2],
    [404, 0],
  ]);
  await change(admin, order, "new@example.com");
  // Whoever placed it keeps it.
  expect([await sees(former), await sees(claimant), await sees(owner), await sees(buyer)]).toEqual([
    [404, 0],
    [404, 0],
    [200, 2],
    [200, 2],
  ]);
  const confirmed = async () => {
    const { rows } = await sql<{ is: boolean }>`select email_confirmed as is from orders`.execute(site.db);
    return rows.map(({ is }) => is);
  };
  expect(await confirmed()).toEqual([false]);
  await sql`update users set email = 'mine@example.com' where id = ${buyer.id}`.execute(site.db);
  await change(admin, order, "mine@example.com");
  expect(await confirmed()).toEqual([true]);
});

test("tickets count toward the new address's limit, and no longer toward the former one's", async () => {
  const { site, admin, order, ticketTypeId } = await open();
  const place = async (email: string) => {
    const lines = [{ ticketTypeId, quantity: 2 }];
    const body = { ...draft(lines), buyer: { name: "Bea", email } };
    const answer = await (await site.as("guest")).post("/api/orders", body);
    return answer.body.code ?? answer.status;
  };
  expect(await place("ada@example.com")).toBe("over_limit");
  await change(admin, order, "new@example.com");
  expect([await place("new@example.com"), await place("ada@example.com")]).toEqual(["over_limit", 201]);
});

test("only another address of a paid order can be set, by admins", async () => {
  const { site, admin, order, eventId } = await open();
  const guest = await site.as("guest");
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: unpaid } = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  expect((await change(admin, unpaid, "new@example.com")).body.code).toBe("order_closed");
  expect((await change(admin, order, "ADA@example.com")).body).toMatchObject({
    code: "invalid_input",
    errors: [{ path: "email" }],
  });
  expect((await change(admin, order, "not an address")).body.code).toBe("invalid_input");
  expect((await change(await site.as("moderator"), order, "new@example.com")).status).toBe(403);
  await sql`update sessions set confirmed_at = clock_now() - interval '1 hour' where user_id = ${admin.id}`.execute(
    site.db,
  );
  expect((await change(admin, order, "new@example.com")).body.code).toBe("confirmation_required");
  expect((await send(admin, order, "new@example.com")).body.code).toBe("confirmation_required");
});

test("a deleted buyer's order gets no new email", async () => {
  const { site, admin, order } = await open();
  await sql`update orders set buyer_email = 'deleted-account@invalid'`.execute(site.db);
  expect((await change(admin, order, "new@example.com")).body.code).toBe("order_closed");
});

test("the same key changes the email once", async () => {
  const { site, admin, order } = await open();
  const key = { "idempotency-key": "one-change" };
  const replies = await Promise.all([1, 2, 3].map(() => change(admin, order, "new@example.com", {}, key)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { rows } = await sql`select link_version as version from orders`.execute(site.db);
  expect(rows).toEqual([{ version: 1 }]);
  expect((await mailsOf(site)).length).toBe(2);
});

test("tickets go to a chosen address without changing the order; it opens the order until its email changes", async () => {
  const { site, admin, order } = await open();
  await mailsOf(site);
  const key = { "idempotency-key": "one-copy" };
  const [one, two] = [
    await send(admin, order, "Friend@example.com", key),
    await send(admin, order, "friend@example.com", key),
  ];
  expect([one.status, one.body.to, two.text]).toEqual([201, { name: "", address: "friend@example.com" }, one.text]);
  const mails = await mailsOf(site);
  expect(mails.map(({ to }) => to)).toEqual(["ada@example.com", "friend@example.com"]);
  for (const { code } of order.tickets) expect(mails[1]!.text).toContain(code);
  const stranger = await site.as("guest");
  expect((await stranger.get<Order>(linkIn(mails[1]!))).body.buyer.email).toBe("ada@example.com");
  const { body: log } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(log.items).toMatchObject([
    { action: "order.tickets_emailed", reason, after: { to: "friend@example.com", number: order.number } },
  ]);
  const { body: detail } = await admin.get(`/api/admin/orders/${order.id}`);
  expect(detail.mails.map(({ address }: { address: string }) => address)).toEqual([
    "friend@example.com",
    "ada@example.com",
  ]);
  await change(admin, order, "new@example.com");
  expect((await stranger.get(linkIn(mails[1]!))).status).toBe(404);
});

test("an email that went to another address than the order's isn't resent there", async () => {
  const { site, admin, order } = await open();
  await mailsOf(site);
  await send(admin, order, "friend@example.com");
  await change(admin, order, "new@example.com");
  await mailsOf(site);
  const { rows } = await sql<{ id: number; to: string }>`select id, to_address as to from emails order by id`.execute(
    site.db,
  );
  const resend = async ({ id, to }: { id: number; to: string }) => {
    const answer = await admin.post(`/api/admin/emails/${id}/resend`);
    return [to, answer.body.code ?? answer.status];
  };
  expect([await resend(rows[0]!), await resend(rows[1]!), await resend(rows[2]!)]).toEqual([
    ["ada@example.com", "order_closed"],
    ["friend@example.com", "order_closed"],
    ["new@example.com", 201],
  ]);
  expect((await admin.get(`/api/admin/emails/${rows[0]!.id}`)).body.noResend).toBe("other_address");
  const again = await admin.post(`/api/admin/orders/${order.id}/confirmation`);
  expect(again.body.to.address).toBe("new@example.com");
});

test("an order without valid tickets has none to send", async () => {
  const { site, admin, order } = await open();
  await mailsOf(site);
  await sql`update tickets set status = 'canceled', version = version + 1`.execute(site.db);
  expect((await send(admin, order, "friend@example.com")).body.code).toBe("order_closed");
});

test("sending tickets is limited to twenty a minute", async () => {
  const { admin, order } = await open({ settings: { RATE_LIMITS: "on" } });
  const codes = [];
  for (let count = 0; count < 21; count++) codes.push((await send(admin, order, `friend${count}@example.com`)).status);
  expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 201));
  expect(codes[20]).toBe(429);
});

test("without a new link version, the former address would still open the order", async () => {
  const changeStatement = sabotage([", link_version = link_version + 1", ""]);
  const { site, admin, order } = await open({ rewriteSql: changeStatement });
  const [first] = await mailsOf(site);
  await change(admin, order, "new@example.com");
  expect((await (await site.as("guest")).get(linkIn(first!))).status).toBe(200);
});
