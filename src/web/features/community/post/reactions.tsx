import { clsx } from "clsx";
import { SmilePlus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useLocation } from "#web/lib/router.ts";
import type { ReactionKind } from "#contract/chat/chat.ts";
import type { ReactionCounts } from "#contract/community/community.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { reactionNames, reactionSigns } from "#web/features/chat/reaction-kinds.ts";
import { openAuth } from "#web/lib/auth-events.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";

type Reacted = { reactions: ReactionCounts; ownReaction: ReactionKind | null };

type ReactionsProps = Reacted & {
  kind: "post" | "comment";
  id: number;
  onChange: (reacted: Reacted) => void;
  /** For comments. */
  small?: boolean;
};

const endpoints = {
  post: "PUT /api/community/posts/{id}/reaction",
  comment: "PUT /api/community/comments/{id}/reaction",
} as const;

const kinds = Object.keys(reactionSigns) as ReactionKind[];

/** The reactions to a post or comment; each can be joined, and six can be chosen from. */
export function Reactions({ small = false, ...about }: ReactionsProps) {
  const { reactions, ownReaction } = about;
  const [isChoosing, setChoosing] = useState(false);
  const choiceId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const react = useReact(about);
  const size = small ? "min-h-8 min-w-8 px-2 text-sm" : "min-h-10 min-w-10 px-2.5 sm:px-3";
  return (
    <div className="flex flex-wrap items-center gap-1 sm:gap-1.5">
      {reactions.map(({ kind, count }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={ownReaction === kind}
          aria-label={`${reactionNames[kind]}: ${count}`}
          onClick={() => react(ownReaction === kind ? null : kind)}
          className={clsx(
            "flex items-center gap-1.5 rounded-full border border-line font-semibold tabular-nums transition-colors hover:border-edge aria-pressed:border-gold aria-pressed:bg-gold/15",
            size,
          )}
        >
          <span aria-hidden="true">{reactionSigns[kind]}</span> {count}
        </button>
      ))}
      <button
        ref={opener}
        type="button"
        aria-label="React"
        aria-expanded={isChoosing}
        aria-controls={isChoosing ? choiceId : undefined}
        onClick={() => setChoosing(!isChoosing)}
        className={clsx(
          "grid place-items-center rounded-full text-muted transition-colors hover:bg-ink/8 hover:text-ink aria-expanded:bg-ink/8",
          size,
        )}
      >
        <SmilePlus className={small ? "size-4.5" : "size-5.5"} />
      </button>
      {isChoosing && (
        <span
          id={choiceId}
          role="group"
          aria-label="Choose a reaction"
          className="flex animate-fade rounded-full border border-line bg-raised p-0.5 shadow-lift"
        >
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              aria-label={reactionNames[kind]}
              aria-pressed={ownReaction === kind}
              onClick={() => {
                setChoosing(false);
                opener.current?.focus();
                react(ownReaction === kind ? null : kind);
              }}
              className="grid size-9 place-items-center rounded-full text-lg transition-transform hover:scale-120 hover:bg-ink/8 aria-pressed:bg-gold/25"
            >
              {reactionSigns[kind]}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

/** Reacts at once and takes it back if that fails; visitors are asked to join. */
function useReact({ reactions, ownReaction, kind: of, id, onChange }: Omit<ReactionsProps, "small">) {
  const { isAuthenticated } = useUser();
  const { pathname, search } = useLocation();
  async function send(kind: ReactionKind | null) {
    onChange({ reactions: reactionsAfter(reactions, ownReaction, kind), ownReaction: kind });
    try {
      const reply = await callApi(endpoints[of], { params: { id }, body: { kind } });
      onChange({ reactions: reply.reactions, ownReaction: kind });
    } catch (error) {
      onChange({ reactions, ownReaction });
      const why = error instanceof CallError ? error.answer.message : "Check your internet connection and try again.";
      toast({ title: "Your reaction wasn't saved", ...(why && { description: why }), tone: "bad" });
    }
  }
  return (kind: ReactionKind | null) =>
    isAuthenticated ? void send(kind) : openAuth({ tab: "register", redirect: pathname + search });
}

/** The counts after someone's reaction changed. */
export function reactionsAfter(
  counts: ReactionCounts,
  from: ReactionKind | null,
  to: ReactionKind | null,
): ReactionCounts {
  if (from === to) return counts;
  const known = to === null || counts.some(({ kind }) => kind === to) ? counts : [...counts, { kind: to, count: 0 }];
  return known
    .map(({ kind, count }) => ({ kind, count: count + (kind === to ? 1 : 0) - (kind === from ? 1 : 0) }))
    .filter(({ count }) => count > 0);
}
