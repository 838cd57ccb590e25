import { sql } from "kysely";
import { expect, test } from "vitest";
import { codesSent } from "#server/modules/orders/buyer-email/confirm.ts";
import { openSites } from "#testing/open-sites.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { completePage, paymentPageOf, type Client, type Site } from "#testing/site.ts";
import { confirmEmail, movableClock, placeFrom, readCode, underAttack } from "./hoarders.ts";

const openSite = openSites();
const email = "ada@gmail.com";

/** A site on which little is left, so that holds are short unless their buyer is known. */
async function openScarce(rewriteSql?: Sabotage) {
  const site = await openSite({ settings: underAttack, rewriteSql });
  const moveTo = await movableClock(site);
  const item = { ticketTypeId: await site.create.ticketType({ capacity: 20 }) };
  let network = 0;
  const hold = (buyer: Client, address = email) =>
    placeFrom(buyer, item, 1, `198.51.100.${++network}`, { email: address });
  return { site, moveTo, item, hold };
}

const secondsOf = async (buyer: Client, id: string) => (await buyer.get(`/api/orders/${id}`)).body.holdSecondsLeft;
const emailsTo = async ({ db }: Site, address: string) =>
  (
    await db
      .selectFrom("emails")
      .select("kind")
      .where("to_address", "=", address)
      .where("kind", "=", "buyer_code")
      .execute()
  ).length;

test("the emailed code gives what is on hold the whole time, and later orders of the day too", async () => {
  const { site, moveTo, hold } = await openScarce();
  const buyer = await site.as("user");
  const { body: order } = await hold(buyer);
  expect(order.holdSecondsLeft).toBe(180);
  expect((await buyer.post("/api/orders/email-code", { email })).status).toBe(202);
  expect(await emailsTo(site, email)).toBe(1);
  const code = await readCode(site, buyer, email);
  expect((await confirmEmail(buyer, email, code)).status).toBe(200);
  expect(await secondsOf(buyer, order.id)).toBeGreaterThan(590);
  // The same again changes nothing more.
  await moveTo(60);
  expect((await confirmEmail(buyer, email, await readCode(site, buyer, email))).status).toBe(200);
  expect(await secondsOf(buyer, order.id)).toBeLessThanOrEqual(541);
  expect((await hold(buyer)).body.holdSecondsLeft).toBe(600);
  await moveTo(25 * 3600);
  await sql`update sessions set expires_at = 'infinity'`.execute(site.db);
  const later = await hold(buyer);
  expect(later.body.holdSecondsLeft, later.text).toBe(180);
});

test("a code counts for one person, one address and twenty minutes at most", async () => {
  const { site, moveTo, hold } = await openScarce();
  const buyer = await site.as("guest");
  const other = await site.as("guest");
  const { body: order } = await hold(buyer);
  const code = await readCode(site, buyer, email);
  const refused = { status: 409, body: { code: "code_invalid" } };
  expect(await confirmEmail(other, email, code)).toMatchObject(refused);
  expect(await confirmEmail(buyer, "bea@gmail.com", code)).toMatchObject(refused);
  expect(await confirmEmail(buyer, email, String((Number(code) + 1) % 100_000_000).padStart(8, "0"))).toMatchObject(
    refused,
  );
  expect(await confirmEmail(buyer, email, await readCode(site, buyer, email, 2))).toMatchObject(refused);
  expect(await secondsOf(buyer, order.id)).toBeLessThanOrEqual(180);
  await moveTo(1201);
  expect(await confirmEmail(buyer, email, code)).toMatchObject(refused);
});

test("codes can't be guessed: five tries in ten minutes, right or wrong", async () => {
  const { site } = await openScarce();
  const buyer = await site.as("guest");
  for (let tries = 0; tries < 5; tries++)
    expect((await confirmEmail(buyer, email, "00000000")).body.code).toBe("code_invalid");
  expect((await confirmEmail(buyer, email, await readCode(site, buyer, email))).body.code).toBe("too_many_requests");
});

test("an address gets few codes, whoever asks for them", async () => {
  const { site, moveTo } = await openScarce();
  const statuses: number[] = [];
  for (let count = 0; count <= codesSent.perMailbox; count++) {
    await moveTo(count * 40);
    const asking = await site.as("guest");
    statuses.push((await asking.post("/api/orders/email-code", { email: `ada+${count}@gmail.com` })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: codesSent.perMailbox }, () => 202), 429]);
  const guest = await site.as("guest");
  for (let presses = 0; presses < 3; presses++) await guest.post("/api/orders/email-code", { email: "bea@gmail.com" });
  expect(await emailsTo(site, "bea@gmail.com")).toBe(1);
});

