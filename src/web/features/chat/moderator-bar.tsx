import type { ChatRoom } from "#contract/chat/chat.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

const usual = [0, 5, 10, 30, 60, 300];
/** The waits that a moderator can choose from, in seconds, and the one that is set. */
export const slowModes = (current: number) => (usual.includes(current) ? usual : [...usual, current]);
/** "Slow mode 30 s". */
export const slowLabel = (seconds: number) =>
  seconds === 0 ? "Slow mode off" : seconds < 60 ? `Slow mode ${seconds} s` : `Slow mode ${seconds / 60} min`;

/** The rules of the room, for moderators. */
export function ModeratorBar({ room }: { room: ChatRoom }) {
  const { id, slowSeconds, pinned } = room;
  const params = { id };
  const change = (sent: Promise<unknown>) =>
    sent.catch((error: unknown) => {
      const message = error instanceof CallError ? error.answer.message : undefined;
      toast({ title: "The chat wasn't changed", ...(message && { description: message }), tone: "bad" });
    });
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-raised px-3 py-1.5 text-sm">
      <span className="mr-auto font-semibold text-sea">You're moderating</span>
      {pinned && (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => void change(callApi("PUT /api/chat/rooms/{id}/pin", { params, body: { messageId: null } }))}
        >
          Unpin
        </Button>
      )}
      <select
        aria-label="Slow mode"
        value={slowSeconds}
        onChange={(e) => {
          const seconds = Number(e.target.value);
          const body = { slowSeconds: seconds, reason: slowLabel(seconds) };
          void change(callApi("PATCH /api/chat/rooms/{id}", { params, body }));
        }}
        className="min-h-9 rounded-sm border border-edge bg-panel px-2"
      >
        {slowModes(slowSeconds).map((seconds) => (
          <option key={seconds} value={seconds}>
            {slowLabel(seconds)}
          </option>
        ))}
      </select>
    </div>
  );
}
