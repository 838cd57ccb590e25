import type { QueryClient } from "@tanstack/react-query";
import type { Comment, Thread } from "#contract/community/comments.ts";
import { type CommentList, type CommentOrder, commentsQuery } from "../queries.ts";

/** A list of comments in which something happened. */
type Change = (list: CommentList, order: CommentOrder) => CommentList;

const orders = ["oldest", "newest"] as const;

/** Changes the lists of a post's comments that were read. */
function changeLists(queryClient: QueryClient, postId: number, change: Change): void {
  for (const order of orders) {
    const { queryKey } = commentsQuery(postId, order);
    queryClient.setQueryData(queryKey, (list) => list && change(list, order));
  }
}

/** The list with a new comment, once. A comment beyond what was read waits for its page. */
export function withComment(list: CommentList, comment: Comment, order: CommentOrder): CommentList {
  const { parentId } = comment;
  if (parentId === null) {
    if (list.items.some(({ id }) => id === comment.id)) return list;
    const thread: Thread = { ...comment, replies: [] };
    if (order === "newest") return { ...list, items: [thread, ...list.items] };
    return list.nextCursor === null ? { ...list, items: [...list.items, thread] } : list;
  }
  const add = (thread: Thread): Thread => {
    if (thread.id !== parentId || thread.replies.some(({ id }) => id === comment.id)) return thread;
    // Own replies show at once, also below replies that weren't read.
    const isEnd = thread.replies.length >= thread.replyCount || comment.you.isAuthor;
    return {
      ...thread,
      replyCount: thread.replyCount + 1,
      replies: isEnd ? [...thread.replies, comment] : thread.replies,
    };
  };
  return { ...list, items: list.items.map(add) };
}

/** The list with a comment changed; `undefined` takes it out, or leaves its place if it has replies. */
export function withChanged(
  list: CommentList,
  id: number,
  change: (comment: Comment) => Comment | undefined,
): CommentList {
  const inThread = (thread: Thread): Thread[] => {
    if (thread.id === id) {
      const changed = change(thread);
      if (changed) return [{ ...thread, ...changed, replies: thread.replies }];
      return thread.replyCount === 0 ? [] : [{ ...thread, html: null, text: null, author: null, reactions: [] }];
    }
    if (!thread.replies.some((reply) => reply.id === id)) return [thread];
    const replies = thread.replies.flatMap((reply) => (reply.id === id ? (change(reply) ?? []) : [reply]));
    const gone = thread.replies.length - replies.length;
    return [{ ...thread, replies, replyCount: thread.replyCount - gone }];
  };
  return { ...list, items: list.items.flatMap(inThread) };
}

/** The list with replies to one of its comments that were read now. */
export const withReplies = (list: CommentList, parentId: number, replies: Comment[]): CommentList => ({
  ...list,
  items: list.items.map((thread) => {
    if (thread.id !== parentId) return thread;
    const known = new Map([...thread.replies, ...replies].map((reply) => [reply.id, reply]));
    return { ...thread, replies: [...known.values()].toSorted((a, b) => a.id - b.id) };
  }),
});

/** Shows a new comment of a post, once. @returns false if it was shown already */
export function applyComment(queryClient: QueryClient, comment: Comment): boolean {
  let isNew = true;
  changeLists(queryClient, comment.postId, (list, order) => {
    if (list.items.some((thread) => [thread, ...thread.replies].some(({ id }) => id === comment.id))) isNew = false;
    return withComment(list, comment, order);
  });
  return isNew;
}

/** Changes a comment wherever it is shown; `undefined` takes it away. */
export const changeComment = (
  queryClient: QueryClient,
  postId: number,
  id: number,
  change: (comment: Comment) => Comment | undefined,
): void => changeLists(queryClient, postId, (list) => withChanged(list, id, change));

/** Shows replies that were read now. */
export const applyReplies = (queryClient: QueryClient, postId: number, parentId: number, replies: Comment[]): void =>
  changeLists(queryClient, postId, (list) => withReplies(list, parentId, replies));
