import { Send, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "#web/lib/router.ts";
import type { ChatMessage, ChatState, PostRefusal } from "#contract/chat/chat.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Input } from "#web/ui/field.tsx";
import type { Chat } from "./use-chat.ts";

type ComposerProps = {
  chat: Chat;
  you: ChatState["you"];
  replyTo: ChatMessage | undefined;
  onReplyDone: () => void;
  hasPending: boolean;
};

const longest = 500;

/** Where a visitor writes, or why they can't. */
export function Composer({ chat, you, replyTo, onReplyDone }: ComposerProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const wait = useSecondsLeft(chat.waitUntil);
  const { isOpen, slowSeconds } = chat.log.room;
  const { user } = useUser();
  const isGuest = user?.isGuest === true;
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);

  const refusal = you.refusal ?? (isOpen || you.canModerate ? null : "closed");
  if (refusal !== null) return <CannotPost refusal={refusal} />;

  function submit(e: FormEvent) {
    e.preventDefault();
    const line = text.replace(/\s+/g, " ").trim();
    if (line === "" || wait > 0) return;
    chat.send(line, replyTo?.id);
    setText("");
    onReplyDone();
  }
  return (
    <form onSubmit={submit} className="grid gap-2 border-t border-line p-3">
      {replyTo && (
        <p className="flex items-center gap-2 rounded-sm bg-ink/6 py-0.5 pr-0.5 pl-3 text-sm">
          <span className="min-w-0 grow truncate">
            Reply to <strong>{replyTo.authorName}</strong>: {replyTo.text}
          </span>
          <IconButton label="Cancel reply" Icon={X} className="size-8!" onClick={onReplyDone} />
        </p>
      )}
      <div className="flex gap-2">
        <Input
          ref={field}
          aria-label="Message"
          placeholder="Say something"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={longest}
          value={text}
          onChange={(e) => setText(e.target.value)}
          className="min-w-0 grow"
        />
        <Button type="submit" className="min-h-12! px-4!" disabled={text.trim() === "" || wait > 0} aria-label="Send">
          {wait > 0 ? <span className="tabular-nums">{wait} s</span> : <Send className="size-5" />}
        </Button>
      </div>
      {isGuest && you.name && (
        <p className="text-xs text-muted">
          You're <strong className="text-gilt">{you.name}</strong> here.
        </p>
      )}
      {slowSeconds > 0 && !you.canModerate && (
        <p className="text-xs text-muted">Slow mode: one message every {slowSeconds} seconds.</p>
      )}
    </form>
  );
}

/** Whole seconds until a moment; 0 once it has passed. */
function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(() => {
      tick();
      if (until <= Date.now()) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

const refusalTexts: Record<Exclude<PostRefusal, "signed_out">, string> = {
  closed: "The chat is closed right now.",
  members: "Only members can post here. Create a free account to join in.",
  ticket_holders: "Only ticket holders can post here.",
  timed_out: "A moderator gave you a timeout. You can post again later.",
};

function CannotPost({ refusal }: { refusal: PostRefusal }) {
  const { pathname, search } = useLocation();
  const needsAccount = refusal === "signed_out" || refusal === "members";
  return (
    <div className="grid gap-2 border-t border-line p-3 text-center">
      {refusal !== "signed_out" && <p className="text-sm text-muted">{refusalTexts[refusal]}</p>}
      {needsAccount && (
        <Button
          variant="outline"
          onClick={() => openAuth({ tab: refusal === "members" ? "register" : "login", redirect: pathname + search })}
        >
          {refusal === "members" ? "Create account" : "Sign in to chat"}
        </Button>
      )}
    </div>
  );
}
