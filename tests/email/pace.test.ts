import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import type { Order } from "#contract/orders/orders.ts";
import { findParts, readHeader, startMailServer, type ReceivedMail } from "#testing/mail-server.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { installMeetingPoint } from "#testing/meeting-point.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite, draft, type Site } from "#testing/site.ts";

const open: { close(): Promise<void> }[] = [];
const closeAll = async () => {
  for (const thing of open.splice(0)) await thing.close();
};
afterAll(closeAll);

const closeLater = <Thing extends { close(): Promise<void> }>(thing: Thing): Thing => {
  open.unshift(thing);
  return thing;
};

/** A site without limits to buy on, and the nodes that send its emails with them. */
async function openSite({ nodes = 1, rewriteSql = undefined as Sabotage | undefined } = {}) {
  const refusals = new Set<number>();
  const server = closeLater(await startMailServer((number) => (refusals.has(number) ? 450 : "take")));
  const site = closeLater(await createSite());
  await installMovingClock(site.database, { isFrozen: true });
  const settings = { SMTP_URL: server.url, RATE_LIMITS: "on" };
  const senders = [];
  for (let node = 0; node < nodes; node++) {
    senders.push(closeLater(await createSite({ database: site.database, settings, rewriteSql })));
  }
  const ticketTypeId = await site.create.ticketType({
    eventId: await site.create.event({ title: "Free Fete" }),
    pricing: "free",
    priceCents: 0,
    feeCents: 0,
    capacity: 1000,
  });
  return { server, site, senders, sender: senders[0]!, ticketTypeId, refusals };
}

type Opened = Awaited<ReturnType<typeof openSite>>;

async function orderTickets({ site, ticketTypeId }: Opened, count: number, email: string): Promise<Order[]> {
  const orders = await Promise.all(
    Array.from({ length: count }, async () => {
      const guest = await site.as("guest");
      const body = draft([{ ticketTypeId, quantity: 1 }], { buyer: { name: "Ada Buyer", email } });
      const placed = await guest.post("/api/orders", body);
      await guest.post(`/api/orders/${placed.body.id}/payment`);
      return (await guest.get(`/api/orders/${placed.body.id}`)).body;
    }),
  );
  for (const { status } of orders) expect(status).toBe("paid");
  return orders;
}

/** Sends until nothing more is due. */
async function sendAll({ site, sender }: Opened): Promise<void> {
  for (;;) {
    await sender.app.runJob("mail");
    const { rows } = await sql`
      select from emails where status in ('queued', 'unknown') and next_attempt_at <= clock_now()`.execute(site.db);
    if (rows.length === 0) return;
  }
}

