import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, Suspense, useState } from "react";
import type { Comment } from "#contract/community/comments.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { ownStatuses } from "../labels.ts";
import { PersonFace } from "../person/person-face.tsx";
import { AuthorName } from "../post/post-card.tsx";
import { MenuButton } from "../post/menu-button.tsx";
import { PostText } from "../post/post-text.tsx";
import { Reactions } from "../post/reactions.tsx";
import { changeComment } from "./threads.ts";

const EditComment = lazyPart("The editor", async () => (await import("../post/edit-dialog.tsx")).EditComment);
type CommentRowProps = {
  comment: Comment;
  /** The one that the address names. */
  isNamed?: boolean;
  onReply: () => void;
  /** Its replies, or the field for one. */
  children?: ReactNode;
};

/** One comment or reply. */
export function CommentRow({ comment, isNamed = false, onReply, children }: CommentRowProps) {
  const queryClient = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { id, postId, author, at, html, editedAt, status, statusReason, reactions, you } = comment;
  const isReply = comment.parentId !== null;
  if (html === null) {
    return (
      <li id={`comment-${id}`} className="grid gap-4">
        <p className="text-sm text-muted">This comment is gone.</p>
        {children}
      </li>
    );
  }
  return (
    <li id={`comment-${id}`} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <PersonFace person={author} className={isReply ? "size-8! text-base!" : "size-9!"} />
      <div className="grid min-w-0 gap-3">
        <div className={clsx("grid gap-1 rounded-md", isNamed && "-m-3 bg-gold/12 p-3")}>
          <div className="flex items-start gap-2">
            <div className="min-w-0 grow text-sm leading-tight">
              <p className="flex flex-wrap items-center gap-x-2 font-semibold">
                <AuthorName author={author} />
              </p>
              <p className="text-muted">
                <Moment at={at} relative />
                {editedAt && " · Edited"}
              </p>
            </div>
            <MenuButton
              kind="comment"
              content={comment}
              onEdit={() => setEditing(true)}
              onGone={(client) => changeComment(client, postId, id, () => undefined)}
              className="size-9! text-muted!"
            />
          </div>
          {status !== "published" && (
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <StatusBadge {...ownStatuses[status]} /> {statusReason}
            </p>
          )}
          {isEditing ? (
            <Suspense>
              <EditComment comment={comment} onClose={() => setEditing(false)} />
            </Suspense>
          ) : (
            <PostText html={html} className="max-w-[62ch]" />
          )}
          {status === "published" && (
            <div className="-ml-2 flex flex-wrap items-center gap-1">
              <Reactions
                small
                reactions={reactions}
                ownReaction={you.reaction}
                kind="comment"
                id={id}
                onChange={(now) =>
                  changeComment(queryClient, postId, id, (latest) => ({
                    ...latest,
                    reactions: now.reactions,
                    you: { ...latest.you, reaction: now.ownReaction },
                  }))
                }
              />
              <button
                type="button"
                onClick={onReply}
                className="min-h-8 rounded-full px-2.5 text-sm font-semibold text-muted hover:bg-ink/8 hover:text-ink"
              >
                Reply
              </button>
            </div>
          )}
        </div>
        {children}
      </div>
    </li>
  );
}
