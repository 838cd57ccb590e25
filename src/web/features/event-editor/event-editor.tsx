import { clsx } from "clsx";
import { type ReactNode, Suspense, useEffect, useEffectEvent } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { EventMoment } from "#web/features/admin/moment.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { FocusField } from "./focus-field.tsx";
import { ConflictDialog } from "./dialogs/conflict-dialog.tsx";
import { HoldersDialog } from "./dialogs/holders-dialog.tsx";
import { LeaveDialog } from "./dialogs/leave-dialog.tsx";
import { EventFormContext } from "./form/form-context.ts";
import { useAutosave } from "./form/use-autosave.ts";
import { useLeaveGuard } from "./form/use-leave-guard.ts";
import { useEventForm } from "./form/use-event-form.ts";
import { PreviewColumn } from "./preview/preview-column.tsx";
import { SaveBar } from "./save-bar.tsx";
import { editorTabs } from "./tabs.ts";
import { statusOf } from "./labels.ts";

/** One event: tabs over one form, unsaved changes, and a preview of its page. */
export function EventEditor({ event: initial, up }: { event: EditedEvent; up: ReactNode }) {
  const state = useEventForm(initial);
  const { event, form } = state;
  const address = useListAddress();
  const tab = editorTabs.find(({ value }) => value === address.search.get("tab")) ?? editorTabs[0]!;
  const { label, tone } = statusOf(event);
  const guard = useLeaveGuard(state.dirty.length > 0, event.id);
  useAutosave(state);

  const press = useEffectEvent((e: KeyboardEvent) => {
    if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "s") return;
    e.preventDefault();
    void state.save();
  });
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => press(e);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <EventFormContext value={state}>
      <AdminShell
        title={form.title || "Untitled event"}
        description="Text, images, dates and status of an event."
        lead={
          <div className="grid gap-1.5">
            {up}
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={tone}>{label}</Badge>
              {event.publishAt && (
                <span>
                  goes live <EventMoment at={event.publishAt} timeZone={event.timeZone} />
                </span>
              )}
              <span>
                <EventMoment at={form.startsAt} timeZone={form.timeZone} /> · {form.venue.name}, {form.venue.city}
              </span>
            </p>
          </div>
        }
      >
        <SaveBar />
        <PageTabs
          label="Event sections"
          tabs={editorTabs.map(({ value, label: name }) => ({
            to: address.addressWith({ tab: value === "details" ? undefined : value }),
            label: name,
            current: value === tab.value,
          }))}
        />
        {state.failure && <Callout tone="bad" title={state.failure} />}
        <div className={clsx("grid items-start gap-8", tab.preview && "xl:grid-cols-[minmax(0,1fr)_25rem]")}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <tab.Panel event={event} />
            <FocusField />
          </Suspense>
          {tab.preview && <PreviewColumn />}
        </div>
      </AdminShell>
      <ConflictDialog />
      <HoldersDialog />
      <LeaveDialog guard={guard} onSave={state.save} />
    </EventFormContext>
  );
}
