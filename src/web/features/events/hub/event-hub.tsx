import { ExternalLink, Share2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Navigate } from "#web/lib/router.ts";
import type { EditedEvent } from "#contract/events/editing.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { LeaveDialog } from "#web/admin-kit/leave-dialog.tsx";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { ConflictDialog, HoldersDialog } from "#web/features/events/editor/dialogs/save-dialogs.tsx";
import { FocusField, useSaving } from "#web/features/events/editor/form/editing.tsx";
import { EventFormContext, useEventEditor } from "#web/features/events/editor/form/form-context.tsx";
import { useEventForm } from "#web/features/events/editor/form/use-event-form.ts";
import { statusOf } from "#web/features/events/editor/labels.ts";
import { PreviewColumn } from "#web/features/events/editor/preview/preview-column.tsx";
import { SaveBar } from "#web/features/events/editor/save-bar.tsx";
import { paths } from "#web/lib/paths.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { ShareContext, type EventTab } from "./event-tab.ts";

const declared = import.meta.glob<{ eventTabs: EventTab[] }>("../../**/event-tabs.tsx", { eager: true });

/** The tabs that features declare, from left to right. */
const allTabs = Object.values(declared)
  .flatMap(({ eventTabs }) => eventTabs)
  .toSorted((a, b) => a.place - b.place);

/** The view at a value of `&tab=` and its tab; the first ones if there is none. */
function findView(value: string | null) {
  const tab = allTabs.find(({ views }) => views.some((view) => view.value === value)) ?? allTabs[0]!;
  return { tab, view: tab.views.find((view) => view.value === value) ?? tab.views[0] };
}

const ShareDialog = lazyDialog("Sharing", async () => (await import("./share/share-dialog.tsx")).ShareDialog);

/**
 * Everything about one event in one place: its tabs, over one form. Unsaved changes stay while staff switch between the
 * tabs, and the bar that saves them stays in sight.
 */
export function EventHub({ event: initial, up }: { event: EditedEvent; up: ReactNode }) {
  const state = useEventForm(initial);
  const { event, form, failure, conflict, question } = state;
  const { search } = useListAddress();
  const { tab, view } = findView(search.get("tab"));
  const [sharing, setSharing] = useState<"published" | "share">();
  const openShare = () => setSharing("share");
  useSaving(state);

  // The address of an event's promoters before they had a tab.
  if (view.value === "codes" && search.get("list") === "promoters") {
    return <Navigate to={hubPath(event.id, "promoters")} replace />;
  }
  const isEdited = tab.views.length > 1 || event.visibility === "draft" || state.dirty.length > 0;
  return (
    <EventFormContext value={state}>
      <AdminShell
        title={form.title || "Untitled event"}
        description="Sales, text, tickets, orders and check-in of an event."
        lead={<HubLead up={up} />}
        actions={event.visibility !== "draft" && <PublicActions onShare={openShare} />}
      >
        {isEdited && <SaveBar onPublished={() => setSharing("published")} />}
        <div className="grid gap-3">
          <PageTabs
            label="Event sections"
            tabs={allTabs.map((each) => ({
              to: hubPath(event.id, each === allTabs[0] ? undefined : each.views[0].value),
              label: each.label,
              current: each === tab,
            }))}
          />
          {tab.views.length > 1 && (
            <PageTabs
              small
              label={tab.label}
              tabs={tab.views.map(({ value, label }) => ({
                to: hubPath(event.id, value),
                label,
                current: value === view.value,
              }))}
            />
          )}
        </div>
        <Failure text={failure} />
        <ShareContext value={openShare}>
          <div
            className={
              view.preview
                ? "grid grid-cols-[minmax(0,1fr)] gap-8 xl:beside-25"
                : "grid grid-cols-[minmax(0,1fr)] items-start gap-8"
            }
          >
            <PartBoundary>
              <Suspense fallback={<Skeleton className="h-96" />}>
                <view.View key={view.value} event={event} />
                <FocusField />
              </Suspense>
            </PartBoundary>
            {view.preview && (
              <PartBoundary>
                <PreviewColumn />
              </PartBoundary>
            )}
          </div>
        </ShareContext>
      </AdminShell>
      {conflict && <ConflictDialog key={conflict.event.version} conflict={conflict} />}
      {question && <HoldersDialog question={question} />}
      {sharing && <ShareDialog event={event} isNew={sharing === "published"} onClose={() => setSharing(undefined)} />}
      <LeaveDialog isDirty={state.dirty.length > 0} section="events" id={event.id} save={state.save} />
    </EventFormContext>
  );
}

function HubLead({ up }: { up: ReactNode }) {
  const { event, form } = useEventEditor();
  return (
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
  );
}

function PublicActions({ onShare }: { onShare: () => void }) {
  const { event } = useEventEditor();
  return (
    <>
      <Button variant="outline" size="sm" onClick={onShare}>
        <Share2 className="size-4.5" /> Share
      </Button>
      <LinkButton variant="outline" size="sm" to={paths.event(event)} target="_blank">
        <ExternalLink className="size-4.5" /> View event page
      </LinkButton>
    </>
  );
}
