import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Poster } from "#contract/events/events.ts";
import type { App } from "#server/app.ts";
import * as community from "#server/modules/community/index.ts";
import { adoptOwnPicture } from "#server/modules/media/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hashBody } from "#server/platform/idempotency.ts";
import type { StagedEvent } from "../stage.ts";
import type { TimeMachine } from "../time-machine.ts";
import { readPhotos } from "./photos.ts";
import { demoPosts, type DemoComment, type DemoPost } from "./posts.ts";

const hourMs = 60 * 60 * 1000;
const kinds = ["like", "love", "fire", "laugh", "clap", "wow"] as const;
const maxMembers = 40;
/** After the first purchases, which members created their accounts for; before the first post. */
export const introducedDaysAgo = 120;

interface Around {
  app: App;
  staff: Principal;
  members: Principal[];
  photos: Map<string, Poster>;
}

/**
 * Lets the demo's members talk about its events: posts, comments and reactions at the times when they were written, wall
 * photos that staff approved, after-party posts, people who follow each other and show that they are going. One held
 * post and one report are left for moderators.
 */
export async function fillCommunity(
  machine: TimeMachine,
  app: App,
  { staff: admin, events, now }: { staff: Principal; events: StagedEvent[]; now: Date },
): Promise<void> {
  const staff = { ...admin, mayActAsStaff: true };
  const members = await findMembers(machine.db);
  if (members.length < 2) return;
  const around = { app, staff, members, photos: readPhotos() };
  await machine.travelTo(new Date(now.getTime() - introducedDaysAgo * 24 * hourMs));
  await introduce(around);
  for (const { at, does } of planOf(around, events, now).toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await machine.travelTo(at);
    await does();
  }
  await machine.travelTo(new Date(now.getTime() - hourMs / 2));
  await showGoing(around, events, now);
  await leaveWork(around);
}

/** The demo's members, those with a face first. */
async function findMembers(db: Database): Promise<Principal[]> {
  const { rows } = await sql<Principal>`
    select id, username, display_name as "displayName", avatar, role, email from users
    where role = 'user' order by avatar is null, id limit ${maxMembers}`.execute(db);
  return rows;
}

/** Half of them show where they were, and all follow a few others. */
async function introduce({ app: { deps }, members }: Around): Promise<void> {
  const open = { showJoined: true, showBadges: true, isFindable: true, mayFollow: true, mentions: "everyone" as const };
  for (const [index, member] of members.entries()) {
    if (index % 2 === 0) await community.changePrivacy(deps, member, open);
    for (const step of [1, 3, 7]) {
      const other = members[(index + step) % members.length]!;
      if (other.id !== member.id) await community.setRelation(deps, member, other.id, { kind: "follow", isOn: true });
    }
  }
}

interface Step {
  at: Date;
  does: () => Promise<void>;
}

function planOf(around: Around, events: StagedEvent[], now: Date): Step[] {
  const posts = demoPosts.map((post): Step => {
    const event = events.find(({ event: { key } }) => key === post.event);
    return { at: whenPosted(post, event, now), does: () => writePost(around, post, event?.id ?? null) };
  });
  const parties = events
    .filter(({ times }) => times.endsAt < now)
    .map(({ times }): Step => {
      const at = new Date(times.endsAt.getTime() + hourMs);
      return { at, does: () => around.app.runJob("after-parties") };
    });
  return [...posts, ...parties];
}

/** When a post is written: see `DemoPost.hours`. */
export function whenPosted({ hours }: DemoPost, event: StagedEvent | undefined, now: Date): Date {
  const from = event === undefined || event.times.startsAt > now ? now : event.times.startsAt;
  return new Date(from.getTime() + hours * hourMs);
}

const claim = (who: Principal, route: string, body: unknown) => ({
  userId: who.id,
  route,
  key: randomUUID(),
  bodyHash: hashBody(body),
});

