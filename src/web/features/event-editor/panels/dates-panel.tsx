import { CopyPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { EventMoment } from "#web/features/admin/moment.tsx";
import { withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyForm } from "../dates/copy-form.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { statusOf } from "../labels.ts";
import { Panel } from "./panel.tsx";

/** The same event on other dates: its copies, and the series that links them. */
export function DatesPanel() {
  const { event } = useEventEditor();
  const [isRun, setRun] = useState(true);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Panel
        title="Other dates"
        text="Each date is its own event with its own tickets. In a series, each event page links to the other dates."
      >
        {event.run.length > 0 && (
          <ul className="grid gap-px overflow-hidden rounded-sm border border-line bg-line">
            {event.run.map((date) => {
              const { label, tone } = statusOf({ ...date, publishAt: null, isOver: false });
              return (
                <li key={date.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-panel px-3 py-2.5">
                  <Link
                    to={withQuery("/admin", { section: "events", id: date.id, tab: "dates" })}
                    aria-current={date.id === event.id ? "page" : undefined}
                    className="grow font-semibold underline-offset-3 hover:underline"
                  >
                    <EventMoment at={date.startsAt} timeZone={date.timeZone} />
                    {date.id === event.id && <span className="font-normal text-muted"> (this event)</span>}
                  </Link>
                  <Badge tone={tone}>{label}</Badge>
                </li>
              );
            })}
          </ul>
        )}
        {event.run.length === 0 && <p className="text-muted">This event isn't part of a series.</p>}
      </Panel>
      <Panel
        title={isRun ? "Add dates" : "Copy event"}
        text="Copies include text, images, ticket types and settings, but no sales. They start as drafts."
      >
        <CopyForm isRun={isRun} />
        <div className="border-t border-line pt-4">
          <Button variant="quiet" size="sm" onClick={() => setRun(!isRun)}>
            <CopyPlus aria-hidden="true" className="size-4.5" />
            {isRun ? "Make one copy instead" : "Make a series instead"}
          </Button>
        </div>
      </Panel>
    </div>
  );
}
