import { createHmac, randomUUID } from "node:crypto";
import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";
import type { Access } from "#contract/endpoint.ts";

const reason = "House rules";
const file = Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;a photo of the samples", "latin1");
const access = (level: Access, ...endpoints: string[]) => Object.fromEntries(endpoints.map((each) => [each, level]));
const url = "/api/community";
const one = `${url}/posts/{id}`;
const remark = `${url}/comments/{id}`;
const person = `${url}/people/{id}`;

/** Posts, people, safety and notifications. */
export const nounSamples: NounSamples = {
  access: {
    ...access(
      "public",
      `GET ${url}/posts`,
      `GET ${url}/topics`,
      `GET ${one}`,
      `GET ${one}/comments`,
      `GET ${remark}`,
      `GET ${person}`,
      "GET /api/events/{id}/going",
      "GET /api/events/{id}/photos",
      "GET /api/notifications/{id}/unsubscribe",
    ),
    ...access(
      "member",
      `GET ${one}/history`,
      `GET ${remark}/history`,
      `POST ${url}/posts`,
      `PATCH ${one}`,
      `DELETE ${one}`,
      `PUT ${one}/reaction`,
      `POST ${url}/images`,
      `GET ${url}/images/{id}`,
      `POST ${one}/comments`,
      `PATCH ${remark}`,
      `DELETE ${remark}`,
      `PUT ${remark}/reaction`,
      `GET ${url}/people`,
      `PUT ${person}/follow`,
      `PUT ${person}/mute`,
      `PUT ${person}/block`,
      `GET ${url}/me`,
      `GET ${url}/me/people`,
      `PUT ${url}/me/privacy`,
      "PUT /api/events/{id}/going",
      `DELETE ${url}/photos/{id}`,
      `POST ${url}/reports`,
      "GET /api/notifications",
      "GET /api/notifications/count",
      "POST /api/notifications/read",
      "GET /api/notifications/settings",
      "PUT /api/notifications/settings",
    ),
    ...access(
      "moderator",
      `PUT ${one}/pin`,
      `GET ${url}/review`,
      `GET ${url}/review/{id}`,
      `POST ${url}/review/{id}`,
      `POST ${url}/content/{kind}/{id}`,
      `POST ${person}/actions`,
      `POST ${url}/clearings`,
      `GET ${url}/writers`,
      `PUT ${url}/edits/{id}`,
      `POST ${url}/actions/{id}/undo`,
      `GET ${person}/record`,
      `GET ${url}/actions`,
      `GET ${url}/actions/{id}`,
      `GET ${url}/rules`,
    ),
    [`PUT ${url}/rules`]: "admin",
    "POST /api/notifications/{id}/unsubscribe": "signed",
  },
  samples: ({ site, people: { anon, moderator, admin }, community: scene }) => {
    const { member: as, other, eventId } = scene;
    const headers = { "idempotency-key": randomUUID() };
    const at = (path: string, id: number) => path.replace("{id}", String(id));
    const [post, remarkUrl, otherUrl] = [at(one, scene.postId), at(remark, scene.commentId), at(person, other.id)];
    const event = `/api/events/${eventId}`;
    const key = createHmac("sha256", site.app.deps.keys["digest-links"])
      .update(`leave:${as.id}`)
      .digest("base64url")
      .slice(0, 22);
    const leave = `/api/notifications/${as.id}/unsubscribe?key=${key}`;
    const text = "Big tune";
    const images = [{ pictureId: scene.pictureId, alt: "People dancing" }];
    return {
      [`GET ${url}/posts`]: { as: anon, url: `${url}/posts?sort=top&topic=photos&eventId=${eventId}&phase=before` },
      [`GET ${url}/topics`]: { as: anon, url: `${url}/topics` },
      [`GET ${one}`]: { as: anon, url: post },
      [`POST ${url}/posts`]: {
        as,
        url: `${url}/posts`,
        headers,
        body: { text, images, eventId, isForWall: false },
        optional: ["images empty", "eventId null", "isForWall", "isForWall true"],
      },
      [`PATCH ${one}`]: {
        as,
        url: post,
        body: { text, images: [{ pictureId: scene.otherPictureId, alt: "A stage" }], version: 1 },
        optional: ["images empty"],
      },
      [`DELETE ${one}`]: { as, url: at(one, scene.toDelete) },
      [`GET ${one}/history`]: { as, url: `${post}/history` },
      [`PUT ${one}/pin`]: {
        as: moderator,
        url: `${post}/pin`,
        body: { isPinned: false },
        optional: ["isPinned true"],
      },
      [`PUT ${one}/reaction`]: { as, url: `${post}/reaction`, body: { kind: "fire" }, optional: ["kind null"] },
      [`POST ${url}/images`]: {
        as,
        url: `${url}/images?fileName=photo.gif`,
        body: file,
        headers: { "content-type": "image/gif" },
      },
      [`GET ${url}/images/{id}`]: { as, url: `${url}/images/${scene.pictureId}` },
      [`GET ${one}/comments`]: { as: anon, url: `${post}/comments?order=newest&parentId=${scene.commentId}` },
      [`GET ${remark}`]: { as: anon, url: remarkUrl },
      [`POST ${one}/comments`]: {
        as,
        url: `${post}/comments`,
        headers,
        body: { text, parentId: null },
        optional: ["parentId a number"],
      },
      [`PATCH ${remark}`]: { as, url: remarkUrl, body: { text, version: 1 } },
      [`DELETE ${remark}`]: { as, url: at(remark, scene.commentToDelete) },
      [`GET ${remark}/history`]: { as, url: `${remarkUrl}/history` },
      [`PUT ${remark}/reaction`]: {
        as,
        url: `${remarkUrl}/reaction`,
        body: { kind: "fire" },
        optional: ["kind null"],
      },
      [`GET ${person}`]: { as: anon, url: otherUrl },
      [`GET ${url}/people`]: { as, url: `${url}/people?q=person` },
      [`PUT ${person}/follow`]: {
        as,
        url: `${otherUrl}/follow`,
        body: { isFollowing: false },
        optional: ["isFollowing true"],
      },
      [`PUT ${person}/mute`]: {
        as,
        url: `${otherUrl}/mute`,
        body: { isMuted: false },
        optional: ["isMuted true"],
      },
      [`PUT ${person}/block`]: {
        as,
        url: `${otherUrl}/block`,
        body: { isBlocked: false },
        optional: ["isBlocked true"],
      },
      [`GET ${url}/me`]: { as, url: `${url}/me` },
      [`GET ${url}/me/people`]: { as, url: `${url}/me/people?kind=blocked` },
      [`PUT ${url}/me/privacy`]: {
        as,
        url: `${url}/me/privacy`,
        body: { showJoined: true, showBadges: true, isFindable: true, mayFollow: true, mentions: "everyone" },
      },
      "GET /api/events/{id}/going": { as: anon, url: `${event}/going` },
      "PUT /api/events/{id}/going": {
        as,
        url: `${event}/going`,
        body: { ticketId: scene.ticketId, isShown: true },
        optional: ["ticketId"],
      },
      "GET /api/events/{id}/photos": { as: anon, url: `${event}/photos` },
      [`DELETE ${url}/photos/{id}`]: { as, url: `${url}/photos/${scene.photoId}` },
      [`POST ${url}/reports`]: {
        as,
        url: `${url}/reports`,
        headers,
        body: { kind: "person", targetId: other.id, reason: "spam", note: "Buy now" },
        optional: ["note"],
      },
      [`GET ${url}/review`]: { as: moderator, url: `${url}/review?show=open` },
      [`GET ${url}/review/{id}`]: { as: moderator, url: `${url}/review/${scene.reviewId}` },
      [`POST ${url}/review/{id}`]: {
        as: moderator,
        url: `${url}/review/${scene.reviewId}`,
        body: { decision: "approve", reason },
        optional: ["reason"],
      },
      [`POST ${url}/content/{kind}/{id}`]: {
        as: moderator,
        url: `${url}/content/post/${scene.toHide}`,
        body: { isHidden: true, reason },
      },
      [`POST ${person}/actions`]: {
        as: moderator,
        url: `${otherUrl}/actions`,
        headers,
        body: { kind: "mute", seconds: 3600, reason },
      },
      [`POST ${url}/clearings`]: {
        as: moderator,
        url: `${url}/clearings`,
        headers,
        body: { personIds: [scene.raiderId], reason },
      },
      [`GET ${url}/writers`]: { as: moderator, url: `${url}/writers?hours=24&accounts=new` },
      [`PUT ${url}/edits/{id}`]: {
        as: moderator,
        url: `${url}/edits/${scene.editId}`,
        body: { isHidden: false, reason },
        optional: ["isHidden true"],
      },
      [`POST ${url}/actions/{id}/undo`]: {
        as: moderator,
        url: `${url}/actions/${scene.actionId}/undo`,
        body: { reason },
      },
      [`GET ${person}/record`]: { as: moderator, url: `${otherUrl}/record` },
      [`GET ${url}/actions/{id}`]: { as: moderator, url: `${url}/actions/${scene.actionId}` },
      [`GET ${url}/actions`]: { as: moderator, url: `${url}/actions` },
      [`GET ${url}/rules`]: { as: moderator, url: `${url}/rules` },
      [`PUT ${url}/rules`]: { as: admin, url: `${url}/rules`, body: { heldPosts: 0, reason } },
      "GET /api/notifications": { as, url: "/api/notifications" },
      "GET /api/notifications/count": { as, url: "/api/notifications/count" },
      "POST /api/notifications/read": { as, url: "/api/notifications/read", body: { id: 999_999 } },
      "GET /api/notifications/settings": { as, url: "/api/notifications/settings" },
      "PUT /api/notifications/settings": { as, url: "/api/notifications/settings", body: { digest: "daily" } },
      "POST /api/notifications/{id}/unsubscribe": { as: anon, url: leave, body: {}, optional: [""] },
      "GET /api/notifications/{id}/unsubscribe": { as: anon, url: leave },
    };
  },
  unrepeatable: [
    `PATCH ${one}`,
    `PATCH ${remark}`,
    `POST ${url}/review/{id}`,
    `POST ${url}/content/{kind}/{id}`,
    `POST ${url}/actions/{id}/undo`,
    `POST ${url}/images`,
  ],
  badParams: {
    ...Object.fromEntries(
      [
        ...["", "/history", "/pin", "/reaction", "/comments"].map((rest) => one + rest),
        ...["", "/history", "/reaction"].map((rest) => remark + rest),
        ...["", "/follow", "/mute", "/block", "/actions", "/record"].map((rest) => person + rest),
        `${url}/images/{id}`,
        `${url}/photos/{id}`,
        `${url}/review/{id}`,
        `${url}/actions/{id}/undo`,
        `${url}/actions/{id}`,
        `${url}/edits/{id}`,
        "/api/events/{id}/going",
        "/api/events/{id}/photos",
        "/api/notifications/{id}/unsubscribe",
      ].map((path) => [path, badIds]),
    ),
    [`${url}/content/{kind}/{id}`]: ["post/0", "post/x", "post/-1", "person/1", "Post/1", "__proto__/1"],
  },
  unknown: [
    ["GET", `${url}/posts/999999`],
    ["DELETE", `${url}/posts/999999`],
    ["GET", `${url}/posts/999999/comments`],
    ["GET", `${url}/posts/999999/history`],
    ["GET", `${url}/comments/999999`],
    ["DELETE", `${url}/comments/999999`],
    ["GET", `${url}/people/999999`],
    ["GET", `${url}/people/999999/record`],
    ["GET", `${url}/images/999999`],
    ["DELETE", `${url}/photos/999999`],
    ["GET", `${url}/review/999999`],
    ["GET", `${url}/actions/999999`],
    ["GET", "/api/events/999999/going"],
    ["GET", "/api/events/999999/photos"],
  ],
};
