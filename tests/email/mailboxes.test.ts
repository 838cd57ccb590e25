import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailboxOf } from "#contract/email-address.ts";
import { createMember, password } from "#tests/accounts/make-member.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { createSite, draft, type Site } from "#testing/site.ts";

let server: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;
/** Without limits on requests, which all come from here. */
let buying: Site;
beforeAll(async () => {
  server = await startMailServer();
  buying = await createSite();
  site = await createSite({ database: buying.database, settings: { SMTP_URL: server.url, RATE_LIMITS: "on" } });
});
afterAll(async () => {
  await site.close();
  await buying.close();
  await server.close();
});

test.each([
  ["ada@example.com", "ada@example.com"],
  ["ada+1@example.com", "ada@example.com"],
  ["ADA+News@Example.com", "ada@example.com"],
  ["ada+a+b@example.com", "ada@example.com"],
  ["a.d.a@example.com", "a.d.a@example.com"],
  ["+1@example.com", "+1@example.com"],
  ["ada@example+1.com", "ada@example+1.com"],
])("the mailbox of %s is %s, for the server and the database", async (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
  const { rows } = await sql`select mailbox_of(${email}) as mailbox`.execute(site.db);
  expect(rows).toEqual([{ mailbox }]);
});

/** A free order of a guest, in any spelling of an address. */
async function orderFree(email: string, on = buying) {
  const eventId = await on.create.event({ title: "Free Fete" });
  const ticketTypeId = await on.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 });
  const buyer = { name: "Ada", email };
  const order = await on.buy(await on.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", { buyer });
  expect(order.body.status).toBe("paid");
  return order.body;
}

async function sendAll() {
  for (let round = 0; round < 3; round++) await site.app.runJob("mail");
}
const sentTo = (email: string) => server.taken.filter(({ to }) => to.includes(email)).length;

describe("of many emails to one mailbox", () => {
  test("five are sent at once, however its address is written", async () => {
    for (let tag = 0; tag < 4; tag++) await orderFree(`flood+${tag}@example.com`);
    for (const email of ["Flood@example.com", "FLOOD+x@example.com", "flood@example.com"]) await orderFree(email);
    await sendAll();
    expect(server.taken.filter(({ to }) => to[0]!.startsWith("flood"))).toHaveLength(5);
    const { rows } = await sql<{ address: string }>`
      select distinct buyer_email as address from orders where buyer_email like 'flood%' order by 1`.execute(site.db);
    expect(rows).toHaveLength(6);
  });

  test("those to an address that is confirmed don't wait for what strangers send to tagged ones", async () => {
    await createMember(site, "owner", "owner@example.com");
    for (let tag = 0; tag < 6; tag++) await orderFree(`owner+${tag}@example.com`);
    await orderFree("owner@example.com");
    await sendAll();
    expect(sentTo("owner@example.com")).toBe(1);
    expect(server.taken.filter(({ to }) => to[0]!.startsWith("owner+"))).toHaveLength(5);
  });

  test("accounts have five requests in an hour to confirm it", async () => {
    const ask = async (index: number, email: string) => {
      const { browser } = await createMember(site, `asker${index}`);
      return (await browser.send("PUT", "/api/me/email", { email, password })).status;
    };
    for (let index = 0; index < 5; index++) expect(await ask(index, `wanted+${index}@example.com`)).toBe(200);
    expect(await ask(5, "Wanted@example.com")).toBe(429);
    expect(await ask(6, "wanted-too@example.com")).toBe(200);
  });
});

describe("what one person can have", () => {
  const place = async (email: string, ticketTypeId: number, more: object = {}, on = buying) =>
    (await on.as("guest")).post("/api/orders", {
      ...draft([{ ticketTypeId, quantity: 1 }], more),
      buyer: { name: "Ada", email },
    });

  test("of a ticket type is counted by mailbox", async () => {
    const ticketTypeId = await buying.create.ticketType({ maxPerPerson: 2 });
    const answers = [];
    for (const email of ["limit+1@example.com", "limit+2@example.com", "Limit@example.com", "limits@example.com"]) {
      answers.push((await place(email, ticketTypeId)).status);
    }
    expect(answers).toEqual([201, 201, 409, 201]);
  });

  test("of a promo code is counted by mailbox", async () => {
    const admin = await buying.as("admin");
    const code = { code: "ONCE10", discount: { kind: "percent", percent: 10 }, personLimit: 1 };
    const made = await admin.post("/api/admin/promo-codes", code);
    expect([made.status, made.text]).toEqual([201, made.text]);
    const ticketTypeId = await buying.create.ticketType({});
    const use = async (email: string) => (await place(email, ticketTypeId, { promoCode: "ONCE10" })).status;
    expect(await use("promo+1@example.com")).toBe(201);
    expect(await use("promo+2@example.com")).toBe(409);
    expect(await use("PROMO@example.com")).toBe(409);
    expect(await use("promo-too@example.com")).toBe(201);
  });

  test("of a free event is counted by mailbox", async () => {
    const eventId = await site.create.event();
    const free = { eventId, pricing: "free", priceCents: 0, feeCents: 0, maxPerOrder: 1 } as const;
    const ticketTypeId = await site.create.ticketType(free);
    const orderOne = async (email: string) => {
      const guest = await site.as("guest");
      const order = draft([{ ticketTypeId, quantity: 1 }], { buyer: { name: "Ada", email } });
      const { status, body } = await guest.post("/api/orders", order);
      if (status === 201) await guest.post(`/api/orders/${body.id}/payment`);
      return status;
    };
    expect(await orderOne("free+1@example.com")).toBe(201);
    expect(await orderOne("free+2@example.com")).toBe(429);
    expect(await orderOne("free-too@example.com")).toBe(201);
  });

  test("of a claim link is counted by mailbox", async () => {
    const admin = await buying.as("admin");
    const ticketTypeId = await buying.create.ticketType({});
    const wish = {
      ticketTypeId,
      quantity: 5,
      maxPerPerson: 1,
      endsAt: "2099-01-01T00:00:00.000Z",
      reason: "Listeners",
    };
    const { body } = await admin.post("/api/admin/comp-batches/links", wish);
    const key = new URL(body.link!.url).searchParams.get("claim")!;
    const claim = async (email: string) =>
      (await buying.anon.post("/api/claim-links", { key, guest: { name: "Ada", email }, quantity: 1 })).status;
    expect(await claim("claim+1@example.com")).toBe(201);
    expect(await claim("claim+2@example.com")).toBe(409);
    expect(await claim("claims@example.com")).toBe(201);
  });
});

test("accounts keep the addresses of one mailbox apart", async () => {
  const plain = await createMember(site, "plain", "apart@example.com");
  const tagged = await createMember(site, "tagged", "apart+1@example.com");
  const order = await orderFree("apart+1@example.com");
  expect((await plain.browser.get(`/api/orders/${order.id}`)).status).toBe(404);
  expect((await tagged.browser.get(`/api/orders/${order.id}`)).status).toBe(200);
});
