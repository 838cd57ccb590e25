import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertOptIns } from "#server/modules/consent/index.ts";
import { findParts } from "#testing/mail-server.ts";
import type { Client } from "#testing/site.ts";
import { addReaders, launch, openCampaignSite, sendAll } from "../campaigns/kit.ts";
import { createCode } from "../promotions/kit.ts";

// Which opt-ins count: those that the owner of the address confirmed.

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
let ticketTypeId: number;
let freeTypeId: number;
beforeAll(async () => {
  opened = await openCampaignSite();
  ticketTypeId = await opened.site.create.ticketType({ capacity: 1000 });
  freeTypeId = await opened.site.create.ticketType({ pricing: "free", priceCents: 0, feeCents: 0, capacity: 1000 });
  await createCode(opened.admin, { code: "FREE", discount: { kind: "percent", percent: 100 } });
});
afterAll(() => opened.close());
beforeEach(async () => {
  opened.server.taken.length = 0;
  await run(
    "truncate interests, campaign_clicks, campaign_recipients, campaigns, consents, suppressions, emails restart identity",
  );
  // Someone whom every campaign reaches.
  await addReaders(opened.site, 1);
});

const run = (statement: string) => sql.raw(statement).execute(opened.site.db);
const email = "marva@example.com";
const ticked = { buyer: { name: "Marva", email }, emailOptIn: true };
const lines = (typeId: number) => [{ ticketTypeId: typeId, quantity: 1 }];

async function buy(
  who?: Client,
  { typeId = ticketTypeId, ...more }: { typeId?: number; [field: string]: unknown } = {},
) {
  const { site } = opened;
  return site.buy(who ?? (await site.as("guest")), lines(typeId), "approve", { ...ticked, ...more });
}
async function memberWith(address: string): Promise<Client> {
  const member = await opened.site.as("user");
  await sql`update users set email = null where email = ${address}`.execute(opened.site.db);
  await sql`update users set email = ${address} where id = ${member.id}`.execute(opened.site.db);
  return member;
}
/** The owner of the address unsubscribed. */
const leave = () =>
  sql`insert into consents (email, channel, place, text, withdrawn_at, withdrawn_place)
    values (${email}, 'email', 'account', 'Email me about events', clock_now(), 'one_click')`.execute(opened.site.db);

