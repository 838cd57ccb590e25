import { Failure } from "#web/features/admin/read-failure.tsx";
import { clsx } from "clsx";
import { type ReactNode, Suspense, useEffect, useEffectEvent, useCallback, useState, type ComponentType } from "react";
import { useLocation, type BlockerFunction, useBlocker } from "react-router";
import type { EditedEvent } from "#contract/event-editing.ts";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { EventMoment } from "#web/features/admin/moment.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ConflictDialog, HoldersDialog } from "./dialogs/save-dialogs.tsx";
import { EventFormContext, useEventEditor } from "./form/form-context.tsx";
import { type EventFormState, useEventForm } from "./form/use-event-form.ts";
import { statusOf } from "./labels.ts";
import { PreviewColumn } from "./preview/preview-column.tsx";
import { SaveBar } from "./save-bar.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { DetailsPanel } from "./panels/details-panel.tsx";
import { PicturesPanel } from "./panels/pictures-panel.tsx";
import { SharingPanel } from "./panels/sharing-panel.tsx";

type EditorTab = {
  /** The value of `&tab=`. */
  value: string;
  label: string;
  /** Gets the saved event. The event's form is in `useEventEditor()`. */
  Panel: ComponentType<{ event: EditedEvent }>;
  /** True where the event page is shown beside it. */
  preview?: boolean;
};

/**
 * The tabs of the event editor, in order; add a tab by adding a line here. The tabs of the event's form come with the
 * editor, because they declare its fields. The others load when they are opened.
 */
const editorTabs: EditorTab[] = [
  { value: "details", label: "Details", preview: true, Panel: DetailsPanel },
  { value: "pictures", label: "Images", preview: true, Panel: PicturesPanel },
  {
    value: "tickets",
    label: "Tickets",
    Panel: lazyPart(
      "The tickets",
      async () => (await import("#web/features/ticket-setup/ticket-setup-tab.tsx")).TicketSetupTab,
    ),
  },
  { value: "sharing", label: "Sharing", Panel: SharingPanel },
  {
    value: "dates",
    label: "Dates",
    Panel: lazyPart("The dates", async () => (await import("./panels/dates-panel.tsx")).DatesPanel),
  },
  {
    value: "codes",
    label: "Promotions",
    Panel: lazyPart(
      "The promotions",
      async () => (await import("#web/features/promotions/promotions-section.tsx")).EventPromotions,
    ),
  },
  {
    value: "status",
    label: "Status",
    Panel: lazyPart("The event status", async () => (await import("./panels/status-panel.tsx")).StatusPanel),
  },
];

/** One event: tabs over one form, unsaved changes, and a preview of its page. */
export function EventEditor({ event: initial, up }: { event: EditedEvent; up: ReactNode }) {
  const state = useEventForm(initial);
  const { event, form, failure, conflict, question } = state;
  const address = useListAddress();
  const tab = editorTabs.find(({ value }) => value === address.search.get("tab")) ?? editorTabs[0]!;
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
              <StatusBadge {...statusOf(event)} />
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
        <Failure text={failure} />
        <div className={clsx("grid items-start gap-8", tab.preview && "xl:grid-cols-[minmax(0,1fr)_25rem]")}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <tab.Panel event={event} />
            <FocusField />
          </Suspense>
          {tab.preview && <PreviewColumn />}
        </div>
      </AdminShell>
      {conflict && <ConflictDialog key={conflict.event.version} conflict={conflict} />}
      {question && <HoldersDialog question={question} />}
      <LeaveDialog />
    </EventFormContext>
  );
}

/** A draft saves itself after this long without typing. A public event changes only when someone presses Save. */
const restMs = 1800;

function useAutosave(state: EventFormState) {
  const { event, form, dirty, fieldErrors, isSaving, conflict, question } = state;
  const isDraft = event.visibility === "draft" && event.publishAt === null;
  const canSave =
    isDraft && dirty.length > 0 && Object.keys(fieldErrors).length === 0 && !isSaving && !conflict && !question;
  const save = useEffectEvent(() => void state.save());
  useEffect(() => {
    if (!canSave) return;
    const timer = setTimeout(() => save(), restMs);
    return () => clearTimeout(timer);
  }, [canSave, form]);
}

/** Focuses the field that the address names. Renders after the panel, so that the field exists. */
function FocusField() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash.startsWith("#event-")) return;
    const place = document.getElementById(hash.slice(1));
    const field = place?.querySelector<HTMLElement>("input, textarea, select, button, [contenteditable=true]");
    (field ?? place)?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "center" });
  }, [hash, key]);
  return null;
}

/** Blocks leaving with unsaved changes: save them, discard them or stay. */
function LeaveDialog() {
  const { event, dirty, save } = useEventEditor();
  const guard = useLeaveGuard(dirty.length > 0, event.id);
  const [isBusy, setBusy] = useState(false);
  if (guard.state !== "blocked") return null;
  const { proceed, reset } = guard;

  async function saveAndLeave() {
    setBusy(true);
    const isSaved = await save();
    setBusy(false);
    if (isSaved) proceed();
    else reset();
  }

  return (
    <Dialog onClose={reset} title="Leave without saving?" description="Some of your changes aren't saved yet.">
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={proceed}>
          Discard
        </Button>
        <Button variant="outline" onClick={reset}>
          Stay
        </Button>
        <Button loading={isBusy} onClick={() => void saveAndLeave()}>
          Save and leave
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks before navigation that would lose unsaved changes. Switching between the event's tabs does not count. */
function useLeaveGuard(isDirty: boolean, id: number) {
  const shouldBlock = useCallback<BlockerFunction>(
    ({ nextLocation }) => {
      const next = new URLSearchParams(nextLocation.search);
      const stays =
        nextLocation.pathname === "/admin" && next.get("section") === "events" && next.get("id") === String(id);
      return isDirty && !stays;
    },
    [id, isDirty],
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (e: BeforeUnloadEvent) => e.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
  return useBlocker(shouldBlock);
}
