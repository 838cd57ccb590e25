import { useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { useAttempt } from "#web/ui/use-attempt.ts";
import { readGate } from "./door-storage.ts";
import { refreshDoor } from "./queries.ts";

/** The check-in of one ticket. */
export type CheckIn = { ticketId: number; holderName: string; admittedAt: string };

/** What every Undo button of one scanner shares. */
export type Undoing = {
  eventId: number;
  /** The check-in that staff are asked about, by its mark. */
  pendingMark: string | undefined;
  onAsk: (mark: string | undefined) => void;
  onUndone: (checkIn: CheckIn) => void;
};

/** Tells check-ins apart: a ticket can have several, all but one undone. */
export const markOf = ({ ticketId, admittedAt }: CheckIn) => `${ticketId} ${admittedAt}`;

/** Undoes a check-in after one question, because an undone ticket admits again. */
export function UndoCheckIn({ checkIn, eventId, pendingMark, onAsk, onUndone }: Undoing & { checkIn: CheckIn }) {
  const { holderName, ticketId, admittedAt } = checkIn;
  const isAsked = pendingMark === markOf(checkIn);
  if (!isAsked) {
    return (
      <Button
        variant="outline"
        size="sm"
        className="min-h-11"
        aria-label={`Undo the check-in of ${holderName}`}
        onClick={() => onAsk(markOf(checkIn))}
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Undo
      </Button>
    );
  }
  const undo = () =>
    callApi("POST /api/door/tickets/{id}/undo", {
      params: { id: ticketId },
      body: { eventId, admittedAt, gate: readGate() || undefined },
    }).then(() => onUndone(checkIn));
  return <Question holderName={holderName} eventId={eventId} onUndo={undo} onClose={() => onAsk(undefined)} />;
}

type QuestionProps = { holderName: string; eventId: number; onUndo: () => Promise<void>; onClose: () => void };

function Question({ holderName, eventId, onUndo, onClose }: QuestionProps) {
  const queryClient = useQueryClient();
  const first = useRef<HTMLButtonElement>(null);
  const { failure, press } = useAttempt(failureText);
  useEffect(() => first.current?.focus(), []);

  async function undo() {
    try {
      await onUndo();
      onClose();
    } finally {
      void refreshDoor(queryClient, eventId);
    }
  }

  return (
    <div
      role="group"
      aria-label={`Undo the check-in of ${holderName}`}
      className="grid w-full gap-2 rounded-md bg-raised p-3"
    >
      <p className="text-sm">The ticket can be used again. The activity log records who undid it.</p>
      {failure && (
        <p role="alert" className="text-sm font-semibold text-hibiscus">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button ref={first} variant="danger" size="sm" className="min-h-11" {...press("undo", undo)}>
          Undo check-in
        </Button>
        <Button variant="outline" size="sm" className="min-h-11" onClick={onClose}>
          Keep
        </Button>
      </div>
    </div>
  );
}

function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return "No connection. The ticket is still checked in. Try again.";
  return error.answer.message ?? "Something went wrong on our side. Try again.";
}
