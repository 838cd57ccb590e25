import type { ChatMessage, ChatRoom, ChatState } from "#contract/chat/chat.ts";

/** A message of this visitor that the server hasn't confirmed. */
export type Pending = {
  clientId: string;
  text: string;
  replyToId?: number | undefined;
  /** Why it wasn't sent; undefined while it is on its way. */
  failure?: string | undefined;
};

/** What a chat shows. */
export type ChatLog = {
  room: ChatRoom;
  /** Oldest first. */
  messages: ChatMessage[];
  hasEarlier: boolean;
  pending: Pending[];
};

export type ChatEvent =
  | { kind: "load"; state: Pick<ChatState, "room" | "messages" | "hasEarlier"> }
  | { kind: "earlier"; items: ChatMessage[]; hasEarlier: boolean }
  /** A message of the realtime channel. */
  | { kind: "told"; type: string; data: unknown; ownId: number | undefined }
  | { kind: "sending"; message: Pending }
  | { kind: "sent"; clientId: string; message: ChatMessage }
  | { kind: "failed"; clientId: string; failure: string }
  | { kind: "dropped"; clientId: string }
  | { kind: "hidden"; id: number };

/** How many messages stay on the page. Older ones can be loaded again. */
const maxShown = 300;

export const firstLog = ({
  room,
  messages,
  hasEarlier,
}: Pick<ChatState, "room" | "messages" | "hasEarlier">): ChatLog => ({
  room,
  messages,
  hasEarlier,
  pending: [],
});

/** What a chat shows after something happened. */
export function nextLog(log: ChatLog, event: ChatEvent): ChatLog {
  switch (event.kind) {
    case "load":
      return { ...log, ...event.state };
    case "earlier":
      return { ...log, messages: withAll(log.messages, event.items), hasEarlier: event.hasEarlier };
    case "told":
      return withChannelMessage(log, event);
    case "sending":
      return {
        ...log,
        pending: [...log.pending.filter(({ clientId }) => clientId !== event.message.clientId), event.message],
      };
    case "sent":
      return withMessage({ ...log, pending: without(log.pending, event.clientId) }, event.message);
    case "failed":
      return {
        ...log,
        pending: log.pending.map((each) =>
          each.clientId === event.clientId ? { ...each, failure: event.failure } : each,
        ),
      };
    case "dropped":
      return { ...log, pending: without(log.pending, event.clientId) };
    case "hidden":
      return withoutMessage(log, event.id);
  }
}

function withChannelMessage(log: ChatLog, { type, data, ownId }: Extract<ChatEvent, { kind: "told" }>): ChatLog {
  if (type === "message" || type === "restored") {
    const message = data as ChatMessage;
    // The channel may be faster than the answer to the own message, which then isn't shown twice.
    const pendingMessage =
      message.authorId === ownId && log.pending.find(({ text, failure }) => text === message.text && !failure);
    return withMessage(
      pendingMessage ? { ...log, pending: without(log.pending, pendingMessage.clientId) } : log,
      message,
    );
  }
  if (type === "hidden") return withoutMessage(log, (data as { id: number }).id);
  if (type === "hidden_many") return (data as { ids: number[] }).ids.reduce(withoutMessage, log);
  if (type === "pinned")
    return { ...log, room: { ...log.room, pinned: (data as { message: ChatMessage | null }).message } };
  if (type === "room") return { ...log, room: { ...log.room, ...(data as Partial<ChatRoom>) } };
  if (type === "reactions") {
    const { id, reactions } = data as Pick<ChatMessage, "id" | "reactions">;
    return { ...log, messages: log.messages.map((each) => (each.id === id ? { ...each, reactions } : each)) };
  }
  return log;
}

const without = (pending: Pending[], gone: string) => pending.filter(({ clientId }) => clientId !== gone);

const withMessage = (log: ChatLog, message: ChatMessage): ChatLog => {
  const messages = withAll(log.messages, [message]);
  const cut = Math.max(0, messages.length - maxShown);
  return { ...log, messages: messages.slice(cut), hasEarlier: log.hasEarlier || cut > 0 };
};

function withoutMessage(log: ChatLog, gone: number): ChatLog {
  const pinned = log.room.pinned?.id === gone ? null : log.room.pinned;
  return { ...log, room: { ...log.room, pinned }, messages: log.messages.filter(({ id }) => id !== gone) };
}

/** Messages in the order of the room, each once. */
function withAll(messages: ChatMessage[], more: ChatMessage[]): ChatMessage[] {
  const all = new Map([...messages, ...more].map((message) => [message.id, message]));
  return [...all.values()].toSorted((a, b) => a.id - b.id);
}
