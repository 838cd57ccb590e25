import { Ban, Clock, EyeOff, Pin } from "lucide-react";
import { useId, useState } from "react";
import type { ChatMessage } from "#contract/chat/chat.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.ts";
import { roomPath } from "./use-chat.ts";

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
  const path = `/api/chat/messages/${id}`;
  const hide = () =>
    act(
      "Message hidden",
      async () => {
        await callJson("POST", `${path}/hide`, { body: { reason } });
        onHide(id);
      },
      () => callJson("POST", `${path}/restore`, { body: { reason: "Hidden by mistake" } }),
    );
  const exclude = (title: string, seconds: number | null, hidesMessages = false) =>
    act(
      title,
      () =>
        callJson("POST", `${roomPath(roomId)}/bans`, {
          body: { personId: authorId, seconds, isEverywhere: false, hidesMessages, reason },
        }),
      () =>
        callJson("POST", `${roomPath(roomId)}/unban`, {
          body: {
            personId: authorId,
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
            void act("Message pinned", () => callJson("PUT", `${roomPath(roomId)}/pin`, { body: { messageId: id } }))
          }
        >
          <Pin className="size-4" /> Pin
        </Button>
        {authorId !== null && !isOwn && (
          <>
            <Button
              variant="outline"
              size="sm"
              onClick={() => void exclude(`${authorName} can't post for 10 minutes`, timeoutSeconds)}
            >
              <Clock className="size-4" /> 10 min timeout
            </Button>
            <Button
              variant="danger"
              size="sm"
              onClick={() => (isAsked ? void exclude(`${authorName} is banned from this chat`, null) : setAsked(true))}
            >
              <Ban className="size-4" /> {isAsked ? "Confirm ban" : "Ban"}
            </Button>
            {isAsked && (
              <Button
                variant="danger"
                size="sm"
                onClick={() => void exclude(`${authorName} is banned, and their messages are hidden`, null, true)}
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
