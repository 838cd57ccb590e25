import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { createMediaSite, photo, sendFile, type MediaSite } from "#tests/media/media-kit.ts";
import type { Client } from "#testing/site.ts";
import { feedOf, image, post, reason, reviewOf, runningEvent, ticketOf } from "./kit.ts";

let site: MediaSite;
let moderator: Client;
beforeAll(async () => {
  site = await createMediaSite();
  await sql`update community_rules set held_posts = 0`.execute(site.db);
  moderator = await site.as("moderator");
});
afterAll(async () => {
  await expectInvariants(site.db, { except: ["I-52"] });
  await site.close();
});

const wallOf = async (who: Client, eventId: number) => (await who.get(`/api/events/${eventId}/photos`)).body;
const upload = async (who: Client, eventId: number | null, images?: unknown[]) =>
  post(who, "", { images: images ?? [await image(site, who)], eventId, isForWall: true });

test("a member's upload goes through the isolated decoder, is theirs alone, and isn't in the staff's library", async () => {
  const [ada, bob, admin] = [await site.as("user"), await site.as("user"), await site.as("admin")];
  const file = await photo();
  const path = "/api/community/images?fileName=party.jpg";
  const send = (as: Client) => sendFile(site, { as, path, file });
  const [mine, theirs] = [await send(ada), await send(bob)];
  expect([mine.status, theirs.status, mine.body.id === theirs.body.id]).toEqual([201, 201, false]);
  expect((await post(ada, "", { images: [{ pictureId: mine.body.id, alt: "Dancing" }] })).status, "not ready").toBe(
    400,
  );
  await site.app.runJob("pictures");
  const ready = (await ada.get(`/api/community/images/${mine.body.id}`)).body;
  expect([ready.status, ready.poster!.width > 0]).toEqual(["ready", true]);
  expect((await bob.get(`/api/community/images/${mine.body.id}`)).status).toBe(404);
  expect((await admin.get(`/api/admin/pictures/${mine.body.id}`)).status).toBe(404);
  expect((await admin.get("/api/admin/pictures")).body.items.map(({ id }: any) => id)).not.toContain(mine.body.id);
  expect((await post(ada, "", { images: [{ pictureId: mine.body.id, alt: "Dancing" }] })).status).toBe(201);
  const { status } = await sendFile(site, { as: ada, path, file: Buffer.from("<svg onload=pwn()>") });
  expect(status).toBe(415);
});

test("an image that no post uses is deleted after a day, with its files", async () => {
  const ada = await site.as("user");
  const [kept, unused, fresh] = [await image(site, ada), await image(site, ada), await image(site, ada)];
  await post(ada, "", { images: [kept] });
  const ids = [kept.pictureId, unused.pictureId];
  await sql`update pictures set updated_at = updated_at - interval '25 hours' where id = any(${ids}::bigint[])`.execute(
    site.db,
  );
  await site.app.runJob("picture-leftovers");
  const { rows } = await sql<{ id: number }>`
    select id from pictures where uploaded_by = ${ada.id} order by id`.execute(site.db);
  expect(rows.map(({ id }) => id)).toEqual([kept.pictureId, fresh.pictureId]);
});

