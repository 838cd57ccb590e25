import { useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "#contract/audit.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { describeAction } from "#web/features/people/labels.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { eventFields, formPath } from "../form/event-form.ts";
import type { FieldName } from "../form/form-context.ts";
import { historyQuery } from "../queries.ts";
import { Panel } from "./panel.tsx";

/** What staff did to the event, newest first. */
export function History({ id }: { id: number }) {
  const { data, error } = useQuery(historyQuery(id));
  return (
    <Panel title="Activity">
      {error && !data && <Callout tone="bad" title={failureText(error)} />}
      {!data && !error && <Skeleton className="h-32" />}
      {data?.items.length === 0 && <p className="text-muted">No staff activity yet.</p>}
      <ol className="grid gap-3 empty:hidden">
        {data?.items.map((entry) => (
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
    </Panel>
  );
}

const changedNames = ({ after }: AuditEntry) =>
  Object.keys(after ?? {})
    .map((name) => eventFields[formPath(name) as FieldName]?.label ?? name)
    .join(", ");