async function statuses({ db }: Site, address: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::integer as count from emails where to_address = ${address} group by status`.execute(db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const textOf = (mail: ReceivedMail) => findParts(mail, "text/plain")[0]!.content.toString();
const htmlOf = (mail: ReceivedMail) => findParts(mail, "text/html")[0]!.content.toString();
const linksIn = (text: string) => [...text.matchAll(/https?:\S+payment-success\S+/g)].map(([link]) => new URL(link));
const quarter = 15 * 60;

let opened: Opened;
/** Each test has its own recipient. */
let victim = "";
let count = 0;
const taken = () => opened.server.taken.filter(({ to }) => to.join() === victim);
const lastSubject = () => readHeader(taken().at(-1)!, "subject");
const brokenOfEmails = async () =>
  (await checkInvariants(opened.site.db)).map(({ id }) => id).filter((id) => /^I-(4[0-5]|56)$/.test(id));
beforeAll(async () => {
  opened = await openSite();
});
beforeEach(async () => {
  victim = `victim-${++count}@example.com`;
  // What the test before left waiting.
  await moveClock(opened.site.database, quarter);
  await sendAll(opened);
});

describe("of many emails of one kind to one address", () => {
  test("five are sent at once, and one that opens each of the other orders a quarter of an hour later", async () => {
    const { site } = opened;
    const orders = await orderTickets(opened, 9, victim);
    await sendAll(opened);
    expect(taken()).toHaveLength(5);
    expect(await statuses(site, victim)).toEqual({ sent: 5, queued: 4 });
    await moveClock(site.database, quarter - 1);
    await sendAll(opened);
    expect(taken()).toHaveLength(5);

    await moveClock(site.database, 1);
    await sendAll(opened);
    expect(taken()).toHaveLength(6);
    expect(await statuses(site, victim)).toEqual({ sent: 6, merged: 3 });
    const last = taken()[5]!;
    expect(last.to).toEqual([victim]);
    expect(readHeader(last, "subject")).toBe("Your 4 orders for Free Fete");
    expect(findParts(last, "image/png")).toEqual([]);
    const links = linksIn(textOf(last));
    for (const { href } of links) expect(htmlOf(last)).toContain(href.replaceAll("&", "&amp;"));
    // Every order is reachable from one of the six.
    const reachable = [];
    for (const mail of taken()) reachable.push(...linksIn(textOf(mail)));
    const codes = [];
    for (const { searchParams } of reachable) {
      const path = `/api/orders/${searchParams.get("order")}?key=${searchParams.get("key")}` as const;
      codes.push(...(await site.anon.get<Order>(path)).body.tickets.map(({ code }) => code));
    }
    expect(codes.toSorted()).toEqual(orders.flatMap(({ tickets }) => tickets.map(({ code }) => code)).toSorted());
    expect(await brokenOfEmails()).toEqual([]);
  });

  test("the next ones wait another quarter of an hour, until an hour has had fewer than five", async () => {
    const { site } = opened;
    await orderTickets(opened, 6, victim);
    await sendAll(opened);
    await moveClock(site.database, quarter);
    await sendAll(opened);
    expect(taken()).toHaveLength(6);
    await orderTickets(opened, 3, victim);
    await sendAll(opened);
    expect(taken()).toHaveLength(6);
    await moveClock(site.database, quarter);
    await sendAll(opened);
    expect(lastSubject()).toBe("Your 3 orders for Free Fete");
    await moveClock(site.database, 3600);
    await orderTickets(opened, 1, victim);
    await sendAll(opened);
    expect(taken()).toHaveLength(8);
    expect(lastSubject()).toBe("Your ticket for Free Fete");
  });

  test("none waits for those to another address or of another kind", async () => {
    const { site } = opened;
    const orders = await orderTickets(opened, 6, victim);
    await orderTickets(opened, 1, "marva@example.com");
    const admin = await site.as("admin");
    const refund = { withFee: true, returnsStock: true, amountCents: 0, reason: "Asked for it by phone" };
    expect((await admin.post(`/api/admin/orders/${orders[5]!.id}/refunds`, refund)).status).toBe(201);
    await sendAll(opened);
    const subjects = taken().map((mail) => readHeader(mail, "subject"));
    // One of the five may be about the refunded order.
    expect(subjects.filter((subject) => /^Your (ticket|order .*) for Free Fete$/.test(subject))).toHaveLength(5);
    expect(subjects).toContain("1 ticket for Free Fete was canceled");
    expect(subjects).toHaveLength(6);
    expect(opened.server.taken.filter(({ to }) => to.join() === "marva@example.com")).toHaveLength(1);
  });

  test("the one for the rest is sent again as a whole if the email server refuses it at first", async () => {
    const { server, site, refusals } = opened;
    await orderTickets(opened, 8, victim);
    await sendAll(opened);
    await moveClock(site.database, quarter);
    const before = server.attempts;
    refusals.add(before);
    await sendAll(opened);
    expect([server.attempts - before, taken().length]).toEqual([1, 5]);
    expect(await statuses(site, victim)).toEqual({ sent: 5, queued: 1, merged: 2 });
    await moveClock(site.database, 5);
    await sendAll(opened);
    expect(taken()).toHaveLength(6);
    expect(linksIn(textOf(taken()[5]!))).toHaveLength(3);
    expect(await brokenOfEmails()).toEqual([]);
  });

  test("staff see which email lists them, and resend one of them or the list at once", async () => {
    const { site, sender } = opened;
    await orderTickets(opened, 7, victim);
    await sendAll(opened);
    await moveClock(site.database, quarter);
    await sendAll(opened);
    const admin = sender.clientOf(await site.as("admin"));
    const { items } = (await admin.get(`/api/admin/emails?status=merged&q=${victim}`)).body;
    expect(items).toEqual([expect.objectContaining({ subject: null, sentAt: null, nextAttemptAt: null })]);
    const { id, mergedInto } = items[0]!;
    const list = (await admin.get(`/api/admin/emails/${mergedInto}`)).body;
    expect(list).toMatchObject({ status: "sent", subject: "Your 2 orders for Free Fete" });
    for (const each of [id, mergedInto]) {
      expect((await admin.post(`/api/admin/emails/${each}/resend`)).status).toBe(201);
    }
    await sendAll(opened);
    const resent = taken()
      .slice(6)
      .map((mail) => readHeader(mail, "subject"));
    expect(resent).toEqual(["Your ticket for Free Fete", "Your 2 orders for Free Fete"]);
    expect(await brokenOfEmails()).toEqual([]);
  });
});

test("requests to confirm a reminder are merged with both links of each", async () => {
  const { site } = opened;
  for (let number = 1; number <= 8; number++) {
    const eventId = await site.create.event({ title: `Soca Supper ${number}` });
    await site.create.ticketType({ eventId, salesStartAt: new Date(Date.now() + 12 * 3_600_000) });
    const body = { email: victim };
    expect((await site.anon.call("POST", `/api/events/${eventId}/reminder`, body)).status).toBe(202);
  }
  await sendAll(opened);
  expect(taken()).toHaveLength(5);
  await moveClock(site.database, quarter);
  await sendAll(opened);
  expect(taken()).toHaveLength(6);
  const text = textOf(taken()[5]!);
  for (const step of ["confirm", "leave"]) expect(text.match(new RegExp(`[?]${step}=`, "g"))).toHaveLength(3);
});

describe("two nodes that send to one address at once", () => {
  /** The sixth email is due on one node while the other has the fifth. */
  async function sendTogether(rewriteSql?: Sabotage) {
    const two = await openSite({ nodes: 2, rewriteSql });
    await installMeetingPoint(two.site.db);
    await orderTickets(two, 6, victim);
    await sql`
      update emails set status = 'sent', attempts = 1, sent_at = clock_now(), released_at = clock_now()
      where id <= (select min(id) + 3 from emails)`.execute(two.site.db);
    await Promise.all(two.senders.map((node) => node.app.runJob("mail")));
    return two.server.taken.length;
  }

  test("send no more than five", async () => {
    expect(await sendTogether()).toBe(1);
  });

  test("send more without the lock between them", async () => {
    const unlocked = sabotage(
      [/pg_advisory_xact_lock\(hashtextextended\('mails of ' \|\| (\$\d), 0\)\)/, "$1::text"],
      // Each has read how many were sent before the other one records its own.
      ["select count(*) >=", "select meet(2), count(*) >=", { in: "released_at >" }],
    );
    expect(await sendTogether(unlocked)).toBe(2);
  });
});
