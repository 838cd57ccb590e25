import { CopyPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { NightMoment } from "#web/features/desk/moment.tsx";
import { withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyForm } from "../dates/copy-form.tsx";
import { useNight } from "../form/form-context.ts";
import { standingOf } from "../words.ts";
import { Panel } from "./panel.tsx";

/** The same night on other dates: copies of it, and the run that links them. */
export function DatesPanel() {
  const { night } = useNight();
  const [isRun, setRun] = useState(true);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Panel
        title="Other dates"
        text="Each date is a night of its own, with its own tickets. In a run, buyers can go from one date to another."
      >
        {night.run.length > 0 && (
          <ul className="grid gap-px overflow-hidden rounded-sm border border-line bg-line">
            {night.run.map((date) => {
              const { label, tone } = standingOf({ ...date, publishAt: null, isOver: false });
              return (
                <li key={date.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-panel px-3 py-2.5">
                  <Link
                    to={withQuery("/admin", { section: "events", id: date.id, tab: "dates" })}
                    aria-current={date.id === night.id ? "page" : undefined}
                    className="grow font-semibold underline-offset-3 hover:underline"
                  >
                    <NightMoment at={date.startsAt} timeZone={date.timeZone} />
                    {date.id === night.id && <span className="font-normal text-muted"> (this one)</span>}
                  </Link>
                  <Badge tone={tone}>{label}</Badge>
                </li>
              );
            })}
          </ul>
        )}
        {night.run.length === 0 && <p className="text-muted">This night stands alone.</p>}
      </Panel>
      <Panel
        title={isRun ? "Add dates" : "Copy the night"}
        text="Texts, pictures, ticket types and settings come along; sales do not. Copies are drafts."
      >
        <CopyForm isRun={isRun} />
        <div className="border-t border-line pt-4">
          <Button variant="quiet" size="sm" onClick={() => setRun(!isRun)}>
            <CopyPlus aria-hidden="true" className="size-4.5" />
            {isRun ? "A single copy instead" : "A run instead"}
          </Button>
        </div>
      </Panel>
    </div>
  );
}
