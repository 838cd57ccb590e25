import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { insertMails } from "#server/modules/email/store.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createMember, password } from "#tests/accounts/make-member.ts";
import { rowsOfNouns, type StrangerRow, type Topic } from "#tests/email/stranger-rows.ts";
import { content, openCampaignSite } from "#tests/campaigns/kit.ts";
import { rate, setDelivery, ship } from "#tests/delivery/kit.ts";
import { sendParcel, unitsOf } from "#tests/fulfillment/kit.ts";
import { findParts, readHeader, type ReceivedMail } from "#testing/mail-server.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { emails } from "#testing/edge-emails.ts";
import type { Client, Site } from "#testing/site.ts";

/** A plain name, so that only who confirmed the address decides whether it is shown. */
const typed = "Zelda Quizzworth";
const pattern = /Zelda|Quizz/i;

type Opened = Awaited<ReturnType<typeof open>>;

/** A site whose texts all greet by name, and an order for a ticket and a tee that was sent. */
async function open() {
  const opened = await openCampaignSite();
  const { site, admin } = opened;
  const kinds = ["order_confirmation", "order_shipped", "refund_made", "refund_done", "money_returned"];
  const others = ["invoice_corrected", "ticket_change", "event_postponed", "email_confirmation"];
  for (const kind of [...kinds, ...others]) {
    const { text } = (await admin.get(`/api/admin/email-texts/${kind}`)).body;
    const draft = { ...text, intro: "Hello {{name|friend}}", version: 1 };
    expect((await admin.call("PUT", `/api/admin/email-texts/${kind}`, draft)).status).toBe(200);
  }
  await setDelivery(admin, [rate()]);
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title: "Free Fete" }) });
  const variantId = await site.create.variant({ priceCents: 3000, onHand: 100 });
  return { ...opened, ticketTypeId, variantId };
}

async function buyFor({ site, ticketTypeId, variantId }: Opened, email: string) {
  const buyer = await site.as("guest");
  const lines = [
    { ticketTypeId, quantity: 1 },
    { variantId, quantity: 1 },
  ];
  const { body: order } = await site.buy(buyer, lines, "approve", {
    buyer: { name: typed, email },
    ...ship({ name: typed, line1: "12 Quizzworth Road", city: "Zelda" }),
  });
  expect(order.status).toBe("paid");
  return order;
}

/** As if everything in an order had been free. */
const setFree = ({ db }: Site, { id }: Order) =>
  sql`
  update orders set subtotal_cents = 0, fee_cents = 0, tax_cents = 0, shipping_cents = 0, shipping_tax_cents = 0,
    total_cents = 0, refunded_cents = 0 where id = ${id}`.execute(db);

let opened: Opened;
beforeAll(async () => {
  opened = await open();
});
afterAll(() => opened.close());

/** Everything that a reader, or their email program, can read of an email. */
function readAll(mail: ReceivedMail): string {
  const texts = ["text/plain", "text/html", "text/calendar"].flatMap((type) => findParts(mail, type));
  const pdfs = findParts(mail, "application/pdf").map((part) => {
    const { text, actualTexts, plain } = readPdf(part.content);
    return [text, ...actualTexts, plain].join("\n");
  });
  const headers = ["to", "subject", "from"].map((name) => readHeader(mail, name));
  return [...headers, ...texts.map((part) => part.content.toString()), ...pdfs].join("\n");
}

/** The last email to an address, sent now. */
async function sendTo(address: string): Promise<string> {
  const { site, server } = opened;
  server.taken.length = 0;
  await site.app.runJob("mail");
  const mail = server.taken.findLast(({ to }) => to.includes(address));
  if (mail === undefined) {
    const { rows } = await sql`select kind, status, error from emails where to_address = ${address}`.execute(site.db);
    throw new Error(`Nothing was sent to ${address}: ${JSON.stringify(rows)}`);
  }
  return readAll(mail);
}

async function refundOf({ id }: Order): Promise<Topic> {
  await sql`update orders set status = 'partially_refunded' where id = ${id}`.execute(opened.site.db);
  const { rows } = await sql<{ id: string }>`
    insert into order_refunds (id, order_id, amount_cents, reason, status, made_by, kind, with_fee, returns_stock)
    values (gen_random_uuid(), ${id}, 0, 'Asked for it', 'pending', 'buyer', 'units', true, true) returning id`.execute(
    opened.site.db,
  );
  return { orderRefundId: rows[0]!.id };
}

