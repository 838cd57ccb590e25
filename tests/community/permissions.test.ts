import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client, Site } from "#testing/site.ts";
import { comment, image, openCommunity, post, reason, reviewOf } from "./kit.ts";

let site: Site;
const people = {} as Record<(typeof who)[number], Client>;
/** Who does it: `owner` wrote the thing, `blocked` and `blocker` have a block between them and its author. */
const who = [
  "visitor",
  "guest",
  "member",
  "owner",
  "muted",
  "suspended",
  "blocked",
  "blocker",
  "moderator",
  "admin",
] as const;
const states = ["published", "held", "hidden", "deleted"] as const;
type State = (typeof states)[number];

beforeAll(async () => {
  site = await openCommunity();
  for (const name of who) people[name] = site.anon;
  people.guest = await site.as("guest");
  for (const name of ["member", "owner", "muted", "suspended", "blocked", "blocker"] as const)
    people[name] = await site.as("user");
  people.moderator = await site.as("moderator");
  people.admin = await site.as("admin");
  const block = (from: Client, to: Client) =>
    from.call("PUT", `/api/community/people/${to.id}/block`, { isBlocked: true });
  await block(people.owner, people.blocked);
  await block(people.blocker, people.owner);
  const act = (person: Client, body: object) =>
    people.moderator.post(`/api/community/people/${person.id}/actions`, { reason, ...body });
  await act(people.muted, { kind: "mute", seconds: 3600 });
  await act(people.suspended, { kind: "suspend" });
});
afterAll(() => site.close());

interface Thing {
  postId: number;
  commentId: number;
  photoId: number;
  images: { pictureId: number; alt: string }[];
}

/** A post of the owner with a photo and a comment of theirs, in one state. */
async function createThing(kind: "post" | "comment", state: State): Promise<Thing> {
  const images = [await image(site, people.owner)];
  const made = (await post(people.owner, "Words", { images })).body;
  const { id } = (await comment(people.owner, made.id, "Comment")).body;
  const thing = { postId: made.id, commentId: id, photoId: made.images[0]!.id, images };
  const target = kind === "post" ? made.id : id;
  if (state === "hidden") {
    await people.moderator.post(`/api/community/content/${kind}/${target}`, { isHidden: true, reason });
  }
  if (state === "deleted") await people.owner.call("DELETE", `/api/community/${kind}s/${target}`);
  if (state === "held") await holdAgain(kind, target);
  return thing;
}

/** Holds something that was published, as if it had never been approved. */
async function holdAgain(kind: "post" | "comment", id: number): Promise<void> {
  await people.member.post("/api/community/reports", { kind, targetId: id, reason: "other" });
  if (kind === "post") {
    await sql`update posts set status = 'held', published_at = null where id = ${id}`.execute(site.db);
    return;
  }
  await sql`update comments set status = 'held' where id = ${id}`.execute(site.db);
  await sql`update posts p set comment_count = 0 from comments c where c.id = ${id} and p.id = c.post_id`.execute(
    site.db,
  );
}

type Act = (client: Client, thing: Thing) => Promise<{ status: number }>;

/** The reply to each person, on a new thing for each. */
async function statuses(kind: "post" | "comment", state: State, act: Act) {
  const found: [string, number][] = [];
  for (const name of who) {
    const thing = await createThing(kind, state);
    found.push([name, (await act(people[name], thing)).status]);
  }
  return Object.fromEntries(found);
}
const table = (...row: number[]) => Object.fromEntries(who.map((name, index) => [name, row[index]!]));
const all = (status: number) => Array<number>(who.length).fill(status);

const url = "/api/community";
const like = { kind: "like" };
const ofPost: Record<string, Act> = {
  read: (client, { postId }) => client.get(`${url}/posts/${postId}`),
  comments: (client, { postId }) => client.get(`${url}/posts/${postId}/comments`),
  comment: (client, { postId }) => comment(client, postId, "Hi"),
  react: (client, { postId }) => client.call("PUT", `${url}/posts/${postId}/reaction`, like),
  edit: (client, { postId, images }) =>
    client.call("PATCH", `${url}/posts/${postId}`, { text: "Edited", images, version: 1 }),
  delete: (client, { postId }) => client.call("DELETE", `${url}/posts/${postId}`),
  deletePhoto: (client, { photoId }) => client.call("DELETE", `${url}/photos/${photoId}`),
  report: (client, { postId }) => client.post(`${url}/reports`, { kind: "post", targetId: postId, reason: "spam" }),
  pin: (client, { postId }) => client.call("PUT", `${url}/posts/${postId}/pin`, { isPinned: false }),
  hide: (client, { postId }) => client.post(`${url}/content/post/${postId}`, { isHidden: true, reason }),
};
const ofComment: Record<string, Act> = {
  read: (client, { commentId }) => client.get(`${url}/comments/${commentId}`),
  history: (client, { commentId }) => client.get(`${url}/comments/${commentId}/history`),
  reply: (client, { postId, commentId }) => comment(client, postId, "Hi", commentId),
  react: (client, { commentId }) => client.call("PUT", `${url}/comments/${commentId}/reaction`, like),
  edit: (client, { commentId }) => client.call("PATCH", `${url}/comments/${commentId}`, { text: "Edited", version: 1 }),
  delete: (client, { commentId }) => client.call("DELETE", `${url}/comments/${commentId}`),
  hide: (client, { commentId }) => client.post(`${url}/content/comment/${commentId}`, { isHidden: true, reason }),
};

