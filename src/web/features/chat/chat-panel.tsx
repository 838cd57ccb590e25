import { clsx } from "clsx";
import { ChevronDown, MessagesSquare, Pin } from "lucide-react";
import { useState } from "react";
import type { ChatMessage, ChatState } from "#contract/chat/chat.ts";
import { refusalOf } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { Composer } from "./composer.tsx";
import { MessageList } from "./message-list.tsx";
import { ModeratorBar } from "./moderator-bar.tsx";
import { useChat, useChatState } from "./use-chat.ts";

type ChatPanelProps = { roomId: number; onSent?: () => void; className?: string };

const headingStyle = "display flex min-h-12 w-full items-center gap-2.5 px-4 text-xl";

/** The chat beside a stream. On a phone it can be folded. */
export function ChatPanel({ roomId, onSent, className }: ChatPanelProps) {
  const [isFolded, setFolded] = useState(false);
  const { data, error, refetch } = useChatState(roomId);
  return (
    <section
      aria-label="Chat"
      className={clsx(
        "flex min-h-0 flex-col overflow-hidden border-line bg-panel max-lg:border-y lg:rounded-md lg:border",
        !isFolded && "max-lg:h-[34rem] max-lg:max-h-[75dvh]",
        className,
      )}
    >
      <h2 className="border-b border-line">
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
          className={clsx(headingStyle, "lg:hidden")}
        >
          <MessagesSquare className="size-5 text-gilt" /> Chat
          <ChevronDown className={clsx("ml-auto size-5 transition-transform", isFolded && "-rotate-90")} />
        </button>
        <span className={clsx(headingStyle, "max-lg:hidden")}>
          <MessagesSquare className="size-5 text-gilt" /> Chat
        </span>
      </h2>
      <div className={clsx("flex min-h-0 grow flex-col", isFolded && "max-lg:hidden")}>
        {data ? (
          <OpenChat state={data} reload={() => void refetch()} onSent={onSent} />
        ) : error ? (
          <Unread error={error} onAgain={() => void refetch()} />
        ) : (
          <div className="grid gap-3 p-4" role="status" aria-label="Loading the chat">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        )}
      </div>
    </section>
  );
}

function Unread({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const isBanned = refusalOf("GET /api/chat/rooms/{id}", error) === "chat_banned";
  return (
    <div className="grid justify-items-center gap-3 p-6 text-center" role="status">
      <p className="font-semibold">{isBanned ? "A moderator banned you from this chat" : "The chat didn't load"}</p>
      {isBanned ? (
        <p className="text-sm text-muted">You can still watch the stream.</p>
      ) : (
        <Button variant="outline" size="sm" onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}

type OpenChatProps = { state: ChatState; reload: () => void; onSent: (() => void) | undefined };

function OpenChat({ state, reload, onSent }: OpenChatProps) {
  const chat = useChat(state, reload, onSent);
  const [replyTo, setReplyTo] = useState<ChatMessage>();
  const { room, pending } = chat.log;
  const { canModerate } = state.you;
  return (
    <>
      {canModerate && <ModeratorBar room={room} />}
      {room.pinned && <Pinned message={room.pinned} />}
      <MessageList chat={chat} canModerate={canModerate} canPost={state.you.refusal === null} onReply={setReplyTo} />
      <Composer
        chat={chat}
        you={state.you}
        replyTo={replyTo}
        onReplyDone={() => setReplyTo(undefined)}
        hasPending={pending.length > 0}
      />
    </>
  );
}

const Pinned = ({ message }: { message: ChatMessage }) => (
  <p className="flex gap-2.5 border-b border-line bg-gold/12 px-4 py-2.5 text-sm wrap-anywhere">
    <Pin className="mt-0.5 size-4 shrink-0 text-gilt" />
    <span>
      <span className="sr-only">Pinned: </span>
      <strong>{message.authorName}</strong> {message.text}
    </span>
  </p>
);
