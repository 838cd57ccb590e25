import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { NewPost, Post } from "#contract/community/community.ts";
import type { Comment } from "#contract/community/comments.ts";
import { openAuth } from "#web/lib/auth-events.ts";
import { callApi } from "#web/lib/api.ts";
import { newUuid } from "#web/lib/new-uuid.ts";
import type { CommunityFilter } from "#web/lib/paths.ts";
import { toast } from "#web/ui/toast.ts";
import { isOnTop, sendKey } from "../filter.ts";
import { addPost, meQuery, postQuery } from "../queries.ts";
import { applyComment } from "../thread/threads.ts";
import { type Draft, storeDraft } from "./drafts.ts";

/** What is sent: a new post, or a comment on one. */
export type Outgoing =
  | { kind: "post"; body: NewPost; shown?: CommunityFilter | undefined }
  | { kind: "comment"; postId: number; body: { text: string; parentId: number | null } };

/** What waits for someone to join. Only in memory: a link alone must never send anything. */
let waiting: { key: string; draft: Draft; outgoing: Outgoing } | undefined;

/** What waited for someone to join, once. */
export function consumeWaiting() {
  const taken = waiting;
  waiting = undefined;
  return taken;
}

/** Opens the sign-in dialog; whoever joins comes back to where they are, and what they typed is sent. */
export function joinToSend(key: string, draft: Draft, outgoing: Outgoing): void {
  waiting = { key, draft, outgoing };
  const back = new URL(location.href);
  back.searchParams.set(sendKey, "1");
  openAuth({ tab: "register", redirect: back.pathname + back.search });
}

/** Sends a post or comment and shows it. The key makes sure that sending it twice posts it once. */
async function send(queryClient: QueryClient, outgoing: Outgoing, key: string): Promise<Post | Comment> {
  if (outgoing.kind === "comment") {
    const { postId, body } = outgoing;
    const comment = await callApi("POST /api/community/posts/{id}/comments", { params: { id: postId }, body, key });
    applyComment(queryClient, comment);
    void queryClient.invalidateQueries({ queryKey: postQuery(postId).queryKey });
    return comment;
  }
  const post = await callApi("POST /api/community/posts", { body: outgoing.body, key });
  const { id, author, images, event, status } = post;
  const shown = outgoing.shown;
  const isShown = shown && isOnTop({ id, eventId: event?.id ?? null, hasImages: images.length > 0 }, shown);
  // A post that isn't published is only among its author's own.
  const feed = status === "published" ? isShown && shown : author && { author: author.id };
  addPost(queryClient, post, feed || undefined);
  void queryClient.invalidateQueries({ queryKey: meQuery().queryKey });
  return post;
}

/** Tells the author what became of what they sent. */
function showStatus({ kind, body }: Outgoing, { status, statusReason }: Post | Comment): void {
  const what = kind === "comment" ? (body.parentId === null ? "comment" : "reply") : "post";
  if (status === "published") return toast({ title: `Your ${what} is up`, tone: "good" });
  toast({ title: `Your ${what} is in review`, description: statusReason ?? "", durationMs: 8000 });
}

/** Sends what was typed. A draft that didn't leave keeps its key, so that trying again never posts it twice. */
export function useSend() {
  const queryClient = useQueryClient();
  const keys = useRef(new Map<string, string>());
  return async (key: string, outgoing: Outgoing) => {
    const content = JSON.stringify([key, outgoing.body]);
    const idempotencyKey = keys.current.get(content) ?? newUuid();
    keys.current.set(content, idempotencyKey);
    const sent = await send(queryClient, outgoing, idempotencyKey);
    keys.current.delete(content);
    storeDraft(key, undefined);
    showStatus(outgoing, sent);
  };
}