test("an order that someone else placed with the address isn't changed by its code", async () => {
  const { site, hold } = await openScarce();
  const [buyer, other] = [await site.as("guest"), await site.as("guest")];
  const { body: theirs } = await hold(other);
  expect((await confirmEmail(buyer, email, await readCode(site, buyer, email))).status).toBe(200);
  expect(await secondsOf(other, theirs.id)).toBeLessThanOrEqual(180);
});

test("confirming closes a payment page that would close too soon, and the next has the whole time", async () => {
  const { site, moveTo, hold } = await openScarce();
  const buyer = await site.as("guest");
  const { body: order } = await hold(buyer);
  await buyer.post(`/api/orders/${order.id}/payment`);
  expect((await confirmEmail(buyer, email, await readCode(site, buyer, email))).status).toBe(200);
  const read = async () => (await buyer.get(`/api/orders/${order.id}`)).body;
  expect((await read()).status).toBe("awaiting_payment");
  await moveTo(200);
  const page = await buyer.post(`/api/orders/${order.id}/payment`);
  await moveTo(500);
  await site.app.runJob("payments");
  await site.app.runJob("holds");
  await completePage(buyer, paymentPageOf(page), "approve");
  expect((await read()).status).toBe("paid");
});

/** Guests confirm addresses and hold ten units each of a hundred. @returns for how many seconds each, 0 for a refusal */
async function holdConfirmed(addresses: string[], isBefore: boolean): Promise<number[]> {
  const site = await openSite({ settings: underAttack });
  await movableClock(site);
  const item = { ticketTypeId: await site.create.ticketType({ capacity: 100 }) };
  // Somebody else has something on hold, so that it's scarce.
  await placeFrom(await site.as("guest"), item, 3, "203.0.113.7");
  const seconds: number[] = [];
  for (const [count, address] of addresses.entries()) {
    const buyer = await site.as("guest");
    const confirm = async () => confirmEmail(buyer, address, await readCode(site, buyer, address));
    if (isBefore) await confirm();
    const placed = await placeFrom(buyer, item, 10, `198.51.100.${count}`, { email: address });
    if (!isBefore && placed.status === 201) await confirm();
    seconds.push(placed.status === 201 ? ((await secondsOf(buyer, placed.body.id)) ?? 0) : 0);
  }
  return seconds;
}

test.each([true, false])("addresses of one domain count together, confirmed before the order: %s", async (isBefore) => {
  const wide = Array.from({ length: 4 }, (_, count) => `fan${count}@catch-all.example`);
  expect((await holdConfirmed(wide, isBefore)).filter((seconds) => seconds > 180)).toHaveLength(2);
  const fans = Array.from({ length: 4 }, (_, count) => `fan${count}@gmail.com`);
  expect((await holdConfirmed(fans, isBefore)).filter((seconds) => seconds > 180)).toHaveLength(4);
});

test.each([true, false])(
  "a mailbox with many spellings counts as one, confirmed before the order: %s",
  async (isBefore) => {
    const spellings = [
      "ada.lovelace@gmail.com",
      "a.d.a.lovelace@gmail.com",
      "adalovelace@googlemail.com",
      "ada.lovelace+x@gmail.com",
    ];
    expect((await holdConfirmed(spellings, isBefore)).filter((seconds) => seconds > 180)).toHaveLength(2);
  },
);

test("a mailbox makes the latest person known who confirms it", async () => {
  const { site, hold } = await openScarce();
  const [first, second] = [await site.as("guest"), await site.as("guest")];
  for (const guest of [first, second])
    expect((await confirmEmail(guest, email, await readCode(site, guest, email))).status).toBe(200);
  expect((await hold(first)).body.holdSecondsLeft).toBe(180);
  expect((await hold(second)).body.holdSecondsLeft).toBe(600);
});

test("free orders have no code to enter, and end as before", async () => {
  const { site } = await openScarce();
  const free = { pricing: "free" as const, priceCents: 0, feeCents: 0, capacity: 20 };
  const item = { ticketTypeId: await site.create.ticketType(free) };
  const placed = await placeFrom(await site.as("guest"), item, 2, "203.0.113.7");
  expect(placed.body).toMatchObject({ holdSecondsLeft: 180, confirmUntil: null });
});

