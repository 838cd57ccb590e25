import type { DoorEvent } from "#contract/door.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

const dayMs = 86_400_000;

type OffNowProps = {
  event: DoorEvent;
  off: "ahead" | "over";
  now: number;
  onStart: () => void;
  onClose: () => void;
};

/** Asks once whether staff really mean an event that is days ahead or over: every guest of tonight would be refused. */
export function OffNowQuestion({ event, off, now, onStart, onClose }: OffNowProps) {
  const { title, startsAt, endsAt, timeZone } = event;
  const moment = (at: string) => `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}`;
  const days = Math.max(1, Math.round((Date.parse(startsAt) - now) / dayMs));
  const text =
    off === "over"
      ? `It ended on ${moment(endsAt)}.`
      : `It's on ${moment(startsAt)}, in ${days} ${days === 1 ? "day" : "days"}.`;
  return (
    <Dialog
      onClose={onClose}
      title={off === "over" ? "This event is over" : "This event isn't today"}
      description={`${title}: ${text} Tickets for other events won't work here.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button onClick={onStart}>Scan for it anyway</Button>
        <Button variant="outline" onClick={onClose}>
          Choose another event
        </Button>
      </div>
    </Dialog>
  );
}
