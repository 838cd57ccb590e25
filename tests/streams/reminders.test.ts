import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createStreamSite, type StreamSite } from "#testing/stream-site.ts";

let site: StreamSite;
beforeAll(async () => {
  site = await createStreamSite();
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});
beforeEach(async () => {
  await sql`update streams set deleted_at = clock_now(), is_published = false where deleted_at is null`.execute(
    site.db,
  );
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Asks for a confirmed address. */
async function remind(stream: number, email: string) {
  await confirmAddress(site, email);
  return site.anon.post(`/api/streams/${stream}/reminder`, { email });
}

test("everyone who asked gets one email when it is live", async () => {
  const { id } = await site.createStream({ startsAt: inHours(1) });
  const member = await site.as("user");
  await sql`update users set email = 'member@example.com' where id = ${member.id}`.execute(site.db);
  expect((await member.post(`/api/streams/${id}/reminder`, {})).status).toBe(202);
  for (let round = 0; round < 2; round++) await remind(id, "marva@example.com");
  expect((await site.anon.post(`/api/streams/${id}/reminder`, {})).body.code).toBe("invalid_input");
  await site.app.runJob("stream-reminders");
  expect(await mails()).toEqual([]);
  await site.push(2);
  await site.admin.post(`/api/admin/streams/${id}/go-live`);
  for (let round = 0; round < 3; round++) await site.app.runJob("stream-reminders");
  expect(await mails()).toEqual([
    ["marva@example.com", "Live now: Yard Sessions"],
    ["member@example.com", "Live now: Yard Sessions"],
  ]);
  expect((await site.anon.post(`/api/streams/${id}/reminder`, { email: "late@example.com" })).status).toBe(404);
});

test("a show that stalls for a moment while its emails leave is still announced", async () => {
  const { id } = await site.createStream({ title: "Hiccup Sessions", startsAt: inHours(1) });
  await remind(id, "hiccup@example.com");
  await site.push(2);
  await site.admin.post(`/api/admin/streams/${id}/go-live`);
  await site.app.runJob("stream-reminders");
  await sql`update streams set status = 'stalled' where id = ${id}`.execute(site.db);
  expect(await mails()).toContainEqual(["hiccup@example.com", "Live now: Hiccup Sessions"]);
  await site.admin.post(`/api/admin/streams/${id}/end`);
});

async function mails() {
  await site.app.runJob("mail");
  const { rows } = await sql<{ to: string; subject: string }>`
    select to_address as "to", subject from emails where kind = 'stream_live' order by to_address`.execute(site.db);
  return rows.map(({ to, subject }) => [to, subject]);
}

test("a reminder's email names its stream and leads to it, and an address waits for twenty streams at most", async () => {
  const { id } = await site.createStream({ title: "Dawn Mass", startsAt: inHours(1) });
  const other = await site.createStream({ startsAt: inHours(1) }, { key: await site.createKey() });
  const waiting = async (stream: number) =>
    (await site.admin.get(`/api/admin/streams/${stream}/health`)).body.remindersWaiting;
  await remind(id, "dawn@example.com");
  await remind(other.id, "patient@example.com");
  expect([await waiting(id), await waiting(other.id)]).toEqual([1, 1]);
  await site.admin.post(`/api/admin/streams/${id}/publish`, { isPublished: false });
  expect((await remind(id, "draft@example.com")).status).toBe(404);
  await site.admin.post(`/api/admin/streams/${id}/publish`, { isPublished: true });
  await site.push(1);
  await site.admin.post(`/api/admin/streams/${id}/go-live`);
  await site.app.runJob("stream-reminders");
  const sent = (await mails()).filter(([to]) => /dawn|patient|draft/.test(to!));
  expect(sent).toEqual([["dawn@example.com", "Live now: Dawn Mass"]]);
  expect([await waiting(id), await waiting(other.id)]).toEqual([0, 1]);
  const { rows } = await sql<{ text: string }>`
    select body_text as text from emails where kind = 'stream_live' and to_address = 'dawn@example.com'`.execute(
    site.db,
  );
  expect(rows[0]!.text).toContain("Dawn Mass is live now.");
  expect(rows[0]!.text).toContain(`/live?stream=${id}`);

  const source = { kind: "embed", address: "https://youtu.be/dQw4w9WgXcQ" };
  const streams = [];
  for (let n = 0; n < 21; n++) streams.push((await site.createStream({ source, startsAt: inHours(n + 1) })).id);
  for (const stream of streams) await remind(stream, "many@example.com");
  const asked = await sql<{ count: number }>`
    select count(*)::integer as count from interests where email = 'many@example.com' and topic like 'stream:%'`.execute(
    site.db,
  );
  expect(asked.rows).toEqual([{ count: 20 }]);
  // A month after a stream the addresses are gone, and those that still wait stay.
  await site.admin.post(`/api/admin/streams/${id}/end`);
  await sql`
    update streams set started_at = started_at - interval '31 days', ended_at = ended_at - interval '31 days'
    where id = ${id}`.execute(site.db);
  await site.app.runJob("stream-purges");
  const left = await sql<{ email: string }>`
    select distinct email from interests where topic like 'stream:%' and email ~ 'dawn|patient|many' order by email`.execute(
    site.db,
  );
  expect(left.rows.map(({ email }) => email)).toEqual(["many@example.com", "patient@example.com"]);
});
