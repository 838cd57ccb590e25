import { Suspense, useState } from "react";
import { EventMoment } from "#web/features/admin/moment.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Checklist, useGaps } from "../checklist.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { statusOf } from "../labels.ts";
import { History } from "./history.tsx";
import { Panel } from "./panel.tsx";
import { VisibilityActions } from "./visibility-actions.tsx";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";

const CancelDialog = lazyDialog(
  "The cancellation form",
  async () => (await import("../dialogs/cancel-dialog.tsx")).CancelDialog,
);
const PostponeDialog = lazyDialog(
  "The rescheduling form",
  async () => (await import("../dialogs/postpone-dialog.tsx")).PostponeDialog,
);
const EventRefunds = lazyPart(
  "The refund summary",
  async () => (await import("#web/features/refunds/event/event-refunds.tsx")).EventRefunds,
);

/** The event's status: its visibility, whether it is on, and staff activity. */
export function StatusPanel() {
  const { event } = useEventEditor();
  const gaps = useGaps();
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid gap-6">
        <Panel title={statusOf(event).label}>
          {event.status !== "on" && (
            <Callout tone={event.status === "canceled" ? "bad" : "soon"} title={event.statusNote ?? ""} />
          )}
          {event.movedFrom && (
            <p className="text-muted">
              Rescheduled from <EventMoment at={event.movedFrom} timeZone={event.timeZone} />.
            </p>
          )}
          <VisibilityActions />
          {event.status !== "canceled" && gaps.length > 0 && <Checklist gaps={gaps} />}
        </Panel>
        {event.status === "canceled" && (
          <Panel title="Refunds" text="What customers paid for this event and what's been refunded.">
            <Suspense fallback={null}>
              <EventRefunds eventId={event.id} />
            </Suspense>
          </Panel>
        )}
        {event.status !== "canceled" && !event.isOver && <ChangePanel />}
      </div>
      <History id={event.id} />
    </div>
  );
}

function ChangePanel() {
  const { event } = useEventEditor();
  const [open, setOpen] = useState<"cancel" | "postpone">();
  return (
    <Panel title="Change of plans" text="You'll see who's affected first. Each ticket holder gets one email.">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => setOpen("postpone")}>
          {event.status === "postponed" ? "Reschedule" : "Postpone or reschedule"}
        </Button>
        <Button variant="danger" onClick={() => setOpen("cancel")}>
          Cancel event
        </Button>
      </div>
      {open === "cancel" && <CancelDialog onClose={() => setOpen(undefined)} />}
      {open === "postpone" && <PostponeDialog onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}
