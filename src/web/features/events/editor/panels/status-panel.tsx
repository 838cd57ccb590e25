import { Loaded, Failure } from "#web/admin-kit/read-failure.tsx";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useNavigate } from "#web/lib/router.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { EditedEvent } from "#contract/events/editing.ts";
import { EventMoment, Moment } from "#web/admin-kit/moment.tsx";
import { useAttempt, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { describeAction } from "#web/features/audit/describe-action.ts";
import { callApi } from "#web/lib/api.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";
import { toast } from "#web/ui/toast.ts";
import { Checklist, useGaps } from "../checklist.tsx";
import { eventFields, formPath } from "../form/event-form.ts";
import { useEventEditor, type FieldName } from "../form/form-context.tsx";
import { statusOf } from "../labels.ts";
import { historyQuery } from "../queries.ts";
import { Panel } from "#web/admin-kit/panel.tsx";

const CancelDialog = lazyDialog(
  "The cancellation form",
  async () => (await import("../dialogs/change-dialogs.tsx")).CancelDialog,
);
const PostponeDialog = lazyDialog(
  "The rescheduling form",
  async () => (await import("../dialogs/change-dialogs.tsx")).PostponeDialog,
);
const EventRefunds = lazyPart(
  "The refund summary",
  async () => (await import("#web/features/refunds/event-refunds.tsx")).EventRefunds,
);

/** The event's status: its visibility, whether it is on, and staff activity. */
export function StatusPanel() {
  const { event } = useEventEditor();
  const gaps = useGaps();
  return (
    <div className="halves items-start gap-6">
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

const descriptions = {
  published: "Everyone can find it on the site.",
  unlisted: "Only people with the link can find it and buy tickets.",
  draft: "Only staff can see it.",
};

/** Who can see the event now, and the buttons that change it. */
function VisibilityActions() {
  const { event, adopt } = useEventEditor();
  const { failure, press } = useAttempt<EditedEvent["visibility"]>();
  const [isDeleting, setDeleting] = useState(false);
  const isSold = event.sold + event.comps + event.held + event.withheld > 0;

  const button = (visibility: EditedEvent["visibility"], label: string, done: string) => (
    <Button
      size="sm"
      variant={visibility === "published" ? "gold" : "outline"}
      {...press(visibility, async () => {
        const body = { visibility };
        adopt(await callApi("POST /api/admin/events/{id}/visibility", { params: { id: event.id }, body }));
        showSuccess(done);
      })}
    >
      {label}
    </Button>
  );

  return (
    <div className="grid gap-3">
      <p>{descriptions[event.visibility]}</p>
      {isSold && event.visibility !== "draft" && (
        <p className="text-sm text-muted">
          Tickets are sold or on hold, so this event can be unlisted but not unpublished.{" "}
          {event.status !== "canceled" && "To call it off, cancel it."}
        </p>
      )}
      <Failure text={failure} />
      <div className="flex flex-wrap gap-2">
        {event.visibility === "unlisted" && button("published", "Publish", "Published")}
        {event.visibility === "published" && button("unlisted", "Make unlisted", "Unlisted")}
        {event.visibility !== "draft" && !isSold && button("draft", "Unpublish", "Unpublished")}
        {event.visibility === "draft" && (
          <Button size="sm" variant="danger" onClick={() => setDeleting(true)}>
            Delete draft
          </Button>
        )}
      </div>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </div>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { event } = useEventEditor();
  const navigate = useNavigate();
  const { failure, press } = useAttempt();

  async function remove() {
    await callApi("DELETE /api/admin/events/{id}", { params: { id: event.id } });
    toast({ title: `${event.title} deleted` });
    await navigate(withQuery("/admin", { section: "events" }), { replace: true });
  }

  return (
    <Dialog
      onClose={onClose}
      title="Delete draft?"
      description={`This permanently deletes ${event.title}, its text and ticket types. Images stay in the library.`}
    >
      {failure && <Callout tone="bad" title={failure} className="mb-4" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" {...press("delete", remove)}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}

/** What staff did to the event, newest first. */
function History({ id }: { id: number }) {
  return (
    <Panel title="Activity">
      <Loaded query={useQuery(historyQuery(id))} className="h-32">
        {({ items }) => (
          <>
            {items.length === 0 && <p className="text-muted">No staff activity yet.</p>}
            <ol className="grid gap-3 empty:hidden">
              {items.map((entry) => (
                <li key={entry.id} className="grid gap-0.5 border-l-2 border-line pl-3">
                  <p>
                    <span className="font-semibold">{entry.staff.name}</span> {describeAction(entry)}
                  </p>
                  {entry.action === "event.changed" && <p className="text-sm text-muted">{changedNames(entry)}</p>}
                  {entry.reason && <p className="text-sm">“{entry.reason}”</p>}
                  <p className="text-sm text-muted">
                    <Moment at={entry.at} relative />
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const changedNames = ({ after }: AuditEntry) =>
  Object.keys(after ?? {})
    .map((name) => eventFields[formPath(name) as FieldName]?.label ?? name)
    .join(", ");
