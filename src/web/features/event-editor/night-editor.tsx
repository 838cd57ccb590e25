import { clsx } from "clsx";
import { type ReactNode, Suspense, useEffect, useEffectEvent } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { NightMoment } from "#web/features/desk/moment.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { FocusField } from "./focus-field.tsx";
import { ConflictDialog } from "./dialogs/conflict-dialog.tsx";
import { HoldersDialog } from "./dialogs/holders-dialog.tsx";
import { LeaveDialog } from "./dialogs/leave-dialog.tsx";
import { NightFormContext } from "./form/form-context.ts";
import { useAutosave } from "./form/use-autosave.ts";
import { useLeaveGuard } from "./form/use-leave-guard.ts";
import { useNightForm } from "./form/use-night-form.ts";
import { PreviewColumn } from "./preview/preview-column.tsx";
import { SaveBar } from "./save-bar.tsx";
import { editorTabs } from "./tabs.ts";
import { standingOf } from "./words.ts";

/** One night: its tabs over one form, what is not saved yet, and its page beside it. */
export function NightEditor({ night: initial, up }: { night: EditedEvent; up: ReactNode }) {
  const state = useNightForm(initial);
  const { night, form } = state;
  const address = useListAddress();
  const tab = editorTabs.find(({ value }) => value === address.search.get("tab")) ?? editorTabs[0]!;
  const { label, tone } = standingOf(night);
  const guard = useLeaveGuard(state.dirty.length > 0, night.id);
  useAutosave(state);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    void state.save();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <NightFormContext value={state}>
      <DeskPage
        title={form.title || "A night without a name"}
        description="Texts, pictures, dates and state of a night."
        lead={
          <div className="grid gap-1.5">
            {up}
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={tone}>{label}</Badge>
              {night.publishAt && (
                <span>
                  shows itself <NightMoment at={night.publishAt} timeZone={night.timeZone} />
                </span>
              )}
              <span>
                <NightMoment at={form.startsAt} timeZone={form.timeZone} /> · {form.venue.name}, {form.venue.city}
              </span>
            </p>
          </div>
        }
      >
        <SaveBar />
        <PageTabs
          label="Parts of the night"
          tabs={editorTabs.map(({ value, label: name }) => ({
            to: address.addressWith({ tab: value === "details" ? undefined : value }),
            label: name,
            current: value === tab.value,
          }))}
        />
        {state.failure && <Notice tone="bad" title={state.failure} />}
        <div className={clsx("grid items-start gap-8", tab.preview && "xl:grid-cols-[minmax(0,1fr)_25rem]")}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <tab.Panel night={night} />
            <FocusField />
          </Suspense>
          {tab.preview && <PreviewColumn />}
        </div>
      </DeskPage>
      <ConflictDialog />
      <HoldersDialog />
      <LeaveDialog guard={guard} onSave={state.save} />
    </NightFormContext>
  );
}
