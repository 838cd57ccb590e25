import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTodaysNames } from "#testing/former-sql.ts";
import { completePage, createSite, draft, type Client } from "#testing/site.ts";

/** The ledger's lines, without IDs of journal entries. */
const inBooks = sql<{ line: string }>`
  select concat_ws(' ', p.kind, p.order_id, p.payment_id, p.refund_id, e.account, e.event_id,
    e.item_id, e.amount_cents, e.currency) as line
  from journal_entries p join journal_lines e on e.entry_id = p.id order by 1`;

test("payments from before the ledger are entered as they would have been at the time", async () => {
  const site = await createSite();
  const eventId = await site.make.event();
  const one = await site.make.ticketType({ eventId, priceCents: 2500, feeCents: 250 });
  const two = await site.make.ticketType({ eventId, priceCents: 6000, feeCents: 0 });
  const start = async (buyer: Client, lines: { ticketTypeId: number; quantity: number }[]) => {
    const placed = await buyer.post("/api/orders", draft(lines));
    const started = await buyer.post(`/api/orders/${placed.body.id}/payment`);
    return { id: placed.body.id as string, url: started.body.url as string };
  };
  const buyer = await site.as("guest");
  const both = [
    { ticketTypeId: one, quantity: 2 },
    { ticketTypeId: two, quantity: 1 },
  ];
  await site.buy(buyer, both);
  await site.buy(buyer, [{ ticketTypeId: two, quantity: 1 }], "decline");

  // A different amount than requested: it is refunded in full.
  const wrong = await start(buyer, both);
  await sql`
    update sandbox.sessions set amount_cents = 777 where merchant_ref = (
      select id from payments where subject_id = ${wrong.id})`.execute(site.db);
  await completePage(buyer, wrong.url, "approve");
  await site.app.runJob("refunds");
  const late = await start(buyer, [{ ticketTypeId: two, quantity: 1 }]);
  await sql`update events set status = 'canceled' where id = ${eventId}`.execute(site.db);
  await completePage(buyer, late.url, "approve");

  const before = (await inBooks.execute(site.db)).rows.map(({ line }) => line);
  expect(before.filter((line) => line.startsWith("money_back"))).toHaveLength(2);
  expect(before.filter((line) => line.startsWith("capture"))).toHaveLength(6);

  const file = await readFile("db/migrations/0031_ledger.sql", "utf8");
  const backfill = inTodaysNames(file.slice(file.indexOf("-- The money there is already.")));
  await site.db.transaction().execute(async (tx) => {
    for (const table of [sql.table("journal_entries"), sql.table("journal_lines")]) {
      await sql`alter table ${table} disable trigger user`.execute(tx);
      await sql`truncate ${table}`.execute(tx);
      await sql`alter table ${table} enable trigger user`.execute(tx);
    }
    // Lines, also those of the journal, had the columns of tickets then.
    await sql`alter table journal_lines drop constraint journal_lines_item`.execute(tx);
    await sql`
      create temporary view journal_lines as
      select entry_id, position, account, event_id, item_id as ticket_type_id, amount_cents, currency
      from public.journal_lines`.execute(tx);
    await sql`
      create temporary view order_lines as
      select l.*, x.ticket_type_id, x.event_id from public.order_lines l join ticket_lines x on x.order_line_id = l.id`.execute(
      tx,
    );
    await sql.raw(backfill).execute(tx);
    await sql`drop view pg_temp.order_lines, pg_temp.journal_lines`.execute(tx);
  });
  const after = (await inBooks.execute(site.db)).rows.map(({ line }) => line);
  expect(after).toEqual(before);
  await site.close();
});