test("people with a ticket add photos once the event runs, staff approve, and the wall shows them", async () => {
  const [ada, bob] = [await site.as("user"), await site.as("user")];
  const later = await site.create.event();
  await ticketOf(site, ada, later);
  expect((await upload(ada, later)).body.code).toBe("post_refused");
  expect((await upload(ada, null)).status).toBe(404);
  const eventId = await runningEvent(site);
  await ticketOf(site, ada, eventId);
  expect((await upload(bob, eventId)).body.code).toBe("not_allowed");
  expect((await upload(ada, eventId, [])).body.code).toBe("post_refused");
  expect([(await wallOf(ada, eventId)).you, (await wallOf(bob, eventId)).you.canUpload]).toEqual([
    { canUpload: true, waiting: 0 },
    false,
  ]);
  const made = (await upload(ada, eventId)).body;
  expect([made.kind, made.status]).toEqual(["photos", "held"]);
  expect([await wallOf(bob, eventId), await wallOf(ada, eventId)]).toMatchObject([
    { items: [], count: 0 },
    { items: [], count: 0, you: { waiting: 1 } },
  ]);
  const item = await reviewOf(moderator, "post", made.id);
  expect(item).toMatchObject({ holds: ["wall"], content: { images: [{ id: made.images[0]!.id }] } });
  await moderator.post(`/api/community/review/${item!.id}`, { decision: "approve" });
  expect((await wallOf(bob, eventId)).items).toMatchObject([
    { id: made.images[0]!.id, postId: made.id, author: { id: ada.id } },
  ]);
  expect(await feedOf(bob, "topic=photos")).toContain(made.id);
  // Later photos go through a moderator as well.
  const edit = { text: "", images: [await image(site, ada)], version: 1 };
  expect((await ada.call("PATCH", `/api/community/posts/${made.id}`, edit)).body.code).toBe("post_refused");
  expect((await bob.call("DELETE", `/api/community/photos/${made.images[0]!.id}`)).status).toBe(404);
  expect((await ada.call("DELETE", `/api/community/photos/${made.images[0]!.id}`)).status).toBe(200);
  expect((await wallOf(bob, eventId)).count).toBe(0);
});

test("a wall goes back page by page, without hidden photos and those of blocked people", async () => {
  const [ada, bob] = [await site.as("user"), await site.as("user")];
  const eventId = await runningEvent(site);
  const made: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const images = await Promise.all(Array.from({ length: 10 }, () => image(site, moderator)));
    const { body } = await upload(moderator, eventId, images);
    made.push(...body.images.map(({ id }: any) => id));
  }
  await moderator.call("DELETE", `/api/community/photos/${made[7]}`);
  await ticketOf(site, ada, eventId);
  const theirs = (await upload(ada, eventId)).body;
  await moderator.post(`/api/community/review/${(await reviewOf(moderator, "post", theirs.id))!.id}`, {
    decision: "approve",
  });
  await bob.call("PUT", `/api/community/people/${ada.id}/block`, { isBlocked: true });
  const hiddenId = made[9];
  await (await site.as("moderator")).post(`/api/community/content/photo/${hiddenId}`, { isHidden: true, reason });
  const first = await wallOf(bob, eventId);
  const second = (await bob.get(`/api/events/${eventId}/photos?cursor=${first.nextCursor}`)).body;
  const seen = [...first.items, ...second.items].map(({ id }: any) => id);
  expect(seen).toEqual(made.filter((id) => id !== made[7] && id !== hiddenId).toReversed());
  expect([first.items.length, first.count, second.nextCursor]).toEqual([40, 48, null]);
  expect((await wallOf(site.anon, eventId)).count).toBe(49);
});

test("when an event has ended, its after-party post is there once, and ticket holders hear of it", async () => {
  const ada = await site.as("user");
  const ended = { startsAt: new Date(Date.now() - 7_200_000), endsAt: new Date(Date.now() - 60_000) };
  const eventId = await site.create.event({ title: "Road March", ...ended });
  const canceled = await site.create.event(ended);
  await sql`update events set status = 'canceled' where id = ${canceled}`.execute(site.db);
  await sql`update events set ends_at = clock_now() + interval '1 hour' where id = ${eventId}`.execute(site.db);
  await ticketOf(site, ada, eventId);
  await sql`update events set ends_at = clock_now() - interval '1 minute' where id = ${eventId}`.execute(site.db);
  await Promise.all([site.app.runJob("after-parties"), site.app.runJob("after-parties")]);
  await site.app.runJob("after-parties");
  const { items } = (await site.anon.get(`/api/community/posts?eventId=${eventId}`)).body;
  expect(items).toMatchObject([
    {
      kind: "after_party",
      author: null,
      phase: "after",
      afterParty: { attendees: null, replayStreamId: null, photoCount: 0, nextEvent: { id: expect.any(Number) } },
    },
  ]);
  expect(items[0]!.html).toContain("<strong>Road March</strong>");
  expect(await feedOf(site.anon, `eventId=${canceled}`)).toEqual([]);
  expect((await ada.get("/api/notifications")).body.items).toMatchObject([
    { kind: "after_party", text: "Road March", postId: items[0]!.id },
  ]);
});
