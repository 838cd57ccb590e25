import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { sabotage, type Change } from "#testing/sabotage.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createDigital, place } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => sql`truncate interests, back_in_stock, emails`.execute(site.db));

/** Asks for a confirmed address. */
async function ask(variantId: number, email = "marva@example.com", by: { on?: Site; who?: Client } = {}) {
  const { on = site, who = on.anon } = by;
  await confirmAddress(on, email);
  return who.call("POST", `/api/shop/variants/${variantId}/back-in-stock`, { email });
}
const soldOut = async (on = site) => (await createDigital(on, [0])).variantIds[0]!;
const restock = (variantId: number, on = site) =>
  sql`update stock set capacity = capacity + 1 where id = (select stock_id from variants where id = ${variantId})`.execute(
    on.db,
  );

async function mails(on = site) {
  await on.app.runJob("back-in-stock");
  await on.app.runJob("mail");
  const { rows } = await sql<{ to_address: string; subject: string; body_text: string }>`
    select to_address, subject, body_text from emails where kind = 'back_in_stock' order by id`.execute(on.db);
  return rows;
}

test("everyone who waits gets one email when it is back, and none before or after", async () => {
  const variantId = await soldOut();
  expect((await ask(variantId)).status).toBe(202);
  await ask(variantId);
  await ask(variantId, "other@example.com");
  expect(await mails()).toEqual([]);
  await restock(variantId);
  const sent = await mails();
  expect(sent.map((mail) => mail.to_address).toSorted()).toEqual(["marva@example.com", "other@example.com"]);
  expect(sent[0]!.subject).toMatch(/^Back in stock: Yard Tee \d+ · No\. 1$/);
  expect(sent[0]!.body_text).toMatch(/\/shop\?product=yard-tee-\d+/);
  for (let round = 0; round < 2; round++) expect(await mails()).toHaveLength(2);
  // Whoever asks again is told again.
  await ask(variantId);
  expect(await mails()).toHaveLength(3);
});

test("units that an unpaid order gives back count, and those in carts don't", async () => {
  const variantId = (await createDigital(site, [1])).variantIds[0]!;
  const placed = await place(await site.as("guest"), [{ variantId, quantity: 1 }]);
  await ask(variantId);
  expect(await mails()).toEqual([]);
  await sql`update holds set expires_at = clock_now() - interval '1 second' where holder_id = ${placed.body.id}`.execute(
    site.db,
  );
  expect(await mails()).toHaveLength(1);
});

test("nobody can ask for what isn't shown, and an address waits for twenty variants at most", async () => {
  const hidden = await site.create.variant({ productId: await site.create.product({ publication: "draft" }) });
  expect((await ask(hidden)).body.code).toBe("not_found");
  expect((await ask(999_999)).body.code).toBe("not_found");
  const { variantIds } = await createDigital(site, Array<number>(22).fill(0));
  for (const variantId of variantIds) expect((await ask(variantId)).status).toBe(202);
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from interests where topic like 'back-in-stock:%'`.execute(site.db);
  expect(rows[0]!.n).toBe(20);
});

test("a person's data has what they wait for, and a month after the email the address is forgotten", async () => {
  const variantId = await soldOut();
  const member = await site.as("user");
  await sql`update users set email = 'owner@example.com' where id = ${member.id}`.execute(site.db);
  await ask(variantId, "owner@example.com", { who: member });
  await sql`update sessions set confirmed_at = clock_now() where user_id = ${member.id}`.execute(site.db);
  const { body } = await member.get("/api/me/export");
  expect(body.interests).toContainEqual(
    expect.objectContaining({ topic: `back-in-stock:${variantId}`, status: "confirmed" }),
  );
  await restock(variantId);
  await mails();
  await sql`update interests set sent_at = sent_at - interval '31 days'`.execute(site.db);
  await site.app.runJob("unconfirmed-interests");
  expect((await sql`select from interests where topic <> 'community'`.execute(site.db)).rows).toEqual([]);
});

const withoutMark: Change = [
  "set status = 'sent', sent_at = clock_now(), sends = sends + 1",
  "set sent_at = clock_now()",
  { in: "topic = any" },
];

test("without the mark the email's own key still keeps it to one", async () => {
  const other = await createSite({ rewriteSql: sabotage(withoutMark) });
  const variantId = await soldOut(other);
  await ask(variantId, "marva@example.com", { on: other });
  await restock(variantId, other);
  for (let round = 0; round < 3; round++) expect(await mails(other)).toHaveLength(1);
  await other.close();
});

test("negative control: without the mark and that key the same person is emailed again and again", async () => {
  const forgetful = sabotage(withoutMark, [
    "returning id, topic, email, sends",
    "returning id, topic, email, (random() * 1e9)::integer as sends",
  ]);
  const other = await createSite({ rewriteSql: forgetful });
  const variantId = await soldOut(other);
  await ask(variantId, "marva@example.com", { on: other });
  await restock(variantId, other);
  for (let round = 1; round <= 3; round++) expect(await mails(other)).toHaveLength(round);
  await other.close();
});