test("whoever lets an order expire has three minutes for the next, and so have unknown buyers of their network", async () => {
  const site = await openSite({ settings: underAttack });
  const moveTo = await movableClock(site);
  const item = { ticketTypeId: await site.create.ticketType({ capacity: 5000 }) };
  const late = await site.as("guest");
  expect((await placeFrom(late, item, 1, "203.0.113.7", { email })).body.holdSecondsLeft).toBe(600);
  await moveTo(601);
  await site.app.runJob("holds");
  const seconds = async (buyer: Client, network: string, address: string) =>
    (await placeFrom(buyer, item, 1, network, { email: address })).body.holdSecondsLeft;
  // From another network it is their own order that counts, until their email is confirmed.
  expect(await seconds(late, "203.0.113.8", email)).toBe(180);
  await confirmEmail(late, email, await readCode(site, late, email));
  expect(await seconds(late, "203.0.113.8", email)).toBe(600);
  const neighbor = await site.as("guest");
  expect(await seconds(neighbor, "203.0.113.7", "bea@gmail.com")).toBe(180);
  const member = await site.as("user");
  await sql`update users set email = 'cy@gmail.com' where id = ${member.id}`.execute(site.db);
  expect(await seconds(member, "203.0.113.7", "cy@gmail.com")).toBe(600);
  expect(await seconds(await site.as("guest"), "203.0.113.9", "dee@gmail.com")).toBe(600);
  await moveTo(601 + 1801);
  expect(await seconds(await site.as("guest"), "203.0.113.7", "eve@gmail.com")).toBe(600);
});

test("what is remembered of a network is a hash and counts; it is in the data download, and gone within a day", async () => {
  const { site, moveTo, item } = await openScarce();
  const buyer = await site.as("user");
  const { ticketTypeId } = item;
  const leave = await placeFrom(await site.as("guest"), { ticketTypeId }, 3, "203.0.113.7");
  expect(leave.status).toBe(201);
  await moveTo(200);
  await site.app.runJob("holds");
  expect((await placeFrom(buyer, { ticketTypeId }, 1, "203.0.113.7", { email })).status).toBe(201);
  const admin = await site.as("admin");
  const records = await admin.post(`/api/admin/users/${buyer.id}/export`, { reason: "Asked for it by phone" });
  expect(records.text).toMatch(
    /"networkRecord":\{"network":"[\w-]{22}","expiredUnits":3,"canceledUnits":0,"rememberedSince":"/,
  );
  const { rows } = await sql<{ network: string }>`select network from hold_counts where network <> ''`.execute(site.db);
  for (const { network } of rows) expect(network).toMatch(/^[\w-]{22}$/);
  await moveTo(400);
  await site.app.runJob("holds");
  await moveTo(400 + 1801);
  await site.app.runJob("hold-counts");
  expect(await site.db.selectFrom("hold_counts").select("network").execute()).toEqual([]);
  await confirmEmail(buyer, email, await readCode(site, buyer, email));
  await moveTo(400 + 1801 + 25 * 3600);
  await site.app.runJob("confirmed-mailboxes");
  expect(await site.db.selectFrom("confirmed_mailboxes").select("mailbox").execute()).toEqual([]);
});

test.each([["the person", sabotage(["select id from orders where user_id =", "select id from orders where -1 <>"])]])(
  "negative control: without %s in the search for orders a code changes somebody else's",
  async (_, rewriteSql) => {
    const { site, hold } = await openScarce(rewriteSql);
    const [buyer, other] = [await site.as("guest"), await site.as("guest")];
    const { body: theirs } = await hold(other);
    await confirmEmail(buyer, email, await readCode(site, buyer, email));
    expect(await secondsOf(other, theirs.id)).toBeGreaterThan(180);
  },
);

test("buyers on a network that staff trust count alone, and nobody there is asked for a proof", async () => {
  const site = await openSite({ settings: underAttack });
  const admin = await site.as("admin");
  const changed = await admin.post("/api/admin/settings", { trustedNetworks: ["203.0.113.0/24"] });
  expect(changed.body.settings.trustedNetworks).toEqual(["203.0.113.0/24"]);
  const node = await openSite({ settings: underAttack, database: site.database });
  const item = { ticketTypeId: await site.create.ticketType({ capacity: 200 }) };
  const hold = async (network: string) => placeFrom(await node.as("guest"), item, 10, network);
  const trusted = [await hold("203.0.113.7"), await hold("203.0.113.7"), await hold("203.0.113.8")];
  expect(trusted.map(({ status }) => status)).toEqual([201, 201, 201]);
  await hold("198.51.100.7");
  await hold("198.51.100.7");
  expect((await hold("198.51.100.7")).body.code).toBe("proof_required");
});
