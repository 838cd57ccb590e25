import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Post, ReactionCounts } from "#contract/community/community.ts";
import type { Comment } from "#contract/community/comments.ts";
import { callApi } from "#web/lib/api.ts";
import { useTopic } from "#web/lib/realtime/use-topic.ts";
import { showFailure } from "../say-failed.ts";
import {
  changePost,
  type CommentList,
  type CommentOrder,
  commentsQuery,
  type OpenPost,
  postQuery,
} from "../queries.ts";
import { changeComment, applyComment, applyReplies } from "./threads.ts";

/** The comments of a post, which follow the realtime channel. */
export function useThread(post: OpenPost) {
  const queryClient = useQueryClient();
  const [order, setOrder] = useState<CommentOrder>("oldest");
  const query = commentsQuery(post.id, order);
  const { data: list } = useSuspenseQuery(query);
  useFollowPost(post);

  async function changeOrder(next: CommentOrder) {
    await queryClient.ensureQueryData(commentsQuery(post.id, next)).catch(() => undefined);
    setOrder(next);
  }
  return { list, queryKey: query.queryKey, order, changeOrder };
}

/** Loads the replies to a comment that aren't shown yet. */
export function useMoreReplies(postId: number) {
  const queryClient = useQueryClient();
  return async (parentId: number) => {
    try {
      let cursor: string | null = null;
      const replies: Comment[] = [];
      const params = { id: postId };
      do {
        const query = { parentId: String(parentId), cursor };
        const page: CommentList = await callApi("GET /api/community/posts/{id}/comments", { params, query });
        replies.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== null && replies.length < maxReplies);
      applyReplies(queryClient, postId, parentId, replies);
    } catch (error) {
      showFailure("The replies didn't load", error);
    }
  };
}

const maxReplies = 200;

const readComment = (id: number) => callApi("GET /api/community/comments/{id}", { params: { id } });

type PostMessage = { id: number; commentId: number | null; reactions: ReactionCounts; commentCount: number };

/** Shows at once what the realtime channel says of a post: comments, reactions, edits. */
function useFollowPost({ id: postId, position }: OpenPost): void {
  const queryClient = useQueryClient();
  const readPost = () => queryClient.invalidateQueries({ queryKey: postQuery(postId).queryKey });
  const count = (by: number) =>
    changePost(queryClient, postId, (post) => ({ ...post, commentCount: Math.max(0, post.commentCount + by) }));
  const readAll = () => {
    void readPost();
    for (const order of ["oldest", "newest"] as const) {
      void queryClient.invalidateQueries({ queryKey: commentsQuery(postId, order).queryKey });
    }
  };
  useTopic(
    `community.post-${postId}`,
    {
      message(type, data) {
        const { id, commentId, reactions } = data as PostMessage;
        // Nothing is shown of people whom the reader doesn't want to see: only the server knows that.
        if (type === "comment")
          readComment(id).then((comment) => applyComment(queryClient, comment) && count(1), ignore);
        if (type === "comment_changed") {
          const gone = () => changeComment(queryClient, postId, id, () => undefined);
          readComment(id).then((comment) => changeComment(queryClient, postId, id, () => comment), gone);
        }
        if (type === "comment_removed") {
          changeComment(queryClient, postId, id, () => undefined);
          count(-1);
        }
        if (type === "reactions") {
          if (commentId === null) changePost(queryClient, postId, (post: Post) => ({ ...post, reactions }));
          else changeComment(queryClient, postId, commentId, (comment) => ({ ...comment, reactions }));
        }
        if (type === "changed" || type === "removed") void readPost();
      },
      reset: readAll,
    },
    position,
  );
}

const ignore = () => undefined;
