import { sql } from "kysely";
import { expect, test } from "vitest";
import { startMailServer } from "#testing/mail-server.ts";
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
