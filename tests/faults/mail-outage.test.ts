import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { addReaders, launch } from "#tests/campaigns/kit.ts";
import { startFaultProxy } from "#testing/fault-proxy.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite } from "#testing/site.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const purchases = 4;
const readers = 12;
/** How often a node looks for emails that are due. */
const everySeconds = 5;

/**
 * A campaign starts, a reminder is due, and people buy, in this order, during an hour without the email server.
 *
 * @returns the kinds of the emails that arrived, in the order of their arrival, and how long after the outage
 */
async function liveThroughOutage(rewriteSql?: Sabotage) {
  const server = await startMailServer();
  const address = new URL(server.url);
  const proxy = await startFaultProxy({ host: "127.0.0.1", port: Number(address.port) });
  address.port = String(proxy.port);
  const site = await createSite({ rewriteSql, settings: { SMTP_URL: address.href } });
  open.push(server, proxy, site);
  await installMovingClock(site.database, { isFrozen: true });
  const runJobs = async () => {
    await site.app.runJob("campaigns");
    // The worst order: the job of the least urgent emails looks first.
    await site.app.runJob("campaign-mail");
    await site.app.runJob("mail");
  };

  const admin = await site.as("admin");
  await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
  await addReaders(site, readers);
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, salesStartAt: new Date(Date.now() + 600_000) });
  const member = await site.as("user");
  await sql`update users set email = 'marva@example.com' where id = ${member.id}`.execute(site.db);
  await member.post(`/api/events/${eventId}/reminder`, {});

  await proxy.down();
  await launch(admin);
  await runJobs();
  await moveClock(site.database, 900);
  await site.app.runJob("sales-open");
  for (let bought = 0; bought < purchases; bought++) {
    const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
    expect([body.status, body.tickets.length]).toEqual(["paid", 1]);
    await moveClock(site.database, 670);
    for (let run = 0; run < 3; run++) {
      await runJobs();
      await moveClock(site.database, everySeconds);
    }
  }
  expect(server.taken).toEqual([]);

  await proxy.up();
  let seconds = 0;
  for (; seconds < 60 && server.taken.length < purchases + 1 + readers; seconds += everySeconds) {
    await moveClock(site.database, everySeconds);
    await runJobs();
  }
  const { rows } = await sql<{ id: number; kind: string }>`select id, kind from emails`.execute(site.db);
  const kindOf = new Map(rows.map(({ id, kind }) => [String(id), kind]));
  const kinds = server.taken.map(({ headers }) => kindOf.get(/^<mail-(\d+)@/.exec(headers["message-id"]!)![1]!));
  return { kinds, seconds };
}

const inOrder = [
  ...Array.from({ length: purchases }, () => "order_confirmation"),
  "sales_open",
  ...Array.from({ length: readers }, () => "campaign"),
];

test("an hour without the email server doesn't touch purchases, and afterwards emails leave within a minute, receipts first, then reminders, then campaigns", async () => {
  const { kinds, seconds } = await liveThroughOutage();
  expect(kinds).toEqual(inOrder);
  expect(seconds).toBeLessThan(60);
});

test("negative control: without priorities the reminder leaves before the receipts", async () => {
  const { kinds } = await liveThroughOutage(
    sabotage(["order by priority, next_attempt_at, id limit", "order by id limit"]),
  );
  expect(kinds.toSorted()).toEqual(inOrder.toSorted());
  expect(kinds).not.toEqual(inOrder);
  expect(kinds.indexOf("sales_open")).toBeLessThan(kinds.indexOf("order_confirmation"));
});