/** Every kind has a row, here or in its noun's own test folder. */
const kinds: Record<string, StrangerRow> = {
  ...rowsOfNouns,
  order_confirmation: () => ({}),
  money_returned: () => ({ amountCents: 100, reason: "not_delivered" }),
  refund_made: refundOf,
  refund_done: refundOf,
  event_change: ({ tickets }) => ({ eventId: tickets[0]!.eventId, what: "postponed", note: "", startedAt: "" }),
  ticket_change: ({ tickets }) => ({ ticketId: tickets[0]!.id, what: "renamed", was: `${typed} Senior` }),
  invoice_corrected: () => ({ invoiceId: 1, cancellationId: 2 }),
  async order_shipped({ id }) {
    const { rows } = await sql<{ id: string }>`select id from shipments where order_id = ${id}`.execute(opened.site.db);
    return { shipmentId: rows[0]!.id, change: 0 };
  },
  account_link: "has a test of its own",
  campaign: "has a test of its own",
  automation: "has a test of its own",
  order_email_changed: { onlyFor: "the address that a paid order had; it has our words only" },
  buyer_code: { onlyFor: "the address that someone orders with, without text" },
  order_email_code: { onlyFor: "the address of an order, without text" },
  ticket_links: { onlyFor: "an address with tickets; it has our words only" },
  security_alert: { onlyFor: "the confirmed address of an account" },
  email_test: { onlyFor: "staff" },
  text_test: { onlyFor: "staff" },
};
const mailKinds = [...new Set([...emails.map(({ kind }) => kind), "campaign", "automation"])];
const aboutOrders = Object.keys(kinds).filter((kind) => typeof kinds[kind] === "function");

async function insert(kind: string, toAddress: string, topic: Topic): Promise<void> {
  const dedupeKey = `${kind}:${toAddress}`;
  await inTransaction(opened.site.db, (tx) =>
    insertMails(tx, [{ dedupeKey, kind, priority: 1, toAddress, toName: typed, topic }]),
  );
}

test("each kind of email has a row in the table of what a stranger can put into it", () => {
  expect(mailKinds.filter((kind) => kinds[kind] === undefined)).toEqual([]);
  expect(Object.keys(kinds).filter((kind) => !mailKinds.includes(kind))).toEqual([]);
});

describe("what somebody typed into an order that cost nothing isn't sent to an address that nobody confirmed", () => {
  let free: Order;
  beforeAll(async () => {
    free = await buyFor(opened, "victim@example.com");
    expect((await sendParcel(opened.admin, free.id, unitsOf(free, 0, 1))).status).toBe(201);
    await opened.site.app.runJob("mail");
    await setFree(opened.site, free);
  });

  test.each(aboutOrders)("%s", async (kind) => {
    const topic = await (kinds[kind] as (order: Order) => Topic | Promise<Topic>)(free);
    await insert(kind, "victim@example.com", { orderId: free.id, ...topic });
    const text = await sendTo("victim@example.com");
    expect(text).toContain("Hello friend");
    expect(text).not.toMatch(pattern);
  });
});

test.each(aboutOrders)("an order that was paid is greeted by its name: %s", async (kind) => {
  const email = `buyer-${kind}@example.com`;
  const paid = await buyFor(opened, email);
  if (kind === "order_shipped") await sendParcel(opened.admin, paid.id, unitsOf(paid, 0, 1));
  await opened.site.app.runJob("mail");
  const topic = await (kinds[kind] as (order: Order) => Topic | Promise<Topic>)(paid);
  await insert(kind, email, { orderId: paid.id, ...topic });
  expect(await sendTo(email)).toContain(`Hello ${typed}`);
});

/** A free order as guests place it. */
async function orderFree(email: string, buyer?: Client) {
  const { site } = opened;
  const eventId = await site.create.event({ title: "Free Fete" });
  const free = await site.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 });
  const lines = [{ ticketTypeId: free, quantity: 1 }];
  const { body } = await site.buy(buyer ?? (await site.as("guest")), lines, "approve", {
    buyer: { name: typed, email },
  });
  expect(body.status).toBe("paid");
  return free;
}

describe("an address is confirmed", () => {
  const greets = async (email: string) => {
    await orderFree(email);
    return pattern.test(await sendTo(email));
  };

  test("once its owner followed a link that was sent to it", async () => {
    const email = "waiting@example.com";
    expect(await greets(email)).toBe(false);
    await sql`
      insert into interests (id, topic, email, status) values (gen_random_uuid(), 'shop', ${email}, 'asked')`.execute(
      opened.site.db,
    );
    expect(await greets(email)).toBe(false);
    await sql`update interests set status = 'confirmed', confirmed_at = clock_now() where email = ${email}`.execute(
      opened.site.db,
    );
    expect(await greets(email)).toBe(true);
  });

  test("if it's on an account, and not while it only waits to be", async () => {
    const { browser } = await createMember(opened.site, "owner", "owner@example.com");
    expect(await greets("owner@example.com")).toBe(true);
    expect((await browser.send("PUT", "/api/me/email", { email: "wanted@example.com", password })).status).toBe(200);
    await opened.site.app.runJob("mail");
    expect(await greets("wanted@example.com")).toBe(false);
  });

  test("once somebody paid with it, and a tagged form of it isn't", async () => {
    await buyFor(opened, "payer@example.com");
    expect(await greets("payer@example.com")).toBe(true);
    expect(await greets("payer+1@example.com")).toBe(false);
  });
});

