import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useState } from "react";
import type { ChatState } from "#contract/chat/chat.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { apiQuery, callApi, refusalOf } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { newUuid } from "#web/lib/new-uuid.ts";
import { useTopic } from "#web/lib/realtime/use-topic.ts";
import { firstLog, nextLog, type Pending } from "./chat-log.ts";

export const chatQuery = (roomId: number) => apiQuery("GET /api/chat/rooms/{id}", { params: { id: roomId } });

/** A chat room as it was read. */
export const useChatState = (roomId: number) => useQuery(chatQuery(roomId));

/**
 * A chat room that follows the realtime channel. Own messages show at once and are sent with a key of their own, so that
 * sending one again never doubles it.
 *
 * @param onSent called when the server has a message of this visitor
 */
export function useChat(state: ChatState, reload: () => void, onSent?: () => void) {
  const { user } = useUser();
  const roomId = state.room.id;
  const [log, happen] = useReducer(nextLog, state, firstLog);
  const [waitUntil, setWaitUntil] = useState(0);
  const ownId = user ? Number(user.id) : undefined;
  useEffect(() => happen({ kind: "load", state }), [state]);
  useTopic(
    `chat.${roomId}`,
    {
      message: (type, data) => happen({ kind: "told", type, data, ownId }),
      reset: reload,
      closed: reload,
    },
    state.position,
  );

  async function send(message: Pending) {
    const { clientId, text, replyToId } = message;
    happen({ kind: "sending", message: { clientId, text, replyToId } });
    try {
      const body = { clientId, text, ...(replyToId !== undefined && { replyToId }) };
      const sent = await callApi("POST /api/chat/rooms/{id}/messages", { params: { id: roomId }, body });
      happen({ kind: "sent", clientId, message: sent });
      onSent?.();
      if (!state.you.canModerate) setWaitUntil(Date.now() + log.room.slowSeconds * 1000);
    } catch (error) {
      happen({ kind: "failed", clientId, failure: sendFailureReason(error) });
      // The room may be closed for this visitor by now.
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) reload();
    }
  }
  return {
    log,
    ownId,
    /** When the visitor may post again in slow mode, in ms. */
    waitUntil,
    send: (text: string, replyToId?: number) => void send({ clientId: newUuid(), text, replyToId }),
    retry: (message: Pending) => void send(message),
    drop: (clientId: string) => happen({ kind: "dropped", clientId }),
    hide: (id: number) => happen({ kind: "hidden", id }),
    async loadEarlier() {
      const [first] = log.messages;
      const query = { before: first && String(first.id) };
      const page = await callApi("GET /api/chat/rooms/{id}/messages", { params: { id: roomId }, query });
      happen({ kind: "earlier", ...page });
    },
  };
}

export type Chat = ReturnType<typeof useChat>;

function sendFailureReason(error: unknown): string {
  if (!(error instanceof CallError)) return "Not sent. Check your internet connection.";
  if (refusalOf("POST /api/chat/rooms/{id}/messages", error) === "slow_mode")
    return "Slow mode is on. Wait a moment, then send it again.";
  if (error.status === 429) return "You're posting too fast. Wait a moment, then send it again.";
  return error.answer.message ?? "Not sent. Please try again.";
}