async function writePost(around: Around, post: DemoPost, eventId: number | null): Promise<void> {
  const { app, staff, members, photos } = around;
  const { deps } = app;
  const isForWall = post.isForWall === true;
  const author = await authorOf(around, post, isForWall ? eventId : null);
  const images: { pictureId: number; alt: string }[] = [];
  for (const drawing of post.photos ?? []) {
    const poster = photos.get(drawing)!;
    images.push({
      pictureId: await inTransaction(deps.db, (tx) => adoptOwnPicture(tx, author.id, poster)),
      alt: poster.alt,
    });
  }
  const draft = { text: post.text, images, eventId, isForWall };
  const reply = await community.createPost(deps, {
    author,
    draft,
    idempotency: claim(author, "POST /api/community/posts", draft),
  });
  const created = JSON.parse(String(reply.body)) as { id: number; status: string };
  if (created.status === "held") await approveAll(app, staff);
  for (let index = 0; index < Math.min(post.likes, members.length - 1); index++) {
    const who = members[(post.by + index + 1) % members.length]!;
    const kind = kinds[(post.by + index * index) % kinds.length]!;
    await community.react(deps, who, { what: "post", id: created.id, kind });
  }
  for (const comment of post.comments ?? []) await writeComment(around, created.id, comment);
  if (post.isPinned) await community.pinPost(deps, staff, created.id, true);
}

/** Photos for a wall are by someone with a ticket. */
async function authorOf(
  { app, staff, members }: Around,
  { by }: DemoPost,
  wallEventId: number | null,
): Promise<Principal> {
  const author = members[by % members.length]!;
  if (wallEventId === null) return author;
  const ids = members.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    select owner_id as id from tickets
    where event_id = ${wallEventId} and status = 'valid' and owner_id = any(${ids}::bigint[])
    order by owner_id <> ${author.id}, owner_id limit 1`.execute(app.deps.db);
  return members.find(({ id }) => id === rows[0]?.id) ?? staff;
}

async function writeComment({ app: { deps }, members }: Around, postId: number, comment: DemoComment): Promise<void> {
  const [by, text, ...replies] = comment;
  const addComment = async (number: number, replyText: string, parentId: number | null) => {
    const author = members[number % members.length]!;
    const draft = { text: replyText, parentId };
    const idempotency = claim(author, `POST /api/community/posts/${postId}/comments`, draft);
    const reply = await community.createComment(deps, { author, postId, draft, idempotency });
    return (JSON.parse(String(reply.body)) as { id: number }).id;
  };
  const id = await addComment(by, text, null);
  for (const [number, replyText] of replies) await addComment(number, replyText, id);
}

/** Staff approve whatever waits. */
async function approveAll({ deps }: App, staff: Principal): Promise<void> {
  const { items } = await community.listReview(deps, { show: "open" });
  for (const { id } of items) await community.decideReview(deps, staff, id, { kind: "approve", reason: "Welcome" });
}

/** Two of three members with a ticket of an event to come show that they are going. */
async function showGoing({ app: { deps }, members }: Around, events: StagedEvent[], now: Date): Promise<void> {
  const ahead = events.filter(({ times }) => times.startsAt > now).map(({ id }) => id);
  const ids = members.map(({ id }) => id);
  const { rows } = await sql<{ ticketId: number; ownerId: number; eventId: number }>`
    select distinct on (owner_id, event_id) id as "ticketId", owner_id as "ownerId", event_id as "eventId" from tickets
    where event_id = any(${ahead}::bigint[]) and owner_id = any(${ids}::bigint[]) and status = 'valid'
    order by owner_id, event_id, id`.execute(deps.db);
  for (const { ticketId, ownerId, eventId } of rows.filter((_, index) => index % 3 !== 2)) {
    const member = members.find(({ id }) => id === ownerId)!;
    await community.setGoing(deps, member, eventId, { ticketId, isShown: true });
  }
}

/** A newcomer's first post waits, and a post was reported. */
async function leaveWork({ app: { deps }, members }: Around): Promise<void> {
  const newcomer = members.at(-1)!;
  const draft = {
    text: "Hello from Hartford! First time here. Is there parking at the pier?",
    images: [],
    eventId: null,
    isForWall: false,
  };
  const posted = claim(newcomer, "POST /api/community/posts", draft);
  await community.createPost(deps, { author: newcomer, draft, idempotency: posted });
  const { rows } = await sql<{ id: number }>`
    select id from posts where text like 'Lost: one cuff link%' limit 1`.execute(deps.db);
  const reporter = members[0]!;
  if (rows[0] === undefined) return;
  const form = {
    kind: "post" as const,
    targetId: rows[0].id,
    reason: "other" as const,
    note: "They found it, so this post can come down.",
  };
  await community.report(deps, { reporter, form, idempotency: claim(reporter, "POST /api/community/reports", form) });
}
