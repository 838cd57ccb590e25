import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import type { Comment, Thread } from "#contract/community/comments.ts";
import { apiQuery } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { useDoor } from "../composer/drafts.ts";
import { countOf } from "../labels.ts";
import { type OpenPost, readMoreComments } from "../queries.ts";
import { ShowMore } from "../show-more.tsx";
import { CommentRow } from "./comment-row.tsx";
import { useMoreReplies, useThread } from "./use-thread.ts";

const CommentForm = lazyPart("The text field", async () => (await import("./comment-form.tsx")).CommentForm);

/** The comments of a post: two levels deep, and the field for a new one above them. */
export function Comments({ post, named }: { post: OpenPost; named: number | undefined }) {
  const { list, queryKey, order, changeOrder } = useThread(post);
  const { id, commentCount } = post;
  useScrollTo(named);
  return (
    <section id="comments" aria-labelledby="comments-title" className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6">
        <h2 id="comments-title" className="display text-display-sm">
          {commentCount === 0 ? "Comments" : countOf(commentCount, "comment")}
        </h2>
        {(list.nextCursor !== null || list.items.length > 5) && (
          <Button variant="quiet" size="sm" onClick={() => void changeOrder(order === "oldest" ? "newest" : "oldest")}>
            {order === "oldest" ? "Show newest first" : "Show oldest first"}
          </Button>
        )}
      </div>
      <CommentDoor postId={id} />
      <NamedComment list={list.items} named={named} />
      {list.items.length === 0 ? (
        <p className="text-muted">Nobody has said anything yet. Go first.</p>
      ) : (
        <ol className="grid gap-7">
          {list.items.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} named={named} />
          ))}
        </ol>
      )}
      <ShowMore
        queryKey={queryKey}
        list={list}
        read={(cursor) => readMoreComments(id, order, cursor)}
        what="comments"
      />
    </section>
  );
}

/** Scrolls to the comment that the address names. */
function useScrollTo(named: number | undefined): void {
  useEffect(() => {
    if (named !== undefined) document.getElementById(`comment-${named}`)?.scrollIntoView({ block: "center" });
  }, [named]);
}

/** The comment that the address names, if it is on a later page. */
function NamedComment({ list, named }: { list: Thread[]; named: number | undefined }) {
  const isListed = list.some((thread) => thread.id === named || thread.replies.some(({ id }) => id === named));
  const { data } = useQuery({
    ...apiQuery("GET /api/community/comments/{id}", { params: { id: named ?? 0 } }),
    enabled: named !== undefined && !isListed,
  });
  if (!data || isListed) return null;
  return (
    <ol aria-label="The linked comment">
      <CommentRow
        comment={data}
        isNamed
        onReply={() => document.querySelector<HTMLElement>("#comments textarea, #comments button")?.focus()}
      />
    </ol>
  );
}

function ThreadRow({ thread, named }: { thread: Thread; named: number | undefined }) {
  const { id, postId, replies, replyCount } = thread;
  const [isReplying, setReplying] = useState<{ handle: string | undefined }>();
  const [isLoading, setLoading] = useState(false);
  const loadReplies = useMoreReplies(postId);
  const hidden = replyCount - replies.length;
  const reply = (to: Comment) => setReplying({ handle: to.id === id ? undefined : to.author?.handle });
  return (
    <CommentRow comment={thread} isNamed={named === id} onReply={() => reply(thread)}>
      {replies.length > 0 && (
        <ol className="grid gap-5 border-l-2 border-line pl-4">
          {replies.map((each) => (
            <CommentRow key={each.id} comment={each} isNamed={named === each.id} onReply={() => reply(each)} />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <Button
          variant="quiet"
          size="sm"
          loading={isLoading}
          className="justify-self-start"
          onClick={() => {
            setLoading(true);
            void loadReplies(id).then(() => setLoading(false));
          }}
        >
          Show {countOf(hidden, "more reply", "more replies")}
        </Button>
      )}
      {isReplying && (
        <div className="rounded-md border border-line bg-panel p-4">
          <Suspense fallback={<Skeleton className="h-16" />}>
            <CommentForm
              key={isReplying.handle}
              postId={postId}
              parentId={id}
              toHandle={isReplying.handle}
              onDone={() => setReplying(undefined)}
            />
          </Suspense>
        </div>
      )}
    </CommentRow>
  );
}

/** Opens the field for a comment. A draft of an earlier visit is there at once. */
function CommentDoor({ postId }: { postId: number }) {
  const { isAuthenticated } = useUser();
  const { door, isOpen, isPressed, setPressed } = useDoor(`comment:${postId}`);
  if (!isOpen) {
    return (
      <button
        ref={door}
        type="button"
        onClick={() => setPressed(true)}
        className="min-h-12 w-full cursor-text rounded-md border border-edge bg-raised px-4 text-left text-muted hover:border-ink"
      >
        {isAuthenticated ? "Add a comment" : "Write now, join when you send"}
      </button>
    );
  }
  return (
    <div className="rounded-md border border-line bg-panel p-4">
      <Suspense fallback={<Skeleton className="h-16" />}>
        <CommentForm postId={postId} parentId={null} focusFirst={isPressed} onDone={() => setPressed(false)} />
      </Suspense>
    </div>
  );
}
