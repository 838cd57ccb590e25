import { sql } from "kysely";
import type { Client, Site } from "#testing/site.ts";
import { comment, image, post, ticketOf } from "./kit.ts";

/** A member with a post, a comment, a photo and a ticket, and another one whose post is reported. */
export async function prepareCommunity(site: Site, { moderator }: { moderator: Client }) {
  await sql`update community_rules set held_posts = 0`.execute(site.db);
  const [member, other] = [await site.as("user"), await site.as("user")];
  const eventId = await site.create.event();
  const ticketId = await ticketOf(site, member, eventId);
  const made = (await post(member, "Big tune @nobody", { images: [await image(site, member)] })).body;
  const [toDelete, reported, toHide] = [
    (await post(member, "To delete")).body,
    (await post(other, "Reported")).body,
    (await post(other, "To hide")).body,
  ];
  const photo = (await post(member, "A photo", { images: [await image(site, member)] })).body;
  const edited = (await post(member, "Before")).body;
  await member.call("PATCH", `/api/community/posts/${edited.id}`, { text: "After", images: [], version: 1 });
  const { body: history } = await member.get(`/api/community/posts/${edited.id}/history`);
  await comment(other, made.id, "Hello");
  const own = (await comment(member, made.id, "Mine")).body;
  const last = (await comment(member, made.id, "To delete")).body;
  const form = { reason: "spam" };
  await member.post("/api/community/reports", { ...form, kind: "post", targetId: reported.id });
  const { body: review } = await moderator.get("/api/community/review");
  const { body: action } = await moderator.post(`/api/community/people/${other.id}/actions`, {
    kind: "mute",
    seconds: 3600,
    reason: "House rules",
  });
  return {
    member,
    other,
    eventId,
    ticketId,
    postId: made.id,
    photoId: photo.images[0]!.id,
    toDelete: toDelete.id,
    toHide: toHide.id,
    commentId: own.id,
    commentToDelete: last.id,
    pictureId: (await image(site, member)).pictureId,
    otherPictureId: (await image(site, member)).pictureId,
    reviewId: review.items[0]!.id,
    raiderId: (await site.as("user")).id,
    editId: history.items[0]!.id,
    actionId: action.action.id,
  };
}
