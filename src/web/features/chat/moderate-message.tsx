import { Ban, Clock, EyeOff, Pin } from "lucide-react";
import { useId, useState } from "react";
import type { ChatMessage } from "#contract/chat/chat.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.ts";

/** What moderators write into the log. */
const reasons = ["Spam", "Harassment", "Hate speech", "Nudity or violence", "Off topic"] as const;

const timeoutSeconds = 600;

type ModerateMessageProps = {
  roomId: number;
  message: ChatMessage;
  isOwn: boolean;
  onHide: (id: number) => void;
  onDone: () => void;
};

/** What moderators can do about a message and its author. Each is one press; the log keeps the reason. */
export function ModerateMessage({ roomId, message, isOwn, onHide, onDone }: ModerateMessageProps) {
  const { id, authorId, authorName } = message;
  const [reason, setReason] = useState<string>(reasons[0]);
  const [isAsked, setAsked] = useState(false);
  const reasonId = useId();
  const act = async (title: string, work: () => Promise<unknown>, undo?: () => Promise<unknown>) => {
    try {
      await work();
      onDone();
      toast({
        title,
        tone: "good",
        ...(undo && { action: { label: "Undo", onPress: () => void undo().catch(showFailure) } }),
      });
    } catch (error) {
      showFailure(error);
    }
  };
  const params = { id };
  const inRoom = { id: roomId };
  const hide = () =>
    act(
      "Message hidden",
      async () => {
        await callApi("POST /api/chat/messages/{id}/hide", { params, body: { reason } });
        onHide(id);
      },
      () => callApi("POST /api/chat/messages/{id}/restore", { params, body: { reason: "Hidden by mistake" } }),
    );
  const exclude = (personId: number, title: string, seconds: number | null, hidesMessages = false) =>
    act(
      title,
      () =>
        callApi("POST /api/chat/rooms/{id}/bans", {
          params: inRoom,
          body: { personId, seconds, isEverywhere: false, hidesMessages, reason },
        }),
      () =>
        callApi("POST /api/chat/rooms/{id}/unban", {
          params: inRoom,
          body: {
            personId,
            isEverywhere: false,
            showsMessages: hidesMessages,
            reason: "Undone by the moderator",
          },
        }),
    );
  return (
    <div role="group" aria-label="Moderate" className="grid gap-2 rounded-sm border border-line bg-raised p-2">
      <label htmlFor={reasonId} className="sr-only">
        Reason
      </label>
      <Select id={reasonId} value={reason} onChange={(e) => setReason(e.target.value)}>
        {reasons.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
      <div className="flex flex-wrap gap-1">
        <Button variant="outline" size="sm" onClick={() => void hide()}>
          <EyeOff className="size-4" /> Hide
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() =>
            void act("Message pinned", () =>
              callApi("PUT /api/chat/rooms/{id}/pin", { params: inRoom, body: { messageId: id } }),
            )
          }
        >
          <Pin className="size-4" /> Pin
        </Button>
        {authorId !== null && !isOwn && (
          <>
            <Button
              variant="outline"
              size="sm"
              onClick={() => void exclude(authorId, `${authorName} can't post for 10 minutes`, timeoutSeconds)}
            >
              <Clock className="size-4" /> 10 min timeout
            </Button>
            <Button
              variant="danger"
              size="sm"
              onClick={() =>
                isAsked ? void exclude(authorId, `${authorName} is banned from this chat`, null) : setAsked(true)
              }
            >
              <Ban className="size-4" /> {isAsked ? "Confirm ban" : "Ban"}
            </Button>
            {isAsked && (
              <Button
                variant="danger"
                size="sm"
                onClick={() =>
                  void exclude(authorId, `${authorName} is banned, and their messages are hidden`, null, true)
                }
              >
                <EyeOff className="size-4" /> Ban and hide all messages
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function showFailure(error: unknown): void {
  const message = error instanceof CallError ? error.answer.message : "Check your internet connection and try again.";
  toast({ title: "That didn't work", ...(message && { description: message }), tone: "bad" });
}
