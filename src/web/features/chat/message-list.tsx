import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ChatMessage } from "#contract/chat/chat.ts";
import { Button } from "#web/ui/button.tsx";
import { MessageRow, PendingRow } from "./message-row.tsx";
import type { Chat } from "./use-chat.ts";

type MessageListProps = {
  chat: Chat;
  canModerate: boolean;
  canPost: boolean;
  onReply: (message: ChatMessage) => void;
};

const nearPx = 48;

/** The messages. It follows the newest one, unless the reader has scrolled up. */
export function MessageList({ chat, canModerate, canPost, onReply }: MessageListProps) {
  const { messages, pending, hasEarlier, room } = chat.log;
  const { box, unread, onScroll, toEnd, savePlace } = useFollowing(messages, pending.length);
  const [isLoading, setLoading] = useState(false);
  const [openId, setOpenId] = useState<number>();
  const byId = new Map(messages.map((message) => [message.id, message]));

  async function loadEarlier() {
    setLoading(true);
    savePlace();
    await chat.loadEarlier().catch(() => undefined);
    setLoading(false);
  }
  return (
    <div className="relative min-h-0 grow">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move between its buttons */}
      <div
        ref={box}
        role="log"
        aria-label="Messages"
        aria-live="polite"
        aria-relevant="additions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard too
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={moveByArrows}
        className="absolute inset-0 overflow-y-auto overscroll-contain px-2 py-3 focus-visible:outline-offset-[-3px]"
      >
        {hasEarlier && (
          <p className="mb-3 text-center">
            <Button variant="quiet" size="sm" loading={isLoading} onClick={() => void loadEarlier()}>
              Earlier messages
            </Button>
          </p>
        )}
        {messages.length === 0 && pending.length === 0 && (
          <p className="px-4 py-10 text-center text-sm text-muted">
            {room.isOpen && canPost ? "Say hello. You're the first one here." : "No messages yet."}
          </p>
        )}
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            roomId={room.id}
            message={message}
            answered={message.replyToId === null ? undefined : (byId.get(message.replyToId) ?? null)}
            isOwn={message.authorId === chat.ownId}
            isOpen={openId === message.id}
            onOpen={(isOpen) => setOpenId(isOpen ? message.id : undefined)}
            onReply={onReply}
            onHide={chat.hide}
            {...{ canModerate, canPost }}
          />
        ))}
        {pending.map((message) => (
          <PendingRow
            key={message.clientId}
            message={message}
            onRetry={() => chat.retry(message)}
            onDrop={() => chat.drop(message.clientId)}
          />
        ))}
      </div>
      {unread > 0 && (
        <Button size="sm" className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-lift" onClick={toEnd}>
          <ArrowDown className="size-4" /> {unread === 1 ? "1 new message" : `${unread} new messages`}
        </Button>
      )}
    </div>
  );
}

/** The arrows lead from message to message: with Tab alone, the field below would be a hundred presses away. */
function moveByArrows(e: KeyboardEvent<HTMLElement>): void {
  const step = e.key === "ArrowUp" ? -1 : e.key === "ArrowDown" ? 1 : 0;
  const buttons = [...e.currentTarget.querySelectorAll<HTMLElement>("[data-actions]")];
  const at = buttons.indexOf(e.target as HTMLElement);
  if (step === 0 || buttons.length === 0 || (at === -1 && e.target !== e.currentTarget)) return;
  e.preventDefault();
  (at === -1 ? buttons.at(-1) : buttons[at + step])?.focus();
}

/** Keeps the newest message in sight; a reader who has scrolled up keeps their place and learns what is new. */
function useFollowing(messages: ChatMessage[], pending: number) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const fromEnd = useRef<number>(undefined);
  const seen = useRef(messages.at(-1)?.id ?? 0);
  const [unread, setUnread] = useState(0);
  const newest = messages.at(-1)?.id ?? 0;
  const first = messages[0]?.id;

  const toEnd = () => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    isAtEnd.current = true;
    setUnread(0);
  };
  const settle = useEffectEvent(() => {
    if (isAtEnd.current) {
      seen.current = newest;
      toEnd();
    } else {
      setUnread(messages.filter(({ id }) => id > seen.current).length);
    }
  });
  useLayoutEffect(() => settle(), [newest, pending]);
  useLayoutEffect(() => {
    if (fromEnd.current === undefined || !box.current) return;
    box.current.scrollTop = box.current.scrollHeight - fromEnd.current;
    fromEnd.current = undefined;
  }, [first]);

  return {
    box,
    unread,
    toEnd,
    /** Call it before messages are put above those that are shown. */
    savePlace() {
      if (box.current) fromEnd.current = box.current.scrollHeight - box.current.scrollTop;
    },
    onScroll() {
      const { scrollHeight, scrollTop, clientHeight } = box.current!;
      isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearPx;
      if (!isAtEnd.current) return;
      seen.current = newest;
      setUnread(0);
    },
  };
}
