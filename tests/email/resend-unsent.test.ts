import { sql } from "kysely";
import { expect, test } from "vitest";
import { startMailServer } from "#testing/mail-server.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import { createSite } from "#testing/site.ts";

test("what waited for an email server is sent in one act, each once, and nothing that is out of date", async () => {
  const site = await createSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 100 });
  const buyOne = async (email: string) => {
    const guest = await site.as("guest");
    return (await site.buy(guest, [{ ticketTypeId, quantity: 1 }], "approve", { buyer: { name: "Ada Buyer", email } }))
      .body;
  };
  await buyOne("ada@example.com");
  const moved = await buyOne("old@example.com");
  const resent = await buyOne("resent@example.com");
  await buyOne("late@example.com");
  await site.app.runJob("mail");
  const admin = await site.as("admin");
  await sql`update orders set buyer_email = 'new@example.com' where id = ${moved.id}`.execute(site.db);
  await sql`
    update emails set created_at = created_at - interval '31 days' where to_address = 'late@example.com'`.execute(
    site.db,
  );
  // Staff pressed Resend while there was no email server either: the buyer gets one email, not two.
  await admin.post(`/api/admin/orders/${resent.id}/confirmation`);
  await site.app.runJob("mail");
  expect((await admin.post("/api/admin/emails/resend-unsent")).body).toEqual({ count: 0 });

  const server = await startMailServer();
  const connected = await createSite({ database: site.database, settings: { SMTP_URL: server.url } });
  const boss = connected.clientOf(admin);
  expect((await boss.get("/api/admin/email-overview")).body).toMatchObject({ leaves: true, unsent: 2 });
  const presses = await Promise.all([1, 2].map(() => boss.post("/api/admin/emails/resend-unsent")));
  expect(presses.map(({ body }) => body.count).toSorted((a, b) => a - b)).toEqual([0, 2]);
  await connected.app.runJob("mail");
  expect(server.taken.flatMap(({ to }) => to).toSorted()).toEqual(["ada@example.com", "resent@example.com"]);
  expect((await boss.get("/api/admin/email-overview")).body.unsent).toBe(0);
  const { items } = (await boss.get("/api/admin/audit?action=mail.all_resent")).body;
  expect(items).toMatchObject([{ after: { count: 2 } }]);
  await connected.close();
  await server.close();
  await site.close();
});

// What the buyer has, whether it is over when the server is connected, and which emails are sent then.
test("emails about events that have ended are left out and counted, unless they are about money, products or a cancellation", async () => {
  const site = await createSite();
  const admin = await site.as("admin");
  const future = await site.create.event({ title: "Still to come" });
  const ending = await site.create.event({ title: "Over by then" });
  const typeOf = (eventId: number) => site.create.ticketType({ eventId });
  const [next, last, moved, refunded, called, put] = await Promise.all(
    [future, ending, ending, ending, ending, ending].map(typeOf),
  );
  const productId = await site.create.product({ kind: "digital" });
  const song = await site.create.variant({ productId });
  const buy = async (name: string, ...items: object[]) => {
    const lines = items.map((item) => ({ ...item, quantity: 1 })) as Parameters<typeof site.buy>[1];
    const buyer = { name: "Ada Buyer", email: `${name}@example.com` };
    return (await site.buy(await site.as("guest"), lines, "approve", { buyer })).body;
  };
  await buy("next", { ticketTypeId: next });
  await buy("last", { ticketTypeId: last });
  await buy("both", { ticketTypeId: next }, { ticketTypeId: moved });
  await buy("song", { ticketTypeId: last }, { variantId: song });
  const elsewhere = await buy("elsewhere", { ticketTypeId: last });
  await sql`
    update tickets set event_id = ${future}, ticket_type_id = ${next!} where id = ${elsewhere.tickets[0]!.id}`.execute(
    site.db,
  );
  const back = await buy("back", { ticketTypeId: refunded });
  await refund(admin, back.id, wish(back.totalCents));
  const renamed = await buy("renamed", { ticketTypeId: put });
  const told = await buy("told", { ticketTypeId: called });
  await site.app.runJob("mail");
  const insert = (kind: string, order: { id: string }, to: string, topic: object) =>
    sql`
    insert into emails (dedupe_key, kind, to_address, to_name, topic, priority, status)
    values (${kind + to}, ${kind}, ${`${to}@example.com`}, '', ${JSON.stringify({ orderId: order.id, ...topic })}::jsonb, 1, 'not_sent')`.execute(
      site.db,
    );
  await insert("ticket_change", renamed, "renamed", { ticketId: renamed.tickets[0]!.id, what: "renamed", was: "" });
  await insert("event_change", told, "told", { eventId: ending, what: "canceled", note: "", startedAt: "" });
  await insert("event_change", renamed, "renamed", { eventId: ending, what: "postponed", note: "", startedAt: "" });
  await sql`update events set starts_at = clock_now() - interval '5 hours', doors_at = null, ends_at = clock_now() - interval '1 hour'
    where id = ${ending}`.execute(site.db);

  const server = await startMailServer();
  const connected = await createSite({ database: site.database, settings: { SMTP_URL: server.url } });
  const boss = connected.clientOf(admin);
  // Left out: the confirmations of "last", "back", "renamed" and "told", and two changes.
  expect((await boss.get("/api/admin/email-overview")).body).toMatchObject({ unsent: 6, unsentOver: 6 });
  expect((await boss.post("/api/admin/emails/resend-unsent")).body).toEqual({ count: 6 });
  const { rows } = await sql<{ what: string }>`
    select kind || ' ' || split_part(to_address, '@', 1) as what from emails where status = 'queued' order by 1`.execute(
    site.db,
  );
  expect(rows.map(({ what }) => what)).toEqual([
    "event_change told",
    "order_confirmation both",
    "order_confirmation elsewhere",
    "order_confirmation next",
    "order_confirmation song",
    "refund_made back",
  ]);
  expect((await boss.get("/api/admin/email-overview")).body).toMatchObject({ unsent: 0, unsentOver: 6 });
  await connected.close();
  await server.close();
  await site.close();
});