test("a comp that staff issue names its guest, and one that a visitor claims by a link doesn't", async () => {
  const { admin, site, ticketTypeId } = opened;
  const issue = { ticketTypeId, quantity: 1, guest: { name: typed, email: "guest@example.com" }, reason: "Our DJ" };
  expect((await admin.post("/api/admin/comps", issue)).status).toBe(201);
  expect(await sendTo("guest@example.com")).toContain(`Hello ${typed}`);
  const wish = { ticketTypeId, quantity: 2, maxPerPerson: 1, endsAt: "2099-01-01T00:00:00.000Z", reason: "Listeners" };
  const { body } = await admin.post("/api/admin/comp-batches/links", wish);
  const key = new URL(body.link!.url).searchParams.get("claim")!;
  const claim = { key, guest: { name: typed, email: "claimed@example.com" }, quantity: 1 };
  expect((await site.anon.post("/api/claim-links", claim)).status).toBe(201);
  const text = await sendTo("claimed@example.com");
  expect(text).toContain("Hello friend");
  expect(text).not.toMatch(pattern);
});

test("a request to confirm an account's address has neither its name nor the address", async () => {
  const { browser } = await createMember(opened.site, "attacker");
  expect((await browser.send("PATCH", "/api/me/profile", { displayName: typed })).status).toBe(200);
  const email = "wish+see-evil-example@example.com";
  expect((await browser.send("PUT", "/api/me/email", { email, password })).status).toBe(200);
  await opened.site.app.runJob("mail");
  const mail = opened.server.taken.findLast(({ to }) => to.includes(email))!;
  const text = readAll(mail);
  expect(text).toContain("Hello friend");
  expect(text).not.toMatch(pattern);
  expect(findParts(mail, "text/plain")[0]!.content.toString()).not.toContain("evil");
});

test("a request to confirm a reminder has nothing but the event's name", async () => {
  const eventId = await opened.site.create.event({ title: "Soca Supper" });
  await opened.site.create.ticketType({ eventId, salesStartAt: new Date(Date.now() + 12 * 3_600_000) });
  const email = "reminded@example.com";
  expect((await opened.site.anon.call("POST", `/api/events/${eventId}/reminder`, { email, name: typed })).status).toBe(
    400,
  );
  expect((await opened.site.anon.call("POST", `/api/events/${eventId}/reminder`, { email })).status).toBe(202);
  expect(await sendTo(email)).toContain("Soca Supper");
});

describe("a campaign and an automation", () => {
  /** What an event's attendees get, by address, once a message to them is sent. */
  async function sendBulk(): Promise<Map<string, string>> {
    const { site, server } = opened;
    server.taken.length = 0;
    for (let round = 0; round < 3; round++) {
      for (const job of ["campaigns", "automations", "campaign-mail"] as const) await site.app.runJob(job);
    }
    return new Map(server.taken.map((mail) => [mail.to[0]!, readAll(mail)]));
  }

  test("name only those who confirmed their address, or whom staff named", async () => {
    const { admin, site } = opened;
    const message = { ...content, body: "Hello {{firstName|friend}}" };
    const automation = { name: "Thanks", trigger: "after_purchase", isOn: true, waitHours: 0, eventId: null };
    const made = await admin.post("/api/admin/automations", { ...automation, content: message });
    expect(made.status).toBe(201);
    await orderFree("bulk@example.com");
    await buyFor(opened, "bulk-payer@example.com");
    const thanks = await sendBulk();
    expect(thanks.get("bulk@example.com")).toContain("Hello friend");
    expect(thanks.get("bulk@example.com")).not.toMatch(pattern);
    expect(thanks.get("bulk-payer@example.com")).toContain("Hello Zelda");

    await sql`
      insert into consents (email, channel, place, text)
      values ('bulk@example.com', 'email', 'import', 'Email me about events'),
        ('bulk-payer@example.com', 'email', 'preferences', 'Email me about events')`.execute(site.db);
    const launch = async (audience: object, count: number) => {
      const news = { name: "News", purpose: "marketing", eventId: null, content: message, audience };
      const { body: campaign } = await admin.post("/api/admin/campaigns", news);
      const schedule = { version: campaign.version, at: null, timeZone: "America/New_York", confirmedCount: count };
      const sent = await admin.post(`/api/admin/campaigns/${campaign.id}/schedule`, schedule);
      expect([sent.status, sent.body.code]).toEqual([200, undefined]);
      return sendBulk();
    };
    const news = await launch({}, 2);
    expect(news.get("bulk@example.com")).toContain("Hello friend");
    expect(news.get("bulk@example.com")).not.toMatch(pattern);
    expect(news.get("bulk-payer@example.com")).toContain("Hello Zelda");
    const people = [{ email: "listed@example.com", name: typed }];
    const listed = await launch({ list: { people, howTheyOptedIn: "They signed up at the door" } }, 1);
    expect(listed.get("listed@example.com")).toContain("Hello Zelda");
  });
});
