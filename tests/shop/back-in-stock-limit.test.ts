import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createDigital } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => sql`truncate interests, back_in_stock, emails`.execute(site.db));

/** Asks for a confirmed address. */
async function ask(variantId: number, email: string, who: Client = site.anon) {
  await confirmAddress(site, email);
  return who.call("POST", `/api/shop/variants/${variantId}/back-in-stock`, { email });
}
const restock = (variantId: number, units = 1) =>
  sql`update stock set capacity = capacity + ${units} where id = (select stock_id from variants where id = ${variantId})`.execute(
    site.db,
  );
const wishes = async () =>
  (
    await sql<{ variant: number; email: string; told: boolean }>`
      select split_part(topic, ':', 2)::integer as variant, email, status = 'sent' as told from interests
      where topic like 'back-in-stock:%' order by id`.execute(site.db)
  ).rows;
async function mails() {
  await site.app.runJob("back-in-stock");
  await site.app.runJob("mail");
  const { rows } = await sql<{ to: string; subject: string }>`
    select to_address as to, subject from emails where kind = 'back_in_stock' order by to_address, id`.execute(site.db);
  return rows;
}

test("the limit counts what an address still waits for: alerts that were sent make room, others' don't count", async () => {
  const { variantIds } = await createDigital(site, Array<number>(23).fill(0));
  const email = "marva@example.com";
  for (const variantId of variantIds.slice(0, 20)) await ask(variantId, email);
  await ask(variantIds[20]!, email);
  expect((await wishes()).length).toBe(20);
  await ask(variantIds[20]!, "other@example.com");
  await restock(variantIds[0]!);
  expect((await mails()).map(({ to }) => to)).toEqual([email]);
  for (const variantId of variantIds.slice(21)) await ask(variantId, email);
  const waiting = (await wishes()).filter((wish) => wish.email === email && !wish.told);
  expect(waiting.map(({ variant }) => variant)).toEqual([...variantIds.slice(1, 20), variantIds[21]]);
});

test("each variant tells those who wait for it, and only once its product can be bought", async () => {
  const { variantIds, productId } = await createDigital(site, [0, 0]);
  const [first, second] = variantIds as [number, number];
  await ask(first, "ann@example.com");
  await ask(second, "bea@example.com");
  await ask(first, "cy@example.com");
  await restock(first);
  const publish = (publication: string) =>
    sql`update products set publication = ${publication} where id = ${productId}`.execute(site.db);
  await publish("draft");
  expect(await mails()).toEqual([]);
  await publish("active");
  await sql`update variants set sales_start_at = clock_now() + interval '1 hour' where id = ${first}`.execute(site.db);
  expect(await mails()).toEqual([]);
  await sql`update variants set sales_start_at = null where id = ${first}`.execute(site.db);
  const subject = expect.stringMatching(/ · No\. 1$/);
  expect(await mails()).toEqual([
    { to: "ann@example.com", subject },
    { to: "cy@example.com", subject },
  ]);
  expect((await wishes()).map(({ email, told }) => [email, told])).toEqual([
    ["ann@example.com", true],
    ["bea@example.com", false],
    ["cy@example.com", true],
  ]);
});

test("the job tells everyone, however many wait, each once", async () => {
  const { variantIds } = await createDigital(site, [0]);
  await sql`
    insert into interests (id, topic, email, status, confirmed_at)
    select gen_random_uuid(), 'back-in-stock:' || ${variantIds[0]!}::text, 'fan' || n || '@example.com', 'confirmed',
      clock_now() from generate_series(1, 502) n`.execute(site.db);
  await restock(variantIds[0]!);
  for (let run = 0; run < 2; run++) await site.app.runJob("back-in-stock");
  const { rows } = await sql`
    select count(*)::integer as mails, count(distinct to_address)::integer as people from emails
    where kind = 'back_in_stock'`.execute(site.db);
  expect(rows).toEqual([{ mails: 502, people: 502 }]);
});

test("an account's data has its own alerts with what they are for, deleting it deletes those, and a month keeps the rest", async () => {
  const { variantIds } = await createDigital(site, [0, 0]);
  const [first, second] = variantIds as [number, number];
  const member = await site.as("user");
  await ask(first, "home@example.com", member);
  await ask(second, "member@example.com");
  await ask(second, "other@example.com");
  const { personalRecords } = site.app.deps;
  const owner = { id: member.id, email: "member@example.com" };
  const records = await personalRecords.readAll(site.db, owner);
  const about = (option: string) => expect.stringMatching(new RegExp(` · ${option} is back in stock$`));
  expect((records["interests"] as { topic: string }[]).filter(({ topic }) => topic !== "community")).toMatchObject([
    { email: "member@example.com", about: about("No. 2"), status: "confirmed", toldAt: null },
  ]);
  await restock(second);
  await mails();
  const age = (days: number) =>
    sql`update interests set sent_at = clock_now() - make_interval(days => ${days}) where sent_at is not null`.execute(
      site.db,
    );
  await age(29);
  await site.app.runJob("unconfirmed-interests");
  expect(await wishes()).toHaveLength(3);
  await site.db.transaction().execute((tx) => personalRecords.forgetAll(tx as never, owner));
  expect((await wishes()).map(({ email }) => email).toSorted()).toEqual(["home@example.com", "other@example.com"]);
  await age(31);
  await site.app.runJob("unconfirmed-interests");
  expect((await wishes()).map(({ email }) => email)).toEqual(["home@example.com"]);
});
