import { clsx } from "clsx";
import { CornerUpLeft, Ellipsis, Reply } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ChatBadge, ChatMessage, ReactionKind } from "#contract/chat/chat.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { Button } from "#web/ui/button.tsx";
import type { Pending } from "./chat-log.ts";
import { ModerateMessage } from "./moderate-message.tsx";
import { reactionNames, reactionSigns } from "./reaction-kinds.ts";

const colors = [
  "text-name-1",
  "text-name-2",
  "text-name-3",
  "text-name-4",
  "text-name-5",
  "text-name-6",
  "text-name-7",
] as const;

/** The color of someone else's name in chat: the same everywhere. One's own is gold; a deleted account has none. */
const nameColor = (authorId: number | null): string =>
  authorId === null ? "text-ink" : colors[authorId % colors.length]!;

type MessageRowProps = {
  roomId: number;
  message: ChatMessage;
  /** The message that it answers; null if that isn't shown. */
  answered: ChatMessage | null | undefined;
  isOwn: boolean;
  canModerate: boolean;
  canPost: boolean;
  /** Its actions are shown. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onReply: (message: ChatMessage) => void;
  onHide: (id: number) => void;
};

/** One message, with its reactions and what can be done with it. */
export function MessageRow({
  message,
  answered,
  isOwn,
  canModerate,
  canPost,
  isOpen,
  onOpen,
  ...rest
}: MessageRowProps) {
  const { id, authorName, badge, text, reactions } = message;
  const [ownReaction, setOwnReaction] = useState<ReactionKind | null>(null);
  const hasActions = canPost || canModerate;
  const row = useRef<HTMLDivElement>(null);
  // The actions of the last message would open below the edge.
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);

  async function react(kind: ReactionKind) {
    const next = ownReaction === kind ? null : kind;
    setOwnReaction(next);
    try {
      await callApi("PUT /api/chat/messages/{id}/reaction", { params: { id }, body: { kind: next } });
    } catch (error) {
      setOwnReaction(ownReaction);
      const why = error instanceof CallError ? error.answer.message : undefined;
      toast({ title: "Your reaction wasn't saved", ...(why && { description: why }), tone: "bad" });
    }
  }
  return (
    <div ref={row} className={clsx("group relative rounded-sm px-2 py-1 hover:bg-ink/4", isOpen && "bg-ink/6")}>
      {answered !== undefined && (
        <p className="flex items-center gap-1.5 truncate text-xs text-muted">
          <CornerUpLeft className="size-3.5 shrink-0" />
          <span className="truncate">
            {answered ? `${answered.authorName}: ${answered.text}` : "Message unavailable"}
          </span>
        </p>
      )}
      <p className={clsx("text-[0.9375rem] leading-snug wrap-anywhere", hasActions && "pr-9")}>
        {badge && <RoleBadge badge={badge} />}
        <strong className={clsx("font-semibold", isOwn ? "text-gilt" : nameColor(message.authorId))}>
          {authorName}
        </strong>{" "}
        <span className="text-ink/90">{text}</span>
      </p>
      {reactions.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1.5">
          {reactions.map(({ kind, count }) => (
            <button
              key={kind}
              type="button"
              tabIndex={-1}
              disabled={!canPost}
              aria-pressed={ownReaction === kind}
              aria-label={`${reactionNames[kind]}: ${count}`}
              onClick={() => void react(kind)}
              className="min-h-6 rounded-full border border-line px-2 py-0.5 text-xs tabular-nums hover:border-edge disabled:hover:border-line aria-pressed:border-gold aria-pressed:bg-gold/15"
            >
              <span aria-hidden="true">{reactionSigns[kind]}</span> {count}
            </button>
          ))}
        </p>
      )}
      {hasActions && (
        <button
          type="button"
          tabIndex={-1}
          data-actions
          aria-expanded={isOpen}
          aria-label={`Actions for ${authorName}'s message`}
          onClick={() => onOpen(!isOpen)}
          className="absolute top-0 right-1 grid size-8 place-items-center rounded-sm text-muted hover:bg-ink/8 hover:text-ink pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100"
        >
          <Ellipsis className="size-5" />
        </button>
      )}
      {isOpen && (
        <div className="mt-1.5 grid gap-2">
          {canPost && (
            <div role="group" aria-label="React or reply" className="flex flex-wrap items-center gap-0.5">
              {(Object.keys(reactionSigns) as ReactionKind[]).map((kind) => (
                <button
                  key={kind}
                  type="button"
                  aria-pressed={ownReaction === kind}
                  aria-label={reactionNames[kind]}
                  onClick={() => void react(kind)}
                  className="grid size-9 place-items-center rounded-sm text-lg hover:bg-ink/8 aria-pressed:bg-gold/25"
                >
                  {reactionSigns[kind]}
                </button>
              ))}
              <Button
                variant="quiet"
                size="sm"
                onClick={() => {
                  onOpen(false);
                  rest.onReply(message);
                }}
              >
                <Reply className="size-4" /> Reply
              </Button>
            </div>
          )}
          {canModerate && (
            <ModerateMessage
              roomId={rest.roomId}
              message={message}
              isOwn={isOwn}
              onHide={rest.onHide}
              onDone={() => onOpen(false)}
            />
          )}
        </div>
      )}
    </div>
  );
}

const badgeLabels: Record<ChatBadge, string> = { host: "Host", moderator: "Mod", admin: "Team" };

const RoleBadge = ({ badge }: { badge: ChatBadge }) => (
  <span
    className={clsx(
      "mr-1.5 inline-block rounded-sm px-1.5 align-[0.08em] font-display text-2xs leading-4! font-bold tracking-[0.06em] uppercase",
      badge === "host" ? "bg-gold text-on-gold" : "border border-sea bg-sea-wash text-sea",
    )}
  >
    {badgeLabels[badge]}
  </span>
);

type PendingRowProps = { message: Pending; onRetry: () => void; onDrop: () => void };

/** An own message that isn't confirmed yet, or wasn't sent. */
export function PendingRow({ message, onRetry, onDrop }: PendingRowProps) {
  const { text, failure } = message;
  return (
    <div className="px-2 py-1">
      <p className={clsx("text-[0.9375rem] leading-snug wrap-anywhere", !failure && "opacity-60")}>
        <strong className="font-semibold text-gilt">You</strong> {text}
      </p>
      {failure && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-sm text-hibiscus">
          {failure}
          <Button variant="quiet" size="sm" onClick={onRetry}>
            Send again
          </Button>
          <Button variant="quiet" size="sm" onClick={onDrop}>
            Discard
          </Button>
        </p>
      )}
    </div>
  );
}
