import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

// Who unsubscribed comes back by what they do themselves, and by nothing else; and then they get their emails again.

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
afterEach(() => sql`truncate interests, emails`.execute(site.db));

const email = "marva@example.com";
const soon = () => new Date(Date.now() + 3_600_000);
const signUp = (who: Client = site.anon, address = email) =>
  who.post("/api/interest", { topic: "shop", email: address });
const run = (statement: string) => sql.raw(statement).execute(site.db);
const statuses = async () =>
  (await sql<{ status: string }>`select status from interests where topic <> 'community'`.execute(site.db)).rows.map(
    ({ status }) => status,
  );

/** More than the pause between two emails that ask goes by. */
const wait = () => run("update interests set mailed_at = mailed_at - interval '1 hour'");
/** More than a month goes by, and the job that tidies up. */
async function waitAMonth() {
  await run(
    "update interests set asked_at = asked_at - interval '31 days', mailed_at = mailed_at - interval '31 days', sent_at = sent_at - interval '31 days'",
  );
  await site.app.runJob("unconfirmed-interests");
}

/** The texts of the emails of a kind. */
async function mails(kind = "interest_confirmation"): Promise<string[]> {
  await site.app.runJob("mail");
  const { rows } = await sql<{ text: string }>`
    select coalesce(body_text, '') as text from emails where kind = ${kind} and status <> 'failed' order by id`.execute(
    site.db,
  );
  return rows.map(({ text }) => text);
}

/** Follows a link of the last email that asked. */
async function follow(step: "confirm" | "leave") {
  const text = (await mails()).at(-1)!;
  const { searchParams } = new URL(new RegExp(`http\\S+[?&]${step}=\\S+`).exec(text)![0]);
  const [id, key] = [searchParams.get(step), searchParams.get("key")];
  const done =
    step === "confirm"
      ? await site.anon.post("/api/interest/confirm", { id, key })
      : await site.anon.post(`/api/interest/${id}/unsubscribe?key=${key}`);
  return done.status;
}

async function memberWith(address: string): Promise<Client> {
  const member = await site.as("user");
  await sql`update users set email = ${address} where id = ${member.id}`.execute(site.db);
  return member;
}

test("a stranger who enters a confirmed address again and again doesn't put it back on a list that it left", async () => {
  await confirmAddress(site, email);
  await signUp();
  expect(await statuses()).toEqual(["confirmed"]);
  await run("update interests set status = 'left', left_at = clock_now() where topic = 'shop'");
  for (let time = 0; time < 3; time++) {
    await signUp();
    await wait();
  }
  expect([await statuses(), (await mails()).length]).toEqual([["asked"], 3]);
  expect(await follow("confirm")).toBe(200);
  expect(await statuses()).toEqual(["confirmed"]);
});

test("an address that was only asked to come back is off the list again after a month, and isn't forgotten", async () => {
  await confirmAddress(site, email);
  await run(
    `insert into interests (id, topic, email, status, confirmed_at, left_at) values (gen_random_uuid(), 'shop', '${email}', 'left', clock_now(), clock_now())`,
  );
  for (let month = 0; month < 7; month++) {
    await signUp();
    expect(await statuses()).toEqual(["asked"]);
    await waitAMonth();
    expect(await statuses()).toEqual(["left"]);
  }
  expect(await mails()).toHaveLength(7);
});

test("what nodes of the version before asked again, and forgot that it had left, doesn't come back either", async () => {
  await run(
    `insert into interests (id, topic, email, status, confirmed_at, mails, mailed_at) values (gen_random_uuid(), 'shop', '${email}', 'asked', clock_now(), 1, clock_now())`,
  );
  await signUp();
  expect(await statuses()).toEqual(["asked"]);
  await waitAMonth();
  expect(await statuses()).toEqual(["left"]);
});

test("whoever left and signs up again gets the email to confirm each time", async () => {
  for (let time = 1; time <= 3; time++) {
    await signUp();
    expect(await mails()).toHaveLength(time);
    expect(await follow("confirm")).toBe(200);
    expect(await follow("leave")).toBe(200);
    // Their old link doesn't bring them back.
    expect(await follow("confirm")).toBe(404);
    await wait();
  }
});

test("an account that joined at once and left can be asked, and joins by itself at once", async () => {
  const member = await memberWith("ada@example.com");
  await signUp(member, "ada@example.com");
  await run("update interests set status = 'left', left_at = clock_now()");
  await signUp(site.anon, "ada@example.com");
  expect([await statuses(), (await mails()).length]).toEqual([["asked"], 1]);
  await signUp(member, "ada@example.com");
  expect(await statuses()).toEqual(["confirmed"]);
});

test("an email that was due when its reader left isn't sent because a stranger enters the address", async () => {
  const eventId = await site.create.event();
  const typeId = await site.create.ticketType({ eventId, salesStartAt: soon() });
  await site.create.ticketType({ eventId, salesStartAt: soon() });
  const member = await memberWith("eve@example.com");
  await member.post(`/api/events/${eventId}/reminder`, {});
  await sql`update ticket_types set sales_start_at = clock_now() where id = ${typeId}`.execute(site.db);
  await site.app.runJob("sales-open");
  await run("update interests set status = 'left', left_at = clock_now()");
  await site.anon.post(`/api/events/${eventId}/reminder`, { email: "eve@example.com" });
  expect(await statuses()).toEqual(["asked"]);
  expect(await mails("sales_open")).toEqual([]);
});

async function exportOf(member: Client): Promise<string> {
  await sql`update sessions set confirmed_at = clock_now() where user_id = ${member.id}`.execute(site.db);
  return JSON.stringify((await member.get("/api/me/export")).body.interests);
}

test("a data download is the same whether or not someone signed up an address that isn't the account's", async () => {
  const member = await memberWith("cyd@example.com");
  await signUp(site.anon, "known@example.com");
  const before = await exportOf(member);
  await signUp(member, "known@example.com");
  await signUp(member, "unknown@example.com");
  expect(await exportOf(member)).toBe(before);
  await signUp(member, "cyd@example.com");
  expect(await exportOf(member)).toContain("cyd@example.com");
});

test("deleting an account takes its own address off the lists, and no address that it entered for others", async () => {
  const [member, admin] = [await memberWith("fay@example.com"), await site.as("admin")];
  for (const address of ["fay@example.com", email]) await signUp(member, address);
  expect(await follow("confirm")).toBe(200);
  const reason = "They asked for it";
  expect((await admin.post(`/api/admin/users/${member.id}/delete`, { reason })).status).toBe(200);
  const { rows } = await sql`select email, status, user_id from interests`.execute(site.db);
  expect(rows).toEqual([{ email, status: "confirmed", user_id: null }]);
});

test("what a guest signed up moves to the account that staff merge the guest into", async () => {
  const [guest, member, admin] = [await site.as("guest"), await site.as("user"), await site.as("admin")];
  await signUp(guest);
  const reason = "Same person";
  expect((await admin.post(`/api/admin/users/${member.id}/merge`, { guestId: guest.id, reason })).status).toBe(200);
  const { rows } = await sql`select email, status, user_id from interests`.execute(site.db);
  expect(rows).toEqual([{ email, status: "asked", user_id: member.id }]);
});
