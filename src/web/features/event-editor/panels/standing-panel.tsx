import { Suspense, useState } from "react";
import { NightMoment } from "#web/features/desk/moment.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Checklist } from "../checklist.tsx";
import { useNight } from "../form/form-context.ts";
import { gapsOf } from "../gaps-of.ts";
import { standingOf } from "../words.ts";
import { History } from "./history.tsx";
import { Panel } from "./panel.tsx";
import { VisibilityActions } from "./visibility-actions.tsx";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";

const CancelDialog = lazyDialog("The form", async () => (await import("../dialogs/cancel-dialog.tsx")).CancelDialog);
const PostponeDialog = lazyDialog(
  "The form",
  async () => (await import("../dialogs/postpone-dialog.tsx")).PostponeDialog,
);
const NightMoney = lazyPart(
  "What has gone back",
  async () => (await import("#web/features/refunds/night/night-money.tsx")).NightMoney,
);

/** How the night stands: shown or not, on or off, and who did what. */
export function StandingPanel() {
  const { night, form } = useNight();
  const gaps = gapsOf(night, form);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid gap-6">
        <Panel title={standingOf(night).label}>
          {night.state !== "on" && (
            <Notice tone={night.state === "cancelled" ? "bad" : "soon"} title={night.stateNote ?? ""} />
          )}
          {night.movedFrom && (
            <p className="text-muted">
              Moved: it was to be on <NightMoment at={night.movedFrom} timeZone={night.timeZone} />.
            </p>
          )}
          <VisibilityActions />
          {night.state !== "cancelled" && gaps.length > 0 && <Checklist gaps={gaps} />}
        </Panel>
        {night.state === "cancelled" && (
          <Panel title="The money" text="What people paid for this night, and what has gone back to them.">
            <Suspense fallback={null}>
              <NightMoney eventId={night.id} />
            </Suspense>
          </Panel>
        )}
        {night.state !== "cancelled" && !night.isOver && <ChangePanel />}
      </div>
      <History id={night.id} />
    </div>
  );
}

function ChangePanel() {
  const { night } = useNight();
  const [open, setOpen] = useState<"cancel" | "postpone">();
  return (
    <Panel title="When plans change" text="Both show first whom they reach. Every holder is told by mail, once.">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => setOpen("postpone")}>
          {night.state === "postponed" ? "Set the new date" : "Postpone or move"}
        </Button>
        <Button variant="danger" onClick={() => setOpen("cancel")}>
          Cancel the night
        </Button>
      </div>
      <Suspense fallback={null}>
        {open === "cancel" && <CancelDialog onClose={() => setOpen(undefined)} />}
        {open === "postpone" && <PostponeDialog onClose={() => setOpen(undefined)} />}
      </Suspense>
    </Panel>
  );
}