//           visitor guest member owner muted suspended blocked blocker moderator admin
const rows: ["post" | "comment", string, Record<State, Record<string, number>>][] = [
  [
    "post",
    "read",
    {
      published: table(200, 200, 200, 200, 200, 200, 404, 404, 200, 200),
      held: table(404, 404, 404, 200, 404, 404, 404, 404, 200, 200),
      hidden: table(404, 404, 404, 200, 404, 404, 404, 404, 200, 200),
      deleted: table(...all(404)),
    },
  ],
  [
    "post",
    "comments",
    {
      published: table(200, 200, 200, 200, 200, 200, 404, 404, 200, 200),
      held: table(404, 404, 404, 200, 404, 404, 404, 404, 200, 200),
      hidden: table(404, 404, 404, 200, 404, 404, 404, 404, 200, 200),
      deleted: table(...all(404)),
    },
  ],
  [
    "post",
    "comment",
    {
      published: table(401, 403, 201, 201, 403, 403, 404, 404, 201, 201),
      held: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
    },
  ],
  [
    "post",
    "react",
    {
      published: table(401, 403, 200, 200, 403, 403, 404, 404, 200, 200),
      held: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
    },
  ],
  [
    "post",
    "edit",
    {
      published: table(401, 403, 404, 200, 403, 403, 404, 404, 404, 404),
      held: table(401, 403, 404, 200, 403, 403, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 403, 403, 403, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
    },
  ],
  [
    "post",
    "delete",
    {
      published: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      held: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 404, 404, 404, 404, 404, 404),
    },
  ],
  [
    "post",
    "deletePhoto",
    {
      published: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      held: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 404, 404, 404, 404, 404, 404),
    },
  ],
  [
    "post",
    "report",
    {
      published: table(401, 403, 201, 403, 201, 201, 404, 404, 201, 201),
      held: table(401, 403, 404, 404, 404, 404, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 404, 404, 404, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 404, 404, 404, 404, 404, 404),
    },
  ],
  [
    "post",
    "pin",
    {
      published: table(401, 403, 403, 403, 403, 403, 403, 403, 200, 200),
      held: table(401, 403, 403, 403, 403, 403, 403, 403, 404, 404),
      hidden: table(401, 403, 403, 403, 403, 403, 403, 403, 404, 404),
      deleted: table(401, 403, 403, 403, 403, 403, 403, 403, 404, 404),
    },
  ],
  [
    "post",
    "hide",
    {
      published: table(401, 403, 403, 403, 403, 403, 403, 403, 200, 200),
      held: table(401, 403, 403, 403, 403, 403, 403, 403, 200, 200),
      hidden: table(401, 403, 403, 403, 403, 403, 403, 403, 409, 409),
      deleted: table(401, 403, 403, 403, 403, 403, 403, 403, 404, 404),
    },
  ],
  [
    "comment",
    "read",
    {
      published: table(200, 200, 200, 200, 200, 200, 404, 404, 200, 200),
      held: table(404, 404, 404, 200, 404, 404, 404, 404, 200, 200),
      hidden: table(404, 404, 404, 200, 404, 404, 404, 404, 200, 200),
      deleted: table(...all(404)),
    },
  ],
  [
    "comment",
    "history",
    {
      published: table(401, 403, 200, 200, 200, 200, 404, 404, 200, 200),
      held: table(401, 403, 404, 200, 404, 404, 404, 404, 200, 200),
      hidden: table(401, 403, 404, 200, 404, 404, 404, 404, 200, 200),
      deleted: table(401, 403, 404, 404, 404, 404, 404, 404, 404, 404),
    },
  ],
  [
    "comment",
    "reply",
    {
      published: table(401, 403, 201, 201, 403, 403, 404, 404, 201, 201),
      held: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
    },
  ],
  [
    "comment",
    "react",
    {
      published: table(401, 403, 200, 200, 403, 403, 404, 404, 200, 200),
      held: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
    },
  ],
  [
    "comment",
    "edit",
    {
      published: table(401, 403, 404, 200, 403, 403, 404, 404, 404, 404),
      held: table(401, 403, 404, 200, 403, 403, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 403, 403, 403, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 403, 403, 404, 404, 404, 404),
    },
  ],
  [
    "comment",
    "delete",
    {
      published: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      held: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      hidden: table(401, 403, 404, 200, 404, 404, 404, 404, 404, 404),
      deleted: table(401, 403, 404, 404, 404, 404, 404, 404, 404, 404),
    },
  ],
  [
    "comment",
    "hide",
    {
      published: table(401, 403, 403, 403, 403, 403, 403, 403, 200, 200),
      held: table(401, 403, 403, 403, 403, 403, 403, 403, 200, 200),
      hidden: table(401, 403, 403, 403, 403, 403, 403, 403, 409, 409),
      deleted: table(401, 403, 403, 403, 403, 403, 403, 403, 404, 404),
    },
  ],
];
const cases = rows.flatMap(([kind, name, expected]) =>
  states.map((state) => [kind, state, name, expected[state]] as const),
);

test.each(cases)("who may do what with a %s that is %s: %s", async (kind, state, name, expected) => {
  expect(await statuses(kind, state, (kind === "post" ? ofPost : ofComment)[name]!)).toEqual(expected);
});

test("what is held or hidden is in no list but its author's and the queue", async () => {
  for (const state of ["held", "hidden"] as const) {
    const { postId } = await createThing("post", state);
    for (const name of who) {
      const lists = await Promise.all(
        ["", "?sort=top", "?topic=photos", "?q=words", `?authorId=${people.owner.id}`].map(async (query) => {
          const { body } = await people[name].get(`${url}/posts${query}`);
          return body.items.some(({ id }: any) => id === postId);
        }),
      );
      const isOwn = name === "owner";
      expect([state, name, lists]).toEqual([state, name, [false, false, false, false, isOwn]]);
    }
    if (state === "held") expect(await reviewOf(people.moderator, "post", postId)).toBeDefined();
  }
});
