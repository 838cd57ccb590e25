import { expect, test } from "vitest";
import type { Comment, Thread } from "#contract/community/comments.ts";
import type { CommentList } from "../queries.ts";
import { withChanged, withComment, withReplies } from "./threads.ts";

const comment = (id: number, more: Partial<Comment> = {}): Comment => ({
  id,
  postId: 1,
  parentId: null,
  at: "2026-11-28T22:00:00.000Z",
  author: null,
  html: `<p>comment ${id}</p>`,
  text: null,
  status: "published",
  statusReason: null,
  editedAt: null,
  version: 1,
  reactions: [],
  replyCount: 0,
  you: { isAuthor: false, reaction: null, canEdit: false, canDelete: false, canModerate: false },
  ...more,
});
const thread = (id: number, replies: number[] = [], replyCount = replies.length): Thread => ({
  ...comment(id, { replyCount }),
  replies: replies.map((reply) => comment(reply, { parentId: id })),
});
const list = (items: Thread[], nextCursor: string | null = null): CommentList => ({ items, nextCursor });
/** "2[5,7]/4 3": comments with the replies that are shown, and how many there are. */
const outlineOf = ({ items }: CommentList) =>
  items
    .map(({ id, html, replies, replyCount }) => {
      const shown = replies.length > 0 ? `[${replies.map((reply) => reply.id).join()}]` : "";
      return `${id}${html === null ? "-" : ""}${shown}${replyCount === replies.length ? "" : `/${replyCount}`}`;
    })
    .join(" ");

const reply = (id: number, parentId: number, isAuthor = false) =>
  comment(id, { parentId, you: { ...comment(0).you, isAuthor } });

test.each<[string, CommentList, string]>([
  ["a new comment comes last", withComment(list([thread(2)]), comment(3), "oldest"), "2 3"],
  ["a new comment comes first, newest first", withComment(list([thread(2)]), comment(3), "newest"), "3 2"],
  ["a comment that comes twice is shown once", withComment(list([thread(2)]), comment(2), "oldest"), "2"],
  ["a comment beyond the pages that were read waits", withComment(list([thread(2)], "x"), comment(9), "oldest"), "2"],
  ["a reply joins its comment", withComment(list([thread(2, [5])]), reply(6, 2), "oldest"), "2[5,6]"],
  ["a reply beyond those shown is counted", withComment(list([thread(2, [5], 4)]), reply(9, 2), "oldest"), "2[5]/5"],
  ["one's own reply shows at once", withComment(list([thread(2, [5], 4)]), reply(9, 2, true), "oldest"), "2[5,9]/5"],
  ["a comment without replies goes", withChanged(list([thread(2), thread(3)]), 2, () => undefined), "3"],
  ["a comment with replies leaves its place", withChanged(list([thread(2, [5])]), 2, () => undefined), "2-[5]"],
  ["a reply goes and is counted down", withChanged(list([thread(2, [5, 6])]), 5, () => undefined), "2[6]"],
  [
    "replies that were read join",
    withReplies(list([thread(2, [5], 3)]), 2, [reply(6, 2), reply(5, 2), reply(7, 2)]),
    "2[5,6,7]",
  ],
])("%s", (_name, after, expected) => {
  expect(outlineOf(after)).toBe(expected);
});

test("an edited comment keeps its replies", () => {
  const edited = { ...comment(2), html: "<p>better</p>" };
  const after = withChanged(list([thread(2, [5])]), 2, () => edited);
  expect(after.items[0]).toMatchObject({ html: "<p>better</p>", replies: [{ id: 5 }] });
});
