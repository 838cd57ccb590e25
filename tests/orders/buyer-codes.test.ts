import { sql } from "kysely";
import { expect, test } from "vitest";
import { codesSent } from "#server/modules/orders/buyer-email/confirm.ts";
import { openSites } from "#testing/open-sites.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import type { Client, Site } from "#testing/site.ts";
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

test("someone who returns from the payment page has the confirmed time, although the page closed at its own", async () => {
  const { site, moveTo, hold } = await openScarce();
  const buyer = await site.as("guest");
  const { body: order } = await hold(buyer);
  await buyer.post(`/api/orders/${order.id}/payment`);
  expect((await confirmEmail(buyer, email, await readCode(site, buyer, email))).status).toBe(200);
  await moveTo(200);
  await site.app.runJob("payments");
  await site.app.runJob("holds");
  const read = (await buyer.get(`/api/orders/${order.id}`)).body;
  expect(read.status).toBe("awaiting_payment");
  expect((await buyer.post(`/api/orders/${order.id}/payment`)).body.status).toBe("redirect");
});

/** Confirmed addresses of one domain hold one unit each until it is enough. @returns for how many seconds each */
async function holdOfDomain(domain: string): Promise<number[]> {
  const site = await openSite({ settings: underAttack });
  await movableClock(site);
  const item = { ticketTypeId: await site.create.ticketType({ capacity: 100 }) };
  const seconds: number[] = [];
  for (let count = 0; count < 4; count++) {
    const buyer = await site.as("guest");
    const address = `fan${count}@${domain}`;
    const placed = await placeFrom(buyer, item, 10, `198.51.100.${count}`, { email: address });
    await confirmEmail(buyer, address, await readCode(site, buyer, address));
    seconds.push((await secondsOf(buyer, placed.body.id))!);
  }
  return seconds;
}

test("addresses of one domain count together, unless it is a large provider", async () => {
  expect((await holdOfDomain("catch-all.example")).filter((seconds) => seconds > 180)).toHaveLength(2);
  expect((await holdOfDomain("gmail.com")).filter((seconds) => seconds > 180)).toHaveLength(4);
});

test("whoever lets an order expire has three minutes for the next, and so has their network unless it's known", async () => {
  const site = await openSite({ settings: underAttack });
  const moveTo = await movableClock(site);
  const item = { ticketTypeId: await site.create.ticketType({ capacity: 5000 }) };
  const late = await site.as("guest");
  expect((await placeFrom(late, item, 1, "203.0.113.7", { email })).body.holdSecondsLeft).toBe(600);
  await confirmEmail(late, email, await readCode(site, late, email));
  await moveTo(601);
  await site.app.runJob("holds");
  const seconds = async (buyer: Client, network: string, address: string) =>
    (await placeFrom(buyer, item, 1, network, { email: address })).body.holdSecondsLeft;
  // They are known now: it is their own order that counts.
  expect(await seconds(late, "203.0.113.8", email)).toBe(180);
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
  const { site, moveTo, hold } = await openScarce();
  const buyer = await site.as("user");
  await hold(buyer);
  const admin = await site.as("admin");
  const records = await admin.post(`/api/admin/users/${buyer.id}/export`, { reason: "Asked for it by phone" });
  expect(records.text).toMatch(/"networkRecord":\{"network":"[\w-]{22}","expiredUnits":0,"rememberedSince":"/);
  const { rows } = await sql<{ network: string }>`select network from hold_counts where network <> ''`.execute(site.db);
  for (const { network } of rows) expect(network).toMatch(/^[\w-]{22}$/);
  await moveTo(200);
  await site.app.runJob("holds");
  await moveTo(200 + 1801);
  await site.app.runJob("hold-counts");
  expect(await site.db.selectFrom("hold_counts").select("network").execute()).toEqual([]);
  await confirmEmail(buyer, email, await readCode(site, buyer, email));
  await moveTo(200 + 1801 + 25 * 3600);
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