/** How many emails asked the address, and whether a campaign that starts now reaches it. */
async function outcome() {
  const { site, server, admin } = opened;
  await launch(admin);
  await sendAll(site);
  await site.app.runJob("mail");
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from emails where kind = 'interest_confirmation' and to_address = ${email}`.execute(
    site.db,
  );
  const reached = server.taken.some(({ to, headers }) => to[0] === email && headers.subject!.startsWith("Big news"));
  return { asked: rows[0]!.count, reached };
}
async function follow(step: "confirm" | "leave") {
  await opened.site.app.runJob("mail");
  const texts = opened.server.taken
    .filter(({ to }) => to[0] === email)
    .map((mail) => findParts(mail, "text/plain")[0]!.content.toString());
  const text = texts.findLast((each) => each.includes(`${step}=`))!;
  const { searchParams } = new URL(new RegExp(`http\\S+[?&]${step}=\\S+`).exec(text)![0]);
  const [id, key] = [searchParams.get(step), searchParams.get("key")];
  return step === "confirm"
    ? opened.site.anon.post("/api/interest/confirm", { id, key })
    : opened.site.anon.post(`/api/interest/${id}/unsubscribe?key=${key}`);
}

test.each<[string, () => Promise<unknown>, { asked: number; reached: boolean }]>([
  ["a paid order", () => buy(), { asked: 0, reached: true }],
  ["a free order", () => buy(undefined, { typeId: freeTypeId }), { asked: 1, reached: false }],
  ["an order that a code made free", () => buy(undefined, { promoCode: "FREE" }), { asked: 1, reached: false }],
  ["an order that a code added later made free", buyWithLateCode, { asked: 1, reached: false }],
  [
    "a stranger's free order, for the address of an account",
    async () => {
      await memberWith(email);
      await buy(undefined, { typeId: freeTypeId });
    },
    { asked: 1, reached: false },
  ],
  [
    "an order of the account that confirmed the address, even one that nobody pays",
    async () => (await memberWith(email)).post("/api/orders", { ...ticked, lines: lines(ticketTypeId) }),
    { asked: 0, reached: true },
  ],
  [
    "an order that nobody pays, and another one without the tick",
    async () => {
      await (await opened.site.as("guest")).post("/api/orders", { ...ticked, lines: lines(ticketTypeId) });
      await buy(undefined, { emailOptIn: false });
    },
    { asked: 0, reached: false },
  ],
])("a tick with %s", async (_, order, expected) => {
  await order();
  expect(await outcome()).toEqual(expected);
});

async function buyWithLateCode() {
  const guest = await opened.site.as("guest");
  const { body } = await guest.post("/api/orders", { ...ticked, lines: lines(ticketTypeId) });
  await guest.call("PUT", `/api/orders/${body.id}/promo-code`, { promoCode: "FREE" });
  const paid = await guest.post(`/api/orders/${body.id}/payment`);
  expect(paid.body.status).toBe("paid");
}

test("a tick for an address that unsubscribed leads to one email, and counts by its link only", async () => {
  await leave();
  for (let time = 0; time < 3; time++) await buy();
  expect(await outcome()).toEqual({ asked: 1, reached: false });
  opened.server.taken.length = 0;
  await run("truncate emails cascade");
  await run("update interests set mailed_at = mailed_at - interval '1 hour'");
  await buy();
  expect((await follow("confirm")).body).toEqual({ topic: "news:1" });
  expect((await outcome()).reached).toBe(true);
  const { rows } = await sql`
    select place, confirmed_by, withdrawn_place from consents where email = ${email} order by id`.execute(
    opened.site.db,
  );
  expect(rows).toEqual([
    { place: "account", confirmed_by: null, withdrawn_place: "one_click" },
    { place: "checkout", confirmed_by: "link", withdrawn_place: null },
  ]);
});

test("who confirmed, unsubscribed by a campaign's link and ticks again is asked again", async () => {
  await buy(undefined, { typeId: freeTypeId });
  await follow("confirm");
  expect(await outcome()).toEqual({ asked: 1, reached: true });
  const mail = opened.server.taken.findLast(({ headers, to }) => to[0] === email && headers.subject!.includes("news"))!;
  const token = new URL(/<(.+)>/.exec(mail.headers["list-unsubscribe"]!)![1]!).searchParams.get("token")!;
  expect((await opened.site.anon.post(`/api/email/unsubscribe?token=${token}`)).status).toBe(200);
  // The link that opted in doesn't do it again.
  expect((await follow("confirm")).status).toBe(404);
  await run("update interests set mailed_at = mailed_at - interval '1 hour'");
  await buy();
  opened.server.taken.length = 0;
  expect(await outcome()).toEqual({ asked: 2, reached: false });
  await follow("confirm");
  expect((await outcome()).reached).toBe(true);
});

test("the owner's own account brings them back, by a tick or in its settings, and shows what counts", async () => {
  const member = await memberWith(email);
  const news = async () => (await member.get("/api/account/email-consent")).body.news;
  await leave();
  await buy();
  expect(await news()).toBe(false);
  await member.call("PUT", "/api/account/email-consent", { news: true, eventMessages: true });
  expect([await news(), (await outcome()).reached]).toEqual([true, true]);
  await member.call("PUT", "/api/account/email-consent", { news: false, eventMessages: true });
  await buy(member);
  expect(await news()).toBe(true);
});

test("an address that reported spam isn't even asked", async () => {
  await sql`insert into suppressions (email, cause, detail) values (${email}, 'complaint', '')`.execute(opened.site.db);
  await buy(undefined, { typeId: freeTypeId });
  expect(await outcome()).toEqual({ asked: 0, reached: false });
});

test("the proof of an opt-in stays when the sign-up that confirmed it is gone", async () => {
  await buy(undefined, { typeId: freeTypeId });
  await follow("confirm");
  await run("truncate interests");
  expect((await outcome()).reached).toBe(true);
  const member = await memberWith(email);
  await sql`update sessions set confirmed_at = clock_now() where user_id = ${member.id}`.execute(opened.site.db);
  expect((await member.get("/api/me/export")).body.emailConsent).toMatchObject([
    { place: "checkout", confirmedBy: "link", confirmedAt: expect.any(String) },
  ]);
});

test("an import opts in who only ticked, and nobody who withdrew a moment ago", async () => {
  const { site } = opened;
  await leave();
  await buy(undefined, { typeId: freeTypeId, buyer: { name: "Ada", email: "ada@example.com" } });
  const place = "import" as const;
  const text = "Signed the list at the door";
  await insertOptIns(
    site.db,
    [email, "ada@example.com"].map((address) => ({ email: address, userId: null, place, text })),
  );
  const { rows } = await sql`
    select email, place, text, confirmed_by from consents where place <> 'preferences' and withdrawn_at is null`.execute(
    site.db,
  );
  expect(rows).toEqual([{ email: "ada@example.com", place, text, confirmed_by: "import" }]);
});
